// External pages that the console may embed (spec §2, /myiframe): a list that the operator of the server sets.
import { type Static, Type } from 'typebox'
import { signedIn } from '#contract/access.ts'
import { getCall } from '#contract/endpoint.ts'

const Frame = Type.Object({ name: Type.String(), address: Type.String() })
export type Frame = Static<typeof Frame>

export const getFrames = getCall('可以嵌入的外部页面', '/api/backend/frame/list', signedIn, { data: Type.Array(Frame) })
