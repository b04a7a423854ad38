// The server's time, told by the replies to calls: the clock of a computer may be a year ahead.

/** Less is the way of a reply, or a clock that nobody needs to mend. */
const OFF_MS = 30_000

let offMs = 0

/** @param date the `date` header of a reply that came at `receivedAt` */
export function noteServerTime(date: string | null, receivedAt = Date.now()): void {
  const at = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(at)) return
  const off = at - receivedAt
  offMs = Math.abs(off) < OFF_MS ? 0 : off
}

/** ms since 1970. */
export const serverNow = (): number => Date.now() + offMs
