// Registration statistics: how many customers apply for trials, from where, how fast they are contacted, and how many get
// a trial and a formal grant. Whatever is counted is listed by `queryRegistrationDetails` with the same filters. What each
// figure means is said in registration-measures.ts.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { exportCall } from '#contract/exports.ts'
import { Choice, Day, Fields, Id, listFields, Moment, Nullable, OneOf, Text } from '#contract/fields.ts'
import { registrationSourceLabels, registrationStateLabels } from '#contract/members/members.ts'
import { provinces } from '#contract/members/registrations.ts'
import { type SubProductKey, subProducts } from '#contract/sub-products.ts'
import {
  CONTACT_GOAL,
  cohortKeys,
  cohortStages,
  cohortWeeks,
  reachedKeys,
  type TimeKey,
  timeKeys,
  WORK_HOURS,
} from './registration-measures.ts'
import { trendSteps } from './registration-statistics-periods.ts'

const root = '/api/backend/operations/registrationStatistics'
const MENU = 'registrationStatistics'

/** Most days of a period: three years. */
export const STATISTICS_DAYS = 1_096
/** Days of the period where none is named; it ends today. */
export const USUAL_DAYS = 30
/** Most products, and most people, of one reply. */
export const STATISTICS_ROWS = 500

/** The province of registrations that name none. */
export const NO_PROVINCE = 'none'

const keys = subProducts.map(({ key }) => key) as [SubProductKey, ...SubProductKey[]]

/** With it one sees the figures of all registrations; those out of one's scope are in lists masked. */
export const seeAllRegistrationFigures = can(MENU, 'count')

const filters = {
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
  subProduct: Type.Optional(OneOf('试用产品', keys)),
  source: Type.Optional(Choice('来源', registrationSourceLabels)),
  province: Type.Optional(OneOf('所在省份', [...provinces, NO_PROVINCE])),
  ownerId: Type.Optional(Id('负责人')),
  /** With those below it. */
  deptId: Type.Optional(Id('团队')),
  /** Granted to the member, after the registration, for a trial or formally. */
  productId: Type.Optional(Id('授权产品')),
  /** Of the last visit that did not come directly. */
  campaign: Type.Optional(Text('推广计划', 200)),
}

const StatisticsQuery = Fields(filters)
/** Days are those of the registration. */
export type StatisticsQuery = Static<typeof StatisticsQuery>

const Minutes = Nullable(Type.Integer())

const counts = {
  count: Type.Integer(),
  contacted: Type.Integer(),
  trials: Type.Integer(),
  formals: Type.Integer(),
}

const Times = Type.Object({
  count: Type.Integer({ description: 'registrations that have both moments, in this order' }),
  median: Minutes,
  p90: Minutes,
  workMedian: Nullable(Type.Integer({ description: `of ${WORK_HOURS} on workdays` })),
  workP90: Minutes,
})
export type Times = Static<typeof Times>

const Figures = Type.Object({
  ...counts,
  contactedUp: Type.Integer({ description: 'contacted, or further without a note of it' }),
  trialUp: Type.Integer({ description: 'a trial, or a formal grant without one' }),
  waiting: Type.Integer({ description: 'neither contacted nor closed' }),
  overdue: Type.Integer({ description: `those of them beyond ${CONTACT_GOAL} minutes of working time` }),
  invalid: Type.Integer(),
  duplicates: Type.Integer({ description: 'listed, counted nowhere else' }),
  times: Type.Object(Object.fromEntries(timeKeys.map((key) => [key, Times])) as Record<TimeKey, typeof Times>),
})
export type Figures = Static<typeof Figures>

const Period = Type.Object({ from: Type.String(), to: Type.String() })

const viewing = can(MENU, 'view')

export const getRegistrationFigures = readCall('注册服务统计', `${root}/get`, viewing, {
  body: StatisticsQuery,
  data: Type.Object({ ...Period.properties, before: Period, figures: Figures, figuresBefore: Figures }),
})

const TrendPoint = Type.Object({ ...Period.properties, ...counts })
export type TrendPoint = Static<typeof TrendPoint>

