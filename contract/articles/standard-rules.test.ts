// Demands of a standard that an article does not meet.
import { describe, expect, it } from 'vitest'
import type { BodyNode } from './nodes.ts'
import { type Checked, demandsOf, type Standard } from './standard-rules.ts'

const body = (text: string, pictures = 0): BodyNode => ({
  type: 'doc',
  content: [
    { type: 'paragraph', content: text === '' ? [] : [{ type: 'text', text }] },
    ...Array.from({ length: pictures }, () => ({ type: 'picture', attrs: { fileId: '1' } })),
  ],
})
const anything: Standard = {
  leastWords: null,
  mostWords: null,
  leastPictures: 0,
  leastSummary: 0,
  mostSummary: null,
  requiredFields: [],
  sources: [],
  forbiddenWords: [],
}
const article = (change: Partial<Checked> = {}): Checked => ({ title: '聚乙烯早报', body: body('价格上涨'), ...change })
const lacking = (change: Partial<Checked>, standard: Partial<Standard> | null = {}) =>
  demandsOf(article(change), standard && { ...anything, ...standard }).flatMap(({ key, isMet }) => (isMet ? [] : [key]))

describe('§9 an article against its standard', () => {
  it.each<[string, Partial<Checked>, Partial<Standard> | null, string[]]>([
    ['needs a title and a body', { title: ' ', body: body('') }, null, ['title', 'body']],
    ['accepts a picture as a body', { body: body('', 1) }, null, []],
    ['must have no open place', { title: '【待补：没有价格】', body: body('{{产品}}') }, null, ['fields']],
    ['may have 【快讯】 in its title', { title: '【快讯】热卷报价调整' }, null, []],
    ['must be long enough', {}, { leastWords: 5 }, ['words']],
    ['may be exactly as long as the limits', {}, { leastWords: 4, mostWords: 4 }, []],
    ['must not be too long', {}, { mostWords: 3 }, ['words']],
    ['needs enough pictures', { body: body('一', 1) }, { leastPictures: 2 }, ['pictures']],
    [
      'needs its required fields',
      { source: ' ', tags: [], keywords: ['一'] },
      { requiredFields: ['source', 'tags', 'keywords', '?'] },
      ['source', 'tags'],
    ],
    [
      'may have a summary exactly as long as the limits',
      { summary: '四个字符' },
      { leastSummary: 4, mostSummary: 4 },
      [],
    ],
    ['needs a summary', {}, { leastSummary: 1 }, ['summaryLength']],
    ['needs an allowed source', { source: '网络' }, { sources: ['本站'] }, ['sources']],
    [
      'must have no forbidden word, in either case',
      { summary: 'Best 价' },
      { forbiddenWords: ['BEST', ' '] },
      ['forbidden'],
    ],
  ])('%s', (_name, change, standard, lacks) => {
    expect(lacking(change, standard)).toEqual(lacks)
  })

  it('lists each demand, met or not, with the current count', () => {
    const demands = demandsOf(article(), { ...anything, leastWords: 4, mostWords: 10, leastPictures: 1 })
    expect(demands.map(({ label, isMet, detail }) => `${label} ${isMet} ${detail}`.trim())).toEqual([
      '标题 true',
      '正文 true',
      '模板字段已填好 true',
      '正文 4 至 10 字 true 现有 4 字',
      '图片至少 1 张 false 现有 0 张',
    ])
  })
})
