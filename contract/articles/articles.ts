// Articles of both editions: search, write, submit, publish, take down. Each edition is a page of its own with its own
// calls, under the same names.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import {
  Choice,
  Day,
  Fields,
  Id,
  Ids,
  IdsOrNone,
  listFields,
  Moment,
  Nullable,
  OneLine,
  OneOf,
  Required,
  Text,
} from '#contract/fields.ts'
import { FileId, FileIds } from '#contract/files.ts'
import { subProducts } from '#contract/sub-products.ts'
import {
  articleKindLabels,
  articleStateLabels,
  type Edition,
  editionLabels,
  figureFieldLabels,
  reviewOutcomeLabels,
  versionOriginLabels,
} from './article-labels.ts'
import { Body } from './body.ts'
import { FieldBinding } from './bound-fields.ts'

/** Maximum of articles in one act. */
const ARTICLES_AT_ONCE = 100
/** Answers of AI assistants that the texts of one article may keep. */
const AI_ANSWERS = 100

export const channelKeys = subProducts.map(({ key }) => key)

const Words = (title: string, maxItems: number) =>
  Type.Array(Required(title, 30), { title, maxItems, uniqueItems: true })
const Version = Type.Integer({ title: '版本', minimum: 1 })

/** A figure of a price entry that the text quotes, as published at the time. */
const Figure = Fields({
  /** Place in the body, such as `table-1`. */
  place: Required('位置', 64),
  priceId: Id('价格'),
  field: Choice('数值', figureFieldLabels),
  value: Required('数值', 40),
  publication: Id('发布序号'),
})
export type ArticleFigure = Static<typeof Figure>
export const Figures = Type.Array(Figure, { title: '引用的价格', maxItems: 10_000 })

/** Content of a version, and the input of a save. */
const content = {
  kind: Choice('类型', articleKindLabels),
  title: OneLine(Required('标题', 200)),
  subtitle: OneLine(Text('副标题', 200)),
  summary: Text('摘要', 1_000),
  keywords: Words('关键词', 20),
  tags: Words('标签', 20),
  source: Text('来源', 100),
  author: Text('作者', 100),
  newsCategoryId: Nullable(Id('资讯分类')),
  productIds: IdsOrNone('产品', 50),
  channels: Type.Array(OneOf('发布渠道', channelKeys), { title: '发布渠道', uniqueItems: true, maxItems: 20 }),
  coverId: Nullable(FileId('image', '封面')),
  attachmentIds: FileIds('attachment', '附件', 20),
  /** When to publish once approved; null: at once. */
  publishAt: Nullable(Moment('发布时间')),
  takeDownAt: Nullable(Moment('下架时间')),
  topUntil: Nullable(Moment('置顶至')),
  body: Body,
  /** Figures in title, subtitle and summary; without them these are plain texts. */
  bindings: Type.Optional(Type.Array(FieldBinding, { title: '标题和摘要引用的价格', maxItems: 200 })),
  figures: Figures,
  /** Answers about this article that its text was helped by; left out: those of the version before. */
  aiAnswerIds: Type.Optional(IdsOrNone('AI 回答', AI_ANSWERS)),
}

const ContentForm = Fields(content)
export type ArticleContent = Static<typeof ContentForm>

const File = Type.Object({ id: Type.String(), name: Type.String(), url: Type.String(), size: Type.Integer() })

const contentOut = {
  kind: content.kind,
  title: Type.String(),
  subtitle: Type.String(),
  summary: Type.String(),
  keywords: Type.Array(Type.String()),
  tags: Type.Array(Type.String()),
  source: Type.String(),
  author: Type.String(),
  newsCategoryId: Nullable(Type.String()),
  newsCategoryName: Nullable(Type.String()),
  productIds: Type.Array(Type.String()),
  products: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  channels: Type.Array(Type.String()),
  coverId: Nullable(Type.String()),
  coverUrl: Type.String({ description: 'signed for the caller, empty where there is none' }),
  attachmentIds: Type.Array(Type.String()),
  attachments: Type.Array(File),
  publishAt: Nullable(Type.String()),
  takeDownAt: Nullable(Type.String()),
  topUntil: Nullable(Type.String()),
  body: Body,
  bindings: Type.Array(FieldBinding),
  html: Type.String({ description: 'made of the body, sanitised, pictures linked for the caller' }),
  figures: Type.Array(
    Type.Object({
      ...Figure.properties,
      priceId: Type.String(),
      publication: Type.String(),
      quoteItemId: Type.String(),
      day: Type.String(),
      isOutdated: Type.Boolean({ description: 'the entry was corrected or taken back since' }),
    }),
  ),
}

const versionFacts = {
  id: Type.String(),
  articleId: Type.String(),
  number: Type.Integer(),
  origin: Choice('来历', versionOriginLabels),
  note: Type.String(),
  words: Type.Integer({ description: 'of the body, as the editor counts them' }),
  byId: Nullable(Type.String()),
  byName: Type.String(),
  at: Type.String(),
}

