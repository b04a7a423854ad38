// Questions that were not answered, over HTTP.
import { sql } from 'drizzle-orm'
import { assignUnanswered, countUnanswered, finishUnanswered, queryUnanswered } from '#contract/ai/unanswered.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { audit } from '#server/core/audit/audit.ts'
import { transact } from '#server/core/core.ts'
import { checkVersion, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { storePush } from '#server/core/live/pushes.ts'
import { requireWorkers } from '#server/features/organisation/users/holders.queries.ts'
import { hasReadLately } from '../making.queries.ts'
import { listUnanswered, lockUnanswered, openByProduct, storeUnanswered } from './unanswered.queries.ts'

const PAGE = '/application/aiWeb/session?tab=unanswered'
/** Of the question in a notice. */
const NOTICE_CHARS = 60

const target = (id: string, verb: string) => ({
  action: `aiUnanswered.${verb}`,
  targetType: 'aiUnanswered',
  targetId: id,
})

export const routes = [
  serve(queryUnanswered, async ({ body, db, core, actor, by }) => {
    const page = await listUnanswered(db, body, scopeValues(actor))
    if (page.records.length > 0) {
      await transact(core, async (tx) => {
        if (await hasReadLately(tx, actor.id, '', 'aiUnanswered')) return
        await audit(tx, by, { ...target('', 'read'), after: { questions: page.records.length } })
      })
    }
    return page
  }),

  serve(countUnanswered, ({ db, actor }) => openByProduct(db, actor)),

  serveAct(assignUnanswered, async ({ tx, body: { id, version, ownerId }, actor, by, announce }) => {
    const stored = orNotFound(await lockUnanswered(tx, actor, id))
    checkVersion(version, stored)
    if (stored.doneAt !== null) throw refuse('conflict', { msg: '已处理完毕，不能再交给别人' })
    await requireWorkers(tx, [ownerId], { field: 'ownerId', who: '处理人', work: 'aiUnanswered' })
    const next = await storeUnanswered(tx, id, { ownerId })
    announce({ type: 'dues' })
    await audit(tx, by, { ...target(id, 'assignUnanswered'), before: { ownerId: stored.ownerId }, after: { ownerId } })
    if (ownerId !== actor.id && ownerId !== stored.ownerId) {
      const data = { title: '有没答上的问题转给您处理', content: stored.question.slice(0, NOTICE_CHARS), link: PAGE }
      await storePush(tx, announce, { userIds: [ownerId], type: 'notice', data })
    }
    return { id, version: next }
  }),

  serveAct(finishUnanswered, async ({ tx, body: { id, version, result }, actor, by, announce }) => {
    const stored = orNotFound(await lockUnanswered(tx, actor, id))
    checkVersion(version, stored)
    if (stored.doneAt !== null) throw refuse('conflict', { msg: '已处理完毕，请刷新后查看' })
    const next = await storeUnanswered(tx, id, {
      doneAt: sql<string>`now()`,
      doneById: actor.id,
      result: result.trim(),
    })
    announce({ type: 'dues' })
    await audit(tx, by, { ...target(id, 'finishUnanswered'), after: { result: result.trim() } })
    return { id, version: next }
  }),
]
