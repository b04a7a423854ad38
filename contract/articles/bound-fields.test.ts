// Figures in title, subtitle and summary: plain texts with bindings beside them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  appended,
  cleanBindings,
  type FieldBinding,
  fieldOfNodes,
  nodesOfField,
  quotedFigures,
  rebound,
  standingBindings,
} from './bound-fields.ts'
import { figureMark, moveMark } from './bound-figures.ts'
import type { BodyNode } from './nodes.ts'

const DAY = '2026-11-23'
const mark = (part: 'average' | 'low' | 'high' | 'change' | 'range', publication = '7') =>
  figureMark({ code: 'Q000001', day: DAY, part, priceId: '91', publication })
const move = moveMark({ code: 'Q000001', when: 'up', day: DAY, priceId: '91', publication: '7' })
const text = (words: string, ...marks: BodyNode['marks'] & object): BodyNode => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks }),
})
const body: BodyNode = { type: 'doc', content: [] }

describe('articles.md "Templates": figures in text fields', () => {
  it('are a plain text and bindings, and nodes again', () => {
    const nodes = [
      text('均价 '),
      text('7800', mark('average')),
      text('，'),
      text('上涨 ', move),
      text('80', mark('change'), move),
    ]
    const { text: summary, bindings } = fieldOfNodes('summary', nodes)
    expect(summary).toBe('均价 7800，上涨 80')
    expect(bindings.map(({ text: words, type, lead }) => [type, lead, words])).toEqual([
      ['priceFigure', '均价 ', '7800'],
      ['priceMove', '价 7800，'.padStart(8, '均').slice(-8), '上涨 80'],
      ['priceFigure', '0，上涨 '.padStart(8, '7800').slice(-8), '80'],
    ])
    expect(
      nodesOfField({ summary, bindings }, 'summary').map(({ text: words, marks = [] }) => [words, marks.length]),
    ).toEqual([
      ['均价 ', 0],
      ['7800', 1],
      ['，', 0],
      ['上涨 ', 1],
      ['80', 2],
    ])
    expect(quotedFigures({ summary, bindings, body }).map(({ place, field, value }) => [place, field, value])).toEqual([
      ['summary-figure-1', 'average', '7800'],
      ['summary-move-1', 'change', '上涨'],
      ['summary-figure-2', 'change', '80'],
    ])
  })

  const bound = (lead: string, words: string, publication = '7'): FieldBinding => ({
    field: 'summary',
    text: words,
    lead,
    type: 'priceFigure',
    attrs: mark('average', publication).attrs,
  })
  const boundWords = (summary: string, ...bindings: FieldBinding[]) =>
    nodesOfField({ summary, bindings }, 'summary').flatMap(({ text: words, marks }) => (marks ? [words] : []))
  const at = (summary: string, ...bindings: FieldBinding[]) => {
    const nodes = nodesOfField({ summary, bindings }, 'summary')
    const first = nodes.findIndex(({ marks }) => marks)
    return nodes
      .slice(0, first)
      .map(({ text: words }) => words)
      .join('')
  }

  it('are found again after edits around them, by what stands before them', () => {
    expect(at('成交 7800 吨，均价 7800', bound('均价 ', '7800'))).toBe('成交 7800 吨，均价 ')
    expect(at('7800', bound('均价 ', '7800'))).toBe('')
  })

  it('are not found inside longer figures, and end when their words are gone', () => {
    for (const summary of ['均价 17800', '均价 7800.5', '均价 7,800', '均价 780', '均价 7800,123', '']) {
      expect(boundWords(summary, bound('均价 ', '7800'))).toEqual([])
      expect(standingBindings({ summary, bindings: [bound('均价 ', '7800')] })).toEqual([])
    }
    expect(boundWords('均价 7800。', bound('', '7800'))).toEqual(['7800'])
    expect(boundWords('均价 7800, 涨', bound('', '7800'))).toEqual(['7800'])
  })

  it('bind each place once: two bindings of one figure take two places, a third none', () => {
    const three = ['7', '8', '9'].map((publication) => bound('', '7800', publication))
    expect(boundWords('低 7800 高 7800', ...three)).toEqual(['7800', '7800'])
    expect(standingBindings({ summary: '低 7800 高 7800', bindings: three })).toHaveLength(2)
  })

  it('are appended to a field; the bindings of the others stay', () => {
    const title = fieldOfNodes('title', [text('7800', mark('average'))])
    const article = { title: title.text, summary: '均价 ', bindings: title.bindings }
    const now = appended(article, 'summary', [text('7800', mark('average'))])
    expect(now).toMatchObject({
      summary: '均价 7800',
      bindings: [{ field: 'title' }, { field: 'summary', lead: '均价 ' }],
    })
    expect(quotedFigures({ ...article, ...now, body }).map(({ place }) => place)).toEqual([
      'title-figure-1',
      'summary-figure-1',
    ])
  })

  it('keep valid attributes only', () => {
    const [good] = cleanBindings([bound('', '7800')])
    expect(good?.attrs).toEqual(mark('average').attrs)
    const bad = { ...bound('', '7800'), attrs: { ...mark('average').attrs, priceId: '<b>' } }
    const more = { ...bound('', '7800'), attrs: { ...mark('average').attrs, onclick: 'x' } }
    expect(cleanBindings([bad, more]).map(({ attrs }) => Object.keys(attrs))).toEqual([
      ['code', 'day', 'part', 'priceId', 'publication'],
    ])
  })

  it('property: nodes become a field and the same nodes again, with the same quoted figures', () => {
    const words = fc.constantFrom('均价 ', '，低价 ', '元/吨；高价 ', '。')
    const figure = fc.integer({ min: 1, max: 9_999 }).map(String)
    const part = fc.constantFrom('average', 'low', 'high', 'change')
    fc.assert(
      fc.property(fc.array(fc.tuple(words, figure, part), { maxLength: 8 }), (pieces) => {
        const nodes = pieces.flatMap(([before, value, which], i) => [
          text(`（${i}）${before}`),
          text(value, mark(which as 'low', String(i + 1))),
        ])
        const { text: summary, bindings } = fieldOfNodes('summary', nodes)
        expect(nodesOfField({ summary, bindings }, 'summary')).toEqual(nodes)
        expect(standingBindings({ summary, bindings })).toEqual(bindings)
      }),
    )
  })
})

