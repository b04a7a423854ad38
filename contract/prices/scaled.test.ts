// Decimals of formulas against a decimal library with enough digits.
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Scaled } from './scaled.ts'

const Wide = Decimal.clone({ precision: 400, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -400, toExpPos: 400 })

const text = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 18 }))
  .map(([units, scale]) => new Wide(units.toString()).dividedBy(new Wide(10).pow(scale)).toFixed())
const decimals = fc.integer({ min: 0, max: 10 })

/** The library writes a zero that was rounded from below with a sign. */
const fixed = (value: Decimal, to: number) => value.toFixed(to).replace(/^-(?=[0.]+$)/, '')

it('§1 formulas compute exactly: sums, differences and products lose nothing, and are rounded half-up once', () => {
  fc.assert(
    fc.property(text, text, decimals, (a, b, to) => {
      const [left, right, wideLeft, wideRight] = [Scaled.of(a), Scaled.of(b), new Wide(a), new Wide(b)]
      expect(left.plus(right).toFixed(40)).toBe(fixed(wideLeft.plus(wideRight), 40))
      expect(left.minus(right).toFixed(to)).toBe(fixed(wideLeft.minus(wideRight), to))
      expect(left.times(right).toFixed(40)).toBe(fixed(wideLeft.times(wideRight), 40))
      expect(left.rounded(to).toFixed(to)).toBe(fixed(wideLeft, to))
      expect(left.negated().abs().toFixed(20)).toBe(fixed(wideLeft.abs(), 20))
      expect(Math.sign(left.comparedTo(right))).toBe(wideLeft.comparedTo(wideRight))
      expect(left.isZero()).toBe(wideLeft.isZero())
    }),
    { numRuns: 1_000 },
  )
})

it('§1 a quotient keeps sixty digits after the point', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      fc.pre(!new Wide(b).isZero())
      expect(Scaled.of(a).dividedBy(Scaled.of(b)).toFixed(60)).toBe(fixed(new Wide(a).dividedBy(b), 60))
    }),
    { numRuns: 1_000 },
  )
})

it.each([
  ['-0.5', 0, '-1'],
  ['0.4', 0, '0'],
  ['-0.004', 2, '0.00'],
  ['-.005', 2, '-0.01'],
  ['3.', 1, '3.0'],
  ['007', 0, '7'],
])('%s with %i decimals is %s', (written, to, expected) => {
  expect(Scaled.of(written).toFixed(to)).toBe(expected)
})
