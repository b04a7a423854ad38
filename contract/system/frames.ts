// External pages that the console may embed (spec §2, /myiframe): a list that the operator of the server sets.
import { type Static, Type } from 'typebox'
import { signedIn } from '../access.ts'
import { endpoint } from '../endpoint.ts'

const Frame = Type.Object({ name: Type.String(), address: Type.String() })
export type Frame = Static<typeof Frame>

export const getFrames = endpoint({
  summary: '可以嵌入的外部页面',
  method: 'GET',
  path: '/api/backend/frame/list',
  access: signedIn,
  effect: 'read',
  data: Type.Array(Frame),
})
