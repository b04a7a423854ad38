// Review of articles of both editions: the queue, the reviewer's view, remarks at passages, pass and overrule.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Choice, Fields, Id, listFields, Moment, Nullable, Required, Text } from '#contract/fields.ts'
import { articleKindLabels, editionLabels, reviewOutcomeLabels } from './article-labels.ts'
import { ArticleVersion } from './articles.ts'

const root = '/api/backend/articles/review'

/** Maximum of articles in one review. */
const REVIEWS_AT_ONCE = 100

const passing = anyOf(can('newsReview', 'pass'), can('articles', 'examine'), can('articlesEnglish', 'examine'))
const overruling = anyOf(can('newsReview', 'overrule'), can('articles', 'examine'), can('articlesEnglish', 'examine'))
const reading = anyOf(
  can('newsReview', 'details'),
  can('newsReview', 'examine'),
  can('articles', 'examine'),
  can('articlesEnglish', 'examine'),
)
const remarking = anyOf(
  ...[can('newsReview', 'examine'), can('newsReview', 'pass'), can('newsReview', 'overrule')],
  ...[
    can('articles', 'examine'),
    can('articlesEnglish', 'examine'),
    can('articles', 'edit'),
    can('articlesEnglish', 'edit'),
  ],
)

/** What the reviewer read: the article and its pending version. */
const Read = Type.Array(Fields({ id: Id('资讯'), versionId: Id('版本') }), {
  title: '资讯',
  minItems: 1,
  maxItems: REVIEWS_AT_ONCE,
})

/**
 * Published, or scheduled. 601 with the newer version if a single article was submitted anew; 602 if some of several
 * were.
 */
export const passArticles = writeCall('资讯审核通过', `${root}/pass`, passing, {
  body: Fields({ rows: Read, opinion: Type.Optional(Text('审核意见', 500)) }),
})

export const overruleArticles = writeCall('资讯审核驳回', `${root}/overrule`, overruling, {
  body: Fields({ rows: Read, opinion: Required('驳回意见', 500) }),
})

const ReviewQuery = Fields({
  ...listFields(['submittedAt']),
  edition: Type.Optional(Choice('语种', editionLabels)),
  kind: Type.Optional(Choice('类型', articleKindLabels)),
  newsCategoryId: Type.Optional(Id('资讯分类')),
  productId: Type.Optional(Id('产品')),
  submittedById: Type.Optional(Id('提交人')),
  isOwn: Type.Optional(Type.Boolean({ title: '本人参与' })),
})
export type ArticleReviewQuery = Static<typeof ReviewQuery>

const ReviewRow = Type.Object({
  id: Type.String(),
  versionId: Type.String({ description: 'the one that waits' }),
  number: Type.Integer(),
  edition: Choice('语种', editionLabels),
  kind: Choice('类型', articleKindLabels),
  title: Type.String({ title: '标题' }),
  newsCategoryName: Nullable(Type.String({ title: '资讯分类' })),
  productNames: Type.Array(Type.String(), { title: '产品' }),
  words: Type.Integer({ title: '字数' }),
  isRevision: Type.Boolean({ title: '标记', description: 'readers see an earlier version' }),
  step: Type.Integer(),
  steps: Type.Integer(),
  publishAt: Nullable(Moment('定时发布')),
  submittedById: Nullable(Type.String()),
  submittedByName: Type.String({ title: '提交人' }),
  submittedAt: Moment('提交时间'),
  isOwn: Type.Boolean({ description: 'the caller had a hand in it: somebody else reviews' }),
  isOutdated: Type.Boolean({ description: 'quotes a price that was corrected since' }),
  comments: Type.Integer({ description: 'remarks that are not resolved' }),
  readers: Type.Array(Type.String(), { title: '正在审阅', description: 'who has it open now' }),
})
export type ArticleReviewRow = Static<typeof ReviewRow>

export const listArticleReviews = readCall('待审核资讯', `${root}/page`, can('newsReview', 'view'), {
  body: ReviewQuery,
  data: Paged(ReviewRow),
})

const Comment = Type.Object({
  id: Type.String(),
  versionId: Type.String(),
  number: Type.Integer({ description: 'of the version' }),
  parentId: Nullable(Type.String()),
  block: Type.Integer(),
  quote: Type.String(),
  content: Type.String(),
  byId: Nullable(Type.String()),
  byName: Type.String(),
  at: Type.String(),
  resolvedByName: Nullable(Type.String()),
  resolvedAt: Nullable(Type.String()),
})
export type ArticleComment = Static<typeof Comment>

const PastReview = Type.Object({
  id: Type.String(),
  number: Type.Integer(),
  step: Type.Integer(),
  submittedByName: Type.String(),
  submittedAt: Type.String(),
  outcome: Nullable(Choice('结果', reviewOutcomeLabels)),
  opinion: Type.String(),
  reviewerName: Type.String(),
  reviewedAt: Nullable(Type.String()),
})

const ArticleReview = Type.Object({
  id: Type.String(),
  edition: Choice('语种', editionLabels),
  isOwn: Type.Boolean(),
  /** The pending version; without one, the newest. */
  version: ArticleVersion,
  isWaiting: Type.Boolean(),
  published: Nullable(ArticleVersion),
  comments: Type.Array(Comment),
  reviews: Type.Array(PastReview, { description: 'the newest first' }),
})
export type ArticleReview = Static<typeof ArticleReview>

export const getArticleReview = readCall('审核资讯', `${root}/get`, reading, {
  body: Fields({ id: Id('资讯') }),
  data: ArticleReview,
})

export const listArticleComments = readCall(
  '资讯批注',
  `${root}/comments`,
  anyOf(...reading.of, can('articles', 'edit'), can('articlesEnglish', 'edit')),
  { body: Fields({ id: Id('资讯') }), data: Type.Array(Comment) },
)

/** At a passage of a version, or as a reply to another remark. */
export const addArticleComment = writeCall('添加资讯批注', `${root}/addComment`, remarking, {
  body: Fields({
    id: Id('资讯'),
    versionId: Id('版本'),
    parentId: Nullable(Id('批注')),
    block: Type.Integer({ title: '段落', minimum: 0, maximum: 100_000 }),
    quote: Text('原文', 500),
    content: Required('批注', 1_000),
  }),
  data: Type.Object({ id: Type.String() }),
})

export const resolveArticleComment = writeCall('处理资讯批注', `${root}/resolveComment`, remarking, {
  body: Fields({ id: Id('资讯'), commentId: Id('批注'), isResolved: Type.Boolean({ title: '已处理' }) }),
})
