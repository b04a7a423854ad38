// Formats a change of a grant: values before and after, by field.
import { type GrantAction, type GrantState, grantKindLabels } from '#contract/members/members.ts'

export type GrantDifference = { field: string; before: string | null; after: string | null }

const quotaLabel = (quota: number | null) => (quota === null ? '不限' : `每日 ${quota} 次`)

const fields: readonly { field: string; format: (state: GrantState) => string }[] = [
  { field: '类型', format: ({ kind }) => grantKindLabels[kind] },
  { field: '开始日期', format: ({ startsOn }) => startsOn },
  { field: '截止日期', format: ({ endsOn }) => endsOn },
  { field: '额度', format: ({ quota }) => quotaLabel(quota) },
]

type Change = { before: GrantState | null; after: GrantState | null }

/** Changed fields; all fields if the grant was added or revoked. */
export function differencesOf({ before, after }: Change): GrantDifference[] {
  const all = fields.map(({ field, format }) => ({
    field,
    before: before && format(before),
    after: after && format(after),
  }))
  return all.filter((each) => each.before !== each.after)
}

const period = (state: GrantState) => {
  const quota = state.quota === null ? '' : `，${quotaLabel(state.quota)}`
  return `${grantKindLabels[state.kind]} ${state.startsOn} 至 ${state.endsOn}${quota}`
}

/** For one line: changed fields, or the whole period if the grant was added or revoked. */
export function changeInLine(change: Change): { field: string; before: string | null; after: string | null }[] {
  const { before, after } = change
  if (before && after) return differencesOf(change)
  return [{ field: '', before: before && period(before), after: after && period(after) }]
}

export const actionTones = {
  grant: 'good',
  extend: 'good',
  change: 'warning',
  revoke: 'bad',
  restore: 'good',
} as const satisfies Record<GrantAction, string>
