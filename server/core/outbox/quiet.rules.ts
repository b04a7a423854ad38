// Quiet hours, in Shanghai time.

/** Minutes from midnight; `from` may be later than `to`: over midnight. */
export type Quiet = { from: number; to: number }

const MINUTE_MS = 60_000
const DAY_MIN = 1_440
/** Shanghai is 8 h ahead all year. */
const AHEAD_MS = 8 * 60 * MINUTE_MS

/** spec: commercial messages to telephones between 8 and 21 h alone. */
export const SMS_QUIET: Quiet = { from: 21 * 60, to: 8 * 60 }

/** When the quiet that holds at a moment ends; null where none holds. */
export function quietUntil(now: Date, { from, to }: Quiet): Date | null {
  const local = now.getTime() + AHEAD_MS
  const minute = Math.floor(local / MINUTE_MS) % DAY_MIN
  const holds = from <= to ? minute >= from && minute < to : minute >= from || minute < to
  if (!holds || from === to) return null
  const midnight = local - (local % (DAY_MIN * MINUTE_MS))
  const end = midnight + to * MINUTE_MS
  return new Date((minute < to ? end : end + DAY_MIN * MINUTE_MS) - AHEAD_MS)
}

/** `22:00-07:30`; null for `off`. Throws where it is neither. */
export function parseQuiet(text: string): Quiet | null {
  if (text === 'off') return null
  const found = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/.exec(text)
  if (!found) throw new Error('应为“22:00-07:30”的形式，或 off')
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = found.slice(1).map(Number)
  return { from: fromHour * 60 + fromMinute, to: toHour * 60 + toMinute }
}
