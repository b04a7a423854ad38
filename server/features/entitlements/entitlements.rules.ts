// What an account may use on a day: decided here alone, from what is stored of it, without the database.
import type { WhyNot } from '#contract/entitlements/entitlements.ts'
import type { DataSet } from '#contract/members/data-keys.ts'
import type { AccountState, GrantKind, GrantState } from '#contract/members/members.ts'
import { type KeyFacts, keyFault, readFault } from '#server/features/members/accounts/data-keys.rules.ts'
import { termsOf } from '#server/features/members/grants/grants.rules.ts'

/** A live grant; `productId` null: the sub-product as a whole. An account has one of each at most. */
export type HeldGrant = GrantState & { productId: string | null }

type Account = { status: AccountState; locked: boolean }

/** What decides on an account, as stored. `locked`: its member. */
export type Standing = Account & { modules: readonly string[]; grants: ReadonlyMap<string | null, HeldGrant> }

export type Answer = { allowed: boolean; kind: GrantKind | null; until: string | null; why: WhyNot | null }

export const noAccount: Answer = { allowed: false, kind: null, until: null, why: 'noAccount' }

function whyNot({ status, locked }: Account, terms: GrantState | null, day: string): WhyNot | null {
  if (status === 'disabled') return 'disabled'
  if (locked) return 'locked'
  if (!terms) return 'noGrant'
  if (terms.startsOn > day) return 'notBegun'
  return terms.endsOn < day ? 'expired' : null
}

/** By the grant in force of those that cover what is asked (docs/decisions/046). Days are `YYYY-MM-DD`. */
export function answerBy(account: Account, covering: readonly GrantState[], day: string): Answer {
  const terms = termsOf(covering, day)?.current ?? null
  const why = whyNot(account, terms, day)
  return { allowed: why === null, kind: terms?.kind ?? null, until: terms?.endsOn ?? null, why }
}

/** Whether the account may use the sub-product at all. */
export const wholeAnswer = (standing: Standing, day: string): Answer =>
  answerBy(standing, [...standing.grants.values()], day)

/** A grant of the sub-product as a whole covers every product. A hidden product stays with those who hold it. */
export function productAnswer(standing: Standing, productId: string, day: string): Answer {
  const covering = [standing.grants.get(productId), standing.grants.get(null)]
  return answerBy(
    standing,
    covering.filter((grant) => grant !== undefined),
    day,
  )
}

const instead = (use: Answer, why: WhyNot | null): Answer =>
  use.allowed && why !== null ? { ...use, allowed: false, why } : use

/** @param use of `wholeAnswer` */
export const moduleAnswer = (use: Answer, { modules }: Pick<Standing, 'modules'>, module: string): Answer =>
  instead(use, modules.includes(module) ? null : 'noGrant')

/** By the account's data keys: one of them must have the data set, and calls left today. */
export function dataSetAnswer(use: Answer, keys: readonly KeyFacts[], dataSet: DataSet): Answer {
  const faults = keys.filter((key) => keyFault(key) === null).map((key) => readFault(key, dataSet))
  return instead(use, faults.includes(null) ? null : faults.includes('quota') ? 'overQuota' : 'noGrant')
}
