// Parsing the days of a year from typed and pasted lines.
import { describe, expect, it } from 'vitest'
import { readLines, toLines } from './calendar-lines.rules.ts'

describe('§2 days of a calendar as lines', () => {
  it('are read in the formats of announcements and sheets, and sorted', () => {
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

  it('are reported by line number if invalid', () => {
    const { days, problems } = readLines('2026-02-15 休\n2027-02-30 休\n2027-03-01\n2027-03-02 休\n3月2日 班', 2027)
    expect(days.map(({ day }) => day)).toEqual(['2027-03-02'])
    expect(problems.map((problem) => problem.slice(0, 6))).toEqual(['第 1 行：', '第 2 行：', '第 3 行：', '第 5 行：'])
  })

  it('are printed as they were read', () => {
    const text = '2027-01-01 休 元旦\n2027-02-06 班 春节调休上班'
    expect(toLines(readLines(text, 2027).days)).toBe(text)
  })
})
