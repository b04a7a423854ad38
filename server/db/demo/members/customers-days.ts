// Days and moments around today, counted in days from it: -7 is a week ago.
import { addDays, dayOf } from '#contract/days.ts'
import type { Chance } from '../random.ts'

const MINUTE_MS = 60_000

export type Days = {
  now: Date
  /** `YYYY-MM-DD` in Shanghai. */
  day: (offset: number) => string
  /** Somewhere in the working hours of that day, and never in the future. */
  moment: (chance: Chance, offset: number) => string
}

const two = (number: number) => String(number).padStart(2, '0')

export function createDays(now: Date): Days {
  const known = new Map<number, string>()
  const day = (offset: number) => {
    const text = known.get(offset) ?? addDays(dayOf(now), offset)
    known.set(offset, text)
    return text
  }
  const moment = (chance: Chance, offset: number) => {
    const drawn = `${day(offset)}T${two(chance.between(8, 18))}:${two(chance.between(0, 59))}:${two(chance.between(0, 59))}+08:00`
    const agoMs = chance.between(2, 90) * MINUTE_MS
    return Date.parse(drawn) < now.getTime() ? drawn : new Date(now.getTime() - agoMs).toISOString()
  }
  return { now, day, moment }
}
