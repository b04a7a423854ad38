// Questions that were not answered, over HTTP.
import {
  assignUnanswered,
  assignUnansweredRows,
  countUnanswered,
  finishUnanswered,
  finishUnansweredRows,
  queryUnanswered,
  reopenUnansweredRows,
} from '#contract/ai/unanswered.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { audit } from '#server/core/audit/audit.ts'
import { transact } from '#server/core/core.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { hasReadLately } from '../making.queries.ts'
import {
  assign,
  assignEach,
  finish,
  finishEach,
  lockChosen,
  notifyHandler,
  reopenEach,
  requireHandler,
} from './unanswered.acts.ts'
import { listUnanswered, openByProduct } from './unanswered.queries.ts'

export const routes = [
  serve(queryUnanswered, async ({ body, db, core, actor, by }) => {
    const page = await listUnanswered(db, body, scopeValues(actor))
    if (page.records.length > 0) {
      await transact(core, async (tx) => {
        if (await hasReadLately(tx, actor.id, '', 'aiUnanswered')) return
        await audit(tx, by, {
          action: 'aiUnanswered.read',
          targetType: 'aiUnanswered',
          targetId: '',
          after: { questions: page.records.length },
        })
      })
    }
    return page
  }),

  serve(countUnanswered, ({ db, actor }) => openByProduct(db, actor)),

  serveAct(assignUnanswered, async ({ body: { id, version, ownerId }, ...act }) => {
    const stored = await lockChosen(act.tx, act.actor, { id, version })
    await requireHandler(act.tx, ownerId)
    const next = await assign(act, stored, ownerId)
    await notifyHandler(act, [stored], ownerId)
    return { id, version: next }
  }),

  serveAct(finishUnanswered, async ({ body: { id, version, result }, ...act }) => {
    const stored = await lockChosen(act.tx, act.actor, { id, version })
    return { id, version: await finish(act, stored, result.trim()) }
  }),

  serve(assignUnansweredRows, ({ body: { rows, ownerId }, ...command }) => assignEach(command, rows, ownerId)),
  serve(finishUnansweredRows, ({ body: { rows, result }, ...command }) => finishEach(command, rows, result.trim())),
  serve(reopenUnansweredRows, ({ body: { rows }, ...command }) => reopenEach(command, rows)),
]
