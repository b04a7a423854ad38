// What accounts may use, over HTTP: checks from memory, all that one holds from the database.
import {
  type Checked,
  checkEntitlements,
  type Holding,
  nameFault,
  QUESTIONS_MAX,
  questionsIn,
  readHolding,
  tooManyQuestions,
} from '#contract/entitlements/check.ts'
import { checkFields, orNotFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { standingsOf } from '#server/features/members/accounts/data-keys.queries.ts'
import { type KeyFacts, keyFault } from '#server/features/members/accounts/data-keys.rules.ts'
import { answerChecks, askedOf } from './answers.ts'
import { wholeAnswer } from './entitlements.rules.ts'
import type { Counter } from './figures.ts'
import type { Holder } from './holdings.queries.ts'
import { entitlementsOf } from './service.ts'

function countAnswers(count: (what: Parameters<Counter['count']>[1]) => void, checks: readonly Checked[]): void {
  count('checks')
  for (const { use, products, modules, dataSets } of checks) {
    const asked = [...products, ...modules, ...dataSets]
    // the account alone is a question where nothing else is asked
    for (const { why } of asked.length > 0 ? asked : [use]) count(why ?? 'allowed')
  }
}

/** A holder as the calls carry it. @param keys its data keys that are not revoked */
export function holdingOf(holder: Holder, keys: readonly KeyFacts[], day: string): Holding {
  const { id, revision, loginName, mobile, status, locked, modules, sessionsClearedAt, grants } = holder
  const inUse = keys.filter((key) => keyFault(key) === null)
  return {
    id,
    revision,
    loginName,
    mobile,
    status,
    locked,
    modules: [...modules],
    sessionsClearedAt,
    use: wholeAnswer(holder, day),
    grants: [...grants.values()],
    dataSets: [...new Set(inUse.flatMap(({ dataSets }) => dataSets))].toSorted(),
  }
}

export const routes = [
  serve(checkEntitlements, async ({ core, body: { checks }, apiKey: { subProduct } }) => {
    const fault = checks.map(nameFault).find((each) => each !== null)
    const questions = checks.reduce((all, check) => all + questionsIn(check), 0)
    checkFields({ checks: fault ?? (questions > QUESTIONS_MAX ? tooManyQuestions : null) })
    const answered = await answerChecks(core, subProduct, checks)
    countAnswers((what) => entitlementsOf(core).counter.count(subProduct, what), answered.checks)
    return answered
  }),

  serve(readHolding, async ({ core, db, query, apiKey: { subProduct }, reply }) => {
    checkFields({ accountId: nameFault(query) })
    const { follower, readHolders } = entitlementsOf(core)
    const { way, value } = askedOf(query)
    const day = await follower.settle()
    const holder = orNotFound((await readHolders(subProduct, way, [value]))[0])
    void reply.header('etag', `"${holder.revision}-${day}"`)
    const account = holdingOf(holder, await standingsOf(db, [holder.id]), day)
    return { day, account }
  }),
]
