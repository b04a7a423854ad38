// Prices: one entry for each quote item and day, entered as draft, reviewed, published, corrected. Prices, changes and
// percentages are decimal strings from end to end.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged, type RowOutcome } from '#contract/envelope.ts'
import {
  Choice,
  Day,
  DecimalText,
  Fields,
  Id,
  listFields,
  Moment,
  Nullable,
  OneOf,
  Required,
  Text,
} from '#contract/fields.ts'
import {
  correctionCauseLabels,
  currencies,
  priceOriginLabels,
  priceStatusLabels,
  revisionActLabels,
} from './price-labels.ts'
import { Figure } from './quote-items.ts'

const root = '/api/backend/prices/price'

/** Entries of one save, submission, review or correction. */
export const PRICES_AT_ONCE = 1_000
/** Days that a trend shows at most: ten years. */
export const TREND_DAYS = 3_700

const Version = Type.Integer({ title: '版本', minimum: 1 })
const Remark = Text('备注', 500)
const EnglishRemark = Text('英文备注', 500)
const Reason = Text('原因', 500)

export const PriceQuery = Fields({
  ...listFields(['day', 'updatedAt']),
  productId: Type.Optional(Id('产品')),
  quoteItemId: Type.Optional(Id('报价项')),
  market: Type.Optional(Text('市场', 64)),
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
  status: Type.Optional(Choice('状态', priceStatusLabels)),
  submittedById: Type.Optional(Id('提交人')),
  isReviewing: Type.Optional(Type.Boolean({ title: '待审核' })),
})
export type PriceQuery = Static<typeof PriceQuery>

/**
 * The previous figures of a price corrected today or yesterday: shown struck through until the end of the day after.
 */
export const Struck = Nullable(Type.Object({ low: Type.String(), high: Type.String(), average: Type.String() }))
export type Struck = Static<typeof Struck>

/** What an entry is the price of. */
export const quotedItem = {
  productId: Type.String(),
  productName: Type.String({ title: '产品' }),
  quoteItemId: Type.String(),
  itemName: Type.String({ title: '报价项' }),
  market: Type.String({ title: '市场' }),
  specification: Type.String({ title: '规格' }),
  unit: Type.String({ title: '单位', description: '元/吨' }),
}

const PriceRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  day: Day('日期'),
  ...quotedItem,
  itemStatus: Type.String(),
  low: DecimalText('低价'),
  high: DecimalText('高价'),
  average: DecimalText('均价'),
  struck: Struck,
  change: Nullable(DecimalText('涨跌', 'against the last published, null where there is none')),
  percent: Nullable(DecimalText('涨跌幅（%）')),
  status: Choice('状态', priceStatusLabels),
  remark: Type.String({ title: '备注' }),
  englishRemark: Type.String({ title: '英文备注' }),
  isOutlier: Type.Boolean(),
  reason: Type.String({ title: '原因' }),
  opinion: Type.String({ description: "the reviewer's, where it was overruled" }),
  publication: Nullable(DecimalText('发布序号', 'null: not published')),
  reviewing: Nullable(Type.String({ description: 'the revision that waits for review' })),
  submittedByName: Nullable(Type.String({ title: '提交人' })),
  verifiedByName: Nullable(Type.String({ title: '审核人' })),
  updatedAt: Moment('更新时间'),
})
export type PriceRow = Static<typeof PriceRow>

export const listPrices = readCall('价格列表', `${root}/page`, can('price', 'view'), {
  body: PriceQuery,
  data: Paged(PriceRow),
})

export const getPrice = getCall('价格详情', `${root}/get`, can('price', 'view'), {
  query: Fields({ id: Id() }),
  data: PriceRow,
})

const Revision = Type.Object({
  id: Type.String(),
  number: Type.Integer(),
  act: Choice('操作', revisionActLabels),
  low: Type.String(),
  high: Type.String(),
  average: Type.String(),
  remark: Type.String(),
  englishRemark: Type.String(),
  origin: Choice('来源', priceOriginLabels),
  originDetail: Type.String(),
  isOutlier: Type.Boolean(),
  reason: Type.String(),
  cause: Nullable(Choice('更正类型', correctionCauseLabels)),
  opinion: Type.String(),
  publication: Nullable(Type.String()),
  replaces: Nullable(Type.String({ description: 'the published revision whose place it takes' })),
  heardId: Nullable(Type.String({ description: 'what was heard at a visit and had a part in it' })),
  byName: Type.String(),
  at: Type.String(),
})
export type Revision = Static<typeof Revision>

/** Everything that an entry ever was, the newest first. */
export const listRevisions = readCall(
  '价格的全部版本',
  `${root}/revisions`,
  anyOf(can('price', 'details'), can('priceReview', 'details')),
  { body: Fields({ id: Id('价格') }), data: Type.Array(Revision) },
)

const Point = Type.Object({
  day: Type.String(),
  low: Type.String(),
  high: Type.String(),
  average: Type.String(),
  publication: Type.String(),
  isCorrected: Type.Boolean(),
  struck: Struck,
  unit: Type.String({ description: 'unit, currency and tax of the day' }),
  currency: OneOf('币种', currencies),
  isTaxIncluded: Type.Boolean(),
})
export type Point = Static<typeof Point>

