// The board of a day: counts by state, product, person and hour in one statement, rows a page at a time.
import { type SQL, sql } from 'drizzle-orm'
import { PAGE_SIZE, PAGING_REACH } from '#contract/limits.ts'
import type { Absence, Board, DueCounts, DueDetails, DueGroup, DueQuery, DueRow } from '#contract/monitoring/board.ts'
import { type DueState, dueStates } from '#contract/monitoring/due-states.ts'
import type { WhoseDues } from '#contract/monitoring/monitoring-labels.ts'
import { editorialScope, seesAllProducts, type Viewer } from '#server/core/access/scope.ts'
import { workdaysId } from '#server/core/calendars.ts'
import { refuse } from '#server/core/http/refusal.ts'
import type { Db, Executor } from '#server/db/connection.ts'
import { calendars, calendarYears } from '#server/db/schema/calendars.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { isoMoment } from '#server/db/schema/columns.ts'
import {
  absences,
  dueAlerts,
  dueExcuses,
  dueHandovers,
  dues,
  monitoringRules,
  sealedDays,
} from '#server/db/schema/monitoring.ts'
import { users } from '#server/db/schema/organisation.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'
import { isInUse } from './calendars.queries.ts'
import { endOf, standingOn } from './due-states.queries.ts'
import { personName, subjectName } from './subjects.queries.ts'

/** The person and all subordinates in the edit-parent tree. */
export const belowOf = (viewer: Viewer, isWithSelf: boolean): SQL => sql`any(array(
  with recursive below(id) as (select ${viewer.id}::bigint union select u.id from below
    join ${users} u on u.edit_parent_id = below.id where u.deleted_at is null)
  select id from below ${isWithSelf ? sql`` : sql`where id <> ${viewer.id}::bigint`}))`

const ofTheirPeople = (viewer: Viewer): SQL =>
  sql`(d.responsible_id = ${belowOf(viewer, true)} or d.owner_id = ${belowOf(viewer, true)})`

/** Rows `d` that the viewer is responsible for: their own and their people's. */
export const answersFor = (viewer: Viewer): SQL => (seesAllProducts(viewer) ? sql`true` : ofTheirPeople(viewer))

/**
 * Rows `d` in scope: of products in editorial scope, and their own. Seeing all products does not include reports and
 * questions of others, which are of customers.
 */
export function seesDue(viewer: Viewer): SQL {
  if (viewer.isAdministrator) return sql`true`
  if (seesAllProducts(viewer)) return sql`(d.kind not in ('report', 'question') or ${ofTheirPeople(viewer)})`
  return sql`((d.kind <> 'question' and ${editorialScope(viewer, sql`d.product_id`)}) or ${ofTheirPeople(viewer)})`
}

const whoseScope = (viewer: Viewer, whose: WhoseDues): SQL => {
  if (whose === 'mine') return sql`d.responsible_id = ${viewer.id}::bigint`
  if (whose === 'below') return sql`d.responsible_id = ${belowOf(viewer, false)}`
  return seesDue(viewer)
}

/** Now, or the end of a past day, which is what was sealed. */
const momentOf = (day: SQL): SQL => sql`least(now(), ${endOf(day)})`

const byName = new Intl.Collator('zh')

const QUARTER_MIN = 15
const HOUR_QUARTERS = 4
const DAY_QUARTERS = 96

type Counted = {
  state: DueState | null
  product: string | null
  person: string | null
  due: number | null
  finished: number | null
  kind: number
  n: number
}

/**
 * Groupings of the count statement, as bit masks of `grouping`: a bit is set for each column that is not grouped by.
 */
const bits = { product: 0b00111, person: 0b01011, due: 0b01101, finished: 0b11110 }

const zero = (): DueCounts => Object.fromEntries(dueStates.map((state) => [state, 0])) as DueCounts

function groupsOf(rows: readonly Counted[], idOf: (row: Counted) => string): DueGroup[] {
  const groups = new Map<string, DueGroup>()
  for (const row of rows) {
    const id = idOf(row)
    const group = groups.get(id) ?? { id, name: '', counts: zero() }
    if (row.state) group.counts[row.state] += row.n
    groups.set(id, group)
  }
  return [...groups.values()]
}

const timeOf = (quarter: number) =>
  `${String(Math.floor(quarter / HOUR_QUARTERS)).padStart(2, '0')}:${String((quarter % HOUR_QUARTERS) * QUARTER_MIN).padStart(2, '0')}`

