// Form values of a batch of grants, its input, and its outcome as a sheet.
import type { AccountQuery } from '#contract/members/accounts.ts'
import type { BatchGrantWish, BatchOutcome } from '#contract/members/grant-batches.ts'
import type { GrantKind } from '#contract/members/members.ts'
import { lastDay } from './grant-drafts.rules.ts'

/** Accounts of a batch: by ids, or all that match a query. */
export type BatchTarget = { accountIds: string[] } | { query: AccountQuery }

export type BatchValues = {
  /** Product ids, and category ids prefixed with `c`, which stand for all products below. */
  values: readonly string[]
  kind: GrantKind
  startsOn: string
  endsOn: string
  quota: number | null
  days: number
  /** Kind to which trials are extended; only in the extend form. */
  trialKind?: GrantKind
  reason: string
}

const TRIAL_DAYS = 15
const USUAL_DAYS = 30

export const usualValues = (today: string): BatchValues => ({
  values: [],
  kind: 'trial',
  startsOn: today,
  endsOn: lastDay(today, TRIAL_DAYS, 'day'),
  quota: null,
  days: USUAL_DAYS,
  reason: '',
})

export const wishOf = (values: BatchValues, productIds: string[]): BatchGrantWish => {
  const { kind, startsOn, endsOn, quota } = values
  return { productIds, kind, startsOn, endsOn, quota: quota ?? null }
}

export const targetLabel = (target: BatchTarget): string =>
  'query' in target ? '当前筛选的全部账号' : `已选 ${target.accountIds.length} 个账号`

/** A row of a list of accounts; its kind where the list shows it. */
export type BatchRow = { id: string; kind?: GrantKind | null }

/** Whether an extension is asked what trials become: not where the chosen accounts are known to have other kinds. */
export const mayBeTrials = (chosen: readonly BatchRow[] | Pick<AccountQuery, 'kind'>): boolean =>
  'length' in chosen
    ? chosen.some(({ kind }) => kind === undefined || kind === 'trial')
    : chosen.kind === undefined || chosen.kind === 'trial'

const stateLabels = { waiting: '未处理', changed: '已办理', unchanged: '没有变化', refused: '未能办理' } as const
export const outcomeLabel = (state: keyof typeof stateLabels): string => stateLabels[state]

type OutcomeRow = BatchOutcome['rows'][number]
const rankOf = ({ state }: OutcomeRow) => ['refused', 'unchanged', 'changed', 'waiting'].indexOf(state)

/** Refused accounts first. */
export const outcomeInOrder = (rows: readonly OutcomeRow[]): OutcomeRow[] =>
  rows.toSorted((one, other) => rankOf(one) - rankOf(other))

/** Quotes a CSV cell and escapes formulas. */
const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** All rows as CSV. */
export const outcomeCsv = (rows: readonly OutcomeRow[]): string =>
  [['账号', '结果', '说明'], ...outcomeInOrder(rows).map(({ name, state, msg }) => [name, outcomeLabel(state), msg])]
    .map((cells) => cells.map(cell).join(','))
    .join('\r\n')
