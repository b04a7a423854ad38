// Article templates: texts with fields (template-text.ts), their versions, previews, and drafts made from them.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { type BodyOf, type DataOf, readCall, writeCall } from '#contract/endpoint.ts'
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
import { articleKindLabels, editionLabels } from './article-labels.ts'
import { channelKeys, templateVersionId } from './articles.ts'
import { Body } from './body.ts'
import { FieldBinding } from './bound-fields.ts'
import { chartDays } from './template-fields.ts'

const MENU = 'articleTemplate'
const root = '/api/backend/articles/template'

export const templateStatusLabels = { update: '正常使用', stopUpdate: '停止使用' } as const

/** Maximum of drafts in one act. */
export const DRAFTS_AT_ONCE = 50
/** Maximum of quote items that a search returns. */
export const FIGURES_FOUND = 50

const texts = {
  title: OneLine(Required('标题', 200)),
  summary: Text('摘要', 1_000),
  keywords: Type.Array(Required('关键词', 30), { title: '关键词', maxItems: 20, uniqueItems: true }),
  channels: Type.Array(OneOf('发布渠道', channelKeys), { title: '发布渠道', uniqueItems: true, maxItems: 20 }),
  source: Text('来源', 100),
  body: Body,
}
const facts = {
  name: OneLine(Required('模板名称', 60)),
  edition: Choice('语种', editionLabels),
  kind: Choice('类型', articleKindLabels),
  newsCategoryId: Nullable(Id('资讯分类')),
  productIds: IdsOrNone('适用产品', 50),
  remark: Text('备注', 200),
}
const Form = Fields({ ...facts, ...texts, note: Text('版本说明', 200) })
export type TemplateForm = Static<typeof Form>

const Row = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  name: Type.String({ title: '模板名称' }),
  edition: facts.edition,
  kind: facts.kind,
  newsCategoryName: Nullable(Type.String({ title: '资讯分类' })),
  productNames: Type.Array(Type.String(), { title: '适用产品' }),
  productIds: Type.Array(Type.String(), { description: 'of those that the reader works on' }),
  status: Choice('状态', templateStatusLabels),
  stopReason: Type.String({ title: '停用原因' }),
  number: Type.Integer({ title: '版本', description: 'of the newest version' }),
  isFavourite: Type.Boolean({ title: '收藏' }),
  remark: Type.String({ title: '备注' }),
  updatedAt: Moment('更新时间'),
})
export type TemplateRow = Static<typeof Row>

const TemplateVersion = Type.Object({
  id: Type.String(),
  number: Type.Integer(),
  note: Type.String(),
  byName: Type.String(),
  at: Type.String(),
})
export type TemplateVersion = Static<typeof TemplateVersion>

const Stored = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  versionId: Type.String(),
  number: Type.Integer(),
  name: Type.String(),
  edition: facts.edition,
  kind: facts.kind,
  newsCategoryId: Nullable(Type.String()),
  productIds: Type.Array(Type.String()),
  remark: Type.String(),
  title: Type.String(),
  summary: Type.String(),
  keywords: Type.Array(Type.String()),
  channels: Type.Array(Type.String()),
  source: Type.String(),
  body: Body,
})
export type Template = Static<typeof Stored>

const Problem = Type.Object({
  paragraph: Type.Integer({ description: 'from 1; 0 is title or summary' }),
  source: Type.String(),
  message: Type.String(),
})

const reading = anyOf(can(MENU, 'details'), can(MENU, 'edit'), can('articles', 'add'), can('articlesEnglish', 'add'))
const one = Fields({ id: Id('模板') })
const Saved = Type.Object({ id: Type.String(), version: Type.Integer() })
const version = Type.Integer({ title: '版本', minimum: 1 })

export const listTemplates = readCall(
  '资讯模板列表',
  `${root}/page`,
  anyOf(can(MENU, 'view'), can('articles', 'add'), can('articlesEnglish', 'add')),
  {
    body: Fields({
      ...listFields(['name', 'updatedAt']),
      name: Type.Optional(Text('模板名称', 60)),
      edition: Type.Optional(facts.edition),
      kind: Type.Optional(facts.kind),
      newsCategoryId: Type.Optional(Id('资讯分类')),
      productId: Type.Optional(Id('产品')),
      status: Type.Optional(Choice('状态', templateStatusLabels)),
      isFavourite: Type.Optional(Type.Boolean({ title: '我的收藏' })),
    }),
    data: Paged(Row),
  },
)
export type TemplateQuery = BodyOf<typeof listTemplates>

