// The grants of an account while they are being changed: nothing is sent before it is saved, and everything can be undone.
import dayjs from 'dayjs'
import {
  checkPeriod,
  type GrantProduct,
  type GrantRow,
  type GrantSetting,
  lessens,
} from '../../../../contract/members/grants.ts'
import { type GrantKind, type GrantState, grantKindLabels } from '../../../../contract/members/members.ts'

/** One row of the dialog. `base` null: it is not granted yet. */
export type GrantDraft = GrantState & {
  /** The product's id, empty for the sub-product as a whole. */
  key: string
  productId: string | null
  name: string
  path: string
  base: GrantRow | null
  isRevoked: boolean
  /** What somebody else did to it meanwhile. */
  notice: string
}

const TRIAL_DAYS = 15

const keyOf = (productId: string | null) => productId ?? ''
const stateOf = ({ kind, startsOn, endsOn, quota }: GrantState): GrantState => ({ kind, startsOn, endsOn, quota })
const isSame = (one: GrantState, other: GrantState) => JSON.stringify(stateOf(one)) === JSON.stringify(stateOf(other))

export const draftOf = (base: GrantRow): GrantDraft => ({
  ...stateOf(base),
  ...{ key: keyOf(base.productId), productId: base.productId, name: base.productName, path: base.path },
  ...{ base, isRevoked: false, notice: '' },
})

export const isTouched = (draft: GrantDraft): boolean =>
  draft.base === null || draft.isRevoked || !isSame(draft, draft.base)

/** New rows first, as a trial from today; what is granted already is not there twice. */
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

/** The last day of so many days, months or years that begin on a day. */
export const lastDay = (from: string, count: number, unit: 'day' | 'month' | 'year'): string =>
  dayjs(from).add(count, unit).subtract(1, 'day').format('YYYY-MM-DD')

const nextDay = (day: string) => dayjs(day).add(1, 'day').format('YYYY-MM-DD')
const later = (one: string, other: string) => (one > other ? one : other)

type Range = { label: string; kind?: GrantKind; count: number; unit: 'day' | 'month' | 'year'; isLonger?: true }

/** Periods that one press gives to the chosen rows. */
export const quickRanges = [
  { label: '7 天试用', kind: 'trial', count: 7, unit: 'day' },
  { label: '15 天', count: 15, unit: 'day' },
  { label: '1 个月', count: 1, unit: 'month' },
  { label: '3 个月', count: 3, unit: 'month' },
  { label: '1 年', count: 1, unit: 'year' },
  { label: '续 1 年', count: 1, unit: 'year', isLonger: true },
] as const satisfies readonly Range[]

/** Of those, the ones that grant anew, wherever that is done. */
export const grantRanges = quickRanges.filter((range) => !('isLonger' in range))
/** Days that one press adds to what is granted. */
export const quickDays = [7, 15, 30, 90, 365]

/** From today; `isLonger` goes on where the grant ends. What has begun keeps its first day while it has not run out. `trialKind`: what a trial is renewed as. */
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

/** What is sent. */
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

/** What is wrong with a row; empty where it can be saved. */
export function problemOf(draft: GrantDraft, today: string): string {
  if (draft.isRevoked || !isTouched(draft)) return ''
  const wrong = checkPeriod(draft.startsOn, draft.endsOn, today)
  if (wrong) return wrong
  return draft.base === null && draft.endsOn < today ? '截止日期不能早于今天' : ''
}

/** Whether somebody loses something: then a reason is wanted. */
export const takesAway = (drafts: readonly GrantDraft[]): boolean =>
  drafts.some((draft) => lessens(draft.base, draft.isRevoked ? null : draft))

const stateText = ({ kind, startsOn, endsOn }: GrantState) => `${grantKindLabels[kind]}，${startsOn} 至 ${endsOn}`

/** The same wishes over grants that somebody else has changed meanwhile: nothing typed is lost, and each row says so. */
export function rebased(drafts: readonly GrantDraft[], stored: readonly GrantRow[]): GrantDraft[] {
  const now = new Map(stored.map((grant) => [keyOf(grant.productId), grant]))
  const known = new Set(drafts.map(({ key }) => key))
  const kept = drafts.flatMap((draft): GrantDraft[] => {
    const base = now.get(draft.key) ?? null
    if (base?.version === draft.base?.version) return [draft]
    if (!isTouched(draft)) return base ? [draftOf(base)] : []
    if (!base) return draft.isRevoked ? [] : [{ ...draft, base: null, notice: '已被他人取消，保存将重新授权' }]
    return [{ ...draft, base, notice: `他人已改为：${stateText(base)}` }]
  })
  return [...kept, ...stored.filter(({ productId }) => !known.has(keyOf(productId))).map(draftOf)]
}

/** `剩 12 天`, `3 天后开始`, `已过期 5 天`. */
export function daysLeft({ startsOn, endsOn }: Pick<GrantState, 'startsOn' | 'endsOn'>, today: string): string {
  const until = dayjs(endsOn).diff(dayjs(today), 'day')
  if (until < 0) return `已过期 ${-until} 天`
  const ahead = dayjs(startsOn).diff(dayjs(today), 'day')
  if (ahead > 0) return `${ahead} 天后开始`
  return until === 0 ? '今天到期' : `剩 ${until} 天`
}
