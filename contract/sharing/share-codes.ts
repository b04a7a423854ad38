// The code in a share's link, `/s/{code}`.
import { Type } from 'typebox'

/** Letters and digits that nobody mistakes for each other: without 0, 1, i, l, o, in either case. */
export const CODE_LETTERS = '23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ'
export const CODE_LENGTH = 10

export const ShareCode = Type.String({
  title: '分享链接',
  pattern: `^[${CODE_LETTERS}]{${CODE_LENGTH}}$`,
  messages: { required: '分享链接不完整', pattern: '分享链接不正确' },
})

export const sharePath = (code: string) => `/s/${code}`
