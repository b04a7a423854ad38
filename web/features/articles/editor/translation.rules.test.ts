// An English draft takes names, units, headings and chart titles from the register; what has none is marked.
import { expect, it } from 'vitest'
import { cleanBody, htmlOf } from '#contract/articles/body.ts'
import { chartNode, figureMark, moveMark, tableNode } from '#contract/articles/bound-figures.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { demandsOf } from '#contract/articles/standard-rules.ts'
import { untranslatedIn } from '#contract/articles/template-fields.ts'
import { type Register, skeletonOf } from './translation.rules.ts'

const DAY = '2026-11-23'
const entry = { id: '91', publication: '7', low: '7800', high: '7900', average: '7850', change: '80', percent: '1.02' }
const known = { code: 'Q000001', name: '线型', market: '华东', unit: '元/吨', entry }
const nameless = { code: 'Q000002', name: '高压', market: '华南', unit: '元/卷', entry: { ...entry, id: '92' } }
const point = { day: DAY, average: '7850', id: '91', publication: '7' }
const text = (words: string, marks?: BodyNode['marks'] & object): BodyNode => ({
  type: 'text',
  text: words,
  ...(marks && { marks }),
})
const heading = (words: string): BodyNode => ({ type: 'heading', attrs: { level: 2 }, content: [text(words)] })
const register: Register = {
  names: new Map([
    ['Q000001', 'LLDPE, East China'],
    ['Q000002', ''],
  ]),
  terms: [{ chinese: '行情回顾', english: 'Market review' }],
}
const ref = { code: 'Q000001', day: DAY, priceId: '91', publication: '7' }
const chinese: BodyNode = {
  type: 'doc',
  content: [
    heading('行情回顾'),
    heading('后市'),
    {
      type: 'paragraph',
      content: [
        text('价格', [moveMark({ ...ref, when: 'up' })]),
        text('上涨', [moveMark({ ...ref, when: 'up' }), figureMark({ ...ref, part: 'direction' })]),
      ],
    },
    {
      ...tableNode(DAY, [known, nameless]),
      attrs: { ...tableNode(DAY, [known, nameless]).attrs, caption: '行情回顾' },
    },
    chartNode(DAY, 30, known, [point]),
    chartNode(DAY, 30, nameless, [point]),
    { type: 'picture', attrs: { fileId: '5', alt: '厂区', caption: '' } },
  ],
}

it('articles.md "Language pair": an English draft has English names, units, headings and titles, or marks', () => {
  const english = skeletonOf(chinese, register)
  const html = htmlOf(cleanBody(english))
  expect(html).toContain('<h2>Market review</h2><h2>【待译：后市】</h2><p>up </p>')
  expect(html).toContain('<caption>Market review</caption>')
  expect(html).toContain('<td><p>LLDPE, East China</p></td><td><p class="rt-right">7,800</p></td>')
  expect(html).toContain('<td><p>yuan/t</p></td>')
  expect(html).toContain('LLDPE, East China, last 30 days（yuan/t）')
  expect(untranslatedIn(html)).toEqual([
    ...[
      '【待译：后市】',
      '【待译：高压】',
      '【待译：元/卷】',
      '【待译：高压近 30 天走势】',
      '【待译：元/卷】',
      '【待译：厂区】',
    ],
  ])
  expect(html.replace(/【待译：[^】]*】/g, '').replaceAll('均价', '')).not.toMatch(/\p{Script=Han}/u)
  // words of a move are written anew
  expect(JSON.stringify(english)).not.toContain('priceMove')
})

it('articles.md "Language pair": submission names what is left untranslated', () => {
  const demands = demandsOf({ title: 'Daily', body: skeletonOf(chinese, register) }, null)
  const [lack] = demands.filter(({ isMet }) => !isMet)
  expect(lack).toMatchObject({ key: 'translated', detail: '还有 5 处：【待译：后市】' })
})
