// What may be entered, and what is unusual.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completed, movement, outsideUsual, verdictOnFigures } from '#contract/prices/entries.ts'
import { type ItemRules, verdictOnDay } from './entries.rules.ts'

const item: ItemRules = {
  kind: 'range',
  decimals: 2,
  allowsNegative: false,
  lowest: null,
  highest: null,
  usualMove: null,
  usualMedian: null,
  usualDeviation: null,
  status: 'update',
  stoppedOn: null,
  frequency: 'workday',
  weekdays: [],
  calendarId: '1',
  nth: -1,
}
const week = { id: '1', weekdays: [1, 2, 3, 4, 5], isYearly: true, years: new Map() }
const calendars = new Map([['1', week]])

describe('§1 invalid figures are refused', () => {
  it.each([
    [{ low: '10.00', high: '9.99', average: null }, {}, '低价不能高于高价'],
    [{ low: '-1', high: '2', average: null }, {}, '此报价项不允许负值'],
    [{ low: '-1', high: '2', average: null }, { allowsNegative: true }, null],
    [{ low: '1.234', high: '2', average: null }, {}, '最多 2 位小数'],
    [{ low: '1.5', high: '2', average: null }, { decimals: 0 }, '此报价项不带小数'],
    [{ low: '1.500', high: '2', average: null }, { decimals: 1 }, null],
    [{ low: '1', high: '2', average: '2.01' }, {}, '均价应在低价与高价之间'],
    [{ low: '1', high: '2', average: null }, { kind: 'single' as const }, '单一价报价项的低价与高价应相同'],
    [{ low: '2', high: '2.00', average: '2' }, { kind: 'single' as const }, null],
  ])('%j %j: %s', (figures, rules, verdict) => {
    expect(verdictOnFigures(figures, { ...item, ...rules })).toBe(verdict)
  })

  it.each([
    ['2026-11-23', {}, false, null],
    ['2026-11-24', {}, false, '日期不能晚于下一个工作日'],
    ['2026-11-21', {}, false, '该日不是发布日，请确认后再保存'],
    ['2026-11-21', {}, true, null],
    ['2026-11-19', { status: 'stopUpdate' as const, stoppedOn: '2026-11-19' }, false, '该报价项已停更'],
    ['2026-11-18', { status: 'stopUpdate' as const, stoppedOn: '2026-11-19' }, false, null],
  ])('a day: %s %j', (day, rules, isOffDay, verdict) => {
    expect(verdictOnDay(calendars, { day, today: '2026-11-20', item: { ...item, ...rules } }, isOffDay)).toBe(verdict)
  })
})

const cents = fc.bigInt({ min: 0n, max: 10n ** 11n })
const asText = (value: bigint) => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`

describe('§1 an average', () => {
  it('is the exact mean of low and high, rounded half-up to the decimals of the item', () => {
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a]
        const { average } = completed({ low: asText(low), high: asText(high), average: null }, item)
        // in half cents, rounded up where half a cent is left
        expect(average).toBe(asText((low + high + 1n) / 2n))
      }),
    )
  })
})

describe('§1 a move', () => {
  it('is computed against the last published price', () => {
    expect(movement('3230.25', '3200.00', 2)).toEqual({ change: '30.25', percent: '0.95' })
    expect(movement('3230.25', null, 2)).toEqual({ change: null, percent: null })
    expect(movement('3.00', '0.00', 2)).toEqual({ change: '3.00', percent: null })
  })

  it.each([
    ['outside of 3.5 percent where little is known', '3313', '3200', {}, true],
    ['within 3.5 percent', '3310', '3200', {}, false],
    [
      'of an item that never moved: one tick is no alarm',
      '100.01',
      '100',
      { usualMedian: '0', usualDeviation: '0' },
      false,
    ],
    ['of an item that never moved: three percent is', '103', '100', { usualMedian: '0', usualDeviation: '0' }, true],
    ['beyond what the item usually does', '3300', '3200', { usualMedian: '0', usualDeviation: '10' }, true],
    ['within what the item usually does', '3240', '3200', { usualMedian: '0', usualDeviation: '10' }, false],
    ['as its analyst says', '3260', '3200', { usualMove: '0.5' }, true],
  ])('%s', (_, average, before, rules, outside) => {
    expect(outsideUsual(average, before, { ...item, ...rules }) !== '').toBe(outside)
  })

  it('is compared with the limits where there is no earlier price', () => {
    expect(outsideUsual('99', null, { ...item, lowest: '100' })).toBe('低于最低限 100')
    expect(outsideUsual('201', null, { ...item, highest: '200' })).toBe('高于最高限 200')
    expect(outsideUsual('150', null, { ...item, lowest: '100', highest: '200' })).toBe('')
  })
})
