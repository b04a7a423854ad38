// Search marketing: figures by source, account, campaign, group, keyword, device and region, with the registrations that
// came of them.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { PagedWithSums } from '#contract/envelope.ts'
import { exportCall } from '#contract/exports.ts'
import { Choice, Day, Fields, Id, listFields, Nullable, OneOf, Text } from '#contract/fields.ts'
import { keysOf } from '#contract/labels.ts'
import { attributionBases, attributionModels, attributionWindows } from './attribution.ts'
import {
  searchDeviceLabels,
  searchDimensionLabels,
  searchLevelLabels,
  searchSourceLabels,
  totalLevels,
} from './search-labels.ts'

const root = '/api/backend/operate/searchMarketing'
const MENU = 'semData'

/** Most days of one query. */
export const SEARCH_DAYS = 366
/** Days of a query that names none: the last ones until yesterday, as reports come a day later. */
export const SEARCH_USUAL_DAYS = 30
/** Rows and columns of a pivot; what is beyond is one more that holds the rest. */
export const PIVOT_ROWS = 200
export const PIVOT_COLUMNS = 30

export const NAME_MAX = 200

/** Of figures that name no other. */
export const USUAL_CURRENCY = 'CNY'
export const Currency = Type.String({
  title: '币种',
  pattern: '^[A-Z]{3}$',
  messages: { pattern: '币种为三个大写字母，如 CNY' },
})

/** The days of a query and which figures of them; all of it is optional. */
export const searchTerms = {
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
  source: Type.Optional(Choice('来源', searchSourceLabels)),
  /** Currencies are never added up: without it `USUAL_CURRENCY`, or that of the account which is asked for. */
  currency: Type.Optional(Currency),
  accountId: Type.Optional(Id('账号')),
  /** Without it the finest level that a source's account has for a day. */
  level: Type.Optional(OneOf('数据层级', totalLevels)),
  campaign: Type.Optional(Text('计划', NAME_MAX)),
  device: Type.Optional(Choice('设备', searchDeviceLabels)),
  /** A province as reports and registrations have it: 江苏. */
  region: Type.Optional(Text('地域', 32)),
  /** `lastNonDirect` by default. */
  touch: Type.Optional(OneOf('归因', attributionModels)),
  /** Days before the registration, `30` by default. */
  window: Type.Optional(OneOf('归因窗口', attributionWindows)),
  /** `registration` by default. */
  basis: Type.Optional(OneOf('归因基准', attributionBases)),
}
export const SearchTerms = Fields(searchTerms)
export type SearchTerms = Static<typeof SearchTerms>

const Ratio = (description: string) => Nullable(Type.String({ description: `${description}; null where undefined` }))

const figures = {
  shows: Type.Integer(),
  clicks: Type.Integer(),
  cost: Type.String({ description: 'yuan, two decimals' }),
  paid: Type.String({ description: 'in cash: cost times the cash factor of its day' }),
  reported: Type.Integer({ description: 'leads as the source itself counts them' }),
  leads: Type.Number({ description: 'registrations, by their shares; duplicates of 30 days are not counted' }),
  trials: Type.Number({ description: 'of these, led to a trial grant' }),
  formals: Type.Number({ description: 'of these, led to a formal grant' }),
  granted: Type.Number({ description: 'of these, led to any grant; a member counts once' }),
  amount: Type.String({ description: 'yuan: orders of these leads that are not closed, by their shares' }),
  position: Ratio('average, weighted by shows, two decimals'),
  clickRate: Ratio('%, two decimals'),
  costPerClick: Ratio('yuan, two decimals'),
  costPerLead: Ratio('yuan, two decimals'),
  costPerTrial: Ratio('yuan, two decimals'),
  costPerFormal: Ratio('yuan, two decimals'),
  costPerGranted: Ratio('yuan, two decimals'),
  roi: Ratio('amount for a yuan of cost, two decimals'),
}
export const SearchFigures = Type.Object(figures)
export type SearchFigures = Static<typeof SearchFigures>
export const searchMeasures = Object.keys(figures) as [keyof SearchFigures, ...(keyof SearchFigures)[]]

