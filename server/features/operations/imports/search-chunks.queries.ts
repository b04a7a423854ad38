// Chunks of slices that have not all come yet.
import { sql } from 'drizzle-orm'
import type { Tx } from '#server/db/connection.ts'
import { type SliceSums, semChunks } from '#server/db/schema/operations.ts'
import type { SliceKey } from '#server/features/operations/slices/search-slices.queries.ts'
import type { Fact } from '#server/features/operations/slices/search-tallies.rules.ts'

type Chunk = { chunk: number; chunks: number; sums: SliceSums; facts: readonly Fact[] }

const isOf = ({ accountId, day, grain }: SliceKey) =>
  sql`account_id = ${accountId}::bigint and day = ${day}::date and grain = ${grain}::smallint`

/** The same chunk again replaces; chunks of a slice with other sums go, as do those that waited for too long. */
export async function keepChunk(
  tx: Tx,
  key: SliceKey,
  { chunk, chunks, sums, facts }: Chunk,
  days: number,
): Promise<void> {
  await tx.execute(sql`delete from ${semChunks} where at < now() - ${days} * interval '1 day'
    or (${isOf(key)} and (chunk = ${chunk} or chunks <> ${chunks} or sums <> ${JSON.stringify(sums)}::jsonb))`)
  await tx.execute(sql`insert into ${semChunks} (account_id, day, grain, chunk, chunks, sums, facts)
    values (${key.accountId}::bigint, ${key.day}::date, ${key.grain}::smallint, ${chunk}, ${chunks},
      ${JSON.stringify(sums)}::jsonb, ${JSON.stringify(facts)}::jsonb)`)
}

/** In order. */
export async function receivedChunks(tx: Tx, key: SliceKey): Promise<Fact[][]> {
  const { rows } = await tx.execute<{ facts: Fact[] }>(
    sql`select facts from ${semChunks} where ${isOf(key)} order by chunk`,
  )
  return rows.map(({ facts }) => facts)
}

export async function dropChunks(tx: Tx, key: SliceKey): Promise<void> {
  await tx.execute(sql`delete from ${semChunks} where ${isOf(key)}`)
}
