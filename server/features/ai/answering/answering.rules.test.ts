// The rules of answers: days, items and refusals understood without a model, and what of a model's text is released.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Calendar } from '#contract/monitoring/calendar-days.ts'
import { askedDays } from './days.rules.ts'
import { createHandles } from './figures.ts'
import { asksForecast, type Candidate, isPlain, namedItems } from './question.rules.ts'
import { type Known, type Passage, release, sentencesOf } from './release.rules.ts'

const calendar: Calendar = { id: '1', weekdays: [1, 2, 3, 4, 5], isYearly: false, years: new Map() }
/** A Friday. */
const today = '2026-11-27'

describe('ai.md "How an answer is made" 1: days by the server’s clock and calendars', () => {
  it.each([
    ['甲醇昨天多少', '2026-11-26', '2026-11-26'],
    ['今天', '2026-11-27', '2026-11-27'],
    ['大前天', '2026-11-24', '2026-11-24'],
    ['上周五', '2026-11-20', '2026-11-20'],
    ['周三', '2026-11-25', '2026-11-25'],
    ['上个交易日', '2026-11-26', '2026-11-26'],
    ['本月', '2026-11-01', '2026-11-27'],
    ['上个月均价', '2026-10-01', '2026-10-31'],
    ['上周', '2026-11-16', '2026-11-22'],
    ['近7天', '2026-11-21', '2026-11-27'],
    ['最近一周', '2026-11-21', '2026-11-27'],
    ['2026年3月5日', '2026-03-05', '2026-03-05'],
    ['12月1日', '2025-12-01', '2025-12-01'],
    ['2026-10-08 至 2026-10-16', '2026-10-08', '2026-10-16'],
    ['10月8日到16日', '2026-10-08', '2026-10-16'],
    ['12月25日～1月5日', '2025-12-25', '2026-01-05'],
    ['11月1日-11月30日', '2026-11-01', '2026-11-27'],
    ['10月16日至8日', '2026-10-16', '2026-10-16'],
  ])('%s: %s to %s', (question, from, to) => {
    expect(askedDays(question, today, calendar)).toMatchObject({ from, to })
  })
  it('a question without a day has none', () => {
    expect(askedDays('华东甲醇多少', today, calendar)).toBeNull()
    expect(askedDays('2026年13月5日', today, calendar)).toBeNull()
  })
})

let count = 0
const item = (productName: string, market: string, more: Partial<Candidate> = {}): Candidate => ({
  quoteItemId: String(++count),
  code: `Q${String(count).padStart(6, '0')}`,
  productId: productName,
  productName,
  itemName: '',
  formerNames: [],
  market,
  regions: [],
  specification: '',
  brand: '',
  spelling: '',
  isGranted: true,
  ...more,
})
const items = [
  item('甲醇', '江苏', { spelling: ' jc jiachun', regions: ['江苏省'] }),
  item('甲醇', '华南'),
  item('乙醇', '江苏'),
  item('丙烯', '山东'),
  item('丙烯腈', '山东'),
  item('螺纹钢HRB400E', '上海', { specification: 'Φ20mm', regions: ['上海市'] }),
  item('螺纹钢HRB500E', '上海', { formerNames: ['五级钢'] }),
  item('液碱', '华东', { itemName: '液碱 华东 现货均价' }),
  item('苯酚', '华东', { itemName: '苯酚 华东 现货均价' }),
  item('苯酚', '山东', { itemName: '苯酚 山东 现货均价' }),
]
const named = (question: string) => namedItems(question, items).items.map((each) => `${each.market}${each.productName}`)

