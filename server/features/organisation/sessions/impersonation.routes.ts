// Begins and ends an impersonation; core/http/serve.ts limits what it may do.
import { beginImpersonation, endImpersonation } from '#contract/organisation/impersonation.ts'
import { audit } from '#server/core/audit/audit.ts'
import { transact } from '#server/core/core.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { getUser } from '../users/users.queries.ts'
import { closeImpersonation, insertImpersonation } from './impersonation.queries.ts'

export const routes = [
  serve(beginImpersonation, async ({ body: { userId }, actor, core, by }) => {
    if (userId === actor.id) throw refuse('conflict', { msg: '不能以自己的身份查看' })
    const [user, person] = await Promise.all([getUser(core.db, userId), core.actors.person(userId)])
    if (!user) throw refuse('notFound')
    if (!person) throw refuse('conflict', { msg: '该账号已禁用、锁定或过期，没有可查看的内容' })
    // administrators all see the same: impersonating one shows nothing new
    if (person.isAdministrator) throw refuse('conflict', { msg: '不能以其他系统管理员的身份查看' })
    const { id, expiresIn } = await transact(core, async (tx) => {
      const impersonation = await insertImpersonation(tx, actor.sessionId, userId)
      await audit(tx, by, {
        action: 'impersonation.begin',
        targetType: 'user',
        targetId: userId,
        after: { impersonation: impersonation.id },
      })
      return impersonation
    })
    return { id, userId, userName: user.userName, realName: user.realName, expiresIn }
  }),

  serveAct(endImpersonation, async ({ tx, body: { id }, actor, by }) => {
    const userId = await closeImpersonation(tx, actor.sessionId, id)
    if (userId)
      await audit(tx, by, {
        action: 'impersonation.end',
        targetType: 'user',
        targetId: userId,
        after: { impersonation: id },
      })
  }),
]
