// What an article lacks against a standard.
import { describe, expect, it } from 'vitest'
import type { BodyNode } from './nodes.ts'
import { type Checked, demandsOf, lacksOf, type Standard } from './standard-rules.ts'

const body = (text: string, pictures = 0): BodyNode => ({
  type: 'doc',
  content: [
    { type: 'paragraph', content: text === '' ? [] : [{ type: 'text', text }] },
    ...Array.from({ length: pictures }, () => ({ type: 'picture', attrs: { fileId: '1' } })),
  ],
})
const anything: Standard = {
  ...{ leastWords: null, mostWords: null, leastPictures: 0, leastSummary: 0, mostSummary: null },
  ...{ requiredFields: [], sources: [], forbiddenWords: [] },
}
const article = (change: Partial<Checked> = {}): Checked => ({ title: '聚乙烯早报', body: body('价格上涨'), ...change })
const lacking = (change: Partial<Checked>, standard: Partial<Standard> | null = {}) =>
  lacksOf(article(change), standard && { ...anything, ...standard }).map(({ key }) => key)

describe('§9 an article against its standard', () => {
  it.each<[string, Partial<Checked>, Partial<Standard> | null, string[]]>([
    ['has a title and a body', { title: ' ', body: body('') }, null, ['title', 'body']],
    ['a picture is a body', { body: body('', 1) }, null, []],
    ['has no open place', { title: '【待补：没有价格】', body: body('{{产品}}') }, null, ['fields']],
    ['may call itself 【快讯】', { title: '【快讯】热卷报价调整' }, null, []],
    ['is long enough', {}, { leastWords: 5 }, ['words']],
    ['is as long as it must be', {}, { leastWords: 4, mostWords: 4 }, []],
    ['is not too long', {}, { mostWords: 3 }, ['words']],
    ['has pictures', { body: body('一', 1) }, { leastPictures: 2 }, ['pictures']],
    [
      'has its fields',
      { source: ' ', tags: [], keywords: ['一'] },
      { requiredFields: ['source', 'tags', 'keywords', '?'] },
      ['source', 'tags'],
    ],
    ['has a summary of that length', { summary: '四个字符' }, { leastSummary: 4, mostSummary: 4 }, []],
    ['has a summary at all', {}, { leastSummary: 1 }, ['summaryLength']],
    ['names a known source', { source: '网络' }, { sources: ['本站'] }, ['sources']],
    [
      'has no forbidden word, whatever its letters',
      { summary: 'Best 价' },
      { forbiddenWords: ['BEST', ' '] },
      ['forbidden'],
    ],
  ])('%s', (_name, change, standard, lacks) => {
    expect(lacking(change, standard)).toEqual(lacks)
  })

  it('says each demand, met or not, with what there is', () => {
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
