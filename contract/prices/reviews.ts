// The review of prices: the queue, passing, overruling, and taking a publication back on the same day.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Choice, Day, Fields, Id, Ids, listFields, Nullable, OneOf, Required } from '#contract/fields.ts'
import { correctionCauseLabels } from './price-labels.ts'
import { PRICES_AT_ONCE, quotedItem } from './prices.ts'

const root = '/api/backend/prices/review'

/** What the reviewer has seen: the entry, and the revision that waited. */
const Reviewed = {
  rows: Type.Array(Fields({ id: Id('价格'), revisionId: Id('版本') }), {
    title: '价格',
    minItems: 1,
    maxItems: PRICES_AT_ONCE,
  }),
}

/**
 * Published under one number. 602 where some of them were reviewed by somebody else meanwhile, or are the caller's own.
 */
export const passPrices = writeCall(
  '审核通过',
  `${root}/pass`,
  anyOf(can('priceReview', 'pass'), can('price', 'verify')),
  { body: Fields(Reviewed) },
)

export const overrulePrices = writeCall('审核驳回', `${root}/overrule`, can('priceReview', 'overrule'), {
  body: Fields({ ...Reviewed, opinion: Required('驳回意见', 500) }),
})

/** Only on the day of its review: readers no longer see it, and it is a draft again. */
export const cancelVerify = writeCall(
  '取消审核',
  `${root}/cancelVerify`,
  anyOf(can('price', 'cancelVerify'), can('priceReview', 'cancelVerify')),
  { body: Fields({ ids: Ids('价格', PRICES_AT_ONCE), reason: Required('取消原因', 500) }) },
)

const ReviewQuery = Fields({
  ...listFields(['day']),
  productId: Type.Optional(Id('产品')),
  day: Type.Optional(Day('日期')),
  submittedById: Type.Optional(Id('提交人')),
  kind: Type.Optional(OneOf('类型', ['entry', 'correction'])),
  isOutlier: Type.Optional(Type.Boolean({ title: '超出常规' })),
})
export type ReviewQuery = Static<typeof ReviewQuery>

const ReviewRow = Type.Object({
  id: Type.String(),
  revisionId: Type.String(),
  day: Type.String(),
  ...quotedItem,
  isCorrection: Type.Boolean(),
  low: Type.String(),
  high: Type.String(),
  average: Type.String(),
  change: Nullable(Type.String()),
  percent: Nullable(Type.String()),
  remark: Type.String(),
  isOutlier: Type.Boolean(),
  reason: Type.String(),
  cause: Nullable(Choice('更正类型', correctionCauseLabels)),
  /** Of a correction the published price, otherwise the last published day. */
  beforeDay: Nullable(Type.String()),
  beforeLow: Nullable(Type.String()),
  beforeHigh: Nullable(Type.String()),
  beforeAverage: Nullable(Type.String()),
  score: Nullable(Type.String({ description: 'times the usual move; null without a published price before' })),
  besidePeers: Nullable(Type.String({ description: 'the same, less what the product moved that day' })),
  uses: Type.Integer({ description: 'of a correction: files, keys, articles and messages that took the entry' }),
  trend: Type.Array(Type.String(), { description: 'the last published averages, the oldest first' }),
  submittedById: Nullable(Type.String()),
  submittedByName: Nullable(Type.String()),
  submittedAt: Nullable(Type.String()),
  isOwn: Type.Boolean({ description: 'the caller entered, submitted or corrected it: somebody else reviews' }),
})
export type ReviewRow = Static<typeof ReviewRow>

export const listReviews = readCall('待审核价格', `${root}/page`, can('priceReview', 'view'), {
  body: ReviewQuery,
  data: Paged(ReviewRow),
})
