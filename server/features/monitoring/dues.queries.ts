// Inputs of due rows, and the rows themselves.
import { type SQL, sql } from 'drizzle-orm'
import { SETTLED_SHEET_DAYS } from '#contract/monitoring/monitoring-labels.ts'
import { workdaysId } from '#server/core/calendars.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { aiMessages, aiUnanswered } from '#server/db/schema/ai.ts'
import { publishingStandards } from '#server/db/schema/articles/templates.ts'
import { calendarYears } from '#server/db/schema/calendars.ts'
import { categories, newsCategories, products } from '#server/db/schema/catalogue.ts'
import { absences, dueHandovers, dues, monitoringRules, sealedDays } from '#server/db/schema/monitoring.ts'
import { semAccounts, semSlices } from '#server/db/schema/operations.ts'
import { users } from '#server/db/schema/organisation.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'
import { series } from '#server/db/schema/prices/series.ts'
import { reportOrders } from '#server/db/schema/push.ts'
import { narrowestStandard } from '#server/features/articles/standards.queries.ts'
import { settledSheets } from './due-states.queries.ts'
import type { Account, HandedQuestion, Order, PlannedDue, Rule, Watched } from './dues.rules.ts'

/** Lets one process at a time make due rows, seal days and send alerts. Held until the commit. */
export async function lockDues(tx: Tx): Promise<void> {
  // Two keys of an advisory lock that nothing else uses.
  await tx.execute(sql`select pg_advisory_xact_lock(1129270608, 2)`)
}

/** The same lock without waiting. @returns false where another process holds it */
export async function tryLockDues(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ isOurs: boolean }>(
    sql`select pg_try_advisory_xact_lock(1129270608, 2) as "isOurs"`,
  )
  return rows[0]?.isOurs ?? false
}

export async function readRules(db: Executor): Promise<Rule[]> {
  const { rows } = await db.execute<Rule>(sql`
    select r.id::text as id, r.kind, r.level, case r.level when 'category' then r.category_id when 'product' then r.product_id
          when 'item' then coalesce(r.quote_item_id, r.series_id) end::text as "targetId",
        n.product_id::text as "productId", coalesce(r.wanted, nullif(t.times_a_day, 0)) as wanted, r.calendar_id::text as "calendarId", r.frequency, r.weekdays, r.nth,
        coalesce(r.due_time, nullif(t.deadline, '')) as "dueTime", r.warn_minutes as "warnMinutes", r.grace_minutes as "graceMinutes",
        r.escalate_minutes as "escalateMinutes", r.owner_id::text as "ownerId", r.deputy_id::text as "deputyId", r.channel
      from ${monitoringRules} r left join ${newsCategories} n on n.id = r.news_category_id
      left join lateral ${narrowestStandard(sql`r.edition`, sql`r.news_category_id`, sql`r.article_kind`)} t on r.kind = 'article'
      where r.is_enabled order by r.id`)
  return rows
}

/** Quote items and series that are active, or were until some day. */
export async function readWatched(db: Executor): Promise<Watched[]> {
  const { rows } = await db.execute<Watched>(sql`
    with all_of as (
      select 'price' as kind, i.id, i.product_id, coalesce(i.calendar_id, ${workdaysId}) as calendar_id, i.frequency, i.weekdays, i.due_time, i.analyst_id, i.deputy_id, i.status,
          i.stopped_on, i.active_since from ${quoteItems} i
      union all
      select 'series', s.id, s.product_id, null, null, '{}', null, null, null, s.status, s.stopped_on, null from ${series} s
    )
    select a.kind, a.id::text as "quoteItemId", a.product_id::text as "productId",
        array_remove(array[c.parent_id, c.id], null)::text[] as "categoryIds", a.calendar_id::text as "calendarId", a.frequency, a.weekdays,
        a.due_time as "dueTime", a.analyst_id::text as "ownerId", a.deputy_id::text as "deputyId",
        case when a.status = 'stopUpdate' then coalesce(a.stopped_on, '2000-01-01'::date)::text end as "stoppedOn",
        to_json(a.active_since) #>> '{}' as "activeSince"
      from all_of a join ${products} p on p.id = a.product_id left join ${categories} c on c.id = p.category_id
      order by a.kind, a.id`)
  return rows
}

