// Corrections in title and summary, words that no longer fit, and prices that were typed by hand.
import { expect, it } from 'vitest'
import { type BoundArticle, fieldOfNodes, quotedFigures } from '#contract/articles/bound-fields.ts'
import { type EntryFigures, figureMark, moveMark, tableNode } from '#contract/articles/bound-figures.ts'
import { moveClashes } from '#contract/articles/move-words.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import type { FoundFigures } from '#contract/articles/templates.ts'
import { type Published, placeOf, refresh, releaseMoves } from './refresh.rules.ts'

const DAY = '2026-11-23'
const entry = (publication: string, average: string, change: string): EntryFigures => ({
  id: '91',
  publication,
  low: average,
  high: average,
  average,
  change,
  percent: '1.02',
})
const names = { id: '1', code: 'Q000001', name: '螺纹钢', englishName: 'Rebar', productName: '钢材' }
const item = (own: EntryFigures | null, was: FoundFigures['was'] = []): FoundFigures => ({
  ...names,
  market: '上海',
  unit: '元/吨',
  entry: own,
  was,
})
const published = (own: EntryFigures | null, was?: FoundFigures['was']): Published => ({
  figures: new Map([[placeOf(DAY, 'Q000001'), item(own, was)]]),
  courses: new Map(),
})
const ref = { code: 'Q000001', day: DAY, priceId: '91', publication: '7' }
const figure = (text: string, part: 'average' | 'change', ...more: BodyNode['marks'] & object): BodyNode => ({
  type: 'text',
  text,
  marks: [figureMark({ ...ref, part }), ...more],
})
const words = (text: string, ...marks: BodyNode['marks'] & object): BodyNode => ({
  type: 'text',
  text,
  ...(marks.length > 0 && { marks }),
})
const table = tableNode(DAY, [{ ...item(null), entry: entry('7', '7800', '-20') }])
const articleOf = (summary: BodyNode[], ...content: BodyNode[]): BoundArticle => {
  const { text, bindings } = fieldOfNodes('summary', summary)
  return { title: '日评', subtitle: '', summary: text, bindings, body: { type: 'doc', content: [table, ...content] } }
}
const was = [{ low: '7800', high: '7800', average: '7800' }]
const corrected = published(entry('8', '7900', '80'), was)

it('articles.md "Templates": a correction refreshes the summary as the body, in the form in which it is written', () => {
  const article = articleOf([words('均价 '), figure('7,800', 'average'), words(' 元/吨')])
  const { article: now, changes } = refresh(article, corrected)
  expect(changes.map(({ kind, place, before, after }) => [kind, place, before, after])).toEqual([
    ['figure', '摘要', '7,800', '7,900'],
    ['figure', '正文', '7800 7800 7800 -20 1.02%', '7900 7900 7900 80 1.02%'],
  ])
  expect(now).toMatchObject({ title: '日评', summary: '均价 7,900 元/吨', bindings: [{ text: '7,900' }] })
  expect(new Set(quotedFigures({ ...article, ...now }).map(({ publication }) => publication))).toEqual(new Set(['8']))
  expect(refresh({ ...article, ...now }, corrected).changes).toEqual([])
})

it('articles.md "Templates": words of a move that no longer holds are listed until they are rewritten', () => {
  const down = moveMark({ ...ref, when: 'down' })
  const article = articleOf([words('价格走弱', down)], {
    type: 'paragraph',
    content: [words('下跌 ', down), figure('-20', 'change', down)],
  })
  const { article: now, changes } = refresh(article, corrected)
  expect(changes.filter(({ kind }) => kind === 'move')).toMatchObject([
    { place: '摘要', before: '价格走弱', after: '80' },
    { place: '正文', before: '下跌 ', after: '80' },
  ])
  const updated = { ...article, ...now }
  expect(moveClashes(updated)).toEqual([{ place: '正文', words: '下跌', figure: '80' }])
  expect(refresh(updated, corrected).changes.map(({ kind }) => kind)).toEqual(['move', 'move'])
  const released = { ...updated, ...releaseMoves(updated, corrected) }
  expect(refresh(released, corrected).changes).toEqual([])
  expect(quotedFigures(released).some(({ place }) => place.includes('move'))).toBe(false)
})

it('articles.md "Templates": words of a move that still holds only get the new publication', () => {
  const article = articleOf([words('价格走弱', moveMark({ ...ref, when: 'down' }))])
  const { article: now, changes } = refresh(article, published(entry('8', '7700', '-120')))
  expect(changes[0]).toMatchObject({ kind: 'figure', place: '摘要', after: '下跌' })
  expect(now.bindings[0]?.attrs).toMatchObject({ publication: '8' })
})

it('articles.md "Templates": a price typed by hand is found by its old value, not counts and current prices', () => {
  const typed = (summary: string) => {
    const article = articleOf([words(summary)])
    return refresh(article, corrected)
      .changes.filter(({ kind }) => kind === 'typed')
      .map(({ before, after }) => [before, after])
  }
  expect(typed('均价 7,800 元/吨')).toEqual([['7,800', '7,900']])
  expect(typed('均价 7800.00，')).toEqual([['7800.00', '7900']])
  for (const free of ['成交 7800 吨', '均价 7,900', '17800', '7800.5', '7,800,123', '']) expect(typed(free)).toEqual([])
  const article = articleOf([words('均价 7,800 元/吨')])
  const { article: now } = refresh(article, corrected, { withTyped: true })
  expect(now).toMatchObject({ summary: '均价 7,900 元/吨', bindings: [{ text: '7,900', attrs: { publication: '8' } }] })
  expect(refresh({ ...article, ...now }, corrected).changes).toEqual([])
})
