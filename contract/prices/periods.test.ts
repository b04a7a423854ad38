import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, dayNumber, dayText } from '#contract/days.ts'
import { conversionOf, decimalsAfter, missingRates, unitAfter } from './conversion.ts'
import { Exact } from './decimals.ts'
import {
  aggregate,
  byPeriod,
  type DayFigure,
  endOfPeriod,
  inRows,
  isPartial,
  measures,
  periodLabel,
  periodLengths,
  periodOf,
  spanOf,
} from './periods.ts'

const plain = { measure: 'average', decimals: 2, conversion: null } as const

it('prices.md "Derived" a range widened to whole periods has no partial one, and begins and ends with one', () => {
  const day = fc.integer({ min: dayNumber('2024-01-01'), max: dayNumber('2030-12-31') }).map(dayText)
  fc.assert(
    fc.property(day, fc.nat(400), fc.constantFrom(...periodLengths), (from, days, length) => {
      const to = addDays(from, days)
      const whole = spanOf({ from, to }, length, 'whole')
      expect(whole.from <= from && to <= whole.to).toBe(true)
      expect([periodOf(whole.from, length), periodOf(addDays(whole.to, 1), length)]).toEqual([
        whole.from,
        addDays(whole.to, 1),
      ])
      for (const each of [from, to]) {
        const period = periodOf(each, length)
        const last = endOfPeriod(each, length)
        expect(periodOf(last, length)).toBe(period)
        expect(periodOf(addDays(last, 1), length)).not.toBe(period)
        expect(isPartial(period, length, whole, '2100-01-01')).toBe(false)
        expect(isPartial(period, length, { from, to }, '2100-01-01')).toBe(period < from || last > to)
        expect(isPartial(period, length, whole, addDays(last, -1))).toBe(length !== 'day')
      }
      expect(spanOf({ from, to }, length, 'cut')).toEqual({ from, to })
    }),
  )
})

describe('periods', () => {
  it.each([
    ['2026-11-22', 'week', '2026-11-16', '2026-11-16 当周'],
    ['2026-11-23', 'week', '2026-11-23', '2026-11-23 当周'],
    ['2027-01-01', 'week', '2026-12-28', '2026-12-28 当周'],
    ['2026-11-10', 'tenDay', '2026-11-01', '2026-11 上旬'],
    ['2026-11-11', 'tenDay', '2026-11-11', '2026-11 中旬'],
    ['2026-10-31', 'tenDay', '2026-10-21', '2026-10 下旬'],
    ['2028-02-29', 'month', '2028-02-01', '2028-02'],
    ['2026-11-22', 'day', '2026-11-22', '2026-11-22'],
  ] as const)('%s by %s begins on %s', (day, length, period, label) => {
    expect(periodOf(day, length)).toBe(period)
    expect(periodLabel(period, length)).toBe(label)
  })

  const days = fc
    .uniqueArray(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 60 })
    .map((numbers) =>
      numbers.toSorted((a, b) => a - b).map((n) => new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10)),
    )
  const figure = fc
    .tuple(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.integer({ min: 0, max: 4 }))
    .map(([whole, places]) => new Exact(whole).dividedBy(new Exact(10).pow(places)).toFixed(places))

  it('each day belongs to exactly one period, which begins no later; periods are in order', () => {
    fc.assert(
      fc.property(days, fc.constantFrom(...periodLengths), (all, length) => {
        const found = [
          ...byPeriod(
            all.map((day): DayFigure => [day, '1']),
            length,
            plain,
          ).keys(),
        ]
        expect(found).toEqual([...new Set(all.map((day) => periodOf(day, length)))])
        expect(found).toEqual(found.toSorted())
        for (const day of all) {
          expect(periodOf(day, length) <= day).toBe(true)
          expect(periodOf(periodOf(day, length), length)).toBe(periodOf(day, length))
        }
      }),
    )
  })

  it('low ≤ average ≤ high, and an average times its count differs from the sum by rounding alone', () => {
    fc.assert(
      fc.property(fc.array(figure, { minLength: 1, maxLength: 40 }), (figures) => {
        const [last, average, high, low] = measures.map((measure) =>
          aggregate(figures, { ...plain, measure, decimals: 4 }),
        )
        expect(new Exact(low ?? '').lte(average ?? '') && new Exact(average ?? '').lte(high ?? '')).toBe(true)
        expect(new Exact(last ?? '').equals(figures.at(-1) ?? '')).toBe(true)
        const off = new Exact(average ?? '')
          .times(figures.length)
          .minus(Exact.sum(...figures))
          .abs()
        expect(off.lte(new Exact('0.00005').times(figures.length))).toBe(true)
      }),
    )
  })

  it('rounds an average once and half-up; a float would give 1.00', () => {
    expect(aggregate(['1.00', '1.01'], plain)).toBe('1.01')
    expect(aggregate(['-1.00', '-1.01'], plain)).toBe('-1.01')
    expect(aggregate(['0.1', '0.2', '0.3'], plain)).toBe('0.20')
  })
})

describe('rows', () => {
  const rows = ['2026-11-02', '2026-11-03', '2026-11-04']
  const figures = new Map([['2026-11-03', '5']])

  it('stay empty without a rule, and take the last known figure with one', () => {
    expect(inRows(rows, figures, null)).toEqual({ values: [null, '5', null], filled: [] })
    expect(inRows(rows, figures, { before: null })).toEqual({ values: [null, '5', '5'], filled: [2] })
    expect(inRows(rows, figures, { before: '4' })).toEqual({ values: ['4', '5', '5'], filled: [0, 2] })
  })
})

describe('conversion', () => {
  const yuan = { currency: 'CNY', isTaxIncluded: true } as const
  const dollar = { currency: 'USD', isTaxIncluded: false } as const
  const convert = (figure: string, quoted: typeof yuan | typeof dollar, wanted: Parameters<typeof conversionOf>[1]) => {
    const conversion = conversionOf(quoted, wanted)
    return aggregate([figure], { measure: 'last', decimals: decimalsAfter(0, conversion), conversion })
  }
  const toYuan = { currency: 'CNY', rates: [{ currency: 'USD', rate: '7.1234' }] } as const

  it('multiplies by the stated rate, adds and takes off the stated tax', () => {
    expect(convert('500', dollar, toYuan)).toBe('3561.70')
    expect(convert('500', dollar, { ...toYuan, isTaxIncluded: true, taxRate: '13' })).toBe('4024.72')
    expect(convert('3800', yuan, { isTaxIncluded: false, taxRate: '13' })).toBe('3362.83')
    expect(convert('3800', yuan, { ...toYuan, isTaxIncluded: true, taxRate: '13' })).toBe('3800')
  })

  it('keeps what is in the target currency, and names missing rates', () => {
    expect(conversionOf(yuan, toYuan)).toBeNull()
    expect(missingRates([yuan, dollar], { currency: 'EUR', rates: [{ currency: 'USD', rate: '1' }] })).toEqual(['CNY'])
    expect(missingRates([yuan, dollar], {})).toEqual([])
  })

  it('puts the currency into the unit', () => {
    expect(unitAfter('美元/吨', 'USD', 'CNY')).toBe('元/吨')
    expect(unitAfter('¢/磅', 'USD', 'CNY')).toBe('¢/磅（CNY）')
    expect(unitAfter('元/吨', 'CNY', 'CNY')).toBe('元/吨')
  })
})
