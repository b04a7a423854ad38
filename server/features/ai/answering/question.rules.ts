// What a question asks, without a model: which items it names, whether that is all it asks, and what is never answered.
import { textKey } from '#contract/text.ts'

export type Candidate = {
  quoteItemId: string
  code: string
  productId: string
  productName: string
  itemName: string
  formerNames: string[]
  market: string
  /** Names of the item's region and of those above it. */
  regions: string[]
  specification: string
  brand: string
  /** Initials and pinyin of the product; empty where it has none yet. */
  spelling: string
  isGranted: boolean
}

/** Characters of a run that two texts share, as they stand in the first. */
function sharedRun(one: string, other: string): string {
  let best = ''
  for (let from = 0; from < one.length; from++) {
    while (from + best.length < one.length && other.includes(one.slice(from, from + best.length + 1)))
      best = one.slice(from, from + best.length + 1)
  }
  return best
}

/** Parts of the country that people name instead of provinces. */
const areas: Readonly<Record<string, readonly string[]>> = {
  华东: ['上海', '江苏', '浙江', '安徽', '福建', '江西', '山东'],
  华北: ['北京', '天津', '河北', '山西', '内蒙古'],
  华南: ['广东', '广西', '海南'],
  华中: ['河南', '湖北', '湖南'],
  西南: ['重庆', '四川', '贵州', '云南', '西藏'],
  西北: ['陕西', '甘肃', '青海', '宁夏', '新疆'],
  东北: ['辽宁', '吉林', '黑龙江'],
}

const isInArea = (area: string, { market, regions }: Candidate) =>
  market.includes(area) ||
  (areas[area] ?? []).some((province) => [market, ...regions].some((name) => name.startsWith(province)))

/** Shorter runs are in too many names. */
const RUN_LEAST = 2
const PRODUCTS_MOST = 3

/** Names of items may say which price they are of: `丙酮 江苏 现货均价`. A question for a price has the same words. */
const priceWords = /(?:现货|市场|出厂|批发|零售|港口|平仓)*(?:均价|平均价|报价|价格|价(?!差))/gu

/** Keys of an item's names, made once for all rounds. */
type Keyed = { item: Candidate; names: readonly string[]; spelling: readonly string[] }

const keyed = (item: Candidate): Keyed => ({
  item,
  names: [item.productName, item.itemName, ...item.formerNames]
    .filter((name) => name !== '')
    .map((name) => textKey(name).replace(priceWords, ' ')),
  spelling: item.spelling.split(/\s+/u),
})

/** The longest run of the question that an item's names share; its spelling counts as a whole word. */
function runOf(key: string, words: readonly string[], { names, spelling }: Keyed): { run: string; share: number } {
  let best = { run: '', share: 0 }
  const offer = (run: string, share: number) => {
    if (run.length > best.run.length || (run.length === best.run.length && share > best.share)) best = { run, share }
  }
  for (const name of names) {
    const run = sharedRun(name, key)
    offer(run, run.length / name.length)
  }
  for (const word of words) if (spelling.includes(word)) offer(word, 1)
  return best
}

export type Understood = { items: Candidate[] /** What is left of the question's key. */; rest: string }

/** The items that a question names: those of its longest matches, narrowed by market, specification and brand. */
export function namedItems(question: string, candidates: readonly Candidate[]): Understood {
  let key = textKey(question)
  const items: Candidate[] = []
  const codes = candidates.filter(({ code }) => key.includes(code.toLowerCase()))
  for (const { code } of codes) key = key.replace(code.toLowerCase(), ' ')
  items.push(...codes)
  const named = candidates.map(keyed)
  for (let round = 0; round < PRODUCTS_MOST; round++) {
    const words = key.match(/[a-z]{2,}/gu) ?? []
    const runs = named
      .map((each) => ({ item: each.item, ...runOf(key, words, each) }))
      .filter(({ run }) => run.length >= RUN_LEAST && !/^[\d.\s]+$/u.test(run))
    const longest = Math.max(0, ...runs.map(({ run }) => run.length))
    const best = runs.filter(({ run }) => run.length === longest)
    if (best.length === 0) break
    const top = Math.max(...best.map(({ share }) => share))
    // a whole name before a part of another: `丙酮`, and not the market that names of other items have too
    const run = best.find(({ share }) => share === top)?.run ?? ''
    const same = best.filter((each) => each.run === run)
    // `丙烯` is not `丙烯腈`; but `螺纹钢` is any of its grades
    const whole = same.filter(({ share }) => top < 1 || share === top).map(({ item }) => item)
    key = key.replace(run, ' ')
    const narrowing = narrowed(key, whole)
    for (const word of narrowing.words) key = key.replace(word, ' ')
    items.push(...narrowing.kept.filter((item) => !items.includes(item)))
  }
  return { items, rest: key }
}