/** Quarters of an hour from the first with anything to the last: planned and done until the end of each. */
function timelineOf(due: readonly Counted[], finished: readonly Counted[], nowQuarter: number): Board['timeline'] {
  const used = [...due.map((row) => row.due ?? 0), ...finished.map((row) => row.finished ?? 0)]
  if (used.length === 0) return []
  const [first, last] = [Math.max(0, Math.min(...used) - 1), Math.min(DAY_QUARTERS - 1, Math.max(...used) + 1)]
  const count = (rows: readonly Counted[], key: 'due' | 'finished', until: number) =>
    rows.reduce((sum, row) => sum + ((row[key] ?? 0) <= until ? row.n : 0), 0)
  return Array.from({ length: last - first + 1 }, (_, at) => first + at).map((quarter) => ({
    time: timeOf(quarter),
    planned: count(due, 'due', quarter),
    actual: quarter > nowQuarter ? null : count(finished, 'finished', quarter),
  }))
}

/** One statement counts groups of state by product, person and time; totals and hours are sums of them. */
const countStatement = (day: string, where: SQL): SQL => {
  const of = sql`${day}::date`
  const midnight = Date.parse(`${day}T00:00:00+08:00`) / 1000
  // `date_part` returns a float: `extract` computes in numeric, which takes a third of the statement's time
  const quarterOf = (column: SQL) =>
    sql`floor((date_part('epoch', ${column}) - ${midnight}::float8) / ${QUARTER_MIN * 60}::float8)::int`
  return sql`
    with ${standingOn(of, momentOf(of), where)},
    placed as (select s.state, s.product_id, s.responsible_id, ${quarterOf(sql`s.due_at`)} as due,
        case when s.done_at is not null then greatest(0, ${quarterOf(sql`s.done_at`)}) end as finished from standing s)
    select state, product_id::text as product, responsible_id::text as person, due, finished, count(*)::int as n,
        grouping(state, product_id, responsible_id, due, finished) as kind
      from placed group by grouping sets ((state, product_id), (state, responsible_id), (state, due), (finished))`
}

export async function boardOf(
  db: Db,
  { day, whose }: { day: string; whose: WhoseDues },
  viewer: Viewer,
): Promise<Board> {
  const [counted, about] = await Promise.all([
    db.execute<Counted>(countStatement(day, whoseScope(viewer, whose))),
    db.execute<{ at: string; isSealed: boolean; quarter: number; unannounced: string[] }>(sql`
      select to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD"T"HH24:MI:SS+08:00') as at,
        exists (select from ${sealedDays} s where s.day = ${day}::date) as "isSealed",
        floor(extract(epoch from (now() at time zone 'Asia/Shanghai') - ${day}::timestamp) / ${QUARTER_MIN * 60})::int as quarter,
        array(select c.name from ${calendars} c where c.is_yearly and ${isInUse} and not exists (select from ${calendarYears} y where y.calendar_id = c.id
            and y.year = extract(year from ${day}::date)) order by c.id) as unannounced`),
  ])
  const of = (kind: number) => counted.rows.filter((row) => row.kind === kind)
  const { at = '', isSealed = false, quarter = 0, unannounced = [] } = about.rows[0] ?? {}
  const [productGroups, peopleGroups] = [
    groupsOf(of(bits.product), ({ product }) => product ?? ''),
    groupsOf(of(bits.person), ({ person }) => person ?? ''),
  ]
  const names = await namesOf(db, productGroups, peopleGroups)
  const counts = zero()
  for (const { state, n } of of(bits.due)) if (state) counts[state] += n
  const named = (groups: readonly DueGroup[], known: Record<string, string>, none: string) =>
    groups
      .map((group) => ({ ...group, name: group.id === '' ? none : (known[group.id] ?? '') }))
      .sort((a, b) => b.counts.late - a.counts.late || b.counts.soon - a.counts.soon || byName.compare(a.name, b.name))
  return {
    day,
    at,
    isSealed,
    unannounced,
    counts,
    products: named(productGroups, names.products, '未指定产品'),
    people: named(peopleGroups, names.people, '未指定'),
    hours: groupsOf(of(bits.due), ({ due }) => String(Math.floor((due ?? 0) / HOUR_QUARTERS)))
      .map((group) => ({ ...group, name: `${group.id.padStart(2, '0')}:00` }))
      .sort((a, b) => Number(a.id) - Number(b.id)),
    timeline: timelineOf(
      of(bits.due),
      of(bits.finished).filter(({ finished }) => finished !== null),
      quarter,
    ),
  }
}

