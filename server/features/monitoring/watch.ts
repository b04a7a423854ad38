// Maintains the due rows: makes them ahead, seals past days, sends the alerts.
import { type SQL, sql } from 'drizzle-orm'
import { can } from '#contract/access.ts'
import { dayOf } from '#contract/days.ts'
import { yearOf } from '#contract/monitoring/calendar-days.ts'
import { type Core, transact } from '#server/core/core.ts'
import type { Change } from '#server/core/live/bus.ts'
import { noticeCause } from '#server/core/outbox/causes.ts'
import { noticeStaff } from '#server/core/outbox/queue.ts'
import { endNotices, refuseHandled, type StillWaiting } from '#server/core/outbox/waiting-notices.ts'
import type { Tx } from '#server/db/connection.ts'
import { listHolders } from '#server/features/organisation/users/holders.queries.ts'
import { isOpenAbout, noteAlerts, noteReviewAlerts, openDues } from './alerts.queries.ts'
import { type Notice, noticesOf } from './alerts.rules.ts'
import { unannounced } from './calendars.queries.ts'
import { makeDues } from './dues.acts.ts'
import { readFingerprint, tryLockDues, unsealedDays } from './dues.queries.ts'
import { sealDay } from './seals.queries.ts'

const WATCH_EVERY_MS = 30_000
const AFTER_CHANGE_MS = 500

const isOfData = (type: Change['type']) => type === 'priceReviews' || type === 'articles' || type === 'dues'

export type Watched = { made: number; sealed: string[]; notices: Notice[] }

/** Current time as ISO text, by the clock of the database. */
async function readClock(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ at: string }>(sql`select to_char(clock_timestamp() at time zone 'utc',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`)
  return rows[0]?.at ?? ''
}

/** The State Council announces the next year in November. */
const REMINDED_FROM = 11

/** Reminds the keepers of calendars, once for each calendar whose next year is missing. */
async function remindOfCalendars(tx: Tx, today: string): Promise<void> {
  if (Number(today.slice(5, 7)) < REMINDED_FROM) return
  const year = yearOf(today) + 1
  const missing = await unannounced(tx, year)
  if (missing.length === 0) return
  const userIds = await listHolders(tx, can('monitoringCalendar', 'edit'))
  for (const { id, name } of missing) {
    await noticeStaff(tx, {
      event: 'monitoring',
      key: `calendar:${id}:${year}`,
      userIds,
      title: `请维护 ${year} 年的“${name}”日历`,
      text: `${year} 年的安排还没有录入，到时会暂按通常的星期计算。`,
      link: '/dataMonitoring/templateManagement/calendars',
    })
  }
}

/** Whether a notice has any row that still waits for its data. */
const stillWaiting =
  (moment: SQL): StillWaiting =>
  async (tx, abouts) => {
    const open = await openDues(tx, abouts, moment)
    return (about) => isOpenAbout(about, open)
  }

/** Withholds unsent notices once their data is there. */
export const monitoringCause = noticeCause(
  'monitoring',
  refuseHandled('数据已更新，不再提醒', stillWaiting(sql`now()`)),
)

/**
 * One round, in one process at a time: others skip it.
 * @param at ISO 8601; without it, now
 * @param made fingerprint of the last round: rows are made again where it has changed
 */
export async function watchDues(core: Core, at?: string, made?: { print: string }): Promise<Watched> {
  return transact(core, async (tx, announce) => {
    const nothing: Watched = { made: 0, sealed: [], notices: [] }
    if (!(await tryLockDues(tx))) return nothing
    const clock = at ?? (await readClock(tx))
    const today = dayOf(clock)
    const print = `${today} ${await readFingerprint(tx)}`
    const isNew = print !== made?.print
    const changed = isNew ? await makeDues(tx, today, sql`${clock}::timestamptz`) : 0
    if (isNew) await remindOfCalendars(tx, today)
    const sealed = await unsealedDays(tx, today)
    for (const day of sealed) await sealDay(tx, day)
    await endNotices(tx, announce, monitoringCause.name, stillWaiting(sql`${clock}::timestamptz`))
    const moment = sql`${clock}::timestamptz`
    const alerts = [...(await noteAlerts(tx, today, moment)), ...(await noteReviewAlerts(tx, today, moment))]
    const notices = noticesOf(alerts, today)
    for (const { level: _, ...notice } of notices) await noticeStaff(tx, { event: 'monitoring', ...notice })
    if (changed > 0 || sealed.length > 0 || notices.length > 0) announce({ type: 'dues' })
    if (made) made.print = print
    return { made: changed, sealed, notices }
  })
}

/** Runs rounds until stopped. */
export function keepWatching(core: Core): () => void {
  if (!core.config.dueWatch) return () => undefined
  const made = { print: '' }
  const run = () =>
    void watchDues(core, undefined, made).catch((error: unknown) => core.log.error({ err: error }, 'dues not watched'))
  const timer = setInterval(run, WATCH_EVERY_MS)
  timer.unref()
  // a publication ends its alerts at once; changes within half a second share one round
  let soon: NodeJS.Timeout | undefined
  let isStopped = false
  core.bus.onChange(({ type }) => {
    if (!isOfData(type) || soon || isStopped) return
    soon = setTimeout(() => {
      soon = undefined
      run()
    }, AFTER_CHANGE_MS)
    soon.unref()
  })
  return () => {
    isStopped = true
    clearInterval(timer)
    clearTimeout(soon)
  }
}
