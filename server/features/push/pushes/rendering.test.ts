// Names of rows in a mail's price table; its figures, as in the tables of articles; corrections of each figure.
import { expect, it } from 'vitest'
import { tableNode } from '#contract/articles/bound-figures.ts'
import type { ShownArticle } from '#server/features/articles/published.queries.ts'
import { articleParts } from './article-mail.ts'
import type { CorrectedPrice, ShownItem } from './contents.queries.ts'
import { nameOf, renderPush } from './rendering.ts'

it.each([
  ['螺纹钢HRB400E', '螺纹钢HRB400E 上海 市场价', 'Φ20mm', '上海', '螺纹钢HRB400E 上海 市场价 · Φ20mm'],
  ['螺纹钢', '螺纹钢', 'Φ20mm', '上海', '螺纹钢 · Φ20mm · 上海'],
  ['热卷', '市场价', '', '天津', '热卷 · 市场价 · 天津'],
])('%s, %s, %s, %s: leaves out repeated parts', (product, name, specification, market, expected) => {
  expect(nameOf({ product, name, specification, market })).toBe(expected)
})

const sender = { name: '张三', email: '', telephone: '', address: '', signature: '' }
const mailOf = (items: ShownItem[], prices: CorrectedPrice[] = []) =>
  renderPush({
    subject: '价格',
    text: '您好',
    chartDays: 0,
    items,
    articles: [],
    isTracked: false,
    sender,
    corrected: prices.length > 0 ? { prices, articles: [] } : null,
    files: { attached: [], tooLarge: [] },
  })
const price = (revisionId: string, day: string, average: string) => ({
  revisionId,
  day,
  low: '7700',
  high: '7900',
  average,
})
const named = { product: '聚乙烯', name: '线型', market: '华东', specification: '' }
const item: ShownItem = {
  id: '1',
  productId: '5',
  unit: '元/吨',
  isTaxIncluded: true,
  decimals: 0,
  ...named,
  prices: [price('2', '2026-11-23', '7800'), price('1', '2026-11-20', '7720')],
} as ShownItem

const cellsOf = (html: string) =>
  [...html.matchAll(/<td class="([^"]*)"[^>]*>([^<]*)<\/td>/g)].map(([, names = '', text]) => ({
    text,
    isMinor: names.includes('minor'),
    tone: /rise|fall|soft|ink/.exec(names)?.[0],
  }))
const headsOf = (html: string) =>
  [...html.matchAll(/<th class="([^"]*)"[^>]*>([^<]*)<\/th>/g)].map(([, names = '', text]) => ({
    text,
    isMinor: names.includes('minor'),
  }))

const article: ShownArticle = {
  id: '1',
  versionId: '1',
  title: '日评',
  summary: '',
  author: '',
  source: '',
  day: '2026-11-23',
  attachmentIds: [],
  body: {
    type: 'doc',
    content: [
      tableNode('2026-11-23', [
        {
          code: 'Q000001',
          name: '线型',
          market: '华东',
          unit: '元/吨',
          entry: {
            id: '1',
            publication: '1',
            low: '7700',
            high: '7900',
            average: '7800',
            change: '80',
            percent: '1.04',
          },
        },
        {
          code: 'Q000002',
          name: '高压',
          market: '华东',
          unit: '元/吨',
          entry: {
            id: '2',
            publication: '1',
            low: '950.5',
            high: '12000',
            average: '10200',
            change: null,
            percent: null,
          },
        },
      ]),
    ],
  },
}

it('articles.md "Templates": tables of pushes and of articles write figures alike', () => {
  const pushed = cellsOf(mailOf([item]).html).map(({ text, tone }) => `${text} ${tone}`)
  const [block] = articleParts(article).blocks.filter(({ kind }) => kind === 'table')
  if (block?.kind !== 'table') throw new Error('no table')
  const [first, second] = block.rows.map((cells) => cells.map(({ text, tone }) => `${text} ${tone ?? 'ink'}`))
  for (const cell of ['7,800 ink', '7,700 ink', '7,900 ink', '+80 rise', '+1.04% rise']) {
    expect(pushed).toContain(cell)
    expect(first).toContain(cell)
  }
  expect(second).toEqual(expect.arrayContaining(['950.5 ink', '12,000 ink', '10,200 ink', '— quiet', '元/吨 ink']))
})

it('pushes.md "Pushes": a narrow mail hides columns that the table names, and never the price', () => {
  const hidden = (heads: readonly { text?: string | undefined; isMinor: boolean }[]) =>
    heads.flatMap(({ text, isMinor }) => (isMinor ? [text] : []))
  expect(hidden(headsOf(mailOf([item]).html))).toEqual(['低价', '高价', '幅度'])
  expect(cellsOf(mailOf([item]).html).flatMap(({ text, isMinor }) => (isMinor ? [text] : []))).toEqual([
    '7,700',
    '7,900',
    '+1.04%',
  ])
  const [block] = articleParts(article).blocks.filter(({ kind }) => kind === 'table')
  if (block?.kind !== 'table') throw new Error('no table')
  const columns = block.columns.map(({ label, isMinor = false }) => ({ text: label, isMinor }))
  expect(hidden(columns)).toEqual(['低价', '高价', '幅度'])
  const was = { low: '7700', high: '7900', average: '7800' }
  const corrected = {
    ...named,
    quoteItemId: '1',
    revisionId: '3',
    day: '2026-11-23',
    unit: '元/吨',
    decimals: 0,
    was,
    is: null,
  }
  expect(hidden(headsOf(mailOf([], [corrected]).html))).toEqual(['单位'])
})

it('pushes.md "Corrections": each figure that was corrected is said: low, high and average', () => {
  const was = { low: '7700', high: '7900', average: '7800' }
  const own = { ...named, quoteItemId: '1', revisionId: '3', day: '2026-11-23', unit: '元/吨', decimals: 0, was }
  const rowsOf = (is: CorrectedPrice['is']) => {
    const texts = cellsOf(mailOf([], [{ ...own, is }]).html).map(({ text }) => text)
    return Array.from({ length: texts.length / 6 }, (_, n) => texts.slice(n * 6 + 2, n * 6 + 5).join(' '))
  }
  expect(rowsOf({ ...was, low: '7600', high: '8000' })).toEqual(['低价 7,700 7,600', '高价 7,900 8,000'])
  expect(rowsOf({ ...was, low: '7500', average: '7700' })).toEqual(['均价 7,800 7,700', '低价 7,700 7,500'])
  expect(rowsOf(null)).toEqual(['均价 7,800 撤回'])
})