async function namesOf(db: Db, ofProducts: readonly DueGroup[], ofPeople: readonly DueGroup[]) {
  const ids = (groups: readonly DueGroup[]) => sql.param(groups.flatMap(({ id }) => (id === '' ? [] : [id])))
  const { rows } = await db.execute<{
    products: Record<string, string> | null
    people: Record<string, string> | null
  }>(sql`
    select (select json_object_agg(p.id, p.name) from ${products} p where p.id = any(${ids(ofProducts)}::bigint[])) as products,
      (select json_object_agg(u.id, u.real_name) from ${users} u where u.id = any(${ids(ofPeople)}::bigint[])) as people`)
  return { products: rows[0]?.products ?? {}, people: rows[0]?.people ?? {} }
}

const filtersOf = ({ state, kind, productId, responsibleId, hour }: DueQuery): SQL =>
  sql.join(
    [
      sql`true`,
      ...(state ? [sql`s.state = ${state}`] : []),
      ...(kind ? [sql`s.kind = ${kind}`] : []),
      ...(productId ? [sql`s.product_id = ${productId}::bigint`] : []),
      ...(responsibleId ? [sql`s.responsible_id = ${responsibleId}::bigint`] : []),
      ...(hour === undefined ? [] : [sql`extract(hour from s.due_at at time zone 'Asia/Shanghai') = ${hour}`]),
    ],
    sql` and `,
  )

/** Late rows first, then those due soon. */
const urgency = sql`case s.state when 'late' then 0 when 'soon' then 1 when 'reviewing' then 2
  when 'notYet' then 3 when 'excused' then 4 else 5 end`

type StoredRow = Omit<DueRow, 'dueAt' | 'warnAt' | 'lateAt' | 'doneAt' | 'submittedAt'> &
  Record<'dueAt' | 'warnAt' | 'lateAt', string> & { doneAt: string | null; submittedAt: string | null }

const asRow = ({ dueAt, warnAt, lateAt, doneAt, submittedAt, ...row }: StoredRow): DueRow => ({
  ...row,
  dueAt: isoMoment(dueAt),
  warnAt: isoMoment(warnAt),
  lateAt: isoMoment(lateAt),
  doneAt: doneAt === null ? null : isoMoment(doneAt),
  submittedAt: submittedAt === null ? null : isoMoment(submittedAt),
})

export async function pageOfDues(db: Db, query: DueQuery & { day: string }, viewer: Viewer) {
  const { day, whose = 'all', current = 1, size = PAGE_SIZE, ascs, descs } = query
  if (current * size > PAGING_REACH) throw refuse('invalid', { msg: '请缩小查询范围' })
  const of = sql`${day}::date`
  const standing = standingOn(of, momentOf(of), whoseScope(viewer, whose))
  const order = ascs?.length ? sql`s.due_at asc` : descs?.length ? sql`s.due_at desc` : sql`${urgency}, s.due_at`
  const [rows, count] = await Promise.all([
    db.execute<StoredRow>(sql`
      with ${standing}, found as (select s.*, row_number() over (order by ${order}, s.id) as place from standing s
        where ${filtersOf(query)} order by place limit ${size} offset ${(current - 1) * size})
      select d.id::text as id, d.kind, d.subject_id::text as "subjectId", coalesce(${subjectName}, '') as name,
          d.product_id::text as "productId", coalesce(p.name, '') as "productName", d.day::text as day, d.due_at as "dueAt",
          d.warn_at as "warnAt", d.late_at as "lateAt", d.state, d.done_at as "doneAt", d.submitted_at as "submittedAt", d.done_count as "doneCount", d.wanted,
          d.responsible_id::text as "responsibleId", coalesce(u.real_name, '') as "responsibleName",
          case when d.owner_id is distinct from d.responsible_id then coalesce(o.real_name, '') else '' end as "ownerName",
          d.excuse, ${personName(sql`d.excused_by_id`, sql`d.excused_by`)} as "excusedBy", coalesce(m.edition, '') as edition,
          m.news_category_id::text as "newsCategoryId", coalesce(m.article_kind, '') as "articleKind",
          coalesce(m.import_name, '') as "importName",
          (${answersFor(viewer)} and d.day >= (now() at time zone 'Asia/Shanghai')::date) as "mayAct"
        from found d left join ${products} p on p.id = d.product_id left join ${users} u on u.id = d.responsible_id
        left join ${users} o on o.id = d.owner_id
        left join ${monitoringRules} m on m.id = d.subject_id and d.kind in ('article', 'import')
        order by d.place`),
    db.execute<{ total: number }>(
      sql`with ${standing} select count(*)::int as total from standing s where ${filtersOf(query)}`,
    ),
  ])
  const total = count.rows[0]?.total ?? 0
  return { records: rows.rows.map(asRow), total, current, size, pages: Math.ceil(total / size) }
}

