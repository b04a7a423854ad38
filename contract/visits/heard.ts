// What was heard at visits, for who enters prices: taken up, or not.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Day, Fields, Id, Ids, Nullable, Required } from '#contract/fields.ts'
import { talkMoodLabels } from './visit-labels.ts'
import { Mood, Verdict } from './visits.ts'

const root = '/api/backend/visits/visit'

/** What was heard is offered for so many workdays. */
export const HEARD_WORKDAYS = 10

/** `3850–3900 元/吨`, or — */
export const heardPriceText = ({
  priceLow,
  priceHigh,
  unit,
}: {
  priceLow: string | null
  priceHigh: string | null
  unit: string
}): string =>
  priceLow === null
    ? '—'
    : `${priceLow}${priceHigh === null || priceHigh === priceLow ? '' : `–${priceHigh}`} ${unit}`.trim()

const Heard = Type.Object({
  id: Type.String(),
  day: Type.String(),
  productId: Type.String(),
  productName: Type.String(),
  regionPath: Type.String({ description: 'of the enterprise' }),
  /** Empty where the visitor keeps the source to themselves. */
  enterpriseName: Type.String(),
  isConfidential: Type.Boolean(),
  priceLow: Nullable(Type.String()),
  priceHigh: Nullable(Type.String()),
  unit: Type.String(),
  hasTax: Nullable(Type.Boolean()),
  delivery: Type.String(),
  stock: Type.String(),
  rate: Nullable(Type.Integer()),
  mood: Nullable(Mood),
  remark: Type.String(),
  verdict: Nullable(Verdict),
  verdictReason: Type.String(),
  verdictByName: Type.String(),
  lasts: Type.Array(
    Type.Object({
      quoteItemId: Type.String(),
      name: Type.String(),
      average: Type.String(),
      unit: Type.String(),
      day: Type.String(),
    }),
    { description: 'the last published price of each item of the product' },
  ),
})
export type Heard = Static<typeof Heard>

/** What was said beside the price: 含税, 自提, 库存 2万吨, 开工率 80%, 跌. */
export const heardFacts = ({
  hasTax,
  delivery,
  stock,
  rate,
  mood,
  remark,
}: Pick<Heard, 'hasTax' | 'delivery' | 'stock' | 'rate' | 'mood' | 'remark'>): string[] =>
  [
    hasTax !== null && (hasTax ? '含税' : '不含税'),
    delivery,
    stock && `库存 ${stock}`,
    rate !== null && `开工率 ${rate}%`,
    mood !== null && talkMoodLabels[mood],
    remark,
  ].filter((fact): fact is string => Boolean(fact))

/** Most rows of what was heard. */
export const HEARD_MAX = 200

const entering = [can('price', 'batchAdd'), can('price', 'add'), can('priceBatchAdd', 'view')]
const entersPrices = anyOf(...entering)

/** Of the last ten workdays, for who enters the prices of these products. Newest first. */
export const queryHeard = readCall('拜访中听到的行情', `${root}/heard`, entersPrices, {
  body: Fields({ productIds: Ids('产品', 200) }),
  data: Type.Array(Heard, { description: `at most ${HEARD_MAX}` }),
})

const HeardSource = Type.Object({
  ...Heard.properties,
  visitId: Nullable(Type.String({ description: 'of a visit that the caller may read' })),
})

/** What a price refers to, whenever it was heard; 20404 where the product is out of the caller’s editorial scope. */
export const getHeard = getCall(
  '听到的价格',
  `${root}/heard/get`,
  anyOf(can('price', 'details'), can('priceReview', 'details'), ...entering),
  { query: Fields({ id: Id('行情') }), data: HeardSource },
)

/** Enters no price: the reference is added to the draft that the editor has saved, and the visitor is told. */
export const takeHeard = writeCall('采用听到的价格', `${root}/heard/take`, entersPrices, {
  body: Fields({ id: Id('行情'), quoteItemId: Id('报价项'), day: Day('日期') }),
})

export const declineHeard = writeCall('不采用听到的价格', `${root}/heard/decline`, entersPrices, {
  body: Fields({ id: Id('行情'), reason: Required('未采用的原因', 200) }),
})
