// Explicit choice of recipients: accounts found by name, saved as a list, or selected in the list of accounts.

import { pushCalls, startPush } from '#contract/push/push-calls.ts'
import { type PushKind, pushPages } from '#contract/push/push-labels.ts'
import { audit } from '#server/core/audit/audit.ts'
import { allFound } from '#server/core/http/refusal.ts'
import { type Route, serve, serveAct } from '#server/core/http/serve.ts'
import { trackingOf } from '#server/core/mail/tracking.ts'
import { findPublished } from '#server/features/articles/published.queries.ts'
import { findCandidates } from './audience.queries.ts'
import { removeAccounts, saveAccounts } from './lists.acts.ts'
import { insertPush, readLists } from './pushes.queries.ts'

const target = (id: string) => ({ targetType: 'push', targetId: id })

function routesOf(kind: PushKind): Route[] {
  const calls = pushCalls[kind]
  const { subProduct } = pushPages[kind]
  return [
    serve(calls.candidates, ({ body, db, actor }) =>
      findCandidates(db, actor, subProduct, { text: body.text, accountIds: body.ids }),
    ),

    serve(calls.articles, ({ body, db, actor }) => findPublished(db, actor, { text: body.text, articleIds: body.ids })),

    serve(calls.tracking, async ({ core }) => ({ state: trackingOf(core.config) })),

    serve(calls.lists, ({ db }) => readLists(db, kind)),

    serve(calls.saveList, ({ body, core, actor, by }) => saveAccounts(core, actor, by, { ...body, subProduct })),
    serve(calls.removeList, ({ body, core, by }) => removeAccounts(core, by, subProduct, body.id)),
  ]
}

/** Makes a draft for the accounts selected in their list, to be completed on the page of pushes. */
const start = serveAct(startPush, async ({ tx, body, actor, by }) => {
  const { subProduct } = pushPages.report
  const { accountIds } = body
  allFound(await findCandidates(tx, actor, subProduct, { text: undefined, accountIds }), accountIds)
  const texts = { title: `报告推送（${accountIds.length} 人）`, subject: '报告', text: '{{姓名}}，您好：' }
  const audience = { rule: null, listIds: [], accountIds, excludedIds: [] }
  const saved = await insertPush(tx, { ...texts, audience, kind: 'report', authorId: actor.id })
  if (!saved) throw new Error('no push was stored')
  await audit(tx, by, { action: 'push.add', ...target(saved.id), after: { ...texts, accountIds } })
  return saved
})

export const routes: Route[] = [...routesOf('report'), ...routesOf('price'), start]