/** Every step of the period, those without registrations too. */
export const getRegistrationTrend = readCall('注册服务统计：趋势', `${root}/trend`, viewing, {
  body: Fields({ ...filters, step: OneOf('步长', trendSteps) }),
  data: Type.Array(TrendPoint),
})

export const breakdowns = ['source', 'campaign', 'province', 'subProduct', 'product', 'reason'] as const
export type Breakdown = (typeof breakdowns)[number]
export const breakdownLabels: Readonly<Record<Breakdown, string>> = {
  source: '来源',
  campaign: '推广计划',
  province: '省份',
  subProduct: '试用产品',
  product: '授权产品',
  reason: '无效原因',
}

const BreakdownRow = Type.Object({
  key: Type.String({ description: 'as the filter of that name takes it; empty: got no product' }),
  name: Type.String({ description: 'of a product; empty for all else' }),
  ...counts,
})
export type BreakdownRow = Static<typeof BreakdownRow>

/**
 * By product a registration counts once for each of its products, so that these rows add up to more. By reason only invalid
 * ones are counted.
 */
export const getRegistrationBreakdown = readCall('注册服务统计：分布', `${root}/breakdown`, viewing, {
  body: Fields({ ...filters, by: OneOf('分布', breakdowns) }),
  data: Type.Array(BreakdownRow, { description: `${STATISTICS_ROWS} at most` }),
})

export const hourKinds = ['registered', 'contacted'] as const
export type HourKind = (typeof hourKinds)[number]

const HourCell = Type.Object({
  weekday: Type.Integer({ description: '1 Monday to 7 Sunday' }),
  hour: Type.Integer({ description: '0 to 23' }),
  count: Type.Integer(),
})
export type HourCell = Static<typeof HourCell>

/** When they registered, or when those of the period were first contacted. Cells without any are left out. */
export const getRegistrationHours = readCall('注册服务统计：时段', `${root}/hours`, viewing, {
  body: Fields({ ...filters, of: OneOf('时段', hourKinds) }),
  data: Type.Array(HourCell),
})

const CohortRow = Type.Object({
  ...Period.properties,
  count: Type.Integer(),
  within: Type.Array(Nullable(Type.Integer()), {
    description: `of ${cohortWeeks.join(', ')} weeks; null: the week is not that old yet`,
  }),
})
export type CohortRow = Static<typeof CohortRow>

/** Weeks of registration, and how many of each had come so far within some weeks. */
export const getRegistrationCohorts = readCall('注册服务统计：同期群', `${root}/cohorts`, viewing, {
  body: Fields({ ...filters, of: OneOf('进展', cohortStages) }),
  data: Type.Array(CohortRow),
})

const PersonRow = Type.Object({
  id: Nullable(Type.String({ description: 'null: nobody has them yet' })),
  name: Type.String(),
  deptName: Type.String(),
  ...counts,
  waiting: Type.Integer(),
  overdue: Type.Integer(),
  waitingSince: Nullable(Type.String({ description: 'when the one that waits longest registered' })),
  contact: Times,
})
export type PersonRow = Static<typeof PersonRow>

/** By the present owner. */
export const getRegistrationPeople = readCall('注册服务统计：按负责人', `${root}/people`, seeAllRegistrationFigures, {
  body: StatisticsQuery,
  data: Type.Array(PersonRow, { description: `${STATISTICS_ROWS} at most` }),
})

const Weekday = (title: string) => Type.Optional(Type.Integer({ title, minimum: 1, maximum: 7 }))
const Hour = (title: string) => Type.Optional(Type.Integer({ title, minimum: 0, maximum: 23 }))

const DetailsQuery = Fields({
  ...listFields(['createdAt', 'company', 'firstContactAt', 'contactMinutes', 'trialAt', 'formalAt']),
  ...filters,
  reached: Type.Optional(OneOf('进展', reachedKeys)),
  /** A cohort: the stage was reached within so many weeks of the registration. */
  within: Type.Optional(OneOf('同期群', cohortKeys)),
  reason: Type.Optional(Text('无效原因', 200)),
  isOwned: Type.Optional(Type.Boolean({ title: '已分配' })),
  hasProduct: Type.Optional(Type.Boolean({ title: '已授权产品' })),
  weekday: Weekday('注册星期'),
  hour: Hour('注册时段'),
  contactWeekday: Weekday('联系星期'),
  contactHour: Hour('联系时段'),
  company: Type.Optional(Text('公司名称', 100)),
  state: Type.Optional(Choice('状态', registrationStateLabels)),
})
export type DetailsQuery = Static<typeof DetailsQuery>

