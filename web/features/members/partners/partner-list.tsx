// Partners that embed our sub-products, with their permission sets and members.
import { useState } from 'react'
import { saveGrants } from '#contract/members/grants.ts'
import { exportPartners, type PartnerRow, partnerCalls, queryPartnerMembers } from '#contract/members/partners.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import type { Column } from '#web/kit/list/columns.ts'
import { selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { RowsPage } from '#web/kit/list/rows-page.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { sayDay, sayList } from '../form-labels.ts'
import { EndingStatus, stateOptions } from './ending-status.tsx'
import { PartnerDetails } from './partner-details.tsx'
import { PartnerEmpower } from './partner-empower.tsx'

const filters = [
  textFilter('name', '名称', 64),
  textFilter('code', '编码', 32),
  selectFilter('status', '状态', stateOptions),
]
const advanced = [userFilter('ownerId', '负责人')]

const columns: readonly Column<PartnerRow>[] = [
  { key: 'name', label: '合作伙伴名称', width: 180, opens: true },
  { key: 'code', label: '编码', width: 110 },
  { key: 'contact', label: '联系人', width: 90 },
  { key: 'mobile', label: '联系电话', width: 120 },
  { key: 'domains', label: '嵌入域名', width: 220, render: ({ domains }) => sayList(domains) },
  { key: 'permissionSetName', label: '权限方案', width: 140 },
  { key: 'members', label: '会员数', width: 80, align: 'right' },
  { key: 'status', label: '状态', width: 90, render: EndingStatus },
  { key: 'endsOn', label: '合作截止日期', width: 120, render: ({ endsOn }) => sayDay(endsOn) },
  { key: 'ownerName', label: '负责人', width: 90 },
  { key: 'remark', label: '备注', width: 160 },
  { key: 'updatedAt', label: '更新时间', width: 150, render: ({ updatedAt }) => formatMoment(updatedAt) },
]

/** Of the call's alternative rights, the one on the partners' page. */
const empowerHere = { kind: 'can', menu: 'embed.partners', alias: 'empower' } as const

const PAGES = '/application/embedManager/partner'

export default function PartnerList() {
  const isAllowed = useIsAllowed()
  const [shown, setShown] = useState<PartnerRow>()
  const [empowered, setEmpowered] = useState<PartnerRow>()

  const actsOf = (row: PartnerRow) => {
    const { status, permissionSetName, subProducts } = row
    const mayGrant = subProducts.every((key) => isAllowed(saveGrants, key))
    return [
      { label: '会员', call: queryPartnerMembers, run: () => setShown(row) },
      ...(status === 'enabled' && permissionSetName !== null && mayGrant
        ? [{ label: '授权', call: empowerHere, run: () => setEmpowered(row) }]
        : []),
    ]
  }
  return (
    <>
      <RowsPage
        calls={partnerCalls}
        settings="embed.partners"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ name }) => name}
        form={{ pages: { add: `${PAGES}/add`, edit: `${PAGES}/edit` } }}
        acts={actsOf}
        onOpen={setShown}
        exportCall={exportPartners}
        disabling={() => '该合作伙伴的网站将不能再嵌入我们的页面，会员的授权不变。启用后恢复。'}
        removing={() => '还有会员的合作伙伴不能删除。删除后不能恢复。'}
      />
      {shown && <PartnerDetails row={shown} onClosed={() => setShown(undefined)} />}
      {empowered && <PartnerEmpower partner={empowered} onClosed={() => setEmpowered(undefined)} />}
    </>
  )
}
