// Rules of monitoring: which data is due, on which days, until when, by whom, and who is alerted.
import { type Static, type TSchema, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { editionLabels } from '#contract/articles/article-labels.ts'
import { type BodyOf, readCall, writeCall } from '#contract/endpoint.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { Choice, Fields, Id, Ids, Moment, Nullable, OneLine, OneOf, Required, Text } from '#contract/fields.ts'
import { contains, type RowOf, rowCalls } from '#contract/rows.ts'
import { alertChannelLabels, type dueKinds, recurrenceLabels, ruleLevelLabels } from './monitoring-labels.ts'

const root = '/api/backend/monitoring/rule'
const articleRoot = '/api/backend/monitoring/articleRule'
const MENU = 'monitoringTemplate'
const ARTICLE_MENU = 'articleSettings'

/** Minutes before and after a deadline: within its day. */
const Minutes = (title: string) => Type.Integer({ title, minimum: 0, maximum: 1_439 })

export const DueTime = (title: string) =>
  Type.String({
    title,
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    messages: { pattern: `${title}应为 HH:MM`, required: `请输入${title}` },
  })

const name = OneLine(Required('规则名称', 100))

/** Which days, in the order of a form. */
const days = {
  calendarId: Id('日历'),
  frequency: Nullable(Choice('更新频率', recurrenceLabels)),
  weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { title: '更新星期', maxItems: 7, uniqueItems: true }),
  nth: Type.Integer({ title: '第几个工作日', minimum: -23, maximum: 23 }),
}

const deadline = {
  dueTime: Nullable(DueTime('应更新时间')),
  warnMinutes: Minutes('提前提醒'),
  graceMinutes: Minutes('宽限'),
  escalateMinutes: Nullable(Minutes('逾期上报')),
}

const people = {
  ownerId: Nullable(Id('负责人')),
  deputyId: Nullable(Id('替补')),
  channel: Choice('提醒方式', alertChannelLabels),
  remark: Text('备注', 500),
}

/** Kinds on the page of price rules; articles have their own page. */
export const templateKinds = [
  'price',
  'series',
  'report',
  'import',
  'sheet',
  'question',
] as const satisfies readonly (typeof dueKinds)[number][]

const fields = {
  name,
  kind: OneOf('监控对象', templateKinds),
  level: Choice('适用范围', ruleLevelLabels),
  categoryId: Nullable(Id('分类')),
  productId: Nullable(Id('产品')),
  quoteItemId: Nullable(Id('报价项')),
  seriesId: Nullable(Id('衍生数据')),
  importName: Text('导入', 64),
  ...days,
  /** Null of prices: the item's; of reports: their days are agreed with the customer. */
  calendarId: Nullable(days.calendarId),
  ...deadline,
  ...people,
}

const listed = {
  name: Type.String({ title: '规则名称' }),
  calendarName: Type.String({ title: '日历' }),
  frequency: days.frequency,
  weekdays: days.weekdays,
  nth: days.nth,
  dueTime: Nullable(Type.String({ title: '应更新时间' })),
  warnMinutes: Type.Integer({ title: '提前提醒（分钟）' }),
  graceMinutes: Type.Integer({ title: '宽限（分钟）' }),
  escalateMinutes: Nullable(Type.Integer({ title: '逾期上报（分钟）' })),
  ownerName: Nullable(Type.String({ title: '负责人' })),
  deputyName: Nullable(Type.String({ title: '替补' })),
  channel: people.channel,
  isEnabled: Type.Boolean({ title: '状态' }),
  remark: Type.String({ title: '备注' }),
  updatedAt: Moment('更新时间'),
} as const satisfies Record<string, TSchema>

const query = {
  name: contains(name),
  ownerId: Id('负责人'),
  isEnabled: Type.Boolean({ title: '状态' }),
}

