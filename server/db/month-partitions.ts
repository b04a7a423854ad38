// Tables that are partitioned by month, so that a question reads few of them and an old month goes at once.
// Only the owner of the tables makes and drops them: at every start, under the lock of the migrations.
import type pg from 'pg'
import { LOG_MONTHS } from '#contract/members/account-logs.ts'

export type MonthlyTable = {
  name: string
  column: string
  /** The month's start, as the column's type has it: `YYYY-MM-01` becomes a literal. */
  start: (day: string) => string
  /** Months made before the current one, and ahead: those outlast any uptime. */
  back: number
  ahead: number
  /** Older months are dropped; null: none is. */
  kept: number | null
}

export const accountLogMonths: MonthlyTable = {
  name: 'account_logs',
  column: 'at',
  // in Shanghai, where days and months are those that people mean
  start: (day) => `'${day} 00:00:00+08'`,
  // for late reports and the demo's year
  back: 13,
  ahead: 24,
  kept: LOG_MONTHS,
}

/** What is older than three years stays together in the default partition. */
export const semFactMonths: MonthlyTable = {
  name: 'sem_facts',
  column: 'day',
  start: (day) => `'${day}'`,
  back: 36,
  ahead: 24,
  kept: null,
}

const MONTHS_OF_YEAR = 12

/** Months since year 0, which can be counted with. */
type Month = number

const monthOfDay = (day: string): Month => Number(day.slice(0, 4)) * MONTHS_OF_YEAR + Number(day.slice(5, 7)) - 1
const parts = (month: Month) => ({
  year: String(Math.floor(month / MONTHS_OF_YEAR)),
  number: String((month % MONTHS_OF_YEAR) + 1).padStart(2, '0'),
})

/** `account_logs_2026_11` */
function partitionOf({ name }: MonthlyTable, month: Month): string {
  const { year, number } = parts(month)
  return `${name}_${year}_${number}`
}

function startOf({ start }: MonthlyTable, month: Month): string {
  const { year, number } = parts(month)
  return start(`${year}-${number}-01`)
}

/** Months to create, and months to drop. `names`: the existing partitions. */
export function planMonths(
  table: MonthlyTable,
  day: string,
  names: readonly string[],
): { make: Month[]; drop: Month[] } {
  const now = monthOfDay(day)
  const pattern = new RegExp(`^${table.name}_(\\d{4})_(\\d{2})$`)
  const there = names.flatMap((name) => {
    const [, year, number] = pattern.exec(name) ?? []
    return year && number ? monthOfDay(`${year}-${number}`) : []
  })
  const wanted = Array.from({ length: table.back + 1 + table.ahead }, (_, at) => now - table.back + at)
  const oldest = table.kept === null ? Number.NEGATIVE_INFINITY : now - table.kept
  return {
    make: wanted.filter((month) => !there.includes(month)),
    drop: there.filter((month) => month < oldest).toSorted((one, other) => one - other),
  }
}

/** Rows of these months are in the default partition, as they had no month: they would block its creation. */
async function moveAside(client: pg.Client, table: MonthlyTable, make: readonly Month[]): Promise<boolean> {
  const { name, column } = table
  const ranges = make
    .map((month) => `(${column} >= ${startOf(table, month)} and ${column} < ${startOf(table, month + 1)})`)
    .join(' or ')
  const waiting = await client.query(`select 1 from ${name}_other where ${ranges} limit 1`)
  if (waiting.rowCount === 0) return false
  await client.query(`create temporary table moved_rows on commit drop as
    with moved as (delete from ${name}_other where ${ranges} returning *) select * from moved`)
  return true
}

/** Creates missing months in one transaction, so that nobody sees the table without the rows that move. */
async function makeMonths(client: pg.Client, table: MonthlyTable, make: readonly Month[]): Promise<void> {
  if (make.length === 0) return
  const { name } = table
  await client.query(`lock table ${name} in access exclusive mode`)
  const hasMoved = await moveAside(client, table, make)
  const statements = make.map(
    (month) =>
      `create table ${partitionOf(table, month)} partition of ${name}
        for values from (${startOf(table, month)}) to (${startOf(table, month + 1)})`,
  )
  await client.query(statements.join(';'))
  if (hasMoved) await client.query(`insert into ${name} overriding system value select * from moved_rows`)
}

/**
 * Brings the partitions to the current day: rows of a month that is dropped go with it, everything else stays.
 * @param day today in Shanghai, `YYYY-MM-DD`; the database's own unless a test says another
 */
export async function keepMonths(client: pg.Client, table: MonthlyTable, day?: string): Promise<void> {
  const { rows } = await client.query<{ name: string; today: string }>(`
    select coalesce(child.relname, '') as name, current_date::text as today from (select 1) one
    left join pg_inherits i on i.inhparent = '${table.name}'::regclass left join pg_class child on child.oid = i.inhrelid`)
  const { make, drop } = planMonths(
    table,
    day ?? rows[0]?.today ?? '',
    rows.map(({ name }) => name),
  )
  if (make.length === 0 && drop.length === 0) return
  await client.query('begin')
  try {
    await makeMonths(client, table, make)
    for (const month of drop) await client.query(`drop table ${partitionOf(table, month)}`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
