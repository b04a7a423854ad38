// Decisions on check-ins.

const OLDEST_MS = 86_400_000

/** When a scan counts: by the phone's clock, unless that is in the future or more than a day behind. ISO 8601. */
export function scanMoment(at: string, now: number): string {
  const scanned = Date.parse(at)
  const isUsable = scanned <= now && scanned > now - OLDEST_MS
  return new Date(isUsable ? scanned : now).toISOString()
}
