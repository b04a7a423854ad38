// Customers whom nobody contacts: tasks of their owners, and the way back to the pool. Contact is a follow-up or a visit; whoever
// gets a customer begins anew.

import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { enterpriseLevels } from '#contract/members/members.ts'
import type { Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { enterprises, ownerChanges } from '#server/db/schema/members/members.ts'
import { followUps, silentTasks } from '#server/db/schema/service.ts'
import { visitEnterprises, visits } from '#server/db/schema/visits.ts'
import { silentLimits } from './risk.rules.ts'

/** Stands in the statement: the planner does not see values. */
export const silentLimitOf = (level: SQLWrapper): SQL =>
  sql`case ${level} ${sql.join(
    enterpriseLevels.map((each) => sql`when ${sql.raw(`'${each}'`)} then ${sql.raw(String(silentLimits[each]))}`),
    sql` `,
  )} end`

/** The day of the last contact of the customer `e`, or of its coming to its owner. */
const contacted = sql`greatest(e.created_at,
  (select max(f.at) from ${followUps} f where f.enterprise_id = e.id),
  (select max(coalesce(v.arrived_at, v.planned_at)) from ${visitEnterprises} s join ${visits} v on v.enterprise_id = s.id
    where s.customer_id = e.id and v.state in ('visited', 'reported')),
  (select max(c.at) from ${ownerChanges} c where c.target = 'enterprise' and c.target_id = e.id))::date`

export type Silence = {
  /** Of all that is judged. */
  today: string
  /** Null: customers do not return. */
  pool: { returnDays: number; warnDays: number } | null
}

const silentFor = (today: SQL) => sql`(${today} - ${contacted})`
const dayOf = ({ today }: Silence) => sql`${today}::date`

/** Ends tasks whose customer was contacted or has another owner; warnings that no longer hold are taken back. */
export async function endTasks(tx: Tx, silence: Silence): Promise<void> {
  const { pool } = silence
  await tx.execute(sql`delete from ${silentTasks} t where not exists (select 1 from ${enterprises} e
    where e.id = t.enterprise_id and e.owner_id = t.owner_id and ${isSilent(silence)})`)
  const stays = pool ? sql`${silentFor(dayOf(silence))} >= ${pool.returnDays - pool.warnDays}::int` : sql`false`
  await tx.execute(sql`update ${silentTasks} t set return_on = null from ${enterprises} e
    where e.id = t.enterprise_id and t.return_on is not null and not (${stays})`)
}

function isSilent(silence: Silence): SQL {
  const { pool } = silence
  const limit = silentLimitOf(sql`e.level`)
  // nobody is warned of the return of a customer that is no task
  const from = pool ? sql`least(${limit} + 1, ${pool.returnDays - pool.warnDays}::int)` : sql`${limit} + 1`
  return sql`${silentFor(dayOf(silence))} >= ${from}`
}

/** A contact of today ends the task at once. */
export const endSilence = (tx: Tx, enterpriseId: string) =>
  tx.execute(sql`delete from ${silentTasks} t using ${enterprises} e where t.enterprise_id = ${enterpriseId}
    and e.id = t.enterprise_id and ${contacted} > t.opened_on - ${silentLimitOf(sql`e.level`)}`)

export type Told = { id: string; name: string; ownerId: string; silentDays: number; returnOn: string | null }

const told = (silence: Silence) => sql`e.id::text as id, e.name, e.owner_id::text as "ownerId",
  ${silentFor(dayOf(silence))}::int as "silentDays", t.return_on::text as "returnOn"`

export async function openTasks(tx: Tx, silence: Silence): Promise<Told[]> {
  const { rows } = await tx.execute<Told>(sql`with t as (
      insert into ${silentTasks} as made (enterprise_id, owner_id, opened_on)
      select e.id, e.owner_id, ${dayOf(silence)} from ${enterprises} e where e.owner_id is not null and ${isSilent(silence)}
      on conflict (enterprise_id) do nothing returning made.*)
    select ${told(silence)} from t join ${enterprises} e on e.id = t.enterprise_id order by e.name collate "zh-x-icu", e.id`)
  return rows
}

/** Sets the day of return of those who are near it; never sooner than the owner was told. */
export async function warnOfReturns(tx: Tx, silence: Silence): Promise<Told[]> {
  const { pool } = silence
  if (!pool) return []
  const { rows } = await tx.execute<Told>(sql`with t as (
      update ${silentTasks} as warned
      set return_on = greatest(${dayOf(silence)} + ${pool.warnDays}::int, ${contacted} + ${pool.returnDays}::int)
      from ${enterprises} e where e.id = warned.enterprise_id and warned.return_on is null
        and ${silentFor(dayOf(silence))} >= ${pool.returnDays - pool.warnDays}::int returning warned.*)
    select ${told(silence)} from t join ${enterprises} e on e.id = t.enterprise_id order by t.return_on, e.name collate "zh-x-icu", e.id`)
  return rows
}

/** Those whose day has come, locked; after `endTasks`, so that nobody has contacted them. */
export async function lockReturning(tx: Tx, silence: Silence): Promise<Told[]> {
  const { rows } = await tx.execute<Told>(sql`select ${told(silence)} from ${silentTasks} t
    join ${enterprises} e on e.id = t.enterprise_id and e.owner_id = t.owner_id
    where t.return_on <= ${dayOf(silence)} order by e.id for update of e, t`)
  return rows
}

export async function dropTasks(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from ${silentTasks} where enterprise_id = any(${idArray(ids)})`)
}

/** Where tasks are switched off. */
export async function dropAllTasks(tx: Tx): Promise<void> {
  await tx.delete(silentTasks)
}
