// An administrator looks at the console as somebody else: read-only, recorded, in a window of its own.
import { type Static, Type } from 'typebox'
import { administrator } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Fields, Id, Nothing } from '../fields.ts'

/** Each call of the look names it in the header `{product}-look`. */
const Look = Type.Object({
  id: Type.String(),
  userId: Type.String(),
  userName: Type.String(),
  realName: Type.String(),
  expiresIn: Type.Integer({ description: 's' }),
})
export type Look = Static<typeof Look>

export const beginLook = endpoint({
  summary: '以某人身份只读查看',
  method: 'POST',
  path: '/api/backend/look/begin',
  access: administrator,
  effect: 'write',
  body: Fields({ userId: Id('员工') }),
  data: Look,
})

/** Sent as oneself, without the header: during a look every write is refused. */
export const endLook = endpoint({
  summary: '结束只读查看',
  method: 'POST',
  path: '/api/backend/look/end',
  access: administrator,
  effect: 'write',
  body: Fields({ id: Id('查看') }),
  data: Nothing,
})
