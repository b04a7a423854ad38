// Answers questions on what accounts may use: for the open call, and for those who try it in the console.

import type { AccountName, Check, Checked } from '#contract/entitlements/check.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { textKey } from '#contract/text.ts'
import { mobileOf } from '#contract/typed-text.ts'
import type { Core } from '#server/core/core.ts'
import type { Db } from '#server/db/connection.ts'
import { standingsOf } from '#server/features/members/accounts/data-keys.queries.ts'
import type { KeyFacts } from '#server/features/members/accounts/data-keys.rules.ts'
import {
  type Answer,
  dataSetAnswer,
  moduleAnswer,
  noAccount,
  productAnswer,
  wholeAnswer,
} from './entitlements.rules.ts'
import type { Asked } from './holders.ts'
import type { Holder } from './holdings.queries.ts'
import { entitlementsOf } from './service.ts'

export function askedOf({ accountId, loginName, mobile }: AccountName): Asked {
  if (accountId !== undefined) return { way: 'id', value: accountId }
  if (loginName?.trim()) return { way: 'loginName', value: textKey(loginName) }
  return { way: 'mobile', value: mobileOf(mobile ?? '') }
}

const answersOf = (asked: readonly string[] | undefined, answer: (id: string) => Answer) =>
  (asked ?? []).map((id) => ({ id, ...answer(id) }))

type Keys = ReadonlyMap<string, readonly KeyFacts[]>

function checked(check: Check, holder: Holder | null, keys: Keys, day: string): Checked {
  const { products, modules, dataSets } = check
  const use = holder ? wholeAnswer(holder, day) : noAccount
  const by = (answer: (of: Holder) => Answer) => (holder ? answer(holder) : noAccount)
  return {
    accountId: holder?.id ?? null,
    revision: holder?.revision ?? null,
    use,
    products: answersOf(products, (id) => by((of) => productAnswer(of, id, day))),
    modules: answersOf(modules, (module) => by((of) => moduleAnswer(use, of, module))),
    dataSets: (dataSets ?? []).map((id) => ({ id, ...by((of) => dataSetAnswer(use, keys.get(of.id) ?? [], id)) })),
  }
}

/** Data keys of the accounts whose data sets are asked for; they count calls, so that they are read each time. */
async function keysFor(db: Db, checks: readonly Check[], holders: readonly (Holder | null)[]): Promise<Keys> {
  const ids = holders.flatMap((holder, at) => (holder && (checks[at]?.dataSets?.length ?? 0) > 0 ? [holder.id] : []))
  return ids.length === 0 ? new Map() : Map.groupBy(await standingsOf(db, ids), ({ accountId }) => accountId)
}

/** In the order of the questions, which are valid. Never older than a second after a commit. `day`: on which the answers hold. */
export async function answerChecks(
  core: Core,
  subProduct: SubProductKey,
  checks: readonly Check[],
): Promise<{ day: string; checks: Checked[] }> {
  const { holders, follower } = entitlementsOf(core)
  const day = await follower.settle()
  const found = await holders.find(subProduct, checks.map(askedOf))
  const keys = await keysFor(core.db, checks, found)
  return { day, checks: checks.map((check, at) => checked(check, found[at] ?? null, keys, day)) }
}