export const getTemplate = readCall('资讯模板详情', `${root}/get`, reading, {
  body: Fields({ id: Id('模板'), versionId: Type.Optional(Id('版本')) }),
  data: Stored,
})

export const listTemplateVersions = readCall('资讯模板的全部版本', `${root}/versions`, reading, {
  body: one,
  data: Type.Array(TemplateVersion),
})

export const addTemplate = writeCall('新增资讯模板', `${root}/add`, can(MENU, 'add'), { body: Form, data: Saved })

/** 601 with the newer version if somebody else saved meanwhile. */
export const editTemplate = writeCall('编辑资讯模板', `${root}/edit`, can(MENU, 'edit'), {
  body: Fields({ id: Id('模板'), version, ...Form.properties }),
  data: Saved,
})

/** 603 if articles were made from it. */
export const removeTemplates = writeCall('删除资讯模板', `${root}/remove`, can(MENU, 'delete'), {
  body: Fields({ ids: Ids('模板') }),
})

export const copyTemplate = writeCall('复制资讯模板', `${root}/copy`, can(MENU, 'copy'), {
  body: Fields({ id: Id('模板'), name: facts.name }),
  data: Saved,
})

export const moveTemplates = writeCall('移动资讯模板', `${root}/move`, can(MENU, 'move'), {
  body: Fields({ ids: Ids('模板'), newsCategoryId: Id('资讯分类') }),
})

export const stopTemplates = writeCall('停用资讯模板', `${root}/stopUpdate`, can(MENU, 'stopUpdate'), {
  body: Fields({ ids: Ids('模板'), reason: Required('原因', 200) }),
})

export const resumeTemplates = writeCall('恢复资讯模板', `${root}/update`, can(MENU, 'update'), {
  body: Fields({ ids: Ids('模板') }),
})

export const favourTemplate = writeCall('收藏资讯模板', `${root}/favour`, can(MENU, 'view'), {
  body: Fields({ id: Id('模板'), isFavourite: Type.Boolean({ title: '收藏' }) }),
})

/** Fills the unsaved texts with a day's verified entries. */
export const previewTemplate = readCall('预览资讯模板', `${root}/preview`, reading, {
  body: Fields({
    /** The stored one, whose own pictures may be in it whoever uploaded them. */
    id: Type.Optional(Id('模板')),
    title: OneLine(Text('标题', 200)),
    summary: Text('摘要', 1_000),
    body: Body,
    edition: facts.edition,
    productId: Id('产品'),
    day: Day('日期'),
  }),
  data: Type.Object({
    title: Type.String(),
    summary: Type.String(),
    bindings: Type.Array(FieldBinding, { description: 'figures of title and summary' }),
    body: Body,
    problems: Type.Array(Problem, { description: 'what is written wrong' }),
    missing: Type.Array(Problem, { description: 'what has no verified price that day' }),
  }),
})

const Draft = Type.Object({
  articleId: Type.String(),
  title: Type.String(),
  productName: Type.String(),
  missing: Type.Integer(),
})

/** One draft per product; 602 if some could not be made. Open places are marked in the draft. */
const drafting = <M extends 'articles' | 'articlesEnglish', P extends string>(menu: M, path: P) =>
  writeCall('由模板生成草稿', `${root}/${path}`, can(menu, 'add'), {
    body: Fields({
      id: Id('模板'),
      productIds: Ids('产品', DRAFTS_AT_ONCE),
      day: Day('日期'),
    }),
    data: Type.Array(Draft),
  })
export const draftArticles = {
  zh: drafting('articles', 'draftChinese'),
  en: drafting('articlesEnglish', 'draftEnglish'),
} as const

/** Maximum of templates in one act. */
const TEMPLATES_AT_ONCE = 50

/**
 * Today's drafts of several templates: one for each product of the template in the caller's scope, or where it names none for
 * each product of that scope. What has a draft of today already is left out, so that the act can be repeated.
 */
export const draftToday = writeCall(
  '生成今日草稿',
  `${root}/draftToday`,
  anyOf(can('articles', 'add'), can('articlesEnglish', 'add')),
  {
    body: Fields({ ids: Ids('模板', TEMPLATES_AT_ONCE) }),
    data: Type.Object({
      drafts: Type.Array(Type.Object({ ...Draft.properties, edition: facts.edition })),
      leftOut: Type.Array(Type.Object({ name: Type.String(), reason: Type.String() })),
    }),
  },
)
export type TodaysDrafts = DataOf<typeof draftToday>

