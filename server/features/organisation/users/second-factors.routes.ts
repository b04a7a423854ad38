// Removing a person's second factor after a lost device. Nobody does so for themselves, or above themselves.
import { removeSecondFactor } from '../../../../contract/identity/account-security.ts'
import { audit } from '../../../core/audit/audit.ts'
import { transact } from '../../../core/core.ts'
import { refuse } from '../../../core/http/refusal.ts'
import { serve } from '../../../core/http/serve.ts'
import { deleteSecondFactor } from '../../identity/second-factors.queries.ts'
import { endSessionsOf } from '../../identity/sessions.queries.ts'
import { requireUser } from './users.acts.ts'

export const routes = [
  serve(removeSecondFactor, async ({ body: { id }, actor, core, by }) => {
    if (id === actor.id) throw refuse('conflict', { msg: '关闭自己的双因素验证请使用“账号安全”' })
    await transact(core, async (tx, announce) => {
      await requireUser(tx, actor, id)
      if (!(await deleteSecondFactor(tx, id))) throw refuse('conflict', { msg: '该账号没有开启双因素验证' })
      // whoever has the lost device may have a session on it
      await endSessionsOf(tx, announce, [id], 'secondFactorRemoved')
      await audit(tx, by, { action: 'user.removeSecondFactor', targetType: 'user', targetId: id })
    })
    return null
  }),
]
