// What fields refuse, in the words that people read.
import { describe, expect, it } from 'vitest'
import { Day, Fields, Moment } from '#contract/fields.ts'
import { checkInput } from './validation.ts'

const Planned = Fields({ day: Day('开始日期'), at: Moment('发布时间') })
const right = { day: '2026-11-27', at: '2026-11-27T09:30:00+08:00' }
const refusalOf = (changes: Partial<typeof right>) => {
  try {
    checkInput(Planned, { ...right, ...changes }, 'strict')
    return null
  } catch (error) {
    return (error as Error).message
  }
}

describe('§38 days and moments that people plan', () => {
  it.each(['1900-01-01', '2026-02-28', '2199-12-31'])('%s is accepted', (day) => expect(refusalOf({ day })).toBeNull())

  it.each(['0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31'])('%s is of a year that nobody means', (day) => {
    expect(refusalOf({ day })).toBe('开始日期应在 1900 到 2199 年之间')
    expect(refusalOf({ at: `${day}T12:00:00+08:00` })).toBe('发布时间应在 1900 到 2199 年之间')
  })

  it.each(['', '2026-02-30', '11月27日', '2026/11/27'])('%j is no day', (day) => {
    expect(refusalOf({ day })).toBe('开始日期应为 YYYY-MM-DD')
  })
})