const ItemFigures = Type.Object({
  id: Type.String(),
  code: Type.String(),
  name: Type.String(),
  englishName: Type.String({ description: 'empty where it has none' }),
  productName: Type.String(),
  market: Type.String(),
  unit: Type.String(),
  entry: Nullable(
    Type.Object({
      id: Type.String(),
      publication: Type.String(),
      low: Type.String(),
      high: Type.String(),
      average: Type.String(),
      change: Nullable(Type.String()),
      percent: Nullable(Type.String()),
    }),
  ),
  was: Type.Optional(
    Type.Array(Type.Object({ low: Type.String(), high: Type.String(), average: Type.String() }), {
      description: 'asked by code: what readers saw of that day before',
    }),
  ),
})
export type FoundFigures = Static<typeof ItemFigures>

const quoting = anyOf(
  can(MENU, 'view'),
  ...[can('articles', 'add'), can('articles', 'edit'), can('articlesEnglish', 'add'), can('articlesEnglish', 'edit')],
)
const Code = Type.String({ title: '报价项', maxLength: 32 })

/**
 * Quote items in the caller's scope with their published entry of a day: by code, by product, or by part of the name.
 */
export const findFigures = readCall('报价项当日已发布的价格', '/api/backend/articles/figures', quoting, {
  body: Fields({
    day: Day('日期'),
    text: Type.Optional(Text('名称或编码', 64)),
    productId: Type.Optional(Id('产品')),
    codes: Type.Optional(Type.Array(Code, { title: '报价项', maxItems: 200, uniqueItems: true })),
  }),
  data: Type.Array(ItemFigures),
})

/** Maximum of charts in one reply. */
export const COURSES_AT_ONCE = 20
const COURSE_DAYS_MAX = Math.max(...chartDays)

const Course = Type.Object({
  code: Type.String(),
  name: Type.String(),
  englishName: Type.String(),
  unit: Type.String(),
  since: Nullable(Type.String({ description: 'first day of the points, where earlier days are in another unit' })),
  points: Type.Array(
    Type.Object({
      day: Type.String(),
      average: Type.String(),
      id: Type.String(),
      publication: Type.String(),
    }),
    { description: 'the oldest first' },
  ),
})
export type Course = Static<typeof Course>

/** The published entries of quote items in the caller's scope, `days` days up to `day`: the data of charts. */
export const readCourses = readCall('报价项一段时间内已发布的价格', '/api/backend/articles/courses', quoting, {
  body: Fields({
    day: Day('日期'),
    days: Type.Integer({ title: '天数', minimum: 1, maximum: COURSE_DAYS_MAX }),
    codes: Type.Array(Code, { title: '报价项', minItems: 1, maxItems: COURSES_AT_ONCE, uniqueItems: true }),
  }),
  data: Type.Array(Course),
})

const Open = {
  filled: Type.Integer({ description: 'places filled' }),
  left: Type.Integer({ description: 'still open' }),
}

function refilling<const M extends 'articles' | 'articlesEnglish'>(menu: M, root: `/${string}`) {
  const writing = anyOf(can(menu, 'add'), can(menu, 'edit'))
  return {
    /** The unsaved texts with the placeholders whose prices are out by now. */
    filled: readCall('补填资讯中的待补', `${root}/refilled`, writing, {
      body: Fields({
        /** The stored article, whose own pictures may be in it; null: a new one. */
        id: Nullable(Id('资讯')),
        templateVersionId,
        title: OneLine(Text('标题', 200)),
        subtitle: OneLine(Text('副标题', 200)),
        summary: Text('摘要', 1_000),
        bindings: Type.Array(FieldBinding, { title: '标题和摘要引用的价格', maxItems: 200 }),
        body: Body,
      }),
      data: Type.Object({
        title: Type.String(),
        subtitle: Type.String(),
        summary: Type.String(),
        bindings: Type.Array(FieldBinding),
        body: Body,
        ...Open,
      }),
    }),
    /** All of the caller's drafts with placeholders, each saved as a version. 602 names those that were not. */
    drafts: writeCall('补填我的草稿', `${root}/refillDrafts`, can(menu, 'edit'), {
      body: Fields({}),
      data: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), ...Open })),
    }),
  }
}

export const refillCalls = {
  zh: refilling('articles', '/api/backend/articles/chinese'),
  en: refilling('articlesEnglish', '/api/backend/articles/english'),
} as const
