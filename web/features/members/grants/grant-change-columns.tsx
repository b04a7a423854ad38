// Columns and filters that all ledgers of grants share.
import type { GrantChangeRow } from '#contract/members/grant-changes.ts'
import { grantActionLabels, grantViaLabels } from '#contract/members/members.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { formatMoment } from '#web/lib/format.ts'
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

export const changeColumns: readonly Column<GrantChangeRow>[] = [
  { key: 'at', label: '时间', width: 150, render: ({ at }) => formatMoment(at) },
  { key: 'loginName', label: '登录名', width: 130, opens: true },
  { key: 'realName', label: '姓名', width: 90 },
  { key: 'enterpriseName', label: '企业', width: 180 },
  { key: 'productName', label: '产品', width: 130, render: ({ productName }) => productName || '整个子产品' },
  { key: 'action', label: '变更', width: 80, render: (change) => <GrantAction change={change} /> },
  { key: 'after', label: '变更内容', width: 320, render: (change) => <GrantDiff change={change} /> },
  { key: 'via', label: '方式', width: 100, render: ({ via }) => grantViaLabels[via] },
  { key: 'reason', label: '原因', width: 160 },
  { key: 'actorName', label: '操作人', width: 110 },
]
