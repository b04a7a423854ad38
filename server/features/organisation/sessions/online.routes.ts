// People who are signed in, and putting one of them out (spec §6 "force a user offline").
import { userOffline } from '../../../../contract/live/live.ts'
import { queryUserSessions } from '../../../../contract/organisation/staff-activity.ts'
import { queryOnlineUsers } from '../../../../contract/organisation/staff-links.ts'
import { audit } from '../../../core/audit/audit.ts'
import { transact } from '../../../core/core.ts'
import { refuse } from '../../../core/http/refusal.ts'
import { serve } from '../../../core/http/serve.ts'
import { listOwnSessions } from '../../identity/own-sessions.queries.ts'
import { endSessionsOf } from '../../identity/sessions.queries.ts'
import { describeDevice } from '../../identity/user-agent.rules.ts'
import { requireUser } from '../users/users.acts.ts'
import { findUserIds } from '../users/users.queries.ts'
import { listOnline } from './online.queries.ts'

export const routes = [
  serve(queryOnlineUsers, async ({ body, db }) => {
    const page = await listOnline(db, body)
    return { ...page, records: page.records.map((row) => ({ ...row, device: describeDevice(row.userAgent) })) }
  }),

  serve(queryUserSessions, async ({ body: { id }, actor, db }) => {
    if (!(await findUserIds(db, [id])).has(id)) throw refuse('notFound')
    return listOwnSessions(db, id, actor.sessionId)
  }),

  serve(userOffline, async ({ query: { id }, actor, core, by }) => {
    if (id === actor.id) throw refuse('conflict', { msg: '不能强制自己下线，请使用“退出系统”' })
    await transact(core, async (tx, announce) => {
      await requireUser(tx, actor, id)
      await endSessionsOf(tx, announce, [id], 'forcedOffline')
      await audit(tx, by, { action: 'user.offline', targetType: 'user', targetId: id })
    })
    return null
  }),
]