describe('ai.md "How an answer is made" 1: items by keys, former names and pinyin', () => {
  it.each([
    ['华东甲醇多少', ['江苏甲醇']],
    ['甲醇价格', ['江苏甲醇', '华南甲醇']],
    ['江蘇甲醇', ['江苏甲醇']],
    ['jiachun 江苏', ['江苏甲醇']],
    ['丙烯报价', ['山东丙烯']],
    ['丙烯腈报价', ['山东丙烯腈']],
    ['螺纹钢', ['上海螺纹钢HRB400E', '上海螺纹钢HRB500E']],
    ['上海螺纹钢hrb400e', ['上海螺纹钢HRB400E']],
    ['五级钢', ['上海螺纹钢HRB500E']],
    ['江苏甲醇和丙烯', ['江苏甲醇', '山东丙烯']],
    ['天气怎么样', []],
    // the item's name has its market and its kind of price as well
    ['请问华东苯酚的现货均价', ['华东苯酚']],
    ['山东苯酚均价', ['山东苯酚']],
  ])('%s: %j', (question, found) => {
    expect(named(question)).toEqual(found)
  })

  it.each([
    ['江苏甲醇昨天多少钱？', '昨天', true],
    ['请问一下甲醇现在的均价是多少', '', true],
    ['甲醇为什么涨了', '', false],
    ['甲醇和乙醇差多少', '', false],
    ['甲醇昨天是不是2800', '昨天', false],
  ])('%s asks for nothing but a price: %s', (question, day, plain) => {
    expect(isPlain(namedItems(question, items).rest, day)).toBe(plain)
  })

  it.each(['甲醇明天会涨吗', '后市怎么看', '现在该不该买甲醇', '能不能抄底', '预测下周螺纹钢'])(
    '%s is refused',
    (question) => {
      expect(asksForecast(question)).toBe(true)
    },
  )
  it('asking what it did is no forecast', () => {
    expect(asksForecast('甲醇昨天涨了多少')).toBe(false)
  })
})

const found = createHandles()
const methanol = items[0] as Candidate
found.addPrices(
  [methanol],
  [
    {
      quoteItemId: methanol.quoteItemId,
      day: '2026-11-26',
      low: '2330',
      high: '2360',
      average: '2345',
      change: '15',
      percent: '0.64',
      before: { day: '2026-11-25', publication: '87' },
      unit: '元/吨',
      publication: '88',
    },
    {
      quoteItemId: methanol.quoteItemId,
      day: '2026-11-25',
      low: '2320',
      high: '2340',
      average: '2330',
      change: null,
      percent: null,
      before: null,
      unit: '元/吨',
      publication: '87',
    },
  ],
)
const passages: Passage[] = [
  { title: '甲醇日报', link: 'article:1', text: '港口库存 87 万吨，开工率 78.5%，比去年少三成。' },
]
const known: Known = { handles: found.handles, passages, names: ['螺纹钢HRB400E', 'Φ20mm', '5500', '甲醇'] }
const shown = (sentence: string) => release(sentence, known, 'member').text
const average = `⟦${methanol.code} 2026-11-26 average⟧`

