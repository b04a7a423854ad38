// Series: what a formula is worth on each day.
import { describe, expect, it } from 'vitest'
import { parseFormula } from './formulas.ts'
import { evaluateSeries, type Series, type SeriesVersion } from './series.ts'
import { explainLack } from './series-lacks.ts'

const formula = (text: string) => {
  const read = parseFormula(text, () => true)
  if ('problem' in read) throw new Error(read.problem.message)
  return read.formula
}
const version = (text: string, more: Partial<SeriesVersion> = {}): SeriesVersion => ({
  from: '2000-01-01',
  formula: formula(text),
  decimals: 2,
  within: 0,
  ...more,
})
const one = (text: string, more: Partial<SeriesVersion> = {}): Series => ({
  code: 'S1',
  versions: [version(text, more)],
})
const inputs = (values: Record<string, Record<string, string>>) =>
  new Map(Object.entries(values).map(([code, days]) => [code, new Map(Object.entries(days))]))

/** A day as 'value', or as the reason for none. */
const valuesOf = (results: ReturnType<typeof evaluateSeries>, code = 'S1') =>
  Object.fromEntries(
    [...(results.get(code) ?? [])].map(([day, result]) => [
      day,
      'value' in result ? result.value : explainLack(result.lack, (name) => name),
    ]),
  )
/** Of one formula over Q1 on the first days of 2026 and Q2 on the first. */
const evaluate = (
  text: string,
  q1: readonly string[],
  q2: readonly string[] = [],
  more: Partial<SeriesVersion> = {},
) => {
  const days = (values: readonly string[]) =>
    Object.fromEntries(values.flatMap((value, at) => (value === '' ? [] : [[`2026-01-0${at + 1}`, value]])))
  return Object.values(valuesOf(evaluateSeries([one(text, more)], inputs({ Q1: days(q1), Q2: days(q2) }))))
}

describe('a series', () => {
  it('§1 is exact and rounded once, half-up', () => {
    expect(evaluate('Q1 * 0.1 + 0.2', ['1'], [], { decimals: 6 })).toEqual(['0.300000'])
    expect(evaluate('Q1 / 3 * 3', ['1'], [], { decimals: 6 })).toEqual(['1.000000'])
    expect(evaluate('Q1 / 2', ['0.01'])).toEqual(['0.01'])
    expect(evaluate('-Q1 / 2', ['0.01'])).toEqual(['-0.01'])
    expect(evaluate('Q1 - 0.30000000000000004', ['0.1'], [], { decimals: 17 })).toEqual(['-0.20000000000000004'])
  })

  it('§1 knows its functions', () => {
    expect(evaluate('avg(Q1, Q2, 1)', ['4'], ['7'])).toEqual(['4.00'])
    expect(evaluate('max(Q1, Q2) - min(Q1, Q2)', ['4'], ['7'])).toEqual(['3.00'])
    expect(evaluate('abs(Q1) + round(Q1 / 3, 1) + round(2.5)', ['-4'])).toEqual(['5.70'])
    expect(evaluate('ma(Q1, 3)', ['1', '2', '', '6', '7'])).toEqual([
      '需要 3 期数据，只有 1 期',
      '需要 3 期数据，只有 2 期',
      '3.00',
      '5.00',
    ])
    expect(evaluate('Q1 - lag(Q1, 1)', ['1', '', '5'])).toEqual(['需要 1 期数据，只有 0 期', '4.00'])
    expect(evaluate('if(Q1 > 2, 1 / Q2, 0)', ['1', '3'], ['', '4'])).toEqual(['0.00', '0.25'])
  })

  it('§1 names all missing inputs at once', () => {
    expect(evaluate('Q1 + Q2 * S9', ['1'])).toEqual(['缺少：Q2、S9'])
    const none = evaluateSeries([one('Q1 - Q2')], inputs({ Q1: { '2026-01-01': '1' } }), ['2026-01-02'])
    expect(valuesOf(none)).toEqual({ '2026-01-01': '缺少：Q2', '2026-01-02': '缺少：Q1、Q2' })
  })

  it('§1 a division by zero has no value that day, and says why', () => {
    expect(evaluate('Q1 / (Q2 - 1)', ['1', '1'], ['1', '2'])).toEqual(['除数为 0', '1.00'])
    expect(evaluate('Q1 * Q1 * Q1', ['99999'])).toEqual(['结果过大'])
  })

  it('§1 uses the last known value within the days of its lag rule', () => {
    expect(evaluate('Q1 - Q2', ['5', '6', '7', '8'], ['1'], { within: 2 })).toEqual([
      '4.00',
      '5.00',
      '6.00',
      '缺少：Q2',
    ])
  })

  it('§1 month and year change look at the same day, or the last before it within 15 days', () => {
    const q1 = { '2025-01-20': '100', '2025-12-31': '200', '2026-01-30': '150', '2026-03-31': '300' }
    expect(valuesOf(evaluateSeries([one('mom(Q1)')], inputs({ Q1: q1 })))).toEqual({
      '2025-01-20': '上月同日及此前 15 天没有数据',
      '2025-12-31': '上月同日及此前 15 天没有数据',
      '2026-01-30': '上月同日及此前 15 天没有数据',
      '2026-03-31': '上月同日及此前 15 天没有数据',
    })
    const q2 = { '2024-02-29': '100', '2025-01-25': '80', '2025-02-28': '110', '2026-02-09': '100' }
    expect(valuesOf(evaluateSeries([one('yoy(Q2)')], inputs({ Q2: q2 })))).toMatchObject({
      '2025-02-28': '上年同日及此前 15 天没有数据',
      '2026-02-09': '25.00',
    })
    const q3 = { '2026-02-28': '100', '2026-03-31': '90' }
    expect(valuesOf(evaluateSeries([one('mom(Q3)')], inputs({ Q3: q3 })))['2026-03-31']).toBe('-10.00')
  })

  it('§1 series of series take the published values, whatever the order', () => {
    const series = [
      { code: 'S2', versions: [version('S1 * 3')] },
      { code: 'S1', versions: [version('Q1 / 3', { decimals: 1 })] },
    ]
    expect(valuesOf(evaluateSeries(series, inputs({ Q1: { '2026-01-01': '1' } })), 'S2')).toEqual({
      '2026-01-01': '0.90',
    })
    const circle = [
      { code: 'S1', versions: [version('S2')] },
      { code: 'S2', versions: [version('S1')] },
    ]
    expect(() => evaluateSeries(circle, inputs({}))).toThrow('S1 → S2 → S1')
  })

  it('§1 each version of a formula holds from its day', () => {
    const versions = [version('Q1'), version('Q1 * 2', { from: '2026-01-02' })]
    const q1 = { '2026-01-01': '1', '2026-01-02': '1', '2026-01-03': '1' }
    expect(valuesOf(evaluateSeries([{ code: 'S1', versions }], inputs({ Q1: q1 })))).toEqual({
      '2026-01-01': '1.00',
      '2026-01-02': '2.00',
      '2026-01-03': '2.00',
    })
  })
})
