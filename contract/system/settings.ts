// Personal settings in the system settings dialog (spec §2): notices to receive, and how pages open.
import { type Static, Type } from 'typebox'
import { signedIn } from '#contract/access.ts'
import { getCall, writeCall } from '#contract/endpoint.ts'
import { Fields, Id } from '#contract/fields.ts'

const root = '/api/backend'

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
export const getUserReview = getCall('自己的提醒开关', `${root}/getUserReview`, signedIn, { data: ReviewFlags })

/** `id` is the person's own; `type` as in `reviewFlags`. */
export const updateUserReview = writeCall('打开或关闭一种提醒', `${root}/updateUserReview`, signedIn, {
  body: Fields({
    id: Id(),
    type: Type.Unsafe<ReviewType>({ type: 'integer', enum: [1, 2, 3, 4], title: '提醒类型' }),
    review: Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1], title: '提醒开关' }),
  }),
})

/** spec §2, §9: 0 opens a page in a new tab, 1 enters it in the current one. */
const PageOpenType = Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1], title: '页面打开方式' })

export const getPageOpenType = getCall('自己的页面打开方式', `${root}/getPageOpenType`, signedIn, {
  data: PageOpenType,
})

export const setPageOpenType = writeCall('设置页面打开方式', `${root}/setPageOpenType`, signedIn, {
  body: Fields({ type: PageOpenType }),
})
