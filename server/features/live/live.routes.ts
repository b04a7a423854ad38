// Calls beside the live channel: unacknowledged messages again, the bell's list, and one message in full.
import { getMessage, pushNoticeByUser } from '#contract/live/live.ts'
import { getOwnMessages, readAllMessages } from '#contract/live/messages.ts'
import { transact } from '#server/core/core.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { acknowledge, findMessage, findUnreadIds } from '#server/core/live/pushes.ts'
import { listOwnMessages, readAll } from './messages.queries.ts'

export const routes = [
  // another process may hold the person's connection, so that all are notified
  serve(pushNoticeByUser, async ({ actor, core }) => {
    // an impersonation has a connection of its own
    if (actor.impersonation) return { count: 0 }
    return await transact(core, async (tx, announce) => {
      const ids = await findUnreadIds(tx, actor.id)
      announce({ type: 'pushes', ids })
      return { count: ids.length }
    })
  }),

  serve(getMessage, async ({ query: { id }, actor, db }) => {
    const message = orNotFound(await findMessage(db, actor.id, id))
    if (!actor.impersonation) await acknowledge(db, actor.id, [id])
    const { type, data, sendTime } = message
    return {
      id,
      type,
      register: type === 'register' ? data : null,
      notice: type === 'notice' ? data : null,
      sendTime,
    }
  }),

  serve(getOwnMessages, ({ actor, db }) => listOwnMessages(db, actor.id)),

  serveAct(readAllMessages, ({ tx, actor }) => readAll(tx, actor.id)),
]
