// Figures of a text compared with the published ones.
import { expect, it } from 'vitest'
import { type QuotedFigure, rangeIn } from './bound-figures.ts'
import { differing, type PublishedEntry, saysFigure } from './figure-rules.ts'

it.each([
  ['3530', '3530', true],
  ['3,530', '3530.00', true],
  ['+10', '10', true],
  ['-10', '10', false],
  ['0.28%', '0.28', true],
  ['上涨', '10', true],
  ['下跌', '10', false],
  ['持平', '0', true],
  ['up', '10', true],
  ['unchanged', '10', false],
  ['3500 左右', '3500', false],
  ['', '3500', false],
  ['3500', null, false],
])('%j matches %j: %s', (text, published, says) => {
  expect(saysFigure(text, published)).toBe(says)
})

const entry: PublishedEntry = {
  name: '螺纹钢',
  day: '2026-11-20',
  publication: '7',
  low: '3500',
  high: '3560',
  average: '3530',
  change: '10',
  percent: '0.28',
}
const figure = (wishes: Partial<QuotedFigure>): QuotedFigure => ({
  priceId: '1',
  publication: '7',
  place: 'figure-1',
  field: 'average',
  value: '3530',
  ...wishes,
})

it('lists differing figures; skips older publications and unknown entries', () => {
  const entries = new Map([['1', entry]])
  const figures = [
    figure({}),
    figure({ field: 'low', value: '3510' }),
    figure({ value: '9999', publication: '6' }),
    figure({ value: '9999', priceId: '2' }),
  ]
  expect(differing(figures, entries)).toEqual([
    { name: '螺纹钢', day: '2026-11-20', field: 'low', text: '3510', published: '3500' },
  ])
})

it.each([
  ['3800-3860', ['3800', '3860']],
  ['-30', ['-30', '-30']],
  ['-30--10', ['-30', '-10']],
  ['-30-50', ['-30', '50']],
  ['3800', ['3800', '3800']],
])('parses the range %s as %j, also below zero', (text, range) => {
  expect(rangeIn(text)).toEqual(range)
})
