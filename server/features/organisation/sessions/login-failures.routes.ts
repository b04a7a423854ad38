// The failure log over HTTP, and letting somebody try again.
import { liftSignInLock, queryLoginFailures } from '../../../../contract/organisation/staff-links.ts'
import { audit } from '../../../core/audit/audit.ts'
import { transact } from '../../../core/core.ts'
import { refuse } from '../../../core/http/refusal.ts'
import { serve } from '../../../core/http/serve.ts'
import { describeDevice } from '../../identity/user-agent.rules.ts'
import { endPause, listFailures } from './login-failures.queries.ts'

export const routes = [
  serve(queryLoginFailures, async ({ body, db }) => {
    const page = await listFailures(db, body)
    return { ...page, records: page.records.map((row) => ({ ...row, device: describeDevice(row.userAgent) })) }
  }),

  serve(liftSignInLock, async ({ body: { userName, address }, core, by }) => {
    await transact(core, async (tx) => {
      if (!(await endPause(tx, userName.toLowerCase(), address))) {
        throw refuse('conflict', { msg: '该用户名在此 IP 地址没有登录限制' })
      }
      const after = { address }
      await audit(tx, by, { action: 'signIn.unLock', targetType: 'signIn', targetId: userName, after })
    })
    return null
  }),
]
