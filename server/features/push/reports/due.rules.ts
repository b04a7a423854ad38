// Days on which the issues of an order are due.
import { addDays, addMonths, dayNumber, dayText } from '#contract/days.ts'
import type { OrderRhythm } from '#contract/push/report-labels.ts'

const WEEK_DAYS = 7
const MONTHS: Readonly<Record<OrderRhythm, number>> = { weekly: 0, monthly: 1, quarterly: 3, once: 0 }

export type Rhythm = { rhythm: OrderRhythm; startsOn: string; endsOn: string }

/** Each day is computed from the first: an order from the 31st returns to the 31st after a short month. */
export function dueDays({ rhythm, startsOn, endsOn }: Rhythm, from: string, to: string, most = 1_000): string[] {
  const nth = (n: number): string =>
    rhythm === 'weekly' ? addDays(startsOn, n * WEEK_DAYS) : dayText(addMonths(dayNumber(startsOn), n * MONTHS[rhythm]))
  const found: string[] = []
  for (let n = 0; found.length < most; n++) {
    const day = nth(n)
    if (day > to || day > endsOn) break
    if (day >= from) found.push(day)
    if (rhythm === 'once') break
  }
  return found
}
