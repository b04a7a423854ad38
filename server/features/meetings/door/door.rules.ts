// Decisions at the door, without the database.
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { addDays, daysBetween } from '#contract/days.ts'
import { PIN_LENGTH } from '#contract/meetings/door.ts'

/** A list ends early on the morning after its day: a dinner lasts past midnight. */
const ENDS_AT = 'T04:00:00+08:00'
/** Scans of a phone that was away so long count as of now. */
const OLDEST_MS = 31 * 86_400_000
const LINK_BYTES = 12

/** When a scan counts: by the phone's corrected clock, unless that is in the future or too far back. ISO 8601. */
export function scanMoment(at: string, now: number): string {
  const scanned = Date.parse(at)
  const isUsable = scanned <= now && scanned > now - OLDEST_MS
  return new Date(isUsable ? scanned : now).toISOString()
}

/** A phone that was away sends so long after the end what it scanned before. */
const LATE_MS = 7 * 86_400_000

/** @param at when a scan counts */
export const isInTime = (at: string, until: number, now: number): boolean =>
  now <= until || (Date.parse(at) <= until && now <= until + LATE_MS)

/** ISO 8601. */
export const listEnd = (day: string | null, endsOn: string): string => `${addDays(day ?? endsOn, 1)}${ENDS_AT}`

type Days = { startsOn: string; endsOn: string }

/** The day of a list whose meeting changes its days: a meeting that moves as a whole takes its lists along. */
export function movedListDay(day: string, before: Days, after: Days): string {
  const later = daysBetween(before.startsOn, after.startsOn)
  const isWhole = later === daysBetween(before.endsOn, after.endsOn)
  const next = isWhole ? addDays(day, later) : day
  if (next < after.startsOn) return after.startsOn
  if (next > after.endsOn) return after.endsOn
  return next
}

/** What a scan does to a list on which the head is in since `since`, or not at all: the earliest moment counts. */
export function verdict(since: string | undefined, at: string): 'first' | 'earlier' | 'again' {
  if (since === undefined) return 'first'
  return Date.parse(at) < Date.parse(since) ? 'earlier' : 'again'
}

export const newLinkCode = () => randomBytes(LINK_BYTES).toString('base64url')
export const newPin = () => String(randomInt(10 ** PIN_LENGTH)).padStart(PIN_LENGTH, '0')

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Keyed, so that a copy of the table does not give the PIN away. */
export const hashPin = (secretKey: string, code: string, pin: string) =>
  createHmac('sha256', secretKey).update(`checkInPin:${code}:${pin}`).digest('base64url')

export const isPin = (secretKey: string, { code, pinHash }: { code: string; pinHash: string }, pin: string) =>
  isSame(hashPin(secretKey, code, pin), pinHash)

const sign = (secretKey: string, code: string) =>
  createHmac('sha256', secretKey).update(`checkInDoor:${code}`).digest('base64url')

/** What a helper's phone shows instead of a session; worth nothing once the link has ended. */
export const doorToken = (secretKey: string, code: string) => `${code}.${sign(secretKey, code)}`

/** The code of the link that the token was made for; undefined where it is forged. */
export function linkOfToken(secretKey: string, token: string): string | undefined {
  const [code = '', signature = ''] = token.split('.')
  return isSame(signature, sign(secretKey, code)) ? code : undefined
}