export const ArticleVersion = Type.Object({
  ...versionFacts,
  templateVersionId: Nullable(Type.String()),
  aiAnswerIds: Type.Array(Type.String(), { description: 'answers of AI assistants that were taken over' }),
  ...contentOut,
})
export type ArticleVersion = Static<typeof ArticleVersion>

const VersionRow = Type.Object({
  ...versionFacts,
  title: Type.String(),
  isAiHelped: Type.Boolean({ description: 'an answer of an AI assistant was taken over' }),
  isPublished: Type.Boolean({ description: 'what readers see now' }),
  outcome: Nullable(Choice('审核结果', reviewOutcomeLabels)),
  opinion: Type.String(),
  reviewerName: Type.String(),
})
export type ArticleVersionRow = Static<typeof VersionRow>

const stateFacts = {
  state: Choice('状态', articleStateLabels),
  headId: Type.String(),
  reviewingId: Nullable(Type.String({ description: 'the version that waits for review' })),
  publishedId: Nullable(Type.String({ description: 'the version that readers see' })),
  publishAt: Nullable(Type.String({ description: 'of a scheduled one' })),
  publishedAt: Nullable(Moment('发布时间')),
  takeDownAt: Nullable(Type.String()),
  topUntil: Nullable(Type.String()),
  opinion: Type.String({ title: '驳回意见', description: "the reviewer's, where it was overruled" }),
  submittedAt: Nullable(Type.String()),
  updatedAt: Moment('更新时间'),
}

const Article = Type.Object({
  id: Type.String(),
  version: Type.Integer({ description: 'for a save: another one by then is 601' }),
  edition: Choice('语种', editionLabels),
  ...stateFacts,
  authorName: Nullable(Type.String()),
  submittedByName: Nullable(Type.String()),
  pairId: Nullable(Type.String({ description: 'the same article in the other edition, whichever this is' })),
  /** The version of the other edition that this one was last brought up to date with. */
  pairVersionId: Nullable(Type.String()),
  isPairAhead: Type.Boolean({ description: 'the other edition was changed since this one was brought up to date' }),
  hasAutosave: Type.Boolean({ description: "the caller's own, newer than the newest version" }),
  newest: ArticleVersion,
})
export type Article = Static<typeof Article>

export const ArticleQuery = Fields({
  ...listFields(['updatedAt', 'publishedAt', 'submittedAt']),
  /** A single article, for links. */
  id: Type.Optional(Id('资讯')),
  words: Type.Optional(Text('关键词', 50)),
  kind: Type.Optional(Choice('类型', articleKindLabels)),
  state: Type.Optional(Choice('状态', articleStateLabels)),
  newsCategoryId: Type.Optional(Id('资讯分类')),
  productId: Type.Optional(Id('产品')),
  channel: Type.Optional(OneOf('发布渠道', channelKeys)),
  authorId: Type.Optional(Id('作者')),
  mine: Type.Optional(Type.Boolean({ title: '我的' })),
  isOnline: Type.Optional(Type.Boolean({ title: '读者可见' })),
  isTop: Type.Optional(Type.Boolean({ title: '置顶' })),
  isOutdated: Type.Optional(Type.Boolean({ title: '引用的价格已更正' })),
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
})
export type ArticleQuery = Static<typeof ArticleQuery>

const ArticleRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  kind: content.kind,
  title: Type.String({ title: '标题' }),
  number: Type.Integer({ title: '版本数', description: 'of the newest version' }),
  newsCategoryId: Nullable(Type.String()),
  newsCategoryName: Nullable(Type.String({ title: '资讯分类' })),
  productNames: Type.Array(Type.String(), { title: '产品' }),
  channels: Type.Array(Type.String(), { title: '发布渠道' }),
  ...stateFacts,
  isTop: Type.Boolean(),
  isOutdated: Type.Boolean({ description: 'quotes a price that was corrected or taken back since' }),
  hasPair: Type.Boolean(),
  isPairAhead: Type.Boolean({
    description: 'the other edition was changed since this one was brought up to date',
  }),
  authorId: Nullable(Type.String()),
  authorName: Nullable(Type.String({ title: '作者' })),
  readers: Type.Integer({ title: '读者数' }),
})
export type ArticleRow = Static<typeof ArticleRow>

/** Result of a save. */
const Saved = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  versionId: Type.String(),
  number: Type.Integer(),
})

/** The key of unsaved input: one for each open editor, made by the browser at the first key press. */
const Draft = Type.String({ title: '草稿', pattern: '^[0-9a-f]{32}$' })

