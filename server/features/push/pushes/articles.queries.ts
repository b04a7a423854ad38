// Versions of articles that a push carried, and later versions of them.
import { sql } from 'drizzle-orm'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { articleFigures, articles, articleVersions } from '#server/db/schema/articles/articles.ts'
import { pushArticles, pushPrices } from '#server/db/schema/push.ts'
import type { ShownArticle } from '#server/features/articles/published.queries.ts'

/** Records the versions that a push carries and the prices that they quote, so that corrections of either find it. */
export async function recordArticles(tx: Tx, pushId: string, shown: readonly ShownArticle[]): Promise<void> {
  if (shown.length === 0) return
  const rows = shown.map(({ id, versionId }) => ({ pushId, articleId: id, versionId }))
  await tx.insert(pushArticles).values(rows).onConflictDoNothing()
  await tx.execute(sql`
    insert into ${pushPrices} (push_id, quote_item_id, day, revision_id)
      select distinct on (quote_item_id, day) ${pushId}::bigint, quote_item_id, day, revision_id from ${articleFigures}
        where version_id = any(${idArray(shown.map(({ versionId }) => versionId))}) order by quote_item_id, day, publication
      on conflict do nothing`)
}

export type CorrectedArticle = {
  id: string
  title: string
  isTakenDown: boolean
  /** The version that readers see now, if it quotes and concerns nothing that the push did not; a correction has it whole. */
  versionId: string | null
}

/** Articles of the push that have another version now, or are taken down. */
export async function correctedArticles(db: Executor, pushId: string): Promise<CorrectedArticle[]> {
  const { rows } = await db.execute<CorrectedArticle>(sql`
    select a.id::text as id, v.title, a.published_id is null as "isTakenDown", case when now.product_ids <@ v.product_ids
        and not exists (select from ${articleFigures} f where f.version_id = now.id and not exists (
          select from ${pushPrices} p where p.push_id = c.push_id and p.quote_item_id = f.quote_item_id and p.day = f.day))
        then now.id::text end as "versionId"
      from ${pushArticles} c join ${articleVersions} v on v.id = c.version_id join ${articles} a on a.id = c.article_id
      left join ${articleVersions} now on now.id = a.published_id
      where c.push_id = ${pushId}::bigint and a.published_id is distinct from c.version_id order by a.id`)
  return rows
}

/** Quote items whose prices the messages of a push carry themselves, not in an article. */
export async function carriedItems(db: Executor, pushId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct p.quote_item_id::text as id from ${pushPrices} p where p.push_id = ${pushId}::bigint
      and not exists (select from ${pushArticles} c join ${articleFigures} f on f.version_id = c.version_id
        where c.push_id = p.push_id and f.quote_item_id = p.quote_item_id and f.day = p.day)`)
  return rows.map(({ id }) => id)
}