/** Null where it does not exist or is out of scope. */
export async function detailsOf(db: Executor, id: string, viewer: Viewer): Promise<DueDetails | null> {
  type Row = Omit<DueDetails, 'otherRules'> & { isThere: boolean }
  const { rows } = await db.execute<Row>(sql`
    select coalesce(r.name, '') as "ruleName", coalesce(c.name, '') as "calendarName", y.source as "calendarSource",
        (select json_build_object('reason', x.reason, 'byName', ${personName(sql`x.by_id`, sql`x.by_name`)}, 'at', x.at) from ${dueExcuses} x
          where x.due_id = d.id) as excuse,
        coalesce((select json_agg(json_build_object('level', a.level, 'toName', coalesce(u.real_name, ''), 'at', a.at)
          order by a.at, a.level) from ${dueAlerts} a left join ${users} u on u.id = a.to_id where a.due_id = d.id), '[]') as alerts,
        coalesce((select json_agg(json_build_object('toName', u.real_name, 'byName', ${personName(sql`h.by_id`, sql`h.by_name`)}, 'reason', h.reason, 'at', h.at)
          order by h.id) from ${dueHandovers} h join ${users} u on u.id = h.to_id where h.due_id = d.id), '[]') as handovers
      from ${dues} d left join ${monitoringRules} r on r.id = d.rule_id left join ${calendarYears} y on y.id = d.year_id
      left join ${quoteItems} i on i.id = d.subject_id and d.kind = 'price'
      left join ${calendars} c on c.id = coalesce(r.calendar_id, i.calendar_id, case d.kind when 'price' then ${workdaysId} end)
      where d.id = ${id}::bigint and ${seesDue(viewer)}`)
  const [row] = rows
  return row ? { ...row, otherRules: await otherRules(db, id) } : null
}

/** Rules that also match the item but are wider. */
async function otherRules(db: Executor, id: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select r.name from ${dues} d join ${products} p on p.id = d.product_id left join categories c on c.id = p.category_id
      join ${monitoringRules} r on r.kind = d.kind and r.is_enabled and r.id is distinct from d.rule_id
        and case r.level when 'all' then true when 'category' then r.category_id in (c.id, c.parent_id)
          when 'product' then r.product_id = d.product_id else coalesce(r.quote_item_id, r.series_id) = d.subject_id end
      where d.id = ${id}::bigint and d.kind in ('price', 'series')
      order by array_position(array['item', 'product', 'category', 'all'], r.level), r.id`)
  return rows.map(({ name }) => name)
}

/** Ids of the person and all subordinates. */
export async function peopleOf(db: Executor, viewer: Viewer): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select u.id::text as id from ${users} u where u.id = ${belowOf(viewer, true)}`,
  )
  return rows.map(({ id }) => id)
}

export async function absencesInSight(db: Executor, viewer: Viewer): Promise<Absence[]> {
  const { rows } = await db.execute<Absence>(sql`
    select a.id::text as id, a.user_id::text as "userId", u.real_name as "userName", a.from_day::text as "fromDay",
        a.to_day::text as "toDay", a.remark,
        coalesce((select w.real_name from ${users} w where w.user_name = a.by_name), a.by_name) as "byName"
      from ${absences} a join ${users} u on u.id = a.user_id
      where a.to_day >= (now() at time zone 'Asia/Shanghai')::date
        and ${seesAllProducts(viewer) ? sql`true` : sql`a.user_id = ${belowOf(viewer, true)}`}
      order by a.from_day, a.id limit 500`)
  return rows
}
