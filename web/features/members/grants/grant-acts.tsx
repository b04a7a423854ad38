// Acts on grants of all sub-products, one row each; details list every change of the act.
import { useState } from 'react'
import { exportGrantActs, type GrantActRow, queryActChanges, queryGrantActs } from '#contract/members/grant-changes.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { filtersOf, selectFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { subProductOptions } from '../form-labels.ts'
import { GrantActDetails } from './grant-act-details.tsx'

const filters = [
  ...filtersOf(queryGrantActs, ['actor', 'via']),
  selectFilter('subProduct', '子产品', subProductOptions),
]
const advanced = [...filtersOf(queryGrantActs, ['reason']), dayRangeFilter('days', '日期', 'from', 'to')]

const columns = columnsOf(queryGrantActs, {
  id: { width: 90, opens: true },
  at: {},
  actorName: { width: 120 },
  via: { width: 110 },
  subProducts: {
    width: 200,
    render: ({ subProducts: keys }) => keys.map((key) => subProductOf(key).title).join('、'),
  },
  accounts: { width: 90 },
  changes: { width: 90 },
  reason: { width: 220 },
  isUndone: {
    width: 90,
    render: ({ isUndone }) => <Status tone={isUndone ? 'idle' : 'good'}>{isUndone ? '已撤销' : '有效'}</Status>,
  },
})

export default function GrantActs() {
  const [shown, setShown] = useState<GrantActRow>()
  const isAllowed = useIsAllowed()
  return (
    <>
      <ListPage
        endpoint={queryGrantActs}
        settings="bigData.systemGrantChange"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ id }) => id}
        onOpen={isAllowed(queryActChanges) ? setShown : undefined}
        exportCall={exportGrantActs}
      />
      {shown && <GrantActDetails act={shown} onClosed={() => setShown(undefined)} />}
    </>
  )
}
