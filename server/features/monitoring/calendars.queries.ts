// Calendars for their page: lists, years and their versions.
import { type SQL, sql } from 'drizzle-orm'
import type { CalendarException, CalendarQuery, CalendarRow, CalendarYearView } from '#contract/monitoring/calendars.ts'
import { WORKDAYS } from '#server/core/calendars.ts'
import { list, nameHas } from '#server/core/lists/paging.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { calendarDays, calendars, calendarYears } from '#server/db/schema/calendars.ts'
import { monitoringRules } from '#server/db/schema/monitoring.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'
import { personName } from './subjects.queries.ts'

const announced = sql<number[]>`array(select distinct y.year from ${calendarYears} y
  where y.calendar_id = ${calendars}.id order by y.year desc)`

const row = {
  id: calendars.id,
  version: calendars.version,
  code: calendars.code,
  name: calendars.name,
  weekdays: calendars.weekdays,
  isYearly: calendars.isYearly,
  remark: calendars.remark,
  announced,
  rules: sql<number>`(select count(*)::int from ${monitoringRules} r where r.calendar_id = ${calendars}.id)`,
  updatedAt: calendars.updatedAt,
}

export const pageOfCalendars = list<CalendarRow, CalendarQuery>({
  name: 'calendars',
  always: sql`true`,
  filters: { name: nameHas(calendars.name, 'name') },
  sorts: { name: sql`${calendars.name} collate "zh-x-icu"`, updatedAt: calendars.updatedAt },
  usual: sql`${calendars.id}`,
  tie: calendars.id,
  fields: row,
  rows: (db) => db.select(row).from(calendars),
  matches: (db, where) => db.select({ n: sql`1` }).from(calendars).where(where),
})

export async function isCalendarTaken(tx: Tx, { name, code }: { name: string; code?: string }, but = '0') {
  const of = (is: SQL) => tx.$count(calendars, sql`${is} and ${calendars.id} <> ${but}::bigint`)
  return {
    name: (await of(sql`lower(${calendars.name}) = lower(${name})`)) > 0,
    code: code !== undefined && (await of(sql`${calendars.code} = ${code}`)) > 0,
  }
}

export const countItems = (tx: Tx, calendarId: string): Promise<number> =>
  tx.$count(quoteItems, sql`${quoteItems.calendarId} = ${calendarId}::bigint`)

export const countRules = (tx: Tx, calendarId: string): Promise<number> =>
  tx.$count(monitoringRules, sql`${monitoringRules.calendarId} = ${calendarId}::bigint`)

/** Null where there is no such calendar. Without a number: the current version. */
export async function yearOfCalendar(
  db: Executor,
  { calendarId, year, number = null }: { calendarId: string; year: number; number?: number | null | undefined },
): Promise<CalendarYearView | null> {
  type Row = CalendarYearView['versions'][number] & { days: CalendarYearView['days'] }
  const [calendar] = await db
    .select({ id: calendars.id })
    .from(calendars)
    .where(sql`${calendars.id} = ${calendarId}::bigint`)
  if (!calendar) return null
  const { rows } = await db.execute<Row>(sql`
    select y.number, y.source, ${personName(sql`y.by_id`, sql`y.by_name`)} as "byName", to_json(y.at) #>> '{}' as at, coalesce((
        select json_agg(json_build_object('day', d.day, 'isOpen', d.is_open, 'name', d.name) order by d.day)
        from ${calendarDays} d where d.year_id = y.id), '[]'::json) as days
      from ${calendarYears} y where y.calendar_id = ${calendarId}::bigint and y.year = ${year}
      order by y.number desc limit 50`)
  const chosen = number === null ? rows[0] : rows.find((each) => each.number === number)
  return {
    year,
    number: chosen?.number ?? 0,
    source: chosen?.source ?? '',
    days: chosen?.days ?? [],
    versions: rows.map(({ days: _, ...version }) => version),
  }
}

export async function addYear(
  tx: Tx,
  version: typeof calendarYears.$inferInsert,
  days: readonly CalendarException[],
): Promise<string> {
  const [added] = await tx.insert(calendarYears).values(version).returning({ yearId: calendarYears.id })
  if (!added) throw new Error('no year was added')
  if (days.length > 0) await tx.insert(calendarDays).values(days.map((each) => ({ ...added, ...each })))
  return added.yearId
}

/** Calendars `c` that days follow: of enabled rules, of items, and the usual one. */
export const isInUse = sql`(c.code = ${WORKDAYS} or exists (select from ${quoteItems} i where i.calendar_id = c.id)
  or exists (select from ${monitoringRules} r where r.calendar_id = c.id and r.is_enabled))`

/** Ids by name. */
export async function calendarNames(db: Executor): Promise<Map<string, string>> {
  const rows = await db.select({ id: calendars.id, name: calendars.name }).from(calendars).orderBy(calendars.id)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** Yearly calendars that enabled rules, or items, use and that have no version of the year. */
export async function unannounced(db: Executor, year: number): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select c.id::text as id, c.name from ${calendars} c where c.is_yearly
      and ${isInUse} and not exists (select from ${calendarYears} y where y.calendar_id = c.id and y.year = ${year}) order by c.id`)
  return rows
}
