// Rules of how figures of search marketing are shown.
import { describe, expect, it } from 'vitest'
import { changeOf, figureText, leadsNote, reasonOf } from './search-figures.rules.ts'

describe('a change', () => {
  it.each([
    ['110.00', '100.00', '10.0%', 'up'],
    [1, 3, '66.7%', 'down'],
    ['0.03', '0.01', '200.0%', 'up'],
    [5, 5, '0.0%', 'same'],
    [200_000, 1, '19,999,900.0%', 'up'],
  ])(
    'operations-service-ai.md "comparison to the period before": %s after %s is %s %s',
    (now, before, text, direction) => {
      expect(changeOf(now, before)).toEqual({ text, direction })
    },
  )

  it('operations-service-ai.md "comparison to the period before": is none without something to compare with', () => {
    expect(changeOf(3, 0)).toBeNull()
    expect(changeOf(null, '1.00')).toBeNull()
  })
})

it('experience.md "Figures": with thousands, and a dash with its reason where a ratio is undefined', () => {
  expect(figureText('1234567.80')).toBe('1,234,567.80')
  expect(figureText(null)).toBe('–')
  const figures = { leads: 0, granted: 2 } as Parameters<typeof reasonOf>[1]
  expect(reasonOf('costPerLead', figures)).toBe('没有注册，无法计算')
  expect(reasonOf('costPerGranted', figures)).toBe('没有消费数据，无法计算')
})

it('operations.md "Model, window and basis stand beside each figure": as chosen, and where none are counted', () => {
  const days = { from: '2026-11-01', to: '2026-11-28' }
  expect(leadsNote(days)).toBe('注册按末次非直接归因，取注册前 30 天的访问，按注册日期计入。')
  expect(leadsNote({ ...days, touch: 'linear', window: '7', basis: 'event' })).toBe(
    '注册按线性归因，取注册前 7 天的访问，按发生日期计入。',
  )
  expect(leadsNote({ ...days, device: 'mobile' })).toBe('按设备筛选时不计注册。')
})
