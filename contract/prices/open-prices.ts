// Prices for other systems: feeds send drafts, readers get published prices. An API key covers the products that its
// creator works on; a customer's data key those that the account's grants open, within its data sets and daily quota.
import { type Static, Type } from 'typebox'
import { apiKey } from '#contract/access.ts'
import { daysBetween } from '#contract/days.ts'
import { getCall, writeCall } from '#contract/endpoint.ts'
import { Day, Fields, Id, Nullable, Text } from '#contract/fields.ts'
import type { DataSet } from '#contract/members/data-keys.ts'
import { PRICES_AT_ONCE } from './prices.ts'
import { Figure } from './quote-items.ts'

const path = '/api/open/prices'

const Code = Type.String({
  title: '报价项编码',
  pattern: '^[A-Z][A-Z0-9]{2,31}$',
  messages: { required: '请填写报价项编码', pattern: '报价项编码不正确' },
})

/** A row of a feed, which is judged by itself. */
export const SentPrice = Fields({
  code: Code,
  day: Day('日期'),
  low: Figure('低价'),
  high: Figure('高价'),
  /** Left out: the mean of low and high. */
  average: Type.Optional(Figure('均价')),
  remark: Type.Optional(Text('备注', 500)),
  reason: Type.Optional(Text('原因', 500)),
})
export type SentPrice = Static<typeof SentPrice>

const Sent = (title: string, description: string) => Type.Optional(Type.Unknown({ title, description }))
/** Loose: a malformed row has its own outcome, see `SentPrice`. */
const SentRow = Type.Object({
  code: Sent('报价项编码', 'text'),
  day: Sent('日期', 'YYYY-MM-DD'),
  low: Sent('低价', 'decimal text'),
  high: Sent('高价', 'decimal text'),
  average: Sent('均价', 'decimal text; left out: the mean of low and high'),
  remark: Sent('备注', 'text, left out: none'),
  reason: Sent('原因', 'text, left out: none'),
})

const ReceivedEntry = Type.Object({
  code: Type.String({ description: 'as sent, empty where it is no text' }),
  day: Type.String({ description: 'as sent, empty where it is no text' }),
  id: Nullable(Type.String()),
  problem: Nullable(Type.String({ description: 'why it was not taken' })),
})

/**
 * Saves drafts, each on its own, in the order of the rows. Repeated figures change nothing; new ones replace a feed's
 * draft, never a person's.
 */
export const bringPrices = writeCall('提交价格（开放接口）', path, apiKey('bringPrices'), {
  body: Fields({ rows: Type.Array(SentRow, { title: '价格', minItems: 1, maxItems: PRICES_AT_ONCE }) }),
  data: Type.Array(ReceivedEntry),
})

const Published = Type.Object({
  code: Type.String(),
  day: Type.String(),
  low: Type.String(),
  high: Type.String(),
  average: Type.String(),
  unit: Type.String(),
  currency: Type.String(),
  publication: Type.String({ description: 'the number under which it was published' }),
  isCorrected: Type.Boolean(),
})
export type PublishedPrice = Static<typeof Published>

/** Days back that 价格日度 covers; earlier ones need 价格历史. */
const DAILY_DAYS = 31

/** The data set that a data key needs for days from this one on. */
export const dataSetOf = (from: string, today: string): DataSet =>
  daysBetween(from, today) > DAILY_DAYS ? 'priceHistory' : 'priceDaily'

/** Most rows of one reply. */
export const OPEN_PRICES = 1_000

/**
 * Published prices of an item, by day; as known at a publication where one is named. `asKnownAt` of the reply names its
 * publication: the same request with it has the same reply. The tag changes with the item's newest publication.
 */
export const readPrices = getCall('读取已发布的价格（开放接口）', path, apiKey('readPrices'), {
  query: Fields({
    code: Code,
    from: Day('开始日期'),
    to: Day('结束日期'),
    asKnownAt: Type.Optional(Id('发布序号')),
    /** The `next` of the reply before. */
    after: Type.Optional(Day('游标')),
  }),
  data: Type.Object({
    asKnownAt: Type.String(),
    records: Type.Array(Published),
    next: Nullable(Type.String({ description: 'for `after`, where there are more' })),
  }),
})
