// Members' sessions over HTTP: sent by sub-products; found, read, rated, counted and deleted within sales scope.
import { getAnswerMaking } from '#contract/ai/making.ts'
import { queryAiMessages, rateAiMessage, sendAiSessions } from '#contract/ai/messages.ts'
import {
  exportAiSessions,
  getAiSession,
  getAiSessionFigures,
  queryAiSessions,
  removeAiSessions,
  SESSION_DAYS_MAX,
  SESSION_DAYS_USUAL,
} from '#contract/ai/sessions.ts'
import { addDays, dayOf, daysBetween } from '#contract/days.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { audit, auditAll } from '#server/core/audit/audit.ts'
import { type Author, type Core, transact } from '#server/core/core.ts'
import { allFound, orNotFound } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { checkDays } from '#server/features/prices/days.rules.ts'
import { callsOf, figuresOfMaking, findAnswerInScope, hasReadLately, stepsOf } from './making.queries.ts'
import { rate, receive } from './messages.acts.ts'
import { pageOfMessages } from './messages.queries.ts'
import {
  deleteAiSessions,
  figuresOf,
  findAiSession,
  listAiSessions,
  lockAiSessions,
  neighboursOf,
  sessionSeen,
} from './sessions.queries.ts'

/** Of one address. */
const BATCHES_PER_MINUTE = 600

/** The last days where none are named. Throws 400 for a reversed range or a longer one. */
function daysOf({ from, to }: { from?: string; to?: string }): { from: string; to: string } {
  const last = to ?? dayOf(Date.now())
  const days = { from: from ?? addDays(last, 1 - SESSION_DAYS_USUAL), to: last }
  checkDays(days, SESSION_DAYS_MAX)
  return days
}

/** That staff read what a member wrote is on record. */
const noteReading = (core: Core, by: Author, { id, title }: { id: string; title: string }) =>
  transact(core, async (tx) => {
    if (by.id !== null && (await hasReadLately(tx, by.id, id))) return
    await audit(tx, by, { action: 'aiSession.read', targetType: 'aiSession', targetId: id, after: { title } })
  })

const none = { sessions: 0, messages: 0, tokens: '0', cost: '0' }

export const routes = [
  serveAct(sendAiSessions, ({ body: { sessions }, ...act }) => receive(act, sessions), {
    perMinute: BATCHES_PER_MINUTE,
  }),

  serve(queryAiSessions, ({ body, db, actor }) => listAiSessions(db, body, scopeValues(actor))),

  serve(getAiSession, async ({ query: { id }, db, actor }) => {
    const found = orNotFound(await findAiSession(db, actor, id))
    return { ...found, ...(await neighboursOf(db, found)) }
  }),

  serve(queryAiMessages, async ({ body: { sessionId, before }, db, core, by, actor }) => {
    await noteReading(core, by, orNotFound(await sessionSeen(db, actor, sessionId)))
    return pageOfMessages(db, sessionId, before)
  }),

  serve(getAnswerMaking, async ({ query: { id }, db, core, by, actor }) => {
    const { sessionId, title, ...answer } = orNotFound(await findAnswerInScope(db, actor, id))
    await noteReading(core, by, { id: sessionId, title })
    const [steps, figures, calls] = await Promise.all([stepsOf(db, id), figuresOfMaking(db, id), callsOf(db, id)])
    return { ...answer, steps, figures, calls }
  }),

  serveAct(rateAiMessage, ({ body, ...act }) => rate(act, body)),

  serve(getAiSessionFigures, async ({ body, db, actor }) => {
    const days = daysOf(body)
    const { total, days: used, assistants } = await figuresOf(db, actor, days)
    const byDay = new Map(used.map((each) => [each.day, each]))
    const all = Array.from({ length: daysBetween(days.from, days.to) + 1 }, (_, at) => addDays(days.from, at))
    return { ...days, ...total, days: all.map((day) => byDay.get(day) ?? { day, ...none }), assistants }
  }),

  serveAct(removeAiSessions, async ({ tx, body, actor, by }) => {
    const ids = [...new Set(body.ids.split(','))]
    const stored = allFound(await lockAiSessions(tx, actor, ids), ids)
    await deleteAiSessions(tx, ids)
    await auditAll(
      tx,
      by,
      stored.map(({ id, ...before }) => ({
        action: 'aiSession.delete',
        targetType: 'aiSession',
        targetId: id,
        before,
      })),
    )
  }),
]

export const aiSessionsExport = declareExport(exportAiSessions, {
  target: 'aiSession',
  list: listAiSessions,
  scope: scopeValues,
})
