// Days that a question asks about, by the server's day in Shanghai and the workdays of China.
import { addDays, addMonths, dayNumber, dayText, isDay, weekdayOf } from '#contract/days.ts'
import { type Calendar, isOpen } from '#contract/monitoring/calendar-days.ts'

/** One day where both ends are the same. `words` stands in the question. */
export type AskedDays = { from: string; to: string; words: string }

const weekdays: Readonly<Record<string, number>> = { 一: 1, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6, 日: 7, 天: 7 }
const numerals: Readonly<Record<string, number>> = {
  一: 1,
  两: 2,
  二: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  十: 10,
}
const two = (text: string) => text.padStart(2, '0')

const monthOf = (day: string, months: number) => {
  const first = dayText(addMonths(dayNumber(`${day.slice(0, 7)}-01`), months))
  return { from: first, to: dayText(addMonths(dayNumber(first), 1) - 1) }
}

function openBefore(calendar: Calendar, day: string): string {
  let before = addDays(day, -1)
  for (let steps = 0; steps < 31 && !isOpen(calendar, before); steps++) before = addDays(before, -1)
  return before
}

type Range = { from: string; to: string }
const one = (day: string): Range => ({ from: day, to: day })
type Reading = (match: RegExpExecArray, today: string, calendar: Calendar) => Range | null

/** A day without a year is the last one up to today. */
function lastSuch(today: string, month: string, date: string): Range | null {
  for (const year of [Number(today.slice(0, 4)), Number(today.slice(0, 4)) - 1]) {
    const day = `${year}-${two(month)}-${two(date)}`
    if (isDay(day) && day <= today) return one(day)
  }
  return null
}

/** The first that matches counts. */
const readings: readonly (readonly [RegExp, Reading])[] = [
  [
    /(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*[日号]?/u,
    ([, year = '', month = '', date = '']) => {
      const day = `${year}-${two(month)}-${two(date)}`
      return isDay(day) ? one(day) : null
    },
  ],
  [/(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]/u, ([, month = '', date = ''], today) => lastSuch(today, month, date)],
  [/大前天/u, (_, today) => one(addDays(today, -3))],
  [/前天|前日/u, (_, today) => one(addDays(today, -2))],
  [/昨天|昨日/u, (_, today) => one(addDays(today, -1))],
  [/今天|今日|当日/u, (_, today) => one(today)],
  [/上个?(?:交易日|工作日)/u, (_, today, calendar) => one(openBefore(calendar, today))],
  [
    /(上上|上|本|这)个?(?:周|星期|礼拜)([一二三四五六日天])/u,
    ([, which = '', at = ''], today) => {
      const back = which === '上上' ? 14 : which === '上' ? 7 : 0
      return one(addDays(today, (weekdays[at] ?? 1) - weekdayOf(today) - back))
    },
  ],
  [
    /(?:周|星期|礼拜)([一二三四五六日天])/u,
    ([, at = ''], today) => one(addDays(today, -((weekdayOf(today) - (weekdays[at] ?? 1) + 7) % 7))),
  ],
  [
    /(上上|上|本|这)个?(?:周|星期|礼拜)/u,
    ([, which = ''], today) => {
      const from = addDays(today, 1 - weekdayOf(today) - (which === '上上' ? 14 : which === '上' ? 7 : 0))
      return { from, to: addDays(from, 6) }
    },
  ],
  [/(?:本|这个?)月/u, (_, today) => monthOf(today, 0)],
  [/上个?月/u, (_, today) => monthOf(today, -1)],
  [/今年/u, (_, today) => ({ from: `${today.slice(0, 4)}-01-01`, to: today })],
  [
    /(?:近|最近|过去)\s*(\d{1,3}|[一两二三四五六七八九十])\s*个?(天|日|周|星期|月)/u,
    ([, number = '', unit = ''], today) => {
      const count = numerals[number] ?? Number(number)
      if (unit === '月') return { from: dayText(addMonths(dayNumber(today), -count) + 1), to: today }
      return { from: addDays(today, 1 - count * (unit === '天' || unit === '日' ? 1 : 7)), to: today }
    },
  ],
]

/** Null where the question names no day. Ranges end today at the latest. */
export function askedDays(question: string, today: string, calendar: Calendar): AskedDays | null {
  for (const [pattern, read] of readings) {
    const match = pattern.exec(question)
    const range = match && read(match, today, calendar)
    if (match && range)
      return { from: range.from, to: range.to > today && range.from <= today ? today : range.to, words: match[0] }
  }
  return null
}
