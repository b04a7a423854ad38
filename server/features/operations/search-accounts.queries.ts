// Accounts as they are stored, and their slices.
import { eq, getTableColumns, sql } from 'drizzle-orm'
import { type SearchLevel, searchLevels } from '#contract/operations/search-labels.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { isoMoment } from '#server/db/schema/columns.ts'
import { semAccounts, semCashFactors, semSlices } from '#server/db/schema/operations.ts'
import { users } from '#server/db/schema/organisation.ts'
import type { SliceKey } from './slices/search-slices.queries.ts'

export async function findAccount(db: Executor, id: string) {
  const [account] = await db.select().from(semAccounts).where(eq(semAccounts.id, id))
  return account
}

type Part = { accountId: string; from: string; to: string; level?: SearchLevel | undefined }
type Found = SliceKey & { rows: number }

/** Slices of some days, of one level or all. */
export async function findSlices(db: Executor, { accountId, from, to, level }: Part): Promise<Found[]> {
  const ofLevel = level ? sql` and grain / 16 = ${searchLevels.indexOf(level)}::int` : sql``
  const { rows } = await db.execute<Found>(sql`
    select account_id::text as "accountId", day::text as day, grain, rows from ${semSlices}
      where account_id = ${accountId}::bigint and day between ${from}::date and ${to}::date${ofLevel} order by day, grain`)
  return rows
}

/** All of them: few enough to look names up in. */
export const knownAccounts = (db: Executor) =>
  db
    .select({
      id: semAccounts.id,
      code: semAccounts.code,
      source: semAccounts.source,
      name: semAccounts.name,
      isEnabled: semAccounts.isEnabled,
      settlingDays: semAccounts.settlingDays,
    })
    .from(semAccounts)
    .orderBy(semAccounts.source, semAccounts.name)

export async function findAccountByCode(db: Executor, code: string) {
  const [account] = await db.select().from(semAccounts).where(sql`text_key(${semAccounts.code}) = text_key(${code})`)
  return account
}

type StoredDay = SliceKey & {
  account: string
  rows: number
  shows: number
  clicks: number
  cost: string
  importedAt: string
  settledAt: string | null
}

/** Slices with their sums, of all accounts or one. */
export async function storedDays(
  db: Executor,
  { from, to, accountId }: { from: string; to: string; accountId?: string | undefined },
): Promise<StoredDay[]> {
  const ofAccount = accountId === undefined ? sql`a.is_enabled` : sql`a.id = ${accountId}::bigint`
  const { rows } = await db.execute<StoredDay>(sql`
    select s.account_id::text as "accountId", a.code as account, s.day::text as day, s.grain, s.rows, s.shows::float8 as shows,
        s.clicks::float8 as clicks, s.cost::text as cost, s.imported_at as "importedAt",
        s.settled_at::text as "settledAt"
      from ${semSlices} s join ${semAccounts} a on a.id = s.account_id
      where ${ofAccount} and s.day between ${from}::date and ${to}::date order by s.account_id, s.day, s.grain`)
  return rows.map((row) => ({ ...row, importedAt: isoMoment(row.importedAt) }))
}

const factorsOf = sql<
  { fromDay: string; factor: string }[]
>`coalesce((select json_agg(json_build_object('fromDay', f.from_day,
  'factor', trim_scale(f.factor)::text) order by f.from_day) from ${semCashFactors} f where f.account_id = ${semAccounts.id}), '[]')`

const { id: _id, ...stored } = getTableColumns(semAccounts)

export const accountRows = (db: Executor) =>
  db
    .select({
      id: semAccounts.id,
      ...stored,
      ownerName: sql<string>`coalesce(${users.realName}, '')`,
      cashFactors: factorsOf,
    })
    .from(semAccounts)
    .leftJoin(users, eq(users.id, semAccounts.ownerId))
    .orderBy(semAccounts.source, semAccounts.name)

export async function lockAccount(tx: Tx, id: string) {
  const [account] = await tx
    .select({ id: semAccounts.id, ...stored, cashFactors: factorsOf })
    .from(semAccounts)
    .where(eq(semAccounts.id, id))
    .for('update')
  return account
}

type Form = Omit<typeof semAccounts.$inferInsert, 'id' | 'version'> & {
  cashFactors: { fromDay: string; factor: string }[]
}

export async function takenNames(tx: Tx, { code, source, name }: Form, id: string | null) {
  const others = sql`${semAccounts.id} <> ${id ?? '0'}::bigint`
  const [ofCode, ofName] = await Promise.all([
    tx.$count(semAccounts, sql`${others} and text_key(${semAccounts.code}) = text_key(${code})`),
    tx.$count(
      semAccounts,
      sql`${others} and ${semAccounts.source} = ${source} and text_key(${semAccounts.name}) = text_key(${name})`,
    ),
  ])
  return { code: ofCode > 0, name: ofName > 0 }
}

export async function storeAccount(tx: Tx, id: string | null, { cashFactors, ...form }: Form) {
  const [saved] =
    id === null
      ? await tx.insert(semAccounts).values(form).returning({ id: semAccounts.id, version: semAccounts.version })
      : await tx
          .update(semAccounts)
          .set({ ...form, version: sql`${semAccounts.version} + 1` })
          .where(eq(semAccounts.id, id))
          .returning({ id: semAccounts.id, version: semAccounts.version })
  if (!saved) throw new Error('an account that was not stored')
  await tx.delete(semCashFactors).where(eq(semCashFactors.accountId, saved.id))
  if (cashFactors.length > 0)
    await tx.insert(semCashFactors).values(cashFactors.map((each) => ({ ...each, accountId: saved.id })))
  return saved
}

export const hasSlices = async (tx: Tx, id: string) => (await tx.$count(semSlices, eq(semSlices.accountId, id))) > 0

/** The first day of each account that has any. */
export async function firstDays(db: Executor): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ id: string; day: string }>(
    sql`select account_id::text as id, min(day)::text as day from ${semSlices} group by account_id`,
  )
  return new Map(rows.map(({ id, day }) => [id, day]))
}
