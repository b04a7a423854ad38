// The answer to a plain question for a price: written by a template from the database, without a model.
import type { AskedDays } from './days.rules.ts'
import { type Handles, nameOf } from './figures.ts'
import type { DayPrice } from './found.queries.ts'
import type { AskedPart, Candidate } from './question.rules.ts'

/** Items of one answer. */
const ITEMS_SHOWN = 8

const mark = (key: string) => `⟦${key}⟧`
const partWords: Readonly<Record<AskedPart, string>> = {
  average: '均价',
  high: '最高价',
  low: '最低价',
  change: '均价',
}

function daySentence(item: Candidate, price: DayPrice, asked: string | null, part: AskedPart): string {
  const of = (which: string) => mark(`${item.code} ${price.day} ${which}`)
  const missing = asked !== null && asked !== price.day ? `${asked} 没有公布价格，最近一期是 ` : ''
  const main = part === 'high' || part === 'low' ? part : 'average'
  const range = main === 'average' && price.low !== price.high ? `，区间 ${of('low')} 至 ${of('high')}` : ''
  const percent = price.percent === null ? '' : `，幅度 ${of('percent')}`
  const change = price.change === null ? '' : `，较上期 ${of('change')}${percent}`
  return `${nameOf(item)}（${item.code}）${missing}${price.day} ${partWords[part]} ${of(main)}${range}${change}。`
}

function rangeSentence(item: Candidate, prices: readonly DayPrice[], handles: Handles): string {
  const [first, last] = [prices[0], prices.at(-1)]
  if (!first || !last) return ''
  const keys = (part: string) => prices.map(({ day }) => `${item.code} ${day} ${part}`)
  const computed = (key: ReturnType<Handles['compute']>) => ('key' in key ? mark(key.key) : '')
  const mean = computed(handles.compute('mean', keys('average')))
  const highest = computed(handles.compute('highest', keys('high')))
  const lowest = computed(handles.compute('lowest', keys('low')))
  const [from, to] = [first, last].map(({ day }) => mark(`${item.code} ${day} average`))
  // units changed within the range: there is no mean
  if (mean === '') return `${nameOf(item)}（${item.code}）${first.day} 均价 ${from}，${last.day} 均价 ${to}。`
  return `${nameOf(item)}（${item.code}）${first.day} 至 ${last.day} 均价的平均值 ${mean}，最高 ${highest}，最低 ${lowest}；期初均价 ${from}，期末均价 ${to}。`
}

/** One sentence for each item that has prices. */
export function templateAnswer(
  items: readonly Candidate[],
  prices: readonly DayPrice[],
  { days, part, handles }: { days: AskedDays | null; part: AskedPart; handles: Handles },
): string[] {
  return items.slice(0, ITEMS_SHOWN).flatMap((item) => {
    const own = prices.filter(({ quoteItemId }) => quoteItemId === item.quoteItemId)
    const last = own.at(-1)
    if (!last) return []
    if (days && days.from !== days.to) return [`${rangeSentence(item, own, handles)}\n`]
    return [`${daySentence(item, last, days?.from ?? null, part)}\n`]
  })
}
