// The quote items of the demo company, read from its catalogue.
import type { QuoteFrequency, QuoteSource } from '#contract/prices/price-labels.ts'
import { type Chance, createChance } from '../random.ts'
import { quoteCatalogue, quoteMarkets, quoteTypes } from './prices-catalogue.ts'

const SEED = 20_261_101
const ITEMS = 400
const STOPPED = 6

export type PlannedItem = {
  product: string
  category: string
  name: string
  englishName: string
  market: string
  /** Of the region where it is quoted; empty where that is wider than one. */
  region: string
  specification: string
  brand: string
  delivery: string
  frequency: QuoteFrequency
  weekdays: number[]
  dueTime: string
  source: QuoteSource
  method: string
  /** A usual price, in the product's unit. */
  level: number
  /** The least that it moves by, in units of the last place. */
  step: number
  /** Usual daily move, of 10,000. */
  volatility: number
  /** A list price: constant for weeks, then moves at once. */
  isFlat: boolean
  usualMove: string | null
  /** Days of history. */
  since: number
  /** Days ago; null: quoted to this day. */
  stopped: number | null
  stopReason: string
}

const lines = (text: string) => text.trim().split('\n')
const markets = new Map(
  lines(quoteMarkets).map((line) => {
    const [name = '', english = '', region = ''] = line.split('|')
    return [name, { english, region }]
  }),
)

const stopReasons = ['成交稀少，样本不足', '企业停产检修，暂停报价', '市场合并，并入同品种主流市场报价']
const sourceTexts: Readonly<Record<QuoteSource, string>> = {
  deal: '采集当日实际成交，剔除关联交易和明显偏离的样本，按成交量加权。',
  inquiry: '电话询价不少于 8 家贸易商和终端，去掉最高和最低各一家后取主流区间。',
  listing: '取主要生产企业当日挂牌价，企业调价次日生效的按生效日记录。',
  estimate: '无成交时按相关品种价差、买卖双方意向和外盘价格评估，并注明依据。',
}
const methodOf = (source: QuoteSource, market: string, dueTime: string) =>
  `${sourceTexts[source]}采集范围：${market}；截止时间 ${dueTime}；人民币现款含税。`

const frequencies: Readonly<Record<string, QuoteFrequency>> = { w: 'workday', t: 'tenDay', m: 'month' }

/** Two years of those that were quoted first; of the further markets less, which were taken up later. */
const YEARS_DAYS = 730
const LATER_DAYS = { least: 200, most: 480 }

function planLine(chance: Chance, line: string): { rank: number; item: PlannedItem }[] {
  const [category = '', places = '', kind = '', delivery = '', step = '', volatility = '', products = ''] =
    line.split('|')
  const [type = '', source = '', dueTime = '', often = ''] = kind.split(' ')
  const ofSource = source as QuoteSource
  return products.split(';').flatMap((each) => {
    const [product = '', level = '', english = '', specification = '', brand = ''] = each.split(':')
    return places.split(' ').map((market, rank) => {
      const { english: where = '', region = '' } = markets.get(market) ?? {}
      const item: PlannedItem = {
        product,
        category,
        market,
        region,
        specification,
        brand,
        delivery,
        dueTime,
        source: ofSource,
        name: `${product} ${market} ${type}`,
        englishName: `${english}, ${where}, ${quoteTypes[type] ?? ''}`,
        frequency: frequencies[often] ?? 'weekdays',
        weekdays: often in frequencies ? [] : often.split(',').map(Number),
        method: methodOf(ofSource, market, dueTime),
        level: Number(level) * (1 + (rank === 0 ? 0 : chance.between(-30, 30) / 1_000)),
        step: Number(step),
        volatility: Number(volatility),
        isFlat: ofSource === 'listing' && chance.happens(0.6),
        usualMove: chance.happens(0.15) ? String(chance.between(3, 6)) : null,
        since: rank >= 2 ? chance.between(LATER_DAYS.least, LATER_DAYS.most) : YEARS_DAYS,
        stopped: null,
        stopReason: '',
      }
      return { rank, item }
    })
  })
}

/** Those of the first markets where there are too many; by product, in the order of their markets. */
function planOnce(chance: Chance): PlannedItem[] {
  const all = lines(quoteCatalogue).flatMap((line) => planLine(chance, line))
  const chosen = new Set(all.toSorted((a, b) => a.rank - b.rank).slice(0, ITEMS))
  const items = all.flatMap((each) => (chosen.has(each) ? [each.item] : []))
  for (let count = 0; count < STOPPED; count++) {
    const stopped = chance.pick(items.filter((item) => item.stopped === null && item.since === YEARS_DAYS))
    stopped.stopped = chance.between(5, 150)
    stopped.stopReason = chance.pick(stopReasons)
  }
  return items
}

/** Multiplies the items by `scale`: the further ones are other sizes of the same. */
export function planItems(scale: number): PlannedItem[] {
  const chance = createChance(SEED)
  return Array.from({ length: scale }, (_, round) => {
    const items = planOnce(chance)
    if (round === 0) return items
    return items.map((item) => ({
      ...item,
      name: `${item.name} 规格${round + 1}`,
      englishName: `${item.englishName}, size ${round + 1}`,
    }))
  }).flat()
}
