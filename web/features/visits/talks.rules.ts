// What was heard of each product, as it is typed in the blocks of a report.
import type { BodyOf } from '#contract/endpoint.ts'
import { heardFacts, heardPriceText } from '#contract/visits/heard.ts'
import type { reportVisit, VisitDetail } from '#contract/visits/visits.ts'

type Sent = BodyOf<typeof reportVisit>['talks'][number]
/** As typed: no product chosen yet, an empty price. */
export type TypedTalk = Omit<Sent, 'productId' | 'priceLow' | 'priceHigh'> & {
  productId: string | null
  priceLow: string
  priceHigh: string
  /** An editor has decided about it: product, price and unit stay. */
  isDecided?: boolean
}

export const noTalk: TypedTalk = {
  id: null,
  productId: null,
  priceLow: '',
  priceHigh: '',
  unit: '',
  hasTax: null,
  delivery: '',
  stock: '',
  rate: null,
  mood: null,
  remark: '',
  isConfidential: false,
}

/** A single price is typed once. */
export function typedTalk(talk: VisitDetail['talks'][number]): TypedTalk {
  const { productName: _, verdict, verdictReason: __, priceLow, priceHigh, ...rest } = talk
  return {
    ...rest,
    priceLow: priceLow ?? '',
    priceHigh: priceHigh === null || priceHigh === priceLow ? '' : priceHigh,
    isDecided: verdict !== null,
  }
}

const isNothing = ({
  productId,
  priceLow,
  priceHigh,
  unit,
  hasTax,
  delivery,
  stock,
  rate,
  mood,
  remark,
  isConfidential,
}: TypedTalk) =>
  [priceLow, priceHigh, unit, delivery, stock, remark].every((text) => text.trim() === '') &&
  [productId, hasTax, rate, mood].every((choice) => choice === null) &&
  !isConfidential

/** What is wrong with a block that is neither empty nor complete. */
export function problemOfTalk(talk: TypedTalk): string | null {
  if (isNothing(talk)) return null
  if (talk.productId === null) return '请选择产品'
  const [low, high] = [talk.priceLow.trim(), talk.priceHigh.trim()] as const
  if (![low, high].every((price) => /^(\d{1,10}(\.\d{1,4})?)?$/.test(price))) return '价格应为最多4位小数的数字'
  if (high !== '' && low === '') return '请填写低价'
  if (high !== '' && Number(low) > Number(high)) return '低价不能高于高价'
  return null
}

/** Of the first block that has one, by its place. */
export function problemOfTalks(typed: readonly TypedTalk[]): string | null {
  const problems = typed.map(problemOfTalk)
  const at = problems.findIndex((problem) => problem !== null)
  return at === -1 ? null : `第 ${at + 1} 项：${problems[at]}`
}

/** Blocks that are empty are not sent. */
export const talksOf = (typed: readonly TypedTalk[]): Sent[] =>
  typed.flatMap(({ productId, priceLow, priceHigh, isDecided: _, ...talk }) =>
    productId === null
      ? []
      : [{ ...talk, productId, priceLow: priceLow.trim() || null, priceHigh: priceHigh.trim() || null }],
  )

/** All that a block says, without its product, on one line: `3850–3900 元/吨，含税，库存 2万吨，跌`. */
export const talkText = ({ priceLow, priceHigh, isConfidential, ...talk }: TypedTalk) =>
  [
    heardPriceText({ priceLow: priceLow.trim() || null, priceHigh: priceHigh.trim() || null, unit: talk.unit }),
    ...heardFacts(talk),
    ...(isConfidential ? ['保密'] : []),
  ].join('，')
