// Quote items (报价项): what is quoted, how, how often, and by whom.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { type BodyOf, type DataOf, readCall, writeCall } from '#contract/endpoint.ts'
import { Choice, Day, Fields, Id, Ids, Moment, Nullable, OneLine, OneOf, Required, Text } from '#contract/fields.ts'
import { contains, type RowOf, rowCalls } from '#contract/rows.ts'
import {
  currencies,
  quoteFrequencyLabels,
  quoteKindLabels,
  quoteSourceLabels,
  quoteStatusLabels,
} from './price-labels.ts'

export const quoteItemsPath = '/api/backend/prices/quoteItem'
const MENU = 'quoteItem'

/** Items that one act stops, resumes or puts in order. */
const QUOTE_ITEMS_AT_ONCE = 500

/** A decimal figure as text; its number of digits is checked where it is entered. */
export const Figure = (title: string) =>
  Type.String({
    title,
    pattern: '^-?(0|[1-9][0-9]{0,11})(\\.[0-9]{1,6})?$',
    messages: { pattern: `${title}应为不超过12位整数、6位小数的数字` },
  })

/** What a figure means: readers see each figure with the definition of its day. */
export const definitionFields = {
  market: Required('市场', 64),
  specification: Text('规格', 100),
  unit: Required('单位', 32),
  currency: OneOf('币种', currencies),
  isTaxIncluded: Type.Boolean({ title: '含税' }),
  kind: Choice('报价方式', quoteKindLabels),
  decimals: Type.Integer({ title: '小数位数', minimum: 0, maximum: 6 }),
}
export type Definition = { [K in keyof typeof definitionFields]: Static<(typeof definitionFields)[K]> }
export const definitionKeys = Object.keys(definitionFields) as readonly (keyof Definition)[]

export const isSameDefinition = (a: Definition, b: Definition) => definitionKeys.every((key) => a[key] === b[key])

export const itemTexts = {
  name: OneLine(Required('报价项名称', 100)),
  englishName: OneLine(Text('英文名称', 200)),
  brand: Text('品牌或产地', 100),
  delivery: Text('交货方式', 64),
  dueTime: Type.String({
    title: '应更新时间',
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    messages: { pattern: '应更新时间应为 HH:MM' },
  }),
}

const fields = {
  productId: Id('产品'),
  name: OneLine(itemTexts.name),
  englishName: itemTexts.englishName,
  ...definitionFields,
  brand: itemTexts.brand,
  regionId: Nullable(Id('地区')),
  /** From when a changed definition holds. Stored items answer the earliest possible day from today on. */
  definedFrom: Type.Optional(Nullable(Day('新定义生效日期'))),
  delivery: itemTexts.delivery,
  allowsNegative: Type.Boolean({ title: '允许负值' }),
  frequency: Choice('更新频率', quoteFrequencyLabels),
  weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { title: '更新星期', maxItems: 7, uniqueItems: true }),
  /** Null: the workdays of China. */
  calendarId: Nullable(Id('日历')),
  dueTime: itemTexts.dueTime,
  usualMove: Nullable(Figure('通常日波动（%）')),
  lowest: Nullable(Figure('最低限')),
  highest: Nullable(Figure('最高限')),
  source: Choice('数据来源', quoteSourceLabels),
  method: Text('采集方法', 4_000),
  analystId: Nullable(Id('分析师')),
  deputyId: Nullable(Id('替补分析师')),
}

export const quoteItemCalls = rowCalls({
  noun: '报价项',
  path: quoteItemsPath,
  menu: MENU,
  fields,
  query: {
    code: Text('编码', 32),
    name: contains(fields.name),
    market: contains(fields.market),
    productId: fields.productId,
    analystId: Id('分析师'),
    status: Choice('状态', quoteStatusLabels),
    /** Whether another item of its product has its name and specification, typed otherwise. */
    isDouble: Type.Boolean({ title: '重名' }),
  },
  sortable: ['code', 'sort', 'updatedAt'],
  row: {
    code: Type.String({ title: '编码' }),
    productId: fields.productId,
    productName: Type.String({ title: '产品' }),
    name: fields.name,
    market: fields.market,
    specification: fields.specification,
    unit: fields.unit,
    kind: fields.kind,
    decimals: fields.decimals,
    frequency: fields.frequency,
    dueTime: fields.dueTime,
    source: fields.source,
    analystName: Nullable(Type.String({ title: '分析师' })),
    deputyName: Nullable(Type.String({ title: '替补' })),
    status: Choice('状态', quoteStatusLabels),
    stopReason: Type.String({ title: '停更原因' }),
    stoppedOn: Nullable(Day('停更日期')),
    lastDay: Nullable(Day('最近发布')),
    updatedAt: Moment('更新时间'),
  },
  get: {
    code: Type.String(),
    formerNames: Type.Array(Type.String()),
    status: Choice('状态', quoteStatusLabels),
  },
  copy: { name: fields.name, specification: fields.specification },
  with: ['get', 'copy'],
})
export type QuoteItemQuery = BodyOf<typeof quoteItemCalls.list>
export type QuoteItemRow = RowOf<typeof quoteItemCalls>
export type QuoteItem = DataOf<typeof quoteItemCalls.get>
export type QuoteItemForm = BodyOf<typeof quoteItemCalls.add>

