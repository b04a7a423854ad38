// Tells a client that a session has ended, until it has confirmed it.
import { Type } from 'typebox'
import { Fields, Id } from '#contract/fields.ts'
import { job } from '#server/core/jobs/jobs.ts'
import { sendLogout } from './provider.ts'
import { logoutNotice } from './sign-outs.queries.ts'

const Text = Type.String({ maxLength: 128 })

export const notifyLogoutJob = job({
  ...logoutNotice,
  isUrgent: true,
  input: Fields({ memberId: Id('会员'), clientId: Text, sid: Text }),
  run: async ({ input, core }) => {
    await sendLogout(core, input)
    return { done: 1 }
  },
})
