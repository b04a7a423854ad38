// On which days the issues of an order are due.
import type { OrderRhythm } from '../../../../contract/push/report-labels.ts'

const DAY_MS = 86_400_000
const WEEK_DAYS = 7
const MONTHS: Readonly<Record<OrderRhythm, number>> = { weekly: 0, monthly: 1, quarterly: 3, once: 0 }

const parse = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)

/** The same day so many months later, or the month's last one where it has no such day. */
function plusMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month - 1 + count, Math.min(date, last)))
}

export type Rhythm = { rhythm: OrderRhythm; startsOn: string; endsOn: string }

/** From the order's first day on, each counted from that one: a 31st stays a 31st after a short month. */
export function dueDays({ rhythm, startsOn, endsOn }: Rhythm, from: string, to: string, most = 1_000): string[] {
  const nth = (n: number): string =>
    rhythm === 'weekly' ? dayOf(parse(startsOn) + n * WEEK_DAYS * DAY_MS) : plusMonths(startsOn, n * MONTHS[rhythm])
  const found: string[] = []
  for (let n = 0; found.length < most; n++) {
    const day = nth(n)
    if (day > to || day > endsOn) break
    if (day >= from) found.push(day)
    if (rhythm === 'once') break
  }
  return found
}