const Method = Type.Object({ id: Type.String(), method: Type.String(), byName: Type.String(), at: Type.String() })
export type Method = Static<typeof Method>

/** Methodology texts of the item, newest first. */
export const listMethods = readCall('报价项采集方法的历史', `${quoteItemsPath}/methods`, can(MENU, 'details'), {
  body: Fields({ id: Id('报价项') }),
  data: Type.Array(Method),
})

/** Calendars that an item can follow. */
export const listItemCalendars = readCall('报价项可选的日历', `${quoteItemsPath}/calendars`, can(MENU, 'view'), {
  body: Fields({}),
  data: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
})

const many = { ids: Ids('报价项', QUOTE_ITEMS_AT_ONCE) }

/** No price is due from that day on; published ones stay readable. */
export const stopQuoteItems = writeCall(
  '停止更新报价项',
  `${quoteItemsPath}/stopUpdate`,
  anyOf(can(MENU, 'stopUpdate'), can('price', 'stopUpdate')),
  { body: Fields({ ...many, reason: Required('停更原因', 200), stoppedOn: Day('停更日期') }) },
)

export const resumeQuoteItems = writeCall(
  '恢复更新报价项',
  `${quoteItemsPath}/update`,
  anyOf(can(MENU, 'update'), can('price', 'update')),
  { body: Fields(many) },
)

/** The items that were moved take, in their new order, the places that they held. All of one product. */
export const sortQuoteItems = writeCall('调整报价项顺序', `${quoteItemsPath}/sort`, can(MENU, 'dragSort'), {
  body: Fields({ productId: fields.productId, ids: many.ids }),
})

/** To another product: only where all its prices go with it. */
export const moveQuoteItems = writeCall('移动报价项到其他产品', `${quoteItemsPath}/move`, can(MENU, 'move'), {
  body: Fields({ ...many, productId: fields.productId }),
})

/** The code is what formulas and feeds know the item by: only the data administrator changes it. */
export const setQuoteItemCode = writeCall('修改报价项编码', `${quoteItemsPath}/setCode`, can(MENU, 'edit'), {
  body: Fields({
    id: Id('报价项'),
    version: Type.Integer({ title: '版本', minimum: 1 }),
    code: Type.String({
      title: '编码',
      pattern: '^[A-Z][A-Z0-9]{2,31}$',
      messages: { required: '请输入编码', pattern: '编码应为大写字母开头的3到32位字母和数字' },
    }),
  }),
})

const FoundItem = Type.Object({
  id: Type.String(),
  code: Type.String(),
  name: Type.String(),
  productId: Type.String(),
  productName: Type.String(),
  market: Type.String(),
  unit: Type.String(),
})
export type FoundItem = Static<typeof FoundItem>

/** Items in the caller's scope whose name, code or product has the text: 50 at most. */
export const findQuoteItems = readCall(
  '查找报价项',
  `${quoteItemsPath}/find`,
  anyOf(
    can(MENU, 'view'),
    can('price', 'view'),
    can('goodsProcessVariable', 'view'),
    can('bigData.emailPushReport', 'view'),
    can('officialWebsite.emailPushTransactionPrice', 'view'),
    can('smsClassAttr', 'view'),
  ),
  {
    body: Fields({
      text: Type.Optional(Text('名称或编码', 64)),
      productId: Type.Optional(fields.productId),
      ids: Type.Optional(Ids('报价项', QUOTE_ITEMS_AT_ONCE)),
    }),
    data: Type.Array(FoundItem),
  },
)