const DetailRow = Type.Object({
  id: Type.String(),
  company: Type.String({ title: '公司名称' }),
  contact: Type.String({ title: '联系人' }),
  mobile: Type.String({ title: '手机号码', description: 'masked' }),
  subProduct: OneOf('试用产品', keys),
  source: Choice('来源', registrationSourceLabels),
  province: Type.String({ title: '所在省份' }),
  ownerName: Type.String({ title: '负责人' }),
  state: Choice('状态', registrationStateLabels),
  createdAt: Moment('注册时间'),
  firstContactAt: Nullable(Moment('首次联系')),
  contactMinutes: Minutes,
  workMinutes: Nullable(Type.Integer({ title: '工作时间', description: 'the same in working time' })),
  trialAt: Nullable(Moment('开通试用')),
  formalAt: Nullable(Moment('转为正式')),
  reason: Type.String({ title: '无效原因', description: 'of invalid ones' }),
  campaign: Type.String({ title: '推广计划' }),
  isDuplicate: Type.Boolean(),
  isMasked: Type.Boolean({ description: 'out of scope: who it is is not said, and it cannot be opened' }),
  enterpriseId: Nullable(Type.String({ description: 'what it became, where that is in sales scope' })),
})
export type DetailRow = Static<typeof DetailRow>

/** The registrations behind a figure: in the scope of 试用注册, or all of them, as the figure is. */
export const queryRegistrationDetails = readCall('注册明细', `${root}/page`, can(MENU, 'details'), {
  body: DetailsQuery,
  data: Paged(DetailRow),
})

/** What a list holds, in words. */
export const describeRegistrationDetails = readCall('注册明细的条件', `${root}/describe`, can(MENU, 'details'), {
  body: DetailsQuery,
  data: Type.Object({ text: Type.String() }),
})

export const exportRegistrationDetails = exportCall('注册明细', `${root}/export`, can(MENU, 'exportBtn'), {
  query: DetailsQuery,
  columns: [
    { key: 'company', header: '公司名称', width: 30 },
    { key: 'contact', header: '联系人', width: 12 },
    { key: 'mobile', header: '手机号码', width: 16 },
    { key: 'subProduct', header: '试用产品', width: 16 },
    { key: 'source', header: '来源', width: 12 },
    { key: 'province', header: '所在省份', width: 16 },
    { key: 'ownerName', header: '负责人', width: 12 },
    { key: 'state', header: '状态', width: 10 },
    { key: 'createdAt', header: '注册时间', width: 18, as: 'moment' },
    { key: 'firstContactAt', header: '首次联系', width: 18, as: 'moment' },
    { key: 'contactMinutes', header: '联系用时（分钟）', width: 16, as: 'number' },
    { key: 'workMinutes', header: '联系用时（工作时间，分钟）', width: 24, as: 'number' },
    { key: 'trialAt', header: '开通试用', width: 18, as: 'moment' },
    { key: 'formalAt', header: '转正式', width: 18, as: 'moment' },
    { key: 'campaign', header: '推广计划', width: 20 },
    { key: 'reason', header: '无效原因', width: 24 },
    { key: 'isDuplicate', header: '重复', width: 8 },
  ],
})

/** Every figure of the page as a row, with its formula. */
export const exportRegistrationFigures = exportCall('注册服务统计', `${root}/figures/export`, can(MENU, 'exportBtn'), {
  query: StatisticsQuery,
  columns: [
    { key: 'part', header: '部分', width: 14 },
    { key: 'name', header: '项目', width: 30 },
    { key: 'measure', header: '指标', width: 18 },
    { key: 'value', header: '数值', width: 14, as: 'number' },
    { key: 'before', header: '上期', width: 14, as: 'number' },
    { key: 'unit', header: '单位', width: 10 },
    { key: 'formula', header: '公式', width: 60 },
  ],
})