/** Which level the figures of an account were taken from, and on how many days. */
const Basis = Type.Object({
  source: Choice('来源', searchSourceLabels),
  account: Type.String(),
  level: Choice('数据层级', searchLevelLabels),
  days: Type.Integer(),
})

const DayFigures = Type.Object({ day: Type.String(), ...figures })
export type DayFigures = Static<typeof DayFigures>

/** Which days figures are compared with. */
export const comparisonLabels = { before: '上期', weekdays: '相同星期', lastYear: '去年同期' } as const
export const comparisons = keysOf(comparisonLabels)
export type Comparison = (typeof comparisons)[number]
export const comparison = {
  /** As many days before, the default; the same days of the week before them; the same dates a year before. */
  compare: Type.Optional(Choice('比较', comparisonLabels)),
}

/** Totals, those of the days that they are compared with, and every day of both. */
export const getSearchMarketing = readCall('推广数据：总览', `${root}/overview`, can(MENU, 'view'), {
  body: Fields({ ...searchTerms, ...comparison }),
  data: Type.Object({
    from: Type.String(),
    to: Type.String(),
    total: SearchFigures,
    before: SearchFigures,
    beforeFrom: Type.String(),
    beforeTo: Type.String(),
    days: Type.Array(DayFigures),
    daysBefore: Type.Array(DayFigures),
    basis: Type.Array(Basis),
    currency: Type.String({ description: 'of all amounts' }),
    others: Type.Array(Type.String(), { description: 'currencies of other accounts with reports in these days' }),
  }),
})
export type SearchOverview = Static<typeof getSearchMarketing.data>

/** Where a row stands; fields below the dimension are empty. `''` beside a dimension: not told apart. */
const place = {
  source: Type.String(),
  accountId: Nullable(Type.String({ description: 'null: a registration whose campaign is not among the data' })),
  account: Type.String(),
  campaign: Type.String(),
  group: Type.String(),
  keyword: Type.String(),
  device: Type.String(),
  region: Type.String(),
  hour: Type.String({ description: '0 to 23' }),
  subProduct: Type.String(),
  day: Type.String({ description: 'first day of the day, week or month; 1 to 7 of a weekday' }),
}

const SearchRow = Type.Object({
  id: Type.String(),
  name: Type.String({ description: 'of the value of the dimension' }),
  within: Type.String({ description: 'the campaign, account and source around it' }),
  ...place,
  ...figures,
})
export type SearchRow = Static<typeof SearchRow>

const Sum = Type.String()

export const SearchMarketingQuery = Fields({
  ...listFields(['name', ...searchMeasures] as const),
  ...searchTerms,
  /** `campaign` by default. */
  by: Type.Optional(Choice('维度', searchDimensionLabels)),
})
export type SearchMarketingQuery = Static<typeof SearchMarketingQuery>

/** A row for each value of the dimension; the sums of all pages are the overview's totals. */
export const querySearchMarketing = readCall('推广数据列表', `${root}/page`, can(MENU, 'view'), {
  body: SearchMarketingQuery,
  data: PagedWithSums(SearchRow, {
    shows: Sum,
    clicks: Sum,
    cost: Sum,
    paid: Sum,
    reported: Sum,
    leads: Sum,
    trials: Sum,
    formals: Sum,
    granted: Sum,
    amount: Sum,
  }),
})

const PivotHead = Type.Object({ id: Type.String(), name: Type.String(), total: SearchFigures })
export type PivotHead = Static<typeof PivotHead>

const Skipped = (title: string) => Type.Optional(Type.Integer({ title, minimum: 0, maximum: 1_000_000 }))
/** So many of the highest cost are left out: with as many as were shown, what their 其他 holds. */
const rest = { rowsFrom: Skipped('起始行'), columnsFrom: Skipped('起始列') }

/**
 * Two dimensions against each other; those with the highest cost first. 400 where both are the same. A cell is null where
 * there is nothing.
 */