const autosaveFacts = {
  draft: Type.String(),
  at: Type.String(),
  baseId: Nullable(Type.String({ description: 'the version that was being edited' })),
}
const AutosaveRow = Type.Object({ ...autosaveFacts, title: Type.String() })
export type ArticleAutosaveRow = Static<typeof AutosaveRow>

const Autosave = Type.Object({
  ...autosaveFacts,
  articleId: Nullable(Type.String()),
  form: Type.Unsafe<Partial<ArticleContent>>({ type: 'object', additionalProperties: true }),
})
/** @public */
export type ArticleAutosave = Static<typeof Autosave>

const one = Fields({ id: Id('资讯') })
/** What the text was filled from: its pictures may stay in it. */
export const templateVersionId = Type.Optional(Nullable(Id('模板版本')))
/** The version of the other edition that this text now matches; a new English article defaults to the newest. */
const pairUpTo = { pairUpToId: Type.Optional(Id('对应版本')) }
/** The unsaved input that this save ends. */
const saved = { draft: Type.Optional(Draft) }
const many = { ids: Ids('资讯', ARTICLES_AT_ONCE) }

function callsOf<const M extends string>(menu: M, noun: string, root: `/${string}`) {
  const own = <A extends Parameters<typeof can>[1]>(alias: A) => can(menu, alias)
  const writing = anyOf(own('add'), own('edit'))
  const reading = anyOf(own('details'), own('edit'), own('examine'))
  return {
    menu,
    list: readCall(`${noun}列表`, `${root}/page`, own('view'), { body: ArticleQuery, data: Paged(ArticleRow) }),
    get: readCall(`${noun}详情`, `${root}/get`, reading, { body: one, data: Article }),
    /** Newest first, without the texts. */
    versions: readCall(`${noun}的全部版本`, `${root}/versions`, reading, { body: one, data: Type.Array(VersionRow) }),
    version: readCall(`${noun}的一个版本`, `${root}/version`, reading, {
      body: Fields({ id: Id('资讯'), versionId: Id('版本') }),
      data: ArticleVersion,
    }),
    /** Creates a draft. `pairId`: for an English article, the Chinese one that it translates. */
    add: writeCall(`新增${noun}`, `${root}/add`, own('add'), {
      body: Fields({
        ...content,
        origin: Type.Optional(Choice('来历', versionOriginLabels)),
        note: Type.Optional(Text('版本说明', 200)),
        templateVersionId,
        pairId: Type.Optional(Nullable(Id('对应资讯'))),
        ...pairUpTo,
        ...saved,
      }),
      data: Saved,
    }),
    /**
     * Adds a version; what readers see does not change. 601 with the newest version if somebody else saved meanwhile.
     */
    save: writeCall(`保存${noun}`, `${root}/save`, own('edit'), {
      body: Fields({
        id: Id('资讯'),
        version: Version,
        ...content,
        origin: Type.Optional(Choice('来历', versionOriginLabels)),
        note: Type.Optional(Text('版本说明', 200)),
        templateVersionId,
        ...pairUpTo,
        ...saved,
      }),
      data: Saved,
    }),
    /**
     * Unsaved input, private to its author; not a version, and only its size is checked. `replaces`: drafts that were
     * restored into this one.
     */
    autosave: writeCall(`自动保存${noun}`, `${root}/autosave`, writing, {
      body: Fields({
        id: Nullable(Id('资讯')),
        draft: Draft,
        replaces: Type.Optional(Type.Array(Draft, { title: '已恢复的草稿', maxItems: 20 })),
        baseId: Nullable(Id('版本')),
        form: Type.Unsafe<Partial<ArticleContent>>({ type: 'object', title: '内容' }),
      }),
      data: Type.Object({ at: Type.String() }),
    }),
    /** The caller's unsaved input for an article, or for new ones, the newest first. */
    autosaves: readCall(`自动保存的${noun}列表`, `${root}/autosaves`, writing, {
      body: Fields({ id: Nullable(Id('资讯')) }),
      data: Type.Array(AutosaveRow),
    }),
    /** Null if there is none. */
    autosaved: readCall(`自动保存的${noun}`, `${root}/autosaved`, writing, {
      body: Fields({ draft: Draft }),
      data: Nullable(Autosave),
    }),
    dropAutosave: writeCall(`放弃自动保存的${noun}`, `${root}/dropAutosave`, writing, {
      body: Fields({ draft: Draft }),
    }),
    /** Deletes drafts that were never published. 602 if some of them cannot be deleted. */
    remove: writeCall(`删除${noun}草稿`, `${root}/remove`, own('delete'), { body: Fields(many) }),
  }
}

export const articleCalls = {
  zh: callsOf('articles', '中文资讯', '/api/backend/articles/chinese'),
  en: callsOf('articlesEnglish', '英文资讯', '/api/backend/articles/english'),
} as const satisfies Record<Edition, unknown>
/** @public */
export type ArticleCalls = (typeof articleCalls)[Edition]
