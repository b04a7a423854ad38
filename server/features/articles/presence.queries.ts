// Who has an article open: one row per tab, kept alive by pings; a row without a recent ping counts as absent.

import { and, eq, sql } from 'drizzle-orm'
import type { Present } from '#contract/live/live.ts'
import type { Executor } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { articlePresence } from '#server/db/schema/articles/articles.ts'
import { isoMoment } from '#server/db/schema/columns.ts'
import { users } from '#server/db/schema/organisation.ts'

/** A tab without a ping for this long counts as gone, s. */
export const PRESENT_S = 30

type PresenceMode = Present['mode']

/** @returns whether to notify the others: the tab is new, or its mode changed */
export async function notePresence(
  db: Executor,
  { articleId, tab, userId, mode }: { articleId: string; tab: string; userId: string; mode: PresenceMode },
): Promise<boolean> {
  const { rows } = await db.execute<{ told: boolean }>(sql`
    with before as (select mode, seen_at from ${articlePresence}
      where article_id = ${articleId}::bigint and tab = ${tab} and user_id = ${userId}::bigint),
    noted as (insert into ${articlePresence} (article_id, tab, user_id, mode)
      values (${articleId}::bigint, ${tab}, ${userId}::bigint, ${mode})
      on conflict (article_id, tab) do update set mode = excluded.mode, seen_at = now(),
        since = case when ${articlePresence.seenAt} < now() - make_interval(secs => ${PRESENT_S}) then now() else ${articlePresence.since} end
        where ${articlePresence.userId} = excluded.user_id
      returning mode)
    select not exists (select from before b, noted n where b.mode = n.mode
      and b.seen_at > now() - make_interval(secs => ${PRESENT_S})) as told`)
  return rows[0]?.told ?? false
}

export async function endPresence(db: Executor, articleId: string, tab: string, userId: string): Promise<boolean> {
  const gone = await db
    .delete(articlePresence)
    .where(
      and(eq(articlePresence.articleId, articleId), eq(articlePresence.tab, tab), eq(articlePresence.userId, userId)),
    )
    .returning({ tab: articlePresence.tab })
  return gone.length > 0
}

/** By article; each person once, edit mode first. */
export async function peopleIn(db: Executor, articleIds: readonly string[]): Promise<Map<string, Present[]>> {
  const { rows } = await db.execute<Present & { articleId: string }>(sql`
    select distinct on (p.article_id, p.user_id) p.article_id::text as "articleId", p.user_id::text as "userId",
        u.real_name as name, p.mode, p.since::text as since
      from ${articlePresence} p join ${users} u on u.id = p.user_id
      where p.article_id = any(${idArray(articleIds)}) and p.seen_at > now() - make_interval(secs => ${PRESENT_S})
      order by p.article_id, p.user_id, p.mode, p.since`)
  const found = new Map<string, Present[]>(articleIds.map((id) => [id, []]))
  for (const { articleId, ...person } of rows) found.get(articleId)?.push({ ...person, since: isoMoment(person.since) })
  return found
}

/** Refreshes the rows of these tabs. */
export async function keepPresent(db: Executor, tabs: readonly string[]): Promise<void> {
  await db.execute(sql`update ${articlePresence} set seen_at = now() where tab = any(${sql.param([...tabs])}::text[])`)
}
