// Terms of the dictionary in a text and its translation.
import { expect, it } from 'vitest'
import { termsIn } from './terms.ts'

const terms = [
  { chinese: '热轧', english: 'hot-rolled' },
  { chinese: '热轧卷板', english: 'hot-rolled coil' },
  { chinese: '社会库存', english: 'social inventory' },
  { chinese: '钢坯', english: '' },
]

it('articles.md "Language pair": offers the longest terms of a text, with those translated marked', () => {
  expect(termsIn('热轧卷板社会库存下降，钢坯持稳', 'Social Inventory fell', terms)).toEqual([
    { chinese: '热轧卷板', english: 'hot-rolled coil', isUsed: false },
    { chinese: '社会库存', english: 'social inventory', isUsed: true },
  ])
  expect(termsIn('', 'hot-rolled', terms)).toEqual([])
})
