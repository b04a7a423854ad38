// Definitions over time, against days that each have a definition of their own.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '#contract/days.ts'
import type { Definition } from '#contract/prices/quote-items.ts'
import { definitionOn, type Period, redefine } from './definitions.rules.ts'

const FIRST = '2026-11-01'
const DAYS = 12
const days = Array.from({ length: DAYS }, (_, at) => addDays(FIRST, at))

const inUnit = (unit: string): Definition => ({
  market: '上海',
  specification: '',
  unit,
  currency: 'CNY',
  isTaxIncluded: true,
  kind: 'range',
  decimals: 0,
})

const change = fc.record({
  from: fc.option(fc.constantFrom(...days)),
  until: fc.option(fc.constantFrom(...days)),
  unit: fc.constantFrom('元/吨', '美元/桶', '元/千克'),
})

describe('definitions over time', () => {
  it('prices.md "Data": any changes leave each other day as it was, without gaps or overlaps', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        let periods: Period[] = [{ ...inUnit('元/吨'), until: null }]
        const model = new Map(days.map((day) => [day, '元/吨']))
        for (const { from, until, unit } of changes) {
          if (from !== null && until !== null && daysBetween(from, until) <= 0) continue
          periods = redefine(periods, { from, until }, inUnit(unit))
          for (const day of days)
            if ((from === null || day >= from) && (until === null || day < until)) model.set(day, unit)
          expect(days.map((day) => definitionOn(periods, day)?.unit)).toEqual([...model.values()])
          const ends = periods.map((period) => period.until)
          expect(ends.at(-1)).toBeNull()
          expect(ends.slice(0, -1)).toEqual([...new Set(ends.slice(0, -1))].toSorted())
          for (const [at, { unit: own }] of periods.entries()) expect(periods[at + 1]?.unit).not.toBe(own)
        }
      }),
    )
  })
})