/** Keeps those whose market, region, specification or brand the question names, where it names one. */
function narrowed(key: string, items: readonly Candidate[]): { kept: Candidate[]; words: string[] } {
  let kept = [...items]
  const words: string[] = []
  const keep = (word: string, has: (item: Candidate) => boolean) => {
    const some = kept.filter(has)
    if (some.length === 0 && !Object.hasOwn(areas, word)) return
    kept = some
    words.push(word)
  }
  const named = (values: readonly string[]) =>
    [...new Set(values.map(textKey))].filter((value) => value.length >= RUN_LEAST && key.includes(value))
  const market = named(items.map(({ market: own }) => own)).toSorted((one, other) => other.length - one.length)[0]
  if (market !== undefined) keep(market, (item) => textKey(item.market) === market)
  else {
    const area = Object.keys(areas).find((each) => key.includes(each))
    if (area !== undefined) keep(area, (item) => isInArea(area, item))
    const region = named(items.flatMap(({ regions }) => regions.map((name) => name.replace(/(省|市|自治区)$/u, ''))))[0]
    if (region !== undefined) keep(region, (item) => item.regions.some((name) => textKey(name).startsWith(region)))
  }
  for (const field of ['specification', 'brand'] as const) {
    const [value] = named(items.map((item) => item[field]))
    if (value !== undefined) keep(value, (item) => textKey(item[field]) === value)
  }
  return { kept, words }
}

export type AskedPart = 'average' | 'high' | 'low' | 'change'
const parts: readonly (readonly [RegExp, AskedPart])[] = [
  [/最高价?|高价/u, 'high'],
  [/最低价?|低价/u, 'low'],
  [/涨跌幅?|涨了|跌了|涨幅|跌幅|涨还是跌/u, 'change'],
]
export const askedPart = (question: string): AskedPart =>
  parts.find(([pattern]) => pattern.test(question))?.[1] ?? 'average'

/** What a plain question for a price has beside its items and days. */
const plainWords =
  /请问|麻烦|帮我|帮忙|给我|我想|想|知道|查询|查一下|查查|查|看一下|看看|告诉我|一下|市场|现货|现在|目前|当前|最新|的|是|呢|吗|啊|呀|和|与|跟|及|、|多少钱|多少|几|价格|价位|报价|行情|均价|平均价?|中间价|最高价?|最低价?|高价|低价|涨跌幅?|涨了|跌了|涨幅|跌幅|涨还是跌|价|元|块|每|一?吨|什么|怎么样|如何|[\s\p{P}\p{S}]/gu

/** Whether nothing else is asked. */
export const isPlain = (rest: string, dayWords: string): boolean =>
  rest.replace(textKey(dayWords), ' ').replace(plainWords, '') === ''

const forecast =
  /预测|预计|预期|会涨|会跌|要涨|要跌|将涨|将跌|还会|还能涨|还能跌|后市|走势(?:如何|怎么)|未来|明天|明日|后天|下周|下个?月|明年|目标价|涨到多少|跌到多少/u
const advice =
  /(?:该不该|能不能|可以|应该|适合|要不要|值得|建议).{0,6}(?:买|卖|采购|囤|入手|出货|抄底|做多|做空|开仓|平仓|建仓)|抄底|做多|做空|止损|仓位|操作建议|交易建议/u

/** Forecasts and trading advice. */
export const asksForecast = (question: string): boolean => forecast.test(question) || advice.test(question)
