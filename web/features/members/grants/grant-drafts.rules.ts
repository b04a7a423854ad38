// Drafts of an account's grants: nothing is sent before saving, and every edit can be undone.
import dayjs from 'dayjs'
import { checkPeriod, type GrantProduct, type GrantRow, type GrantSetting, lessens } from '#contract/members/grants.ts'
import { type GrantKind, type GrantState, grantKindLabels } from '#contract/members/members.ts'

/** One row of the dialog. `base`: the stored grant; null if there is none yet. */
export type GrantDraft = GrantState & {
  /** The product's id, empty for the sub-product as a whole. */
  key: string
  productId: string | null
  name: string
  path: string
  base: GrantRow | null
  isRevoked: boolean
  /** What somebody else has changed meanwhile; empty if nothing. */
  notice: string
}

const TRIAL_DAYS = 15

const keyOf = (productId: string | null) => productId ?? ''
const stateOf = ({ kind, startsOn, endsOn, quota }: GrantState): GrantState => ({ kind, startsOn, endsOn, quota })
const isSame = (one: GrantState, other: GrantState) => JSON.stringify(stateOf(one)) === JSON.stringify(stateOf(other))

export const draftOf = (base: GrantRow): GrantDraft => ({
  ...stateOf(base),
  key: keyOf(base.productId),
  productId: base.productId,
  name: base.productName,
  path: base.path,
  base,
  isRevoked: false,
  notice: '',
})

export const isTouched = (draft: GrantDraft): boolean =>
  draft.base === null || draft.isRevoked || !isSame(draft, draft.base)

/** Adds rows at the top, as trials from today; products that already have a row are skipped. */
export function withProducts(drafts: readonly GrantDraft[], added: readonly GrantProduct[], today: string) {
  const known = new Set(drafts.map(({ key }) => key))
  const fresh = added
    .filter(({ id }) => !known.has(id))
    .map(({ id, name, path }): GrantDraft => {
      const endsOn = lastDay(today, TRIAL_DAYS, 'day')
      const state = { kind: 'trial', startsOn: today, endsOn, quota: null } as const
      return {
        ...state,
        key: id,
        productId: id === '' ? null : id,
        name,
        path,
        base: null,
        isRevoked: false,
        notice: '',
      }
    })
  return { drafts: [...fresh, ...drafts], added: fresh }
}

/** Last day of a period of `count` units that starts on `from`. */
export const lastDay = (from: string, count: number, unit: 'day' | 'month' | 'year'): string =>
  dayjs(from).add(count, unit).subtract(1, 'day').format('YYYY-MM-DD')

const nextDay = (day: string) => dayjs(day).add(1, 'day').format('YYYY-MM-DD')
const later = (one: string, other: string) => (one > other ? one : other)

type Range = { label: string; kind?: GrantKind; count: number; unit: 'day' | 'month' | 'year'; isLonger?: true }

/** Periods offered as buttons for the chosen rows. */
export const quickRanges = [
  { label: '7 天试用', kind: 'trial', count: 7, unit: 'day' },
  { label: '15 天', count: 15, unit: 'day' },
  { label: '1 个月', count: 1, unit: 'month' },
  { label: '3 个月', count: 3, unit: 'month' },
  { label: '1 年', count: 1, unit: 'year' },
  { label: '续 1 年', count: 1, unit: 'year', isLonger: true },
] as const satisfies readonly Range[]

/** Those of them that apply to new grants. */
export const grantRanges = quickRanges.filter((range) => !('isLonger' in range))
/** Extensions offered as buttons, days. */
export const quickDays = [7, 15, 30, 90, 365]

/**
 * Sets a period from today, or from the end of a running grant if `isLonger`. A running grant keeps its first day.
 * @param trialKind kind to which `isLonger` extends a trial
 */
export function inRange(
  draft: GrantDraft,
  { kind, count, unit, isLonger }: Range,
  today: string,
  trialKind: GrantKind = draft.kind,
): GrantDraft {
  const isRunning = draft.base !== null && draft.base.endsOn >= today
  const from = isLonger && isRunning ? later(nextDay(draft.endsOn), today) : today
  const startsOn = isRunning && draft.startsOn < from ? draft.startsOn : from
  const renewed = isLonger && draft.kind === 'trial' ? trialKind : draft.kind
  return { ...draft, kind: kind ?? renewed, startsOn, endsOn: lastDay(from, count, unit) }
}

/** Input of the call: touched rows only. */
export function changesOf(drafts: readonly GrantDraft[]) {
  const touched = drafts.filter(isTouched)
  return {
    set: touched.flatMap((draft): GrantSetting[] =>
      draft.isRevoked ? [] : [{ productId: draft.productId, version: draft.base?.version ?? null, ...stateOf(draft) }],
    ),
    revoke: touched.flatMap(({ isRevoked, base, productId }) =>
      isRevoked && base ? [{ productId, version: base.version }] : [],
    ),
  }
}

/** Why a row cannot be saved; empty if it can. */
export function problemOf(draft: GrantDraft, today: string): string {
  if (draft.isRevoked || !isTouched(draft)) return ''
  const wrong = checkPeriod(draft.startsOn, draft.endsOn, today)
  if (wrong) return wrong
  return draft.endsOn < today && draft.endsOn !== draft.base?.endsOn ? '截止日期不能早于今天' : ''
}

/** Whether a draft shortens or revokes a grant: then a reason is required. */
export const takesAway = (drafts: readonly GrantDraft[]): boolean =>
  drafts.some((draft) => lessens(draft.base, draft.isRevoked ? null : draft))

const stateText = ({ kind, startsOn, endsOn }: GrantState) => `${grantKindLabels[kind]}，${startsOn} 至 ${endsOn}`

/** Applies the drafts to grants that somebody else has changed meanwhile: edited rows stay, with a notice. */
export function rebased(drafts: readonly GrantDraft[], stored: readonly GrantRow[]): GrantDraft[] {
  const now = new Map(stored.map((grant) => [keyOf(grant.productId), grant]))
  const known = new Set(drafts.map(({ key }) => key))
  const merged = drafts.flatMap((draft): GrantDraft[] => {
    const base = now.get(draft.key) ?? null
    if (base?.version === draft.base?.version) return [draft]
    if (!isTouched(draft)) return base ? [draftOf(base)] : []
    if (!base) return draft.isRevoked ? [] : [{ ...draft, base: null, notice: '已被他人取消，保存将重新授权' }]
    return [{ ...draft, base, notice: `他人已改为：${stateText(base)}` }]
  })
  return [...merged, ...stored.filter(({ productId }) => !known.has(keyOf(productId))).map(draftOf)]
}

/** `剩 12 天`, `3 天后开始`, `已过期 5 天`. */
export function daysLeft({ startsOn, endsOn }: Pick<GrantState, 'startsOn' | 'endsOn'>, today: string): string {
  const until = dayjs(endsOn).diff(dayjs(today), 'day')
  if (until < 0) return `已过期 ${-until} 天`
  const ahead = dayjs(startsOn).diff(dayjs(today), 'day')
  if (ahead > 0) return `${ahead} 天后开始`
  return until === 0 ? '今天到期' : `剩 ${until} 天`
}
