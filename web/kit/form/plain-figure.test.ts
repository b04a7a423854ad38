// Prices as people copy them from a message or a spreadsheet.
import { expect, it } from 'vitest'
import { plainFigure } from './plain-figure.ts'

it.each([
  ['3,850', '3850'],
  ['1,234,567.50', '1234567.50'],
  ['３，８５０．５', '3850.5'],
  ['3850。5', '3850.5'],
  [' 3850', '3850'],
  ['约3850', '约3850'],
])('prices.md "thousands, full-width digits": %s is taken as %s', (typed, plain) => {
  expect(plainFigure(typed)).toBe(plain)
})
