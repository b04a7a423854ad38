// An administrator sees the console as somebody else: read-only, recorded, in a window of its own.
import { type Static, Type } from 'typebox'
import { administrator } from '#contract/access.ts'
import { writeCall } from '#contract/endpoint.ts'
import { Fields, Id } from '#contract/fields.ts'

const root = '/api/backend/impersonation'

/** Each call of the impersonation names it in the header `{product}-impersonation`. */
const Impersonation = Type.Object({
  id: Type.String(),
  userId: Type.String(),
  userName: Type.String(),
  realName: Type.String(),
  expiresIn: Type.Integer({ description: 's' }),
})
export type Impersonation = Static<typeof Impersonation>

export const beginImpersonation = writeCall('以某人身份只读查看', `${root}/begin`, administrator, {
  body: Fields({ userId: Id('员工') }),
  data: Impersonation,
})

/** Sent as the administrator, without the header, as an impersonation refuses every write. */
export const endImpersonation = writeCall('结束只读查看', `${root}/end`, administrator, {
  body: Fields({ id: Id('查看') }),
})
