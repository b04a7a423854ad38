// Exact arithmetic of prices, against whole numbers of the last place.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeOf, compareDecimals, Exact, meanOf, medianOf, percentOf, roundTo } from './decimals.ts'

/** 18 digits, as the database holds them. */
const unscaled = fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n })
const places = fc.integer({ min: 0, max: 6 })

function written(value: bigint, decimals: number): string {
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0')
  const at = digits.length - decimals
  return `${value < 0n ? '-' : ''}${digits.slice(0, at)}${decimals > 0 ? `.${digits.slice(at)}` : ''}`
}

/** Half away from zero. */
function half(sum: bigint): bigint {
  const size = ((sum < 0n ? -sum : sum) + 1n) / 2n
  return sum < 0n ? -size : size
}

describe('exact decimals', () => {
  it('§1 an average is exact for all decimals, rounded half-up', () => {
    fc.assert(
      fc.property(unscaled, unscaled, places, (low, high, decimals) => {
        expect(meanOf(written(low, decimals), written(high, decimals), decimals)).toBe(
          written(half(low + high), decimals),
        )
      }),
    )
    expect(meanOf('8500', '8601', 0)).toBe('8551')
    expect(meanOf('-8500', '-8601', 0)).toBe('-8551')
    expect(meanOf('0.1', '0.2', 2)).toBe('0.15')
  })

  it('§1 a change is exact, and comparisons use no floats', () => {
    fc.assert(
      fc.property(unscaled, unscaled, places, (now, before, decimals) => {
        const [a, b] = [written(now, decimals), written(before, decimals)]
        expect(changeOf(a, b, decimals)).toBe(written(now - before, decimals))
        expect(Math.sign(compareDecimals(a, b))).toBe(now < before ? -1 : now > before ? 1 : 0)
      }),
    )
    expect(compareDecimals('100000000000.000001', '100000000000.000002')).toBeLessThan(0)
  })

  it('§1 a percentage is relative to the absolute previous value, and null for zero', () => {
    expect(percentOf('8585', '8500')).toBe('1.00')
    expect(percentOf('-5', '-10')).toBe('50.00')
    expect(percentOf('8500', '0')).toBe(null)
  })

  it('rounds to a zero without a sign', () => {
    expect(roundTo('-0.004', 2)).toBe('0.00')
    expect(roundTo('-0.005', 2)).toBe('-0.01')
  })

  it('has the mean of the two in the middle as median', () => {
    const of = (...values: string[]) => medianOf(values.map((value) => new Exact(value)))?.toFixed()
    expect(of('3', '1', '2')).toBe('2')
    expect(of('4', '1', '3', '2')).toBe('2.5')
    expect(of()).toBe(undefined)
  })
})