/** Active orders of customised reports. */
export async function readOrders(db: Executor): Promise<Order[]> {
  const { rows } = await db.execute<Order>(sql`
    select id::text as id, rhythm, starts_on::text as "startsOn", ends_on::text as "endsOn" from ${reportOrders}
      where is_enabled order by id`)
  return rows
}

/** Accounts of search marketing that are enabled. */
export async function readAccounts(db: Executor, today: string): Promise<Account[]> {
  const isNear = sql`s.account_id = a.id and s.day between ${today}::date - ${SETTLED_SHEET_DAYS}::int and ${today}::date`
  const { rows } = await db.execute<Account>(sql`
    select a.id::text as id, a.owner_id::text as "ownerId",
        coalesce((select json_agg(json_build_object('day', s.day, 'settlesOn', s.day + a.settling_days,
            'settledOn', (s.at at time zone 'Asia/Shanghai')::date)) from ${settledSheets(isNear)} s
          where s.at is null or s.at >= ${today}::date::timestamp at time zone 'Asia/Shanghai'), '[]') as unsettled
      from ${semAccounts} a where a.is_enabled order by a.id`)
  return rows
}

/** Longest time without a due day: one that is done waits so long for its row. */
const HOLIDAYS = 14

/** Questions of members that somebody has to answer, or has answered lately. */
export async function readQuestions(db: Executor, today: string): Promise<HandedQuestion[]> {
  const { rows } = await db.execute<HandedQuestion>(sql`
    select u.message_id::text as id, u.owner_id::text as "ownerId", m.product_id::text as "productId",
        to_json(u.handed_at) #>> '{}' as "handedAt", (u.done_at at time zone 'Asia/Shanghai')::date::text as "doneOn"
      from ${aiUnanswered} u join ${aiMessages} m on m.id = u.message_id
      where u.owner_id is not null and u.handed_at is not null and (u.done_at is null
        or u.done_at >= (${today}::date - ${HOLIDAYS}::int)::timestamp at time zone 'Asia/Shanghai')
      order by u.message_id`)
  return rows
}

export async function readPeople(db: Executor, from: string, to: string) {
  const working = await db.execute<{ id: string }>(
    sql`select id::text as id from ${users} where status = 'enabled' and not locked and deleted_at is null
      and (expires_at is null or expires_at >= current_date)`,
  )
  const away = await db.execute<{ userId: string; fromDay: string; toDay: string }>(sql`
    select user_id::text as "userId", from_day::text as "fromDay", to_day::text as "toDay" from ${absences}
      where to_day >= ${from}::date and from_day <= ${to}::date`)
  const absencesOf = Map.groupBy(away.rows, ({ userId }) => userId)
  return {
    working: new Set(working.rows.map(({ id }) => id)),
    isAway: (userId: string, day: string) =>
      (absencesOf.get(userId) ?? []).some(({ fromDay, toDay }) => fromDay <= day && day <= toDay),
  }
}

/**
 * Brings the rows of a day to the plan: inserts, updates and withdraws. Handed-over rows keep their person, and those that
 * are late already: a later absence moves neither lateness nor credit.
 * @returns the number of changed rows
 */