describe('ai.md "How an answer is made" 3 and 4: released by sentence', () => {
  it('a handle becomes figure, unit and publication, with the item’s name where the sentence lacks it', () => {
    expect(shown(`江苏甲醇均价 ${average}。`)).toBe('江苏甲醇均价 2345 元/吨（公布号 88）。')
    expect(shown(`昨天是 ${average}。`)).toBe('昨天是 江苏甲醇 2345 元/吨（公布号 88）。')
    const { figures, text } = release(`江苏甲醇均价 ${average}。`, known, 'member')
    expect(figures).toMatchObject([{ verdict: 'bound', text: '2345', price: { day: '2026-11-26', publication: '88' } }])
    expect(text.slice(figures[0]?.place ?? 0)).toMatch(/^2345/)
  })

  it('a figure says which published prices it is made of', () => {
    const [day, before] = [
      { day: '2026-11-26', publication: '88' },
      { day: '2026-11-25', publication: '87' },
    ].map((each) => ({ quoteItemId: methanol.quoteItemId, part: 'average', ...each }))
    const made = (key: string) => release(`江苏甲醇 ⟦${key}⟧。`, known, 'member').figures[0]?.madeOf
    expect(made(`${methanol.code} 2026-11-26 average`)).toEqual([day])
    expect(made(`${methanol.code} 2026-11-26 change`)).toEqual([day, before])
    const mean = found.compute('mean', [`${methanol.code} 2026-11-26 average`, `${methanol.code} 2026-11-25 average`])
    expect(made('key' in mean ? mean.key : '')).toEqual([day, before])
  })

  it('calc makes handles of handles, exactly; unknown ones make none', () => {
    const [day, before] = ['2026-11-26', '2026-11-25'].map((each) => `⟦${methanol.code} ${each} average⟧`)
    const result = found.compute('percent', [day ?? '', before ?? ''])
    expect(shown(`甲醇涨 ⟦${'key' in result ? result.key : ''}⟧。`)).toBe('甲醇涨 0.64 %。')
    expect(found.compute('sum', ['⟦Q999999 2026-11-26 average⟧'])).toHaveProperty('problem')
  })

  it.each([
    ['甲醇均价 2345 元/吨。', 'a figure that it wrote itself, though right'],
    ['港口库存 85 万吨[1]。', 'an altered figure (87 → 85)'],
    ['港口库存 87 万吨。', 'a figure of a passage that it does not cite'],
    ['港口库存 87 万吨[2]。', 'a passage that was not found'],
    ['均价二千三百四十五元。', 'in words'],
    ['均价２３４５元。', 'in full width'],
    ['均价 2³⁴⁵ 元。', 'in superscript'],
    ['均价 ٢٣٤٥ 元。', 'in other digits'],
    ['均价 **23**45 元。', 'split by marks'],
    ['均价 ⟦Q000001 2026-11-20 average⟧。', 'a handle that was not given in this turn'],
    ['涨幅百分之五。', 'a share in words'],
    ['均价约三千。', 'in words without a unit'],
    ['每吨涨五十。', 'a change in words'],
    ['产量下降三成。', 'tenths in words'],
    ['库存少了三分之一。', 'a fraction in words'],
    ['涨了三个点。', 'points in words'],
    ['均价二三四五。', 'read out by digit'],
    ['动力煤均价 5500 元。', 'a figure that is a specification too'],
    ['85、86 都有成交。', 'a figure where a list would have its number'],
    ['您说的 2800 元是对的。', 'a figure that the user asserts'],
  ])('%s is withheld: %s', (sentence) => {
    const { text, figures } = release(sentence, known, 'member')
    expect(text).toBe('')
    expect(figures.every((figure) => figure.verdict === 'unbound' && figure.sentence === sentence)).toBe(true)
    expect(release(sentence, known, 'staff').text).toContain('未核实')
  })

  it.each([
    ['港口库存 87 万吨[1]。', '港口库存 87 万吨[1]。'],
    ['2026年11月26日螺纹钢HRB400E（Φ20mm）没有报价。', '2026年11月26日螺纹钢HRB400E（Φ20mm）没有报价。'],
    ['1. 供应偏紧[1]。', '1. 供应偏紧[1]。'],
    ['比去年少三成[1]。', '比去年少三成[1]。'],
    ['万一供应偏紧，一成不变的是需求。', '万一供应偏紧，一成不变的是需求。'],
    ['“十四五”以来，二〇二六年最紧。', '“十四五”以来，二〇二六年最紧。'],
    ['5500 大卡动力煤没有报价。', '5500 大卡动力煤没有报价。'],
    ['供应偏紧[7]。', '供应偏紧。'],
    ['见 ![图](http://evil.example/a.png) 和 [这里](http://evil.example)。', '见 图 和 这里。'],
  ])('%s: %s', (sentence, text) => {
    expect(shown(sentence)).toBe(text)
  })

  it('no digit reaches a member that is not a day, a name, a handle’s or a cited passage’s', () => {
    const piece = fc.oneof(
      fc.constantFrom('甲醇', '均价', '约', '，', ' ', '**', average, '[1]', '2026-11-26', '元', '⟦', '⟧', '二百'),
      fc.integer({ min: 0, max: 99_999 }).map(String),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const { text, figures } = release(pieces.join(''), known, 'member')
        const rest = figures.reduce((left, figure) => left.replace(figure.text, ''), text)
        const bare = rest.replace(/（公布号 88）|2026-11-26|\[1\]|\d{1,2}[.、]/gu, '')
        expect(bare.match(/\d{4,}/u)).toBeNull()
      }),
    )
  })

  it('sentences end where they end, never within a handle', () => {
    expect(sentencesOf('一。二⟦a。b⟧三；四')).toEqual({ whole: ['一。', '二⟦a。b⟧三；'], rest: '四' })
  })
})
