// Begins and ends a look at the console as somebody else; what a look may do stands in core/serve.ts.
import { beginLook, endLook } from '../../../../contract/organisation/looks.ts'
import { audit } from '../../../core/audit/audit.ts'
import { transact } from '../../../core/core.ts'
import { refuse } from '../../../core/http/refusal.ts'
import { serve } from '../../../core/http/serve.ts'
import { getUser } from '../users/users.queries.ts'
import { closeLook, insertLook } from './looks.queries.ts'

export const routes = [
  serve(beginLook, async ({ body: { userId }, actor, core, by }) => {
    if (userId === actor.id) throw refuse('conflict', { msg: '不能以自己的身份查看' })
    const [user, person] = await Promise.all([getUser(core.db, userId), core.actors.person(userId)])
    if (!user) throw refuse('notFound')
    if (!person) throw refuse('conflict', { msg: '该账号已禁用、锁定或过期，没有可查看的内容' })
    // An administrator sees what every other one sees: a look would only say "by" somebody who did nothing.
    if (person.isAdministrator) throw refuse('conflict', { msg: '不能以其他系统管理员的身份查看' })
    const { id, expiresIn } = await transact(core, async (tx) => {
      const look = await insertLook(tx, actor.sessionId, userId)
      await audit(tx, by, { action: 'look.begin', targetType: 'user', targetId: userId, after: { look: look.id } })
      return look
    })
    return { id, userId, userName: user.userName, realName: user.realName, expiresIn }
  }),

  serve(endLook, async ({ body: { id }, actor, core, by }) => {
    await transact(core, async (tx) => {
      const userId = await closeLook(tx, actor.sessionId, id)
      if (userId) await audit(tx, by, { action: 'look.end', targetType: 'user', targetId: userId, after: { look: id } })
    })
    return null
  }),
]
