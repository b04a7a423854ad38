// One's own customers by how much they used a sub-product in these days, and what each of them did.
import { useMemo, useState } from 'react'
import {
  exportVisitors,
  getVisitor,
  queryVisitors,
  type VisitorRow,
} from '../../../../contract/members/account-visits.ts'
import { type SubProductKey, subProductMenu } from '../../../../contract/sub-products.ts'
import { useIsAllowed } from '../../../kit/can.tsx'
import type { Column } from '../../../kit/list/columns.ts'
import { textFilter } from '../../../kit/list/filters.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { formatMoment } from '../../../lib/format.ts'
import { daysFilter } from './account-log-days.tsx'
import { formatSeconds } from './account-log-labels.ts'
import { VisitorDetails } from './visits-visitor.tsx'

const filters = [
  daysFilter,
  textFilter('loginName', '登录名', 64),
  textFilter('realName', '姓名', 32),
  textFilter('enterprise', '企业', 100),
]

const columns: readonly Column<VisitorRow>[] = [
  { key: 'loginName', label: '登录名', width: 160, opens: true },
  { key: 'realName', label: '姓名', width: 110 },
  { key: 'enterprise', label: '企业', width: 240 },
  { key: 'acts', label: '访问次数', width: 110, align: 'right', summary: { of: ({ acts }) => acts } },
  { key: 'days', label: '活跃天数', width: 110, align: 'right' },
  {
    key: 'seconds',
    label: '停留',
    width: 130,
    align: 'right',
    render: ({ seconds }) => formatSeconds(seconds),
    summary: { of: ({ seconds }) => seconds, show: (sum) => formatSeconds(Number(sum)) },
  },
  { key: 'lastAt', label: '最近访问', width: 160, render: ({ lastAt }) => formatMoment(lastAt) },
]

export function VisitsRanking({ subProduct }: { subProduct: SubProductKey }) {
  const fixedFilters = useMemo(() => ({ subProduct }), [subProduct])
  const [shown, setShown] = useState<VisitorRow>()
  const mayOpen = useIsAllowed()(getVisitor, subProduct)
  return (
    <>
      <ListPage
        endpoint={queryVisitors}
        settings={subProductMenu(subProduct, 'visitsInfo')}
        filters={filters}
        columns={columns}
        fixedFilters={fixedFilters}
        on={subProduct}
        rowName={({ loginName }) => loginName}
        onOpen={mayOpen ? setShown : undefined}
        rowActions={(row) => [{ label: '明细', call: getVisitor, run: () => setShown(row) }]}
        exportCall={exportVisitors}
      />
      {shown && <VisitorDetails visitor={shown} onClosed={() => setShown(undefined)} />}
    </>
  )
}
