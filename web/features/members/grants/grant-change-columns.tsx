// Columns and filters that all ledgers of grants share.

import { type GrantChangeRow, grantLedger } from '#contract/members/grant-changes.ts'
import { grantActionLabels, grantViaLabels } from '#contract/members/members.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { kindOptions } from '../form-labels.ts'
import { actionTones, changeInLine } from './grant-changes.rules.ts'
import './grant-changes.css'

const viaOptions = optionsOf(grantViaLabels)

export const changeFilters = [
  textFilter('member', '会员', 64),
  textFilter('enterprise', '企业', 100),
  textFilter('product', '产品', 64),
  selectFilter('action', '变更', optionsOf(grantActionLabels)),
]

export const changeAdvanced = [
  selectFilter('kind', '类型', kindOptions),
  selectFilter('via', '方式', viaOptions),
  textFilter('actor', '操作人', 64),
  dayRangeFilter('days', '日期', 'from', 'to'),
]

/** The old value struck out, the new one beside it. */
export function GrantDiff({ change }: { change: Pick<GrantChangeRow, 'before' | 'after'> }) {
  return (
    <span className="grant-diff">
      {changeInLine(change).map(({ field, before, after }) => (
        <span key={field}>
          {field && <span className="grant-diff-field">{field} </span>}
          {before !== null && <del>{before}</del>}
          {before !== null && after !== null && ' → '}
          {after !== null && <ins>{after}</ins>}
        </span>
      ))}
    </span>
  )
}

export function GrantAction({ change: { action } }: { change: Pick<GrantChangeRow, 'action'> }) {
  return <Status tone={actionTones[action]}>{grantActionLabels[action]}</Status>
}

export const changeColumns = columnsOf(grantLedger.list, {
  at: { width: 150 },
  loginName: { width: 130, opens: true },
  realName: { width: 90 },
  enterpriseName: { width: 180 },
  productName: { width: 130, empty: '整个子产品' },
  action: { width: 80, render: (change) => <GrantAction change={change} /> },
  after: { label: '变更内容', width: 320, render: (change) => <GrantDiff change={change} /> },
  via: { width: 100 },
  reason: { width: 160 },
  actorName: { width: 110 },
})
