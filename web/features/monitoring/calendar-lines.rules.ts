// Days of a year as lines of text, such as `2027-02-15 休 春节`: typed, or pasted from an announcement or a sheet.
import { isYearDay } from '#contract/monitoring/calendar-days.ts'
import type { CalendarException } from '#contract/monitoring/calendars.ts'

const OPEN = '班'
const CLOSED = '休'
const states: Readonly<Record<string, boolean>> = {
  [OPEN]: true,
  开: true,
  上班: true,
  开市: true,
  [CLOSED]: false,
  休市: false,
  放假: false,
}

export const toLines = (days: readonly CalendarException[]): string =>
  days.map(({ day, isOpen, name }) => `${day} ${isOpen ? OPEN : CLOSED} ${name}`.trim()).join('\n')

const pad = (part: string) => part.padStart(2, '0')

/** `2027-2-15`, `2027/02/15`, `2027年2月15日`, `2月15日`. */
function dayOf(text: string, year: number): string | null {
  const [, whole = String(year), month, date] = /^(?:(\d{4})[-/.年])?(\d{1,2})[-/.月](\d{1,2})日?$/.exec(text) ?? []
  return month && date ? `${whole}-${pad(month)}-${pad(date)}` : null
}

export type ReadLines = { days: CalendarException[]; problems: string[] }

/** Parses the lines; `problems` has a message with the line number for each invalid one. */
export function readLines(text: string, year: number): ReadLines {
  const days: CalendarException[] = []
  const problems: string[] = []
  const seen = new Map<string, number>()
  for (const [at, line] of text.normalize('NFKC').split(/\r?\n/).entries()) {
    const [first = '', second = '', ...rest] = line.trim().split(/[\s,，]+/)
    if (first === '') continue
    const number = at + 1
    const day = dayOf(first, year)
    const isOpen = states[second]
    if (day === null || !isYearDay(day, year)) problems.push(`第 ${number} 行：“${first}”不是 ${year} 年的日期`)
    else if (isOpen === undefined) problems.push(`第 ${number} 行：请在日期后写“${CLOSED}”或“${OPEN}”`)
    else if (seen.has(day)) problems.push(`第 ${number} 行：与第 ${seen.get(day)} 行重复`)
    else {
      seen.set(day, number)
      days.push({ day, isOpen, name: rest.join(' ').slice(0, 30) })
    }
  }
  return { days: days.sort((a, b) => a.day.localeCompare(b.day)), problems }
}
