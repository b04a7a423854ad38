// Imported figures as they are stored.
import { eq, type SQL, sql } from 'drizzle-orm'
import { type SearchLevel, searchLevels } from '../../../contract/operations/search-labels.ts'
import type { Executor, Tx } from '../../db/connection.ts'
import { searchAccounts, searchDays, searchFigures } from '../../db/schema/operations.ts'

type Part = { accountId: string; from: string; to: string; level?: SearchLevel | undefined }

const within = ({ accountId, from, to, level }: Part): SQL => {
  const ofLevel = level ? sql` and grain / 4 = ${searchLevels.indexOf(level)}::int` : sql``
  return sql`account_id = ${accountId}::bigint and day between ${from}::date and ${to}::date${ofLevel}`
}

export async function findAccount(db: Executor, id: string) {
  const [account] = await db.select().from(searchAccounts).where(eq(searchAccounts.id, id))
  return account
}

/** Rows by level. */
export async function countFigures(db: Executor, part: Part): Promise<{ level: SearchLevel; rows: number }[]> {
  const { rows } = await db.execute<{ level: number; rows: number }>(
    sql`select grain / 4 as level, count(*)::int as rows from ${searchFigures} where ${within(part)}
      group by grain / 4 order by 1`,
  )
  return rows.map(({ level, rows: count }) => ({ level: searchLevels[level] ?? 'account', rows: count }))
}

export async function deleteFigures(tx: Tx, part: Part): Promise<void> {
  await tx.execute(sql`delete from ${searchFigures} where ${within(part)}`)
  await tx.execute(sql`delete from ${searchDays} where ${within(part)}`)
}
