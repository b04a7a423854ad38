// Ranges of days for reading logs, and which reported rows are accepted.
import { addDays, DAY_MS, dayOf, daysBetween } from '#contract/days.ts'
import type { RefusedLog, SentLog } from '#contract/members/account-logs.ts'
import { LOG_AHEAD_MIN, LOG_LATE_DAYS, LOG_RANGE_DAYS, LOG_USUAL_DAYS } from '#contract/members/account-logs.ts'
import { checkFields } from '#server/core/http/refusal.ts'

const MINUTE_MS = 60_000

type Days = { from: string; to: string }

/** Both days included; the last seven days by default. Throws 400 for a reversed range or one of more than 92 days. */
export function daysOf({ from, to }: { from?: string; to?: string }, now = Date.now()): Days {
  const last = to ?? dayOf(now)
  const first = from ?? addDays(last, 1 - LOG_USUAL_DAYS)
  const count = daysBetween(first, last) + 1
  checkFields({
    from: count < 1 ? '开始日期不能晚于结束日期' : count > LOG_RANGE_DAYS ? `查询范围最多 ${LOG_RANGE_DAYS} 天` : null,
  })
  return { from: first, to: last }
}

const firstOfMonth = (day: string, ahead = 0) => {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + ahead
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`
}

/**
 * The whole months around a range: from the first day of its first month, until the first day after its last. Undefined
 * unless the range lies in this month, or in the last one and this.
 */
export function monthsOf({ from, to }: { from?: string; to?: string }, now = Date.now()): Days | undefined {
  if (from === undefined || to === undefined) return undefined
  const thisMonth = firstOfMonth(dayOf(now))
  if (firstOfMonth(to) !== thisMonth || firstOfMonth(from, 1) < thisMonth) return undefined
  return { from: firstOfMonth(from), to: firstOfMonth(to, 1) }
}

/** The same query with its days filled in. */
export const withinDays = <Q extends { from?: string; to?: string }>(query: Q): Q & Days => ({
  ...query,
  ...daysOf(query),
})

/** A row ready to be stored; `n` is its index in the batch. */
export type TakenLog = Required<Omit<SentLog, 'at'>> & { n: number; at: string }

function timeReason(at: number, now: number): string | null {
  if (Number.isNaN(at)) return '时间不正确'
  if (at > now + LOG_AHEAD_MIN * MINUTE_MS) return '时间晚于当前时间'
  return at < now - LOG_LATE_DAYS * DAY_MS ? `时间早于 ${LOG_LATE_DAYS} 天前` : null
}

/** Splits rows into those with a valid time and the refused, with the reason. */
export function sortOut(rows: readonly SentLog[], now = Date.now()): { taken: TakenLog[]; refused: RefusedLog[] } {
  const taken: TakenLog[] = []
  const refused: RefusedLog[] = []
  for (const [index, row] of rows.entries()) {
    const at = Date.parse(row.at)
    const reason = timeReason(at, now)
    if (reason !== null) {
      refused.push({ index, loginName: row.loginName, reason })
      continue
    }
    const { loginName, subProduct, kind, module = '', detail = '', address = '', device = '', seconds = null } = row
    taken.push({
      n: index,
      loginName: loginName.trim(),
      subProduct,
      kind,
      at: new Date(at).toISOString(),
      module: module.trim(),
      detail: detail.trim(),
      address: address.trim(),
      device: device.trim(),
      seconds,
    })
  }
  return { taken, refused }
}
