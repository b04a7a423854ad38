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

const wholeDay = String.raw`\d{4}\s*[-/.年]\s*\d{1,2}\s*[-/.月]\s*\d{1,2}\s*[日号]?`
const dayOfYear = String.raw`\d{1,2}\s*月\s*\d{1,2}\s*[日号]`
const numbersIn = (text: string) => text.match(/\d+/gu) ?? []

function firstDay(text: string, today: string): Range | null {
  const [year = '', month = '', date = ''] = numbersIn(text)
  // without a year it has two numbers
  if (date === '') return lastSuch(today, year, month)
  const day = `${year}-${two(month)}-${two(date)}`
  return isDay(day) ? one(day) : null
}

/** What the last day does not say it has of the first: `10月1日至15日`. A day of the year may be of the next one. */
function lastDay(text: string, from: string): string | null {
  const numbers = numbersIn(text)
  const [date = '', month = from.slice(5, 7), ownYear = from.slice(0, 4)] = numbers.toReversed()
  const year = Number(ownYear)
  const years = numbers.length === 2 ? [year, year + 1] : [year]
  return years.map((each) => `${each}-${two(month)}-${two(date)}`).find((day) => isDay(day) && day >= from) ?? null
}

/** The first that matches counts. */
const readings: readonly (readonly [RegExp, Reading])[] = [
  [
    new RegExp(
      String.raw`(${wholeDay}|${dayOfYear})\s*(?:至|到|~|～|—+|–|-)\s*(${wholeDay}|${dayOfYear}|\d{1,2}\s*[日号])`,
      'u',
    ),
    ([, first = '', last = ''], today) => {
      const from = firstDay(first, today)?.from
      const to = from === undefined ? null : lastDay(last, from)
      return from === undefined || to === null ? null : { from, to }
    },
  ],
  [new RegExp(`${wholeDay}|${dayOfYear}`, 'u'), ([text], today) => firstDay(text, today)],
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
