// What applying a preset does to an account: decided here, without the database.
import { addDays } from '#contract/days.ts'
import type { GrantState } from '#contract/members/members.ts'
import { grantedAgain, isSameGrant } from '../grants/grants.rules.ts'

export type PresetFacts = {
  kind: GrantState['kind']
  days: number
  quota: number | null
  /** Empty where the sub-product is granted as a whole. */
  productIds: readonly string[]
}

/** Targets of its grants: each product, or null for the sub-product as a whole. */
export const productsOf = ({ productIds }: Pick<PresetFacts, 'productIds'>): readonly (string | null)[] =>
  productIds.length > 0 ? productIds : [null]

/** The period that starts today and includes it, of so many days. */
export const stateOf = ({ kind, days, quota }: PresetFacts, today: string): GrantState => ({
  kind,
  startsOn: today,
  endsOn: addDays(today, days - 1),
  quota,
})

/** Why nothing can be granted to an account; empty where it can. */
export function refusalOf({ status, locked }: { status: 'enabled' | 'disabled'; locked: boolean }): string {
  if (status === 'disabled') return '账号已禁用，请先启用'
  return locked ? '会员已锁定，请先解锁' : ''
}

type Live = GrantState & { productId: string | null }
const lastOf = (days: readonly string[]): string | null => days.toSorted().at(-1) ?? null

export type Effect = { before: string | null; after: string | null; refusal: string }

/** Last day of the account's grants of the preset's products, before and after; or why the account is skipped. */
export function effectOfApplying(preset: PresetFacts, live: readonly Live[], today: string): Effect {
  const requested = stateOf(preset, today)
  const wanted = productsOf(preset)
  const standing = new Map(live.map((grant) => [grant.productId, grant]))
  const results = wanted.map((productId) => {
    const before = standing.get(productId) ?? null
    return { before, after: grantedAgain(before, requested, today) }
  })
  const before = lastOf(results.flatMap((each) => (each.before ? [each.before.endsOn] : [])))
  const after = lastOf(results.map((each) => each.after.endsOn))
  const isSame = results.every((each) => isSameGrant(each.before, each.after))
  return { before, after, refusal: isSame ? '已有相同或更长的授权' : '' }
}

export function effectOfRevoking(preset: PresetFacts, live: readonly Live[]): Effect {
  const wanted = new Set(productsOf(preset))
  const held = live.filter(({ productId }) => wanted.has(productId))
  const before = lastOf(held.map(({ endsOn }) => endsOn))
  return { before, after: null, refusal: held.length === 0 ? '没有这个方案的授权' : '' }
}

/** `试用 7 天 · 12 个产品` */
export function summaryOf({ days, productIds }: Pick<PresetFacts, 'days' | 'productIds'>, kindLabel: string): string {
  const what = productIds.length > 0 ? `${productIds.length} 个产品` : '整个子产品'
  return `${kindLabel} ${days} 天 · ${what}`
}

/** A free name for a copy. */
export function copyName(name: string, taken: ReadonlySet<string>, most: number): string {
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? ' 副本' : ` 副本${n}`
    const next = `${name.slice(0, most - suffix.length)}${suffix}`
    if (!taken.has(next.toLowerCase())) return next
  }
}
