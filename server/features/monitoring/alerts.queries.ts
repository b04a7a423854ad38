// Alerts of rows that are not done: one for each due row, level and person, from whichever process is first.
import { type SQL, sql } from 'drizzle-orm'
import type { AlertLevel } from '#contract/monitoring/due-states.ts'
import type { DueKind } from '#contract/monitoring/monitoring-labels.ts'
import type { Tx } from '#server/db/connection.ts'
import { dueAlerts, dues } from '#server/db/schema/monitoring.ts'
import { users } from '#server/db/schema/organisation.ts'
import { prices } from '#server/db/schema/prices/prices.ts'
import { reviewersOf } from '#server/features/prices/reviews/reviewers.queries.ts'
import { standingOn } from './due-states.queries.ts'
import { subjectName } from './subjects.queries.ts'

export type Alert = {
  dueId: string
  level: AlertLevel
  toId: string | null
  kind: DueKind
  name: string
  /** `HH:MM` */
  dueTime: string
  /** Name of the responsible person, for notices to superiors. */
  responsible: string
}

/** Of what waits for review another one: a notice of it ends when it is reviewed, that of missing data when it is submitted. */
export const aboutOf = (dueId: string, isReviewing: boolean): string => `${isReviewing ? 'r' : ''}${dueId}`

const alertColumns = sql`n.due_id::text as "dueId", n.level, n.to_id::text as "toId", d.kind, ${subjectName} as name,
  to_char(d.due_at at time zone 'Asia/Shanghai', 'HH24:MI') as "dueTime", coalesce(u.real_name, '') as responsible`

/** Which of these (`aboutOf`, several joined by commas) still wait: for their data, or for review. */
export async function openDues(tx: Tx, abouts: readonly string[], moment: SQL): Promise<Set<string>> {
  const ids = sql.param([...new Set(abouts.flatMap((about) => about.replaceAll('r', '').split(',')))])
  const { rows: days } = await tx.execute<{ day: string }>(
    sql`select distinct day::text as day from ${dues} where id = any(${ids}::bigint[])`,
  )
  const open = new Set<string>()
  for (const { day } of days) {
    const { rows } = await tx.execute<{ id: string; isReviewing: boolean }>(sql`
      with ${standingOn(sql`${day}::date`, moment, sql`d.id = any(${ids}::bigint[])`)}
      select s.id::text as id, s.state = 'reviewing' as "isReviewing" from standing s
        where s.state in ('soon', 'late', 'reviewing')`)
    for (const { id, isReviewing } of rows) open.add(aboutOf(id, isReviewing))
  }
  return open
}

export const isOpenAbout = (about: string, open: ReadonlySet<string>): boolean =>
  about.split(',').some((id) => open.has(id))

/**
 * Records the alerts that are due now and not sent yet: `alertsAt` of the contract. Who takes a row over is alerted anew.
 * Callers must send what was recorded.
 */
export async function noteAlerts(tx: Tx, day: string, moment: SQL): Promise<Alert[]> {
  const { rows } = await tx.execute<Alert>(sql`
    with ${standingOn(sql`${day}::date`, moment, sql`d.channel = 'notice'`)},
    wanted as (
      select s.id, case when ${moment} > s.late_at then 'after' when ${moment} >= s.due_at then 'at' else 'before' end as level,
          s.responsible_id as to_id from standing s where s.state in ('soon', 'late')
      union all
      select s.id, 'upwards', u.edit_parent_id from standing s left join ${users} u on u.id = s.responsible_id
        where s.state = 'late' and ${moment} > s.escalate_at
    ),
    noted as (
      insert into ${dueAlerts} (due_id, level, to_id, at) select id, level, to_id, ${moment} from wanted
      on conflict do nothing returning due_id, level, to_id
    )
    select ${alertColumns} from noted n join due d on d.id = n.due_id left join ${users} u on u.id = d.responsible_id
      order by n.to_id, n.level, d.due_at, d.id`)
  return rows
}

type Waiting = { dueId: string; level: AlertLevel; productId: string | null; submittedById: string | null }

/**
 * The same for prices that were submitted in time and wait for review at their deadline: to their reviewers, then to the edit
 * parents of those. A level is recorded for whoever reviews then, or for nobody.
 */
export async function noteReviewAlerts(tx: Tx, day: string, moment: SQL): Promise<Alert[]> {
  const { rows: waiting } = await tx.execute<Waiting>(sql`
    with ${standingOn(sql`${day}::date`, moment, sql`d.kind = 'price' and d.channel = 'notice'`)}
    select s.id::text as "dueId", l.level, s.product_id::text as "productId", e.submitted_by_id::text as "submittedById"
      from standing s join (values ('review'), ('reviewUpwards')) l(level)
        on ${moment} >= case l.level when 'review' then s.due_at else s.escalate_at end
      left join ${prices} e on e.quote_item_id = s.subject_id and e.day = s.day
      where s.state = 'reviewing' and not exists (select from ${dueAlerts} a where a.due_id = s.id and a.level = l.level)
      order by s.id`)
  if (waiting.length === 0) return []
  const reviewers = await reviewersOf(tx, [...new Set(waiting.flatMap(({ productId }) => productId ?? []))])
  const wanted = waiting.flatMap(({ dueId, level, productId, submittedById }) => {
    const own = reviewers.filter(({ id, productIds }) => id !== submittedById && productIds.includes(productId ?? ''))
    const to = own.map(({ id, editParentId }) => (level === 'review' ? id : editParentId))
    const people = [...new Set(to)].filter((id) => id !== null)
    return (people.length > 0 ? people : [null]).map((toId) => ({ dueId, level, toId }))
  })
  const { rows } = await tx.execute<Alert>(sql`
    with noted as (
      insert into ${dueAlerts} (due_id, level, to_id, at) select "dueId", level, "toId", ${moment}
        from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w("dueId" bigint, level text, "toId" bigint)
      on conflict do nothing returning due_id, level, to_id
    )
    select ${alertColumns} from noted n join ${dues} d on d.id = n.due_id left join ${users} u on u.id = d.responsible_id
      order by n.to_id, n.level, d.due_at, d.id`)
  return rows
}
