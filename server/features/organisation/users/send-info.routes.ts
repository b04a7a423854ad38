// Sending information over HTTP: one's own, or, with the right to edit accounts, anybody's.
import { isAllowed } from '../../../../contract/access.ts'
import { editSendInfo, getUserSendInfo, updateUserSendInfo } from '../../../../contract/organisation/staff-links.ts'
import type { Actor } from '../../../core/access/actors.ts'
import { audit, difference } from '../../../core/audit/audit.ts'
import { transact } from '../../../core/core.ts'
import { refuse } from '../../../core/http/refusal.ts'
import { serve } from '../../../core/http/serve.ts'
import { getSendInfo, setSendInfo } from './send-info.queries.ts'
import { requireUser } from './users.acts.ts'
import { findUserIds } from './users.queries.ts'

function subjectOf(actor: Actor, userId = actor.id): string {
  if (userId !== actor.id && !isAllowed(editSendInfo, actor)) throw refuse('forbidden')
  return userId
}

export const routes = [
  serve(getUserSendInfo, async ({ query, db, actor }) => {
    const userId = subjectOf(actor, query.userId)
    if (!(await findUserIds(db, [userId])).has(userId)) throw refuse('notFound')
    return { userId, ...(await getSendInfo(db, userId)) }
  }),

  serve(updateUserSendInfo, async ({ body, actor, core, by }) => {
    const { userId: given, ...info } = body
    const userId = subjectOf(actor, given)
    await transact(core, async (tx) => {
      if (userId !== actor.id) await requireUser(tx, actor, userId)
      const before = await getSendInfo(tx, userId)
      await setSendInfo(tx, userId, info)
      const changed = difference({ ...before }, info)
      await audit(tx, by, { action: 'user.setSendInfo', targetType: 'user', targetId: userId, ...changed })
    })
    return null
  }),
]
