// Grants of the demo company's customers over time: the history of an enterprise in one sub-product, change by change,
// as the ledger records it. Nothing is stored here.
import { dayOf } from '#contract/days.ts'
import type { GrantAction, GrantKind, GrantState, GrantVia } from '#contract/members/members.ts'
import type { Chance } from '../random.ts'
import type { Days } from './customers-days.ts'

export type GrantHolder = { productIds: readonly (string | null)[] }

export type PlannedGrant<A extends GrantHolder = GrantHolder> = {
  account: A
  productId: string | null
  state: GrantState
  version: number
  createdAt: string
  updatedAt: string
  revokedAt: string | null
}

type PlannedChange<A extends GrantHolder> = {
  grant: PlannedGrant<A>
  action: GrantAction
  before: GrantState | null
  after: GrantState | null
  version: number
}

export type PlannedAct<A extends GrantHolder = GrantHolder> = {
  at: string
  via: GrantVia
  reason: string
  changes: PlannedChange<A>[]
}

/** Days are counted from today. `to` null: revoked. */
type Event = { at: number; from: number; to: number | null; kind: GrantKind; via: GrantVia; reason: string }

const reasons = {
  trial: ['客户申请试用', '注册转试用', '展会现场开通试用', '老客户推荐，开通试用'],
  formal: ['合同已签，开通正式权限', '试用转正式', '年度合同开通', '收到款项，开通正式权限'],
  renew: ['续签一年', '合同续签', '客户提前续费', '续约并延长服务期'],
  gift: ['会议赠送', '老客户回馈赠送', '合同附赠'],
  revoke: ['客户退订', '试用未转化，收回权限', '款项未到，暂停服务'],
  change: ['调整每日下载额度', '按合同补充条款调整'],
} as const

const trialOf = (chance: Chance, from: number, days: number): Event => ({
  at: from,
  from,
  to: from + days,
  kind: 'trial',
  via: chance.happens(0.4) ? 'registration' : chance.happens(0.3) ? 'preset' : 'single',
  reason: chance.pick(reasons.trial),
})

const lastOf = (chance: Chance, at: number, from: number, to: number, kind: GrantKind, isRenewal = false): Event => ({
  at,
  from,
  to,
  kind,
  via: chance.happens(0.25) ? 'matrix' : 'single',
  reason: chance.pick(isRenewal ? reasons.renew : kind === 'gift' ? reasons.gift : reasons.formal),
})

/** A formal or gift period that ends on `to`, with what may have gone before it. */
function contract(chance: Chance, to: number, kind: 'formal' | 'gift'): Event[] {
  const days = kind === 'gift' ? 90 : chance.pick([365, 365, 365, 180, 730])
  const from = Math.min(to - days, -chance.between(1, 25))
  if (kind === 'formal' && from < -20 && chance.happens(0.3)) {
    const before = from - 365
    return [
      lastOf(chance, before, before, from - 1, 'formal'),
      lastOf(chance, from - chance.between(1, 20), from, to, 'formal', true),
    ]
  }
  if (kind === 'formal' && chance.happens(0.7)) {
    const began = from - chance.between(6, 13)
    return [trialOf(chance, began, 14), lastOf(chance, from, from, to, kind)]
  }
  return [lastOf(chance, from, from, to, kind)]
}

/** Periods too long for a trial are gifts. */
function trial(chance: Chance, to: number): Event[] {
  const days = Math.max(chance.pick([14, 14, 30]), to + 9)
  const drawn = trialOf(chance, to - days, days)
  return [days > 60 ? { ...drawn, kind: 'gift', via: 'single', reason: reasons.gift[1] } : drawn]
}

