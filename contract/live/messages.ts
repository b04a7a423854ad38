// The bell: what was pushed to a person in the last 30 days, read or not.
import { type Static, Type } from 'typebox'
import { signedIn } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Nothing } from '../fields.ts'

const OwnMessage = Type.Object({
  id: Type.String(),
  title: Type.String(),
  content: Type.String(),
  link: Type.String({ description: 'a page of the console, or empty' }),
  sendTime: Type.String(),
  isRead: Type.Boolean(),
})
export type OwnMessage = Static<typeof OwnMessage>

export const getOwnMessages = endpoint({
  summary: '我的消息',
  method: 'GET',
  path: '/api/backend/message/own',
  access: signedIn,
  effect: 'read',
  data: Type.Object({
    unread: Type.Integer(),
    records: Type.Array(OwnMessage, { description: 'the newest first, at most 50' }),
  }),
})

export const readAllMessages = endpoint({
  summary: '全部消息标记为已读',
  method: 'POST',
  path: '/api/backend/message/readAll',
  access: signedIn,
  effect: 'write',
  data: Nothing,
})