export const ruleCalls = rowCalls({
  noun: '监控规则',
  path: root,
  menu: MENU,
  fields,
  query: { ...query, kind: fields.kind, level: fields.level },
  sortable: ['name', 'updatedAt'],
  row: {
    ...listed,
    calendarName: Nullable(Type.String({ title: '日历' })),
    kind: fields.kind,
    level: fields.level,
    targetName: Type.String({ title: '范围' }),
  },
  /** Each rule has a target of its own, so that a copy needs one. */
  copy: {
    name,
    level: fields.level,
    categoryId: fields.categoryId,
    productId: fields.productId,
    quoteItemId: fields.quoteItemId,
    seriesId: fields.seriesId,
    importName: fields.importName,
  },
  with: ['get', 'copy'],
})
export type RuleQuery = BodyOf<typeof ruleCalls.list>
export type RuleRow = RowOf<typeof ruleCalls>
export type RuleForm = BodyOf<typeof ruleCalls.add>

const articleFields = {
  name,
  edition: Choice('语种', editionLabels),
  newsCategoryId: Nullable(Id('资讯分类')),
  articleKind: Text('资讯类型', 32),
  wanted: Nullable(Type.Integer({ title: '每日篇数', minimum: 1, maximum: 100 })),
  ...days,
  ...deadline,
  ...people,
}

export const articleRuleCalls = rowCalls({
  noun: '资讯监控规则',
  path: articleRoot,
  menu: ARTICLE_MENU,
  fields: articleFields,
  query: { ...query, newsCategoryId: Id('资讯分类') },
  sortable: ['name', 'updatedAt'],
  row: {
    ...listed,
    edition: Type.String({ title: '语种' }),
    categoryName: Type.String({ title: '资讯分类' }),
    articleKind: Type.String({ title: '资讯类型' }),
    wanted: Nullable(Type.Integer({ title: '篇数' })),
    standard: Type.String({
      title: '发布标准',
      description: 'what the publishing standard of the category says: 每日 2 篇，17:00 前',
    }),
  },
  copy: {
    name,
    edition: articleFields.edition,
    newsCategoryId: articleFields.newsCategoryId,
    articleKind: articleFields.articleKind,
  },
  with: ['get', 'copy'],
})
export type ArticleRuleQuery = BodyOf<typeof articleRuleCalls.list>
export type ArticleRuleRow = RowOf<typeof articleRuleCalls>
export type ArticleRuleForm = BodyOf<typeof articleRuleCalls.add>

const turning = (base: `/${string}`, menu: string, noun: string) => {
  const turn = (verb: 'open' | 'disable', what: string) =>
    writeCall(`${what}${noun}`, `${base}/${verb}`, can(menu, verb), { body: Fields({ ids: Ids(noun) }) })
  return { open: turn('open', '启用'), disable: turn('disable', '禁用') }
}

/** A disabled rule leaves its items to the next wider one. */
export const ruleSwitches = turning(root, MENU, '监控规则')
export const articleRuleSwitches = turning(articleRoot, ARTICLE_MENU, '资讯监控规则')

const Option = Type.Object({ id: Type.String(), name: Type.String() })

/** Choices of the rule forms. */
export const getRuleChoices = readCall('监控规则的选项', `${root}/choices`, can(MENU, 'view'), {
  body: Fields({}),
  data: Type.Object({
    calendars: Type.Array(Option),
    series: Type.Array(Option),
    imports: Type.Array(Option),
  }),
})

/** The same for articles. */
export const getArticleRuleChoices = readCall(
  '资讯监控规则的选项',
  `${articleRoot}/choices`,
  can(ARTICLE_MENU, 'view'),
  {
    body: Fields({}),
    data: Type.Object({
      calendars: Type.Array(Option),
      newsCategories: Type.Array(Option),
      kinds: Type.Array(Option),
    }),
  },
)
export type RuleOption = Static<typeof Option>

export const exportRules = exportCall('监控规则', `${root}/export`, can(MENU, 'exportBtn'), {
  query: ruleCalls.query,
  columns: sheetOf(ruleCalls.list, [
    'name',
    'kind',
    'level',
    'targetName',
    'calendarName',
    'frequency',
    'dueTime',
    'warnMinutes',
    'graceMinutes',
    'escalateMinutes',
    'ownerName',
    'deputyName',
    'isEnabled',
    'remark',
  ]),
})
