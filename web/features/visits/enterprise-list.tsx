// Enterprises for visits: list, add, edit, position, linked customer, owner, import, export.
import { AimOutlined, BarChartOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  addVisitEnterprise,
  getSiteProvinces,
  getVisitEnterprise,
  queryNearbyEnterprises,
  queryVisitEnterprises,
  type VisitEnterpriseRow,
} from '#contract/visits/visit-enterprises.ts'
import { siteKindLabels } from '#contract/visits/visit-labels.ts'
import { exportVisitEnterprises, visitEnterpriseImport } from '#contract/visits/visit-sheets.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { FiguresDialog } from '#web/kit/dialog/figures-dialog.tsx'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { type Filter, filtersOf, flagFilter, selectFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { ImportButton } from '#web/kit/sheets/import-button.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useCall } from '#web/lib/query.ts'
import { regionFilter } from '#web/pickers/region-filter.tsx'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { useSiteActs } from './enterprise-acts.tsx'
import { NearbyDrawer } from './nearby.tsx'
import { onlyFilter, SITE_ADD, SITE_DETAILS, SITES, siteReads } from './visit-labels.tsx'

const silences = ['30', '60', '90', '180'].map((value) => ({ value, label: `${value} 天未拜访` }))

const silentFilter: Filter<{ silentDays: number }> = {
  ...selectFilter('silentDays', '拜访间隔', silences),
  read: (text) => (silences.some(({ value }) => value === text) ? { silentDays: Number(text) } : undefined),
}

const filters = [...filtersOf(queryVisitEnterprises, ['name', 'kind']), regionFilter('regionId', '地区')]

const advanced = [
  ...filtersOf(queryVisitEnterprises, ['products', 'person', 'deviceState']),
  userFilter('ownerId', '归属人'),
  silentFilter,
  onlyFilter('overdue', '拜访周期', '到期未拜访'),
  onlyFilter('mine', '归属', '本人的'),
  flagFilter('hasCustomer', '客户', { yes: '已关联客户', no: '未关联客户' }),
  flagFilter('hasRegion', '地区是否已填', { yes: '已填', no: '未填' }),
  flagFilter('hasPlace', '地图标注', { yes: '已标注', no: '未标注' }),
]

const columns = columnsOf(queryVisitEnterprises, {
  name: { width: 220, opens: true },
  kind: { width: 90 },
  products: { width: 180 },
  capacityText: { width: 200, empty: '—' },
  regionPath: { width: 150 },
  address: { width: 180 },
  longitude: {
    width: 160,
    render: ({ longitude, latitude }) => (longitude === null ? '—' : `${longitude}, ${latitude}`),
  },
  customerName: { width: 180, empty: '—' },
  ownerName: { width: 80, empty: '公海' },
  visits: { width: 80, sum: true },
  lastVisitAt: { width: 140 },
  dueOn: {
    width: 130,
    render: ({ dueOn, isOverdue }) =>
      dueOn === null ? '—' : isOverdue ? <Status tone="warning">{`${dueOn} 到期`}</Status> : dueOn,
  },
  updatedAt: { width: 140 },
})

const listOf = (filters: Record<string, string>) => `${SITES}?${new URLSearchParams(filters)}`

/** Each figure opens the enterprises that it counts. */
function Figures({ onClosed }: { onClosed: () => void }) {
  const read = useCall(getSiteProvinces, {}, { staleTime: 0, call: { hideErrorMsg: true } })
  return (
    <FiguresDialog
      title="企业分布"
      read={read}
      figuresOf={(data) => [
        ['拜访企业', data.total, SITES],
        ['已标注位置', data.withPlace, listOf({ hasPlace: '1' })],
        ['已关联客户', data.withCustomer, listOf({ hasCustomer: '1' })],
        ['90 天未拜访', data.silent, listOf({ silentDays: '90' })],
      ]}
      groupsOf={({ provinces, kinds }) => [
        {
          title: '省份',
          bars: provinces.map(({ id, name, count }) => ({
            name: name || '未填地区',
            count,
            to: listOf(id === null ? { hasRegion: '0' } : { regionId: id }),
          })),
        },
        {
          title: '企业类型',
          bars: kinds.map(({ kind, count }) => ({ name: siteKindLabels[kind], count, to: listOf({ kind }) })),
        },
      ]}
      onClosed={onClosed}
    />
  )
}

export default function EnterpriseList() {
  const isAllowed = useIsAllowed()
  const navigate = useNavigate()
  const openPage = useOpenPage()
  const [isCounting, setCounting] = useState(false)
  const [isNear, setNear] = useState(false)
  const { actionsOf, batchActs, dialogs } = useSiteActs()
  const open = ({ id, name }: VisitEnterpriseRow) => openPage(SITE_DETAILS, { id, tagName: name })
  return (
    <>
      <ListPage
        endpoint={queryVisitEnterprises}
        emptyHint="新增或导入要走访的工厂、仓库和港口后，会列在这里。"
        settings="visitEnterprise"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ name }) => name}
        rowActions={actionsOf}
        onOpen={isAllowed(getVisitEnterprise) ? open : undefined}
        toolbar={
          <>
            <AddButton call={addVisitEnterprise} onClick={() => void navigate(SITE_ADD)} />
            <ImportButton calls={visitEnterpriseImport} invalidates={siteReads} />
            <Can call={queryNearbyEnterprises}>
              <Button icon={<AimOutlined />} onClick={() => setNear(true)}>
                附近
              </Button>
            </Can>
            <Can call={getSiteProvinces}>
              <Button icon={<BarChartOutlined />} onClick={() => setCounting(true)}>
                分布
              </Button>
            </Can>
          </>
        }
        exportCall={exportVisitEnterprises}
        batchActs={batchActs}
      />
      {isNear && <NearbyDrawer onClosed={() => setNear(false)} />}
      {isCounting && <Figures onClosed={() => setCounting(false)} />}
      {dialogs}
    </>
  )
}
