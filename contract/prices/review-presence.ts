// Who is at which product of the review queue. A tab sends heartbeats while it shows the queue; without them it expires.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Fields, Id, Nullable } from '#contract/fields.ts'

const root = '/api/backend/prices/review'

/** A tab expires after so long without a heartbeat, s. */
export const REVIEWER_GONE_S = 45

/** `productId`: null when the tab leaves the queue. */
export const noteReviewing = writeCall('正在审核的产品', `${root}/at`, can('priceReview', 'view'), {
  body: Fields({
    tab: Type.String({ title: '标签页', pattern: '^[A-Za-z0-9-]{8,40}$' }),
    productId: Nullable(Id('产品')),
  }),
})

const Reviewer = Type.Object({ productId: Type.String(), userId: Type.String(), name: Type.String() })
export type Reviewer = Static<typeof Reviewer>

/** The others, at products of the caller's editorial scope. */
export const listReviewers = readCall('其他人正在审核的产品', `${root}/reviewers`, can('priceReview', 'view'), {
  body: Fields({}),
  data: Type.Array(Reviewer),
})
