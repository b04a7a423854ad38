// The page 子产品接入 over HTTP: figures of the open calls, and a question on trial.
import { askAsMember, readIntegrationFigures } from '#contract/entitlements/integration.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { findAccount } from '#server/features/members/accounts/accounts.queries.ts'
import { answerChecks } from './answers.ts'
import { readFigures } from './figures.queries.ts'
import { refuseOutOfReach } from './reach.rules.ts'

export const routes = [
  serve(readIntegrationFigures, async ({ body: { subProduct }, db, actor }) => {
    refuseOutOfReach(actor, subProduct)
    return await readFigures(db, subProduct)
  }),

  serve(askAsMember, async ({ body: { subProduct, name, ...questions }, core, db, actor }) => {
    refuseOutOfReach(actor, subProduct)
    // whichever of the two the name is
    const asked = [{ loginName: name }, { mobile: name }].map((way) => ({ ...way, ...questions }))
    const { day, checks } = await answerChecks(core, subProduct, asked)
    const answer = orNotFound(checks.find(({ accountId }) => accountId !== null))
    const { loginName, enterpriseName } = orNotFound(await findAccount(db, actor, answer.accountId ?? '0'))
    return { day, loginName, enterpriseName, answer }
  }),
]
