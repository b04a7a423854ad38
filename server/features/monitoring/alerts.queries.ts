// Alerts of rows that are not done: one for each due row and level, from whichever process is first.
import { type SQL, sql } from 'drizzle-orm'
import type { AlertLevel } from '../../../contract/monitoring/due-states.ts'
import type { DueKind } from '../../../contract/monitoring/monitoring-labels.ts'
import type { Tx } from '../../db/connection.ts'
import { dueAlerts, dues } from '../../db/schema/monitoring.ts'
import { users } from '../../db/schema/organisation.ts'
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

/** Which of these due rows (ids, several joined by commas) still wait for their data. */
export async function openDues(tx: Tx, abouts: readonly string[], moment: SQL): Promise<Set<string>> {
  const ids = sql.param([...new Set(abouts.flatMap((about) => about.split(',')))])
  const { rows: days } = await tx.execute<{ day: string }>(
    sql`select distinct day::text as day from ${dues} where id = any(${ids}::bigint[])`,
  )
  const open = new Set<string>()
  for (const { day } of days) {
    const { rows } = await tx.execute<{ id: string }>(sql`
      with ${standingOn(sql`${day}::date`, moment, sql`d.id = any(${ids}::bigint[])`)}
      select s.id::text as id from standing s where s.state in ('soon', 'late')`)
    for (const { id } of rows) open.add(id)
  }
  return open
}

export const isOpenAbout = (about: string, open: ReadonlySet<string>): boolean =>
  about.split(',').some((id) => open.has(id))

/**
 * Records the alerts that are due now and not sent yet: `alertsAt` of the contract. Callers must send what was
 * recorded.
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
    select n.due_id::text as "dueId", n.level, n.to_id::text as "toId", d.kind, ${subjectName} as name,
        to_char(d.due_at at time zone 'Asia/Shanghai', 'HH24:MI') as "dueTime", coalesce(u.real_name, '') as responsible
      from noted n join due d on d.id = n.due_id left join ${users} u on u.id = d.responsible_id
      order by n.to_id, n.level, d.due_at, d.id`)
  return rows
}
