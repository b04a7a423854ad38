// Months of account_logs: each is a partition of its own, so that a list reads few of them and an old month goes at once.
// Only the owner of the tables makes and drops them: at every start, under the lock of the migrations.
import type pg from 'pg'
import { LOG_MONTHS } from '../../contract/members/account-logs.ts'

/** Months made before the current one, for late reports and the demo's year. Months made ahead outlast any uptime. */
const BACK = 13
const AHEAD = 24

const TABLE = 'account_logs'
const MONTHS_OF_YEAR = 12
const pattern = new RegExp(`^${TABLE}_(\\d{4})_(\\d{2})$`)

/** Months since year 0, which can be counted with. */
type Month = number

const monthOfDay = (day: string): Month => Number(day.slice(0, 4)) * MONTHS_OF_YEAR + Number(day.slice(5, 7)) - 1
const parts = (month: Month) => ({
  year: String(Math.floor(month / MONTHS_OF_YEAR)),
  number: String((month % MONTHS_OF_YEAR) + 1).padStart(2, '0'),
})

/** `account_logs_2026_11` */
function partitionOf(month: Month): string {
  const { year, number } = parts(month)
  return `${TABLE}_${year}_${number}`
}

/** The month's first moment in Shanghai, where days and months are those that people mean. */
function startOf(month: Month): string {
  const { year, number } = parts(month)
  return `'${year}-${number}-01 00:00:00+08'`
}

/** Months to create, and months to drop. `names`: the existing partitions. */
export function planMonths(day: string, names: readonly string[]): { make: Month[]; drop: Month[] } {
  const now = monthOfDay(day)
  const there = names.flatMap((name) => {
    const [, year, number] = pattern.exec(name) ?? []
    return year && number ? monthOfDay(`${year}-${number}`) : []
  })
  const wanted = Array.from({ length: BACK + 1 + AHEAD }, (_, at) => now - BACK + at)
  return {
    make: wanted.filter((month) => !there.includes(month)),
    drop: there.filter((month) => month < now - LOG_MONTHS).toSorted((one, other) => one - other),
  }
}

/** Rows of these months are in the default partition, as they had no month: they would block its creation. */
async function moveAside(client: pg.Client, make: readonly Month[]): Promise<boolean> {
  const ranges = make.map((month) => `(at >= ${startOf(month)} and at < ${startOf(month + 1)})`).join(' or ')
  const waiting = await client.query(`select 1 from ${TABLE}_other where ${ranges} limit 1`)
  if (waiting.rowCount === 0) return false
  await client.query(`create temporary table moved_logs on commit drop as
    with moved as (delete from ${TABLE}_other where ${ranges} returning *) select * from moved`)
  return true
}

/** Creates missing months in one transaction, so that nobody sees the logs without the rows that move. */
async function makeMonths(client: pg.Client, make: readonly Month[]): Promise<void> {
  if (make.length === 0) return
  await client.query(`lock table ${TABLE} in access exclusive mode`)
  const hasMoved = await moveAside(client, make)
  for (const month of make) {
    const [from, to] = [startOf(month), startOf(month + 1)]
    await client.query(`create table ${partitionOf(month)} partition of ${TABLE} for values from (${from}) to (${to})`)
  }
  if (hasMoved) await client.query(`insert into ${TABLE} overriding system value select * from moved_logs`)
}

/**
 * Brings the partitions to the current day: rows of a month that is dropped go with it, everything else stays.
 * @param day today in Shanghai, `YYYY-MM-DD`; the database's own unless a test says another
 */
export async function keepLogMonths(client: pg.Client, day?: string): Promise<void> {
  const { rows } = await client.query<{ name: string; today: string }>(`
    select coalesce(child.relname, '') as name, current_date::text as today from (select 1) one
    left join pg_inherits i on i.inhparent = '${TABLE}'::regclass left join pg_class child on child.oid = i.inhrelid`)
  const { make, drop } = planMonths(
    day ?? rows[0]?.today ?? '',
    rows.map(({ name }) => name),
  )
  if (make.length === 0 && drop.length === 0) return
  await client.query('begin')
  try {
    await makeMonths(client, make)
    for (const month of drop) await client.query(`drop table ${partitionOf(month)}`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
