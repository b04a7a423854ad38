// The bell: what was pushed to a person in the last 30 days, read or not.
import { type Static, Type } from 'typebox'
import { signedIn } from '#contract/access.ts'
import { getCall, writeCall } from '#contract/endpoint.ts'

const OwnMessage = Type.Object({
  id: Type.String(),
  title: Type.String(),
  content: Type.String(),
  link: Type.String({ description: 'a page of the console, or empty' }),
  sendTime: Type.String(),
  isRead: Type.Boolean(),
})
export type OwnMessage = Static<typeof OwnMessage>

export const getOwnMessages = getCall('我的消息', '/api/backend/message/own', signedIn, {
  data: Type.Object({
    unread: Type.Integer(),
    records: Type.Array(OwnMessage, { description: 'the newest first, at most 50' }),
  }),
})

export const readAllMessages = writeCall('全部消息标记为已读', '/api/backend/message/readAll', signedIn)
