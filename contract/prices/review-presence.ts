// Who is at which product of the review queue. A tab says so while it shows the queue; one that falls silent is gone.
import { type Static, Type } from 'typebox'
import { can } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Fields, Id, Nothing, Nullable } from '../fields.ts'

const root = '/api/backend/prices/review'

/** A tab that was not heard of for so long is gone, s. */
export const REVIEWER_GONE_S = 45

/** `productId`: null when the tab leaves the queue. */
export const noteReviewing = endpoint({
  summary: '正在审核的产品',
  method: 'POST',
  path: `${root}/at`,
  access: can('priceReview', 'view'),
  effect: 'write',
  body: Fields({
    tab: Type.String({ title: '标签页', pattern: '^[A-Za-z0-9-]{8,40}$' }),
    productId: Nullable(Id('产品')),
  }),
  data: Nothing,
})

const Reviewer = Type.Object({ productId: Type.String(), userId: Type.String(), name: Type.String() })
export type Reviewer = Static<typeof Reviewer>

/** The others, at products of the asker's editorial scope. */
export const listReviewers = endpoint({
  summary: '其他人正在审核的产品',
  method: 'POST',
  path: `${root}/reviewers`,
  access: can('priceReview', 'view'),
  effect: 'read',
  body: Fields({}),
  data: Type.Array(Reviewer),
})
