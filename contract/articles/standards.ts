// Publishing standards: what an article of a category and kind must meet before it is submitted (checked by
// standard-rules.ts).
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { type BodyOf, readCall } from '#contract/endpoint.ts'
import { Choice, Fields, Id, IdsOrNone, Moment, Nullable, OneLine, OneOf, Required, Text } from '#contract/fields.ts'
import { contains, type RowOf, rowCalls } from '#contract/rows.ts'
import { articleKindLabels, articleKinds, editionLabels, editions } from './article-labels.ts'
import { Figures } from './articles.ts'
import { demandableKeys } from './standard-rules.ts'

/** Maximum of reviewers in one step. */
const REVIEWERS_MOST = 20

const count = (title: string, maximum: number) => Type.Integer({ title, minimum: 0, maximum })
const Words = (title: string, maxItems: number, maxLength = 40) =>
  Type.Array(Required(title, maxLength), { title, maxItems, uniqueItems: true })

/** `null`: any of them. */
const AnyOr = <const T extends readonly string[]>(title: string, values: T) =>
  Type.Unsafe<T[number] | null>({ type: ['string', 'null'], enum: [...values, null], title })

const fields = {
  name: OneLine(Required('标准名称', 60)),
  edition: AnyOr('语种', editions),
  newsCategoryId: Nullable(Id('资讯分类')),
  kind: AnyOr('资讯类型', articleKinds),
  leastWords: Nullable(count('最少字数', 100_000)),
  mostWords: Nullable(count('最多字数', 100_000)),
  leastPictures: count('最少图片', 50),
  leastSummary: count('摘要最少字数', 1_000),
  mostSummary: Nullable(count('摘要最多字数', 1_000)),
  requiredFields: Type.Array(OneOf('必填内容', demandableKeys), { title: '必填内容', maxItems: 20, uniqueItems: true }),
  sources: Words('允许的来源', 50, 100),
  forbiddenWords: Words('禁用词', 500),
  timesADay: count('每日篇数', 100),
  deadline: Type.String({
    title: '截止时间',
    pattern: '^$|^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
    messages: { pattern: '截止时间应为 HH:mm' },
  }),
  reviewSteps: Type.Integer({ title: '审核级数', minimum: 1, maximum: 2 }),
  firstReviewerIds: IdsOrNone('一级审核人', REVIEWERS_MOST),
  secondReviewerIds: IdsOrNone('二级审核人', REVIEWERS_MOST),
  remark: Text('备注', 200),
}

const Reviewer = Type.Object({
  id: Type.String(),
  name: Type.String(),
  lack: Type.String({ description: 'why the person cannot review any more, or empty' }),
})

export const standardCalls = rowCalls({
  noun: '发布标准',
  path: '/api/backend/articles/standard',
  menu: 'publishingStandards',
  fields,
  query: {
    name: contains(fields.name),
    edition: Choice('语种', editionLabels),
    kind: Choice('资讯类型', articleKindLabels),
  },
  sortable: ['name', 'updatedAt'],
  row: {
    ...fields,
    newsCategoryName: Nullable(Type.String({ title: '资讯分类' })),
    publishedToday: Type.Integer({
      description: 'articles that readers have since today, of its place and no narrower one',
    }),
    firstReviewers: Type.Array(Reviewer),
    secondReviewers: Type.Array(Reviewer),
    isEnabled: Type.Boolean(),
    updatedAt: Moment('更新时间'),
  },
  copy: { name: fields.name, newsCategoryId: fields.newsCategoryId, kind: fields.kind },
  with: ['get', 'copy'],
})
export type StandardQuery = BodyOf<typeof standardCalls.list>
export type StandardRow = RowOf<typeof standardCalls>

const Held = Type.Object({
  name: Type.String(),
  leastWords: fields.leastWords,
  mostWords: fields.mostWords,
  leastPictures: fields.leastPictures,
  leastSummary: fields.leastSummary,
  mostSummary: fields.mostSummary,
  requiredFields: Type.Array(Type.String()),
  sources: Type.Array(Type.String()),
  forbiddenWords: Type.Array(Type.String()),
  timesADay: fields.timesADay,
  deadline: Type.String(),
  reviewSteps: fields.reviewSteps,
})
export type HeldStandard = Static<typeof Held>

/** The most specific standard for articles of that edition, category and kind; null if there is none. */
export const findStandard = readCall(
  '适用的发布标准',
  '/api/backend/articles/standard/held',
  anyOf(
    can('articles', 'view'),
    ...[can('articlesEnglish', 'view'), can('articleTemplate', 'view'), can('publishingStandards', 'view')],
  ),
  {
    body: Fields({
      edition: Choice('语种', editionLabels),
      newsCategoryId: Nullable(Id('资讯分类')),
      kind: Choice('资讯类型', articleKindLabels),
    }),
    data: Nullable(Held),
  },
)

/**
 * Why figures that a text quotes must not go out, as a submission would say; null if all equal their published entries.
 * Entries out of the caller's scope count as withdrawn.
 */
export const checkFigures = readCall(
  '核对引用的价格',
  '/api/backend/articles/figures/check',
  anyOf(
    can('articles', 'add'),
    ...[can('articles', 'edit'), can('articlesEnglish', 'add'), can('articlesEnglish', 'edit')],
  ),
  { body: Fields({ figures: Figures }), data: Type.Object({ whyFalse: Nullable(Type.String()) }) },
)