export const pivotSearchMarketing = readCall('推广数据：交叉统计', `${root}/pivot`, can(MENU, 'count'), {
  body: Fields({
    ...searchTerms,
    rows: Choice('行', searchDimensionLabels),
    columns: Choice('列', searchDimensionLabels),
    ...rest,
  }),
  data: Type.Object({
    rows: Type.Array(Type.Object({ ...PivotHead.properties, cells: Type.Array(Nullable(SearchFigures)) })),
    columns: Type.Array(PivotHead),
    total: SearchFigures,
  }),
})
export type SearchPivot = Static<typeof pivotSearchMarketing.data>

/** Accounts whose data have been imported. */
export const querySearchAccounts = readCall(
  '推广账号',
  `${root}/accounts`,
  anyOf(can(MENU, 'view'), can('semSearch', 'view')),
  {
    body: Fields({}),
    data: Type.Array(
      Type.Object({ id: Type.String(), source: Choice('来源', searchSourceLabels), name: Type.String() }),
    ),
  },
)

/** Deletes imported figures of an account, of one level or all. 600 first; 409 where there are none. */
export const removeSearchFigures = writeCall('删除推广数据', `${root}/remove`, can(MENU, 'delete'), {
  body: Fields({
    accountId: Id('账号'),
    from: Day('开始日期'),
    to: Day('结束日期'),
    level: Type.Optional(Choice('数据层级', searchLevelLabels)),
  }),
  data: Type.Object({ rows: Type.Integer() }),
})

const measureColumns = [
  { key: 'shows', header: '展现量', width: 12, as: 'number' },
  { key: 'clicks', header: '点击量', width: 12, as: 'number' },
  {
    key: 'clickRate',
    header: '点击率（%）',
    width: 12,
    as: 'number',
    ratio: { of: 'clicks', by: 'shows', times: 100 },
  },
  { key: 'cost', header: '消费（元）', width: 14, as: 'number' },
  { key: 'paid', header: '实付（元）', width: 14, as: 'number' },
  { key: 'costPerClick', header: '点击单价（元）', width: 14, as: 'number', ratio: { of: 'cost', by: 'clicks' } },
  { key: 'position', header: '平均排名', width: 10, as: 'number' },
  { key: 'reported', header: '平台线索', width: 10, as: 'number' },
  { key: 'leads', header: '注册', width: 10, as: 'number' },
  { key: 'trials', header: '试用', width: 10, as: 'number' },
  { key: 'formals', header: '正式', width: 10, as: 'number' },
  { key: 'granted', header: '开通', width: 10, as: 'number' },
  { key: 'amount', header: '订单金额（元）', width: 14, as: 'number' },
  { key: 'costPerLead', header: '注册成本（元）', width: 14, as: 'number', ratio: { of: 'cost', by: 'leads' } },
  { key: 'costPerTrial', header: '试用成本（元）', width: 14, as: 'number', ratio: { of: 'cost', by: 'trials' } },
  { key: 'costPerFormal', header: '正式成本（元）', width: 14, as: 'number', ratio: { of: 'cost', by: 'formals' } },
  { key: 'costPerGranted', header: '开通成本（元）', width: 14, as: 'number', ratio: { of: 'cost', by: 'granted' } },
  { key: 'roi', header: '投入产出比', width: 12, as: 'number', ratio: { of: 'amount', by: 'cost' } },
] as const

/** Columns of the figures, for every export that has them. */
export { measureColumns as searchMeasureColumns }

export const exportSearchMarketing = exportCall('推广数据', `${root}/export`, can(MENU, 'exportBtn'), {
  query: SearchMarketingQuery,
  columns: [
    { key: 'day', header: '日期', width: 12, as: 'day' },
    { key: 'source', header: searchDimensionLabels.source, width: 10 },
    { key: 'account', header: searchDimensionLabels.account, width: 20 },
    { key: 'campaign', header: searchDimensionLabels.campaign, width: 26 },
    { key: 'group', header: searchDimensionLabels.group, width: 20 },
    { key: 'keyword', header: searchDimensionLabels.keyword, width: 24 },
    { key: 'device', header: searchDimensionLabels.device, width: 10 },
    { key: 'region', header: searchDimensionLabels.region, width: 12 },
    ...measureColumns,
  ],
})
