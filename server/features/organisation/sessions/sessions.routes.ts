// Sessions of people, forcing one offline (spec §6 "force a user offline"), failed sign-ins, and activity logs.

import { userOffline } from '#contract/live/live.ts'
import { liftSignInLock, queryLoginFailures, queryOnlineUsers } from '#contract/organisation/sessions.ts'
import { queryUserActs, queryUserSessions, queryUserVisits } from '#contract/organisation/staff-activity.ts'
import { getAdminLogByPage, recordVisits, type VisitRow } from '#contract/organisation/visit-log.ts'
import { actLabel, targetLabel } from '#contract/system/audit-labels.ts'
import { exportFailures, exportVisits } from '#contract/system/log-sheets.ts'
import { textKey } from '#contract/text.ts'
import { audit } from '#server/core/audit/audit.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { listOwnSessions } from '#server/features/identity/own-sessions.queries.ts'
import { endSessionsOf } from '#server/features/identity/sessions.queries.ts'
import { describeDevice } from '#server/features/identity/user-agent.rules.ts'
import { requireUser } from '../users/users.acts.ts'
import { findUserIds } from '../users/users.queries.ts'
import { endPause, listFailures } from './login-failures.queries.ts'
import { listOnline } from './online.queries.ts'
import { addVisits, listActsOf, listOpenedBy, listVisits } from './visit-log.queries.ts'

export const routes = [
  serve(queryOnlineUsers, async ({ body, db }) => {
    const page = await listOnline(db, body)
    return { ...page, records: page.records.map((row) => ({ ...row, device: describeDevice(row.userAgent) })) }
  }),

  serve(queryUserSessions, async ({ body: { id }, actor, db }) => {
    if (!(await findUserIds(db, [id])).has(id)) throw refuse('notFound')
    return listOwnSessions(db, id, actor.sessionId)
  }),

  serveAct(userOffline, async ({ tx, announce, query: { id }, actor, by }) => {
    if (id === actor.id) throw refuse('conflict', { msg: '不能强制自己下线，请使用“退出系统”' })
    await requireUser(tx, actor, id)
    await endSessionsOf(tx, announce, [id], 'forcedOffline')
    await audit(tx, by, { action: 'user.offline', targetType: 'user', targetId: id })
  }),

  serve(queryLoginFailures, async ({ body, db }) => {
    const page = await listFailures(db, body)
    return { ...page, records: page.records.map((row) => ({ ...row, device: describeDevice(row.userAgent) })) }
  }),

  serveAct(liftSignInLock, async ({ tx, body: { userName, address }, by }) => {
    if (!(await endPause(tx, textKey(userName), address))) {
      throw refuse('conflict', { msg: '该用户名在此 IP 地址没有登录限制' })
    }
    const after = { address }
    await audit(tx, by, { action: 'signIn.unLock', targetType: 'signIn', targetId: userName, after })
  }),

  serve(getAdminLogByPage, ({ body, db }) => listVisits(db, body)),

  serve(queryUserActs, ({ body, db }) => listActsOf(db, body)),
  serve(queryUserVisits, ({ body, db }) => listOpenedBy(db, body)),

  serve(recordVisits, async ({ body: { pages }, actor, db, request }) => {
    await addVisits(
      db,
      pages.map(({ path, title }) => ({ userId: actor.id, address: request.ip, path, title })),
    )
    return null
  }),
]

export const failuresExport = declareExport(exportFailures, {
  target: 'loginFail',
  list: listFailures,
  cells: { device: ({ userAgent }) => describeDevice(userAgent) },
})

/** `user 7` becomes 员工 7; the path of a page stays. */
const targetText = ({ action, target }: VisitRow) => {
  const [type = '', ...id] = target.split(' ')
  return action === 'act' ? [targetLabel(type), ...id].join(' ') : target
}

export const visitsExport = declareExport(exportVisits, {
  target: 'visitLog',
  list: listVisits,
  cells: {
    action: ({ action }) => (action === 'act' ? '操作' : '打开页面'),
    title: ({ action, title }) => (action === 'act' ? actLabel(title) : title),
    target: targetText,
  },
})
