// Notes on the trend as they are stored.
import { eq, sql } from 'drizzle-orm'
import type { BodyOf } from '#contract/endpoint.ts'
import { type querySemNotes, SEM_NOTES_SHOWN, type SemNote } from '#contract/operations/search-notes.ts'
import type { Author } from '#server/core/core.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { semAccounts, semNotes } from '#server/db/schema/operations.ts'
import { users } from '#server/db/schema/organisation.ts'
import { and } from './search-facts.queries.ts'

/** By day; only the newest where there are more than are shown. */
export async function listNotes(
  db: Executor,
  { from, to, source, accountId }: BodyOf<typeof querySemNotes>,
): Promise<SemNote[]> {
  const where = and([
    ...(source ? [sql`(n.account_id is null or a.source = ${source})`] : []),
    ...(accountId ? [sql`(n.account_id is null or n.account_id = ${accountId}::bigint)`] : []),
  ])
  const { rows } = await db.execute<SemNote>(sql`
    select n.id::text as id, n.day::text as day, n.caption, coalesce(a.name, '') as account,
        coalesce(nullif(u.real_name, ''), n.by_name) as "byName"
      from ${semNotes} n left join ${semAccounts} a on a.id = n.account_id left join ${users} u on u.id = n.by_id
      where n.day between ${from}::date and ${to}::date and ${where}
      order by n.day desc, n.id desc limit ${SEM_NOTES_SHOWN}`)
  return rows.toReversed()
}

export async function insertNote(
  tx: Tx,
  by: Author,
  values: { accountId: string | null; day: string; caption: string },
): Promise<string> {
  const [added] = await tx
    .insert(semNotes)
    .values({ ...values, byId: by.id, byName: by.name })
    .returning({ id: semNotes.id })
  return added?.id ?? ''
}

/** @returns its old content; undefined where there is none */
export async function deleteNote(tx: Tx, id: string) {
  const [removed] = await tx
    .delete(semNotes)
    .where(eq(semNotes.id, id))
    .returning({ day: semNotes.day, caption: semNotes.caption })
  return removed
}
