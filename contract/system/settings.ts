// What people set for themselves in the system settings dialog (spec §2): which notices reach them, how pages open.
import { type Static, Type } from 'typebox'
import { signedIn } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Fields, Id, Nothing } from '../fields.ts'

/** spec §3: the flag that each notification type switches; 3 and 4 stand the other way round among the flags. */
export const reviewFlags = {
  1: 'priceReview',
  2: 'newReview',
  3: 'transactionPriceReview',
  4: 'reportReview',
} as const

export type ReviewType = keyof typeof reviewFlags

const ReviewFlags = Type.Object({
  id: Type.String(),
  priceReview: Type.Integer(),
  newReview: Type.Integer(),
  reportReview: Type.Integer(),
  transactionPriceReview: Type.Integer(),
})
export type ReviewFlags = Static<typeof ReviewFlags>

/** Each flag is read as 1 or not (spec §3). */
export const getUserReview = endpoint({
  summary: '自己的提醒开关',
  method: 'GET',
  path: '/api/backend/getUserReview',
  access: signedIn,
  effect: 'read',
  data: ReviewFlags,
})

/** `id` is the person's own; `type` as in `reviewFlags`. */
export const updateUserReview = endpoint({
  summary: '打开或关闭一种提醒',
  method: 'POST',
  path: '/api/backend/updateUserReview',
  access: signedIn,
  effect: 'write',
  body: Fields({
    id: Id(),
    type: Type.Unsafe<ReviewType>({ type: 'integer', enum: [1, 2, 3, 4], title: '提醒类型' }),
    review: Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1], title: '提醒开关' }),
  }),
  data: Nothing,
})

/** spec §2, §9: 0 opens a page in a new tab, 1 enters it in the current one. */
const PageOpenType = Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1], title: '页面打开方式' })

export const getPageOpenType = endpoint({
  summary: '自己的页面打开方式',
  method: 'GET',
  path: '/api/backend/getPageOpenType',
  access: signedIn,
  effect: 'read',
  data: PageOpenType,
})

export const setPageOpenType = endpoint({
  summary: '设置页面打开方式',
  method: 'POST',
  path: '/api/backend/setPageOpenType',
  access: signedIn,
  effect: 'write',
  body: Fields({ type: PageOpenType }),
  data: Nothing,
})
