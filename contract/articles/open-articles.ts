// Open API for articles: sites read what is published for them, learn what was taken down, and report reader counts. A
// key reaches the products that its creator works on.
import { type Static, Type } from 'typebox'
import { apiKey } from '#contract/access.ts'
import { getCall, writeCall } from '#contract/endpoint.ts'
import { Choice, Day, Fields, Id, Nullable, OneOf } from '#contract/fields.ts'
import { articleKindLabels, editionLabels } from './article-labels.ts'
import { channelKeys } from './articles.ts'

const path = '/api/open/articles'

/** Maximum of articles in one reply. */
const OPEN_ARTICLES = 100

const Channel = OneOf('发布渠道', channelKeys)

const OpenArticle = Type.Object({
  id: Type.String(),
  publication: Type.String({ description: 'grows with each change that readers see' }),
  isPublished: Type.Boolean({ description: 'false: take it away, nothing else is told of it' }),
  edition: Choice('语种', editionLabels),
  content: Nullable(
    Type.Object({
      kind: Choice('类型', articleKindLabels),
      title: Type.String(),
      subtitle: Type.String(),
      summary: Type.String(),
      keywords: Type.Array(Type.String()),
      tags: Type.Array(Type.String()),
      source: Type.String(),
      author: Type.String(),
      newsCategory: Type.String(),
      products: Type.Array(Type.String()),
      html: Type.String({
        description: 'sanitised; pictures and charts name a file in data-file-id, and link to it for 12 h',
      }),
      files: Type.Array(
        Type.Object({ id: Type.String(), name: Type.String(), size: Type.Integer(), url: Type.String() }),
        { description: 'cover and attachments, linked for 12 h: a site keeps its own copies' },
      ),
      coverId: Nullable(Type.String()),
      attachmentIds: Type.Array(Type.String()),
      version: Type.Integer(),
      publishedAt: Type.String(),
      topUntil: Nullable(Type.String()),
    }),
  ),
})
export type OpenArticle = Static<typeof OpenArticle>

/**
 * The changes for the channel's readers after a publication number, each article once, in its newest state: paging with
 * `next` until it is null gives everything; continue later from `last`. Articles that left the channel or were taken
 * down are listed as not published.
 */
export const readArticles = getCall('读取已发布的资讯（开放接口）', path, apiKey('readArticles'), {
  query: Fields({
    channel: Channel,
    edition: Type.Optional(Choice('语种', editionLabels)),
    /** `next` or `last` of the previous reply. */
    after: Type.Optional(Id('游标')),
    size: Type.Optional(Type.Integer({ title: '条数', minimum: 1, maximum: OPEN_ARTICLES })),
  }),
  data: Type.Object({
    records: Type.Array(OpenArticle),
    next: Nullable(Type.String({ description: 'for `after`, where there are more' })),
    last: Type.String({ description: 'for `after` of a later call; 0 before anything was published' }),
  }),
})

const Read = Fields({
  id: Id('资讯'),
  day: Day('日期'),
  readers: Type.Integer({ title: '读者数', minimum: 0, maximum: 100_000_000 }),
})
export type ReadArticle = Static<typeof Read>

/** Readers per day; a repeated report overwrites the count. Articles outside the channel are skipped. */
export const countArticleReaders = writeCall(
  '回传资讯的读者数（开放接口）',
  `${path}/readers`,
  apiKey('readArticles'),
  { body: Fields({ channel: Channel, rows: Type.Array(Read, { title: '读者数', minItems: 1, maxItems: 1_000 }) }) },
)