export async function storeDues(
  tx: Tx,
  day: string,
  planned: readonly PlannedDue[],
  moment: SQL = sql`now()`,
): Promise<number> {
  const kept = sql`d.late_at < ${moment} and d.responsible_id is not null`
  const owner = sql`case when ${kept} then d.owner_id else excluded.owner_id end`
  const responsible = sql`case when ${kept} then d.responsible_id else coalesce((select h.to_id from ${dueHandovers} h
    where h.due_id = d.id order by h.id desc limit 1), excluded.responsible_id) end`
  const { rows } = await tx.execute<{ changed: number }>(sql`
    with planned as (
      select * from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb) as p(kind text, "subjectId" bigint, "ruleId" bigint,
        "yearId" bigint, "productId" bigint, wanted int, "warnAt" timestamptz, "dueAt" timestamptz, "lateAt" timestamptz,
        "escalateAt" timestamptz, channel text, "ownerId" bigint, "responsibleId" bigint)
    ),
    stored as (
      insert into ${dues} as d (kind, subject_id, day, rule_id, year_id, product_id, wanted, warn_at, due_at, late_at,
          escalate_at, channel, owner_id, responsible_id)
      select kind, "subjectId", ${day}::date, "ruleId", "yearId", "productId", wanted, "warnAt", "dueAt", "lateAt",
          "escalateAt", channel, "ownerId", "responsibleId" from planned
      on conflict (kind, subject_id, day) do update set (rule_id, year_id, product_id, wanted, warn_at, due_at, late_at,
          escalate_at, channel, owner_id, responsible_id, is_withdrawn, updated_at) = (excluded.rule_id, excluded.year_id,
          excluded.product_id, excluded.wanted, excluded.warn_at, excluded.due_at, excluded.late_at, excluded.escalate_at,
          excluded.channel, ${owner}, ${responsible}, false, now())
        where (d.rule_id, d.year_id, d.product_id, d.wanted, d.warn_at, d.due_at, d.late_at, d.escalate_at, d.channel,
          d.owner_id, d.responsible_id, d.is_withdrawn) is distinct from (excluded.rule_id, excluded.year_id,
          excluded.product_id, excluded.wanted, excluded.warn_at, excluded.due_at, excluded.late_at, excluded.escalate_at,
          excluded.channel, ${owner}, ${responsible}, false)
      returning 1
    ),
    gone as (
      update ${dues} d set is_withdrawn = true, updated_at = now() where d.day = ${day}::date and not d.is_withdrawn
        and not exists (select from planned p where p.kind = d.kind and p."subjectId" = d.subject_id) returning 1
    )
    select (select count(*) from stored)::int + (select count(*) from gone)::int as changed`)
  return rows[0]?.changed ?? 0
}

/** Changes with anything from which due rows are made. */
export async function readFingerprint(db: Executor): Promise<string> {
  const { rows } = await db.execute<{ print: string }>(sql`
    select concat_ws(' ', (select concat(count(*), max(updated_at), sum(version)) from ${quoteItems}),
      (select concat(count(*), max(updated_at)) from ${series}),
      (select concat(count(*), max(updated_at)) from ${monitoringRules}),
      (select concat(count(*), max(updated_at)) from ${reportOrders}),
      (select concat(count(*), sum(version)) from ${semAccounts}),
      (select concat(count(*), max(imported_at), max(settled_at)) from ${semSlices} where day > current_date - ${SETTLED_SHEET_DAYS + 1}::int),
      (select concat(count(*), sum(version)) from ${aiUnanswered}),
      (select concat(count(*), max(updated_at)) from ${publishingStandards}), (select max(id) from ${calendarYears}),
      (select concat(count(*), max(id)) from ${absences}), (select concat(count(*), max(category_id)) from ${products}),
      (select count(*) from ${users} where status = 'enabled' and not locked and deleted_at is null)) as print`)
  return rows[0]?.print ?? ''
}

/** Days before `today` with due rows that are not sealed. */
export async function unsealedDays(tx: Tx, today: string): Promise<string[]> {
  const { rows } = await tx.execute<{ day: string }>(sql`
    select distinct day::text as day from ${dues} d where day < ${today}::date and not is_withdrawn
      and not exists (select from ${sealedDays} s where s.day = d.day) order by day`)
  return rows.map(({ day }) => day)
}
