// Signs of a customer being lost, each at its edge.
import { describe, expect, it } from 'vitest'
import { type RiskFacts, riskPoints, riskReasonsOf } from './risk.rules.ts'

const calm: RiskFacts = {
  level: 'A',
  lastAt: '2026-03-01T09:00:00+08:00',
  lastResult: 'reached',
  lastMood: 'good',
  silentDays: 1,
  endsInDays: 200,
  unusedDays: 0,
  overdueDays: -3,
}
const texts = (changes: Partial<RiskFacts>) => riskReasonsOf({ ...calm, ...changes }).map(({ text }) => text)

describe('product.md "Service": the risk score is explained', () => {
  it.each<[string, Partial<RiskFacts>, string[]]>([
    ['nothing', {}, []],
    ['A, silent to the limit', { silentDays: 14 }, []],
    ['A, silent beyond it', { silentDays: 15 }, ['已 15 天没有跟进，A 级客户不应超过 14 天']],
    ['B, silent to the limit', { level: 'B', silentDays: 30 }, []],
    ['B, silent beyond it', { level: 'B', silentDays: 31 }, ['已 31 天没有跟进，B 级客户不应超过 30 天']],
    ['C, silent to the limit', { level: 'C', silentDays: 60 }, []],
    ['C, silent beyond it', { level: 'C', silentDays: 61 }, ['已 61 天没有跟进，C 级客户不应超过 60 天']],
    ['never followed', { lastAt: null, silentDays: 20 }, ['建档 20 天从未跟进，A 级客户不应超过 14 天']],
    ['ends today', { endsInDays: 0 }, ['有账号今天到期']],
    ['ends in 30 days', { endsInDays: 30 }, ['有账号 30 天后到期']],
    ['ends in 31 days', { endsInDays: 31 }, []],
    ['nothing in force', { endsInDays: null, unusedDays: null }, []],
    ['unused for 29 days', { unusedDays: 29 }, []],
    ['unused for 30 days', { unusedDays: 30 }, ['在用账号已 30 天没有使用']],
    ['unhappy', { lastMood: 'bad' }, ['最近一次跟进时客户不满']],
    ['refused', { lastResult: 'refused' }, ['最近一次跟进被明确拒绝']],
    ['due today', { overdueDays: 0 }, []],
    ['overdue', { overdueDays: 2 }, ['待跟进已逾期 2 天']],
    ['no reminder', { overdueDays: null }, []],
  ])('%s', (_, changes, expected) => {
    expect(texts(changes)).toEqual(expected)
  })

  it('all signs together make 100, refused and unhappy count once, and the heaviest comes first', () => {
    const all = riskReasonsOf({
      level: 'C',
      lastAt: null,
      lastResult: 'refused',
      lastMood: 'bad',
      silentDays: 99,
      endsInDays: 1,
      unusedDays: 99,
      overdueDays: 9,
    })
    expect(all.map(({ points }) => points)).toEqual(Object.values(riskPoints))
    expect(all.reduce((sum, { points }) => sum + points, 0)).toBe(100)
  })
})