/** Draws a history by the percentages of today's states. */
function eventsOf(chance: Chance): Event[] {
  const drawn = chance.between(1, 100)
  const whether = (share: number, to: number) =>
    chance.happens(share) ? trial(chance, to) : contract(chance, to, chance.happens(0.1) ? 'gift' : 'formal')
  if (drawn <= 4) return []
  if (drawn <= 7) {
    const began = -chance.between(20, 200)
    const to = chance.between(20, 120)
    const ended = -chance.between(1, 15)
    const first = { ...trialOf(chance, began, 0), to }
    return [first, { ...first, at: ended, to: null, via: 'single', reason: chance.pick(reasons.revoke) }]
  }
  if (drawn <= 11) {
    const from = chance.between(3, 20)
    return [lastOf(chance, -chance.between(0, 4), from, from + 364, 'formal')]
  }
  if (drawn <= 15) return [trialOf(chance, -chance.between(0, 6), chance.pick([7, 14, 14, 30]))]
  if (drawn <= 32)
    return whether(0.3, chance.pick([chance.between(0, 7), chance.between(8, 15), chance.between(16, 30)]))
  if (drawn <= 43) return whether(0.5, -chance.between(1, 30))
  if (drawn <= 51) return whether(0.5, -chance.between(31, 300))
  return whether(0.06, chance.between(31, 340))
}

const earlier = (one: string, other: string) => (one < other ? one : other)

/** product.md: granted again, a grant is extended; an expired one starts again. */
function merged(before: GrantState | null, next: GrantState, on: string): GrantState {
  if (!before || before.endsOn < on) return next
  return { ...next, startsOn: earlier(before.startsOn, next.startsOn) }
}

export type GrantPlan<A extends GrantHolder> = {
  accounts: readonly A[]
  acts: PlannedAct<A>[]
  grants: PlannedGrant<A>[]
  /** In days from today; null where nothing was ever granted. */
  openedOn: number | null
}

/** One history for these accounts of an enterprise in a sub-product: they were granted together. */
export function planGrants<A extends GrantHolder>(chance: Chance, days: Days, accounts: readonly A[]): GrantPlan<A> {
  const live = new Map<string, PlannedGrant<A>>()
  const grants: PlannedGrant<A>[] = []
  const quota = chance.happens(0.3) ? chance.pick([20, 50, 100, 200]) : null

  const apply = (account: A, productId: string | null, at: string, next: GrantState | null): PlannedChange<A>[] => {
    const key = `${accounts.indexOf(account)}:${productId}`
    const standing = live.get(key)
    const before = standing?.state ?? null
    if (!standing) {
      if (!next) return []
      const grant = { account, productId, state: next, version: 1, createdAt: at, updatedAt: at, revokedAt: null }
      live.set(key, grant)
      grants.push(grant)
      return [{ grant, action: 'grant', before: null, after: next, version: 1 }]
    }
    const after = next && merged(before, next, dayOf(new Date(at)))
    standing.version++
    standing.updatedAt = at
    if (after) standing.state = after
    else {
      standing.revokedAt = at
      live.delete(key)
    }
    const action = !after ? 'revoke' : before && after.endsOn > before.endsOn ? 'extend' : 'change'
    return [{ grant: standing, action, before, after, version: standing.version }]
  }

  const events = eventsOf(chance)
  const acts = events.map(({ at, from, to, kind, via, reason }): PlannedAct<A> => {
    const moment = days.moment(chance, at)
    const changes = accounts.flatMap((account) =>
      account.productIds.flatMap((productId) => {
        const state = to === null ? null : { kind, startsOn: days.day(from), endsOn: days.day(to), quota }
        return apply(account, productId, moment, state)
      }),
    )
    return { at: moment, via: via === 'single' && accounts.length > 1 ? 'batch' : via, reason, changes }
  })

  // Some time later, one of the accounts lost a product, or may download more.
  const last = events.at(-1)
  const [one] = grants
  if (one && last && last.to !== null && last.at < -12 && last.to > 0 && chance.happens(0.2)) {
    const at = days.moment(chance, -chance.between(1, Math.min(10, -last.at - 1)))
    const isRevoke = one.account.productIds.length > 1 && chance.happens(0.5)
    const next = isRevoke ? null : { ...one.state, quota: (one.state.quota ?? 50) * 2 }
    const reason = chance.pick(isRevoke ? reasons.revoke : reasons.change)
    acts.push({ at, via: 'single', reason, changes: apply(one.account, one.productId, at, next) })
  }
  return { accounts, acts, grants, openedOn: events[0]?.at ?? null }
}