describe('areas/ai.md "Editor": a text that is taken over', () => {
  const other = figureMark({ code: 'Q000002', day: DAY, part: 'average', priceId: '92', publication: '8' })
  const article = {
    body: {
      type: 'doc',
      content: [{ type: 'paragraph', content: [text('7800', mark('average')), text('3900', other)] }],
    },
  }
  const boundIn = (summary: string, of: Parameters<typeof rebound>[0] = article) =>
    standingBindings({ summary, bindings: rebound(of, 'summary', summary) }).map(({ text: words, attrs }) => [
      words,
      attrs.priceId,
    ])

  it('has the article’s figures bound again, however they are grouped; others are plain', () => {
    expect(boundIn('均价 7,800 元，涨 80 元，另报 3900.0 元。')).toEqual([
      ['7,800', '91'],
      ['3900.0', '92'],
    ])
    expect(boundIn('78001 元，7800年'), 'another figure, and a year').toEqual([])
  })

  it('a figure that two entries have is bound to neither; of one entry it is the average', () => {
    const same = { body: { type: 'doc', content: [text('3900', mark('average')), text('3900', other)] } }
    expect(boundIn('3,900 元', same)).toEqual([])
    const level = { body: { type: 'doc', content: [text('3900', mark('average')), text('3900', mark('high'))] } }
    expect(rebound(level, 'summary', '3900 元').map(({ attrs }) => attrs.part)).toEqual(['average'])
  })

  it('cells of its tables are its figures too', () => {
    const cells = ['甲醇', '华东', '7700', '7900', '7800', '80', '1.04%', '元/吨']
    const rows = [{ code: 'Q000001', priceId: '91', publication: '7', cells }]
    const table = { body: { type: 'doc', content: [{ type: 'priceTable', attrs: { day: DAY, rows } }] } }
    const bindings = rebound(table, 'summary', '低端 7,700 元，涨幅 1.04%')
    expect(bindings.map(({ text: words, attrs }) => [words, attrs.part])).toEqual([
      ['7,700', 'low'],
      ['1.04%', 'percent'],
    ])
  })

  it('keeps what was bound before, for an undone edit', () => {
    const before: FieldBinding = {
      field: 'summary',
      text: '7800',
      lead: '旧 ',
      type: 'priceFigure',
      attrs: mark('average').attrs,
    }
    const bindings = rebound({ ...article, summary: '旧 7800', bindings: [before] }, 'summary', '新的摘要')
    expect(standingBindings({ summary: '旧 7800', bindings })).toEqual([before])
  })
})