/** Published prices of an item by day. `asKnownAt`: as readers saw them at that publication. */
export const getTrend = readCall(
  '报价项走势',
  `${root}/trend`,
  anyOf(can('price', 'details'), can('priceReview', 'details'), can('searchData', 'view')),
  {
    body: Fields({
      quoteItemId: Id('报价项'),
      from: Day('开始日期'),
      to: Day('结束日期'),
      asKnownAt: Type.Optional(Id('发布序号')),
    }),
    data: Type.Array(Point),
  },
)

/** An entry with who changed it last: what a grid shows, and what a row whose version has moved is refused with. */
export const ShownEntry = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  status: Choice('状态', priceStatusLabels),
  low: Type.String(),
  high: Type.String(),
  average: Type.String(),
  remark: Type.String(),
  englishRemark: Type.String(),
  reason: Type.String(),
  isOutlier: Type.Boolean(),
  opinion: Type.String(),
  byName: Type.String({ description: 'who changed it last: a person, or the name of a feed' }),
  at: Type.String(),
})
export type ShownEntry = Static<typeof ShownEntry>

const Entered = {
  quoteItemId: Id('报价项'),
  day: Day('日期'),
  low: Figure('低价'),
  high: Figure('高价'),
  /** Null: the mean of low and high. */
  average: Nullable(Figure('均价')),
  remark: Remark,
  englishRemark: EnglishRemark,
  reason: Reason,
}

/** Outcome of one row of a save: `problem` says why it was not saved. */
const SaveOutcome = Type.Object({
  quoteItemId: Type.String(),
  day: Type.String(),
  id: Nullable(Type.String()),
  version: Nullable(Type.Integer()),
  low: Nullable(Type.String()),
  high: Nullable(Type.String()),
  average: Nullable(Type.String()),
  change: Nullable(Type.String()),
  percent: Nullable(Type.String()),
  isOutlier: Type.Boolean(),
  usual: Type.String({ description: 'why it is outside of the usual, or empty' }),
  problem: Nullable(Type.String()),
  isStale: Type.Boolean({ description: 'somebody else has changed it' }),
  /** Of a stale row what is stored; null where it was deleted. */
  now: Nullable(ShownEntry),
})
export type SaveOutcome = Static<typeof SaveOutcome>

const Entry = Fields({
  ...Entered,
  /** Of the draft that it replaces; null for a new one. */
  version: Nullable(Version),
  /** Wanted although nothing is due on that day: a new entry of such a day is asked about first (600). */
  isOffDay: Type.Optional(Type.Boolean({ title: '非发布日' })),
})
export type Entry = Static<typeof Entry>

const entering = anyOf(can('price', 'add'), can('price', 'edit'), can('price', 'batchAdd'), can('priceBatchAdd', 'add'))

/** Drafts, row by row: valid rows are saved, each invalid one has its problem. */
export const savePrices = writeCall('保存价格草稿', `${root}/save`, entering, {
  body: Fields({
    origin: OneOf('来源', ['grid', 'paste']),
    rows: Type.Array(Entry, { title: '价格', minItems: 1, maxItems: PRICES_AT_ONCE }),
  }),
  data: Type.Array(SaveOutcome),
})

/** One draft: 400 with the invalid fields, 601 with the stored entry where somebody else has changed it. */
export const savePrice = writeCall(
  '保存一条价格草稿',
  `${root}/saveOne`,
  anyOf(can('price', 'add'), can('price', 'edit')),
  { body: Entry, data: Type.Object({ id: Type.String(), version: Type.Integer() }) },
)

/** An entry as the caller saw it. */
const Seen = Fields({ id: Id('价格'), version: Version })
export type SeenEntry = Static<typeof Seen>
const many = Fields({
  rows: Type.Array(Seen, {
    title: '价格',
    minItems: 1,
    maxItems: PRICES_AT_ONCE,
    messages: { required: '请选择价格', minItems: '请选择价格' },
  }),
})

/**
 * Outcome of one row of an act on entries as seen (data of a 602). `code` 601: its version has moved since, `now` is
 * what is stored.
 */
export type SeenOutcome = RowOutcome & { code?: number; now?: ShownEntry }

/** 602 where some of them cannot be submitted. */
export const submitPrices = writeCall('提交审核', `${root}/submit`, entering, { body: many })

/** Before review: back to draft. A correction is dropped. */
export const withdrawPrices = writeCall('撤回提交', `${root}/withdraw`, entering, { body: many })

/**
 * What undoing in the grid takes back: drafts that only the caller has saved and that were never submitted, at the version
 * that they saved. Who may enter may do so, without the right to delete.
 */
export const takeBackPrices = writeCall('撤销录入的价格', `${root}/takeBack`, entering, { body: many })

/** Drafts only. */
export const removePrices = writeCall('删除价格草稿', `${root}/remove`, can('price', 'delete'), { body: many })

const Correction = Fields({
  id: Id('价格'),
  version: Version,
  low: Entered.low,
  high: Entered.high,
  average: Entered.average,
  remark: Remark,
})
export type Correction = Static<typeof Correction>

/**
 * Corrects published prices: readers see the old figures until a reviewer has passed it. 602 where some of them cannot
 * be.
 */
export const correctPrices = writeCall(
  '提交更正',
  `${root}/correct`,
  anyOf(can('price', 'edit'), can('price', 'batchEdit'), can('priceBatchEdit', 'edit')),
  {
    body: Fields({
      cause: Choice('更正类型', correctionCauseLabels),
      reason: Required('更正原因', 500),
      rows: Type.Array(Correction, { title: '价格', minItems: 1, maxItems: PRICES_AT_ONCE }),
    }),
  },
)
