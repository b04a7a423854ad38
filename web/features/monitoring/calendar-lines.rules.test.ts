// The days of a year read from what people type and paste.
import { describe, expect, it } from 'vitest'
import { readLines, toLines } from './calendar-lines.rules.ts'

describe('§2 days of a calendar as lines', () => {
  it('are read in the forms of announcements and sheets, in order', () => {
    const text = '2027年2月15日 休 春节\n2027-2-6\t班\t春节调休上班\n\n１月１日，放假，元旦\n2027/10/10 开市'
    expect(readLines(text, 2027)).toEqual({
      days: [
        { day: '2027-01-01', isOpen: false, name: '元旦' },
        { day: '2027-02-06', isOpen: true, name: '春节调休上班' },
        { day: '2027-02-15', isOpen: false, name: '春节' },
        { day: '2027-10-10', isOpen: true, name: '' },
      ],
      problems: [],
    })
  })

  it('are told by their line where they say nothing', () => {
    const { days, problems } = readLines('2026-02-15 休\n2027-02-30 休\n2027-03-01\n2027-03-02 休\n3月2日 班', 2027)
    expect(days.map(({ day }) => day)).toEqual(['2027-03-02'])
    expect(problems.map((problem) => problem.slice(0, 6))).toEqual(['第 1 行：', '第 2 行：', '第 3 行：', '第 5 行：'])
  })

  it('come back as they were', () => {
    const text = '2027-01-01 休 元旦\n2027-02-06 班 春节调休上班'
    expect(toLines(readLines(text, 2027).days)).toBe(text)
  })
})
