// Articles that quote a price entry whose publication changes.

import { sql } from 'drizzle-orm'
import type { Author } from '#server/core/core.ts'
import { noticeStaff } from '#server/core/outbox/queue.ts'
import type { Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { articleFigures, articles, articleVersions } from '#server/db/schema/articles/articles.ts'
import { prices } from '#server/db/schema/prices/prices.ts'
import { recordUse } from '#server/features/prices/price-uses.queries.ts'

type Quoting = { id: string; title: string; edition: 'zh' | 'en'; authorId: string | null; publication: string | null }

/**
 * Notifies the author of an article if its published or newest version quotes a corrected or withdrawn price. Lists
 * mark it without further work: the publication of its figures no longer equals the entry's.
 */
export async function notifyQuoting(tx: Tx, priceIds: readonly string[]): Promise<void> {
  if (priceIds.length === 0) return
  const { rows } = await tx.execute<Quoting>(sql`
    select a.id::text as id, a.title, a.edition, a.author_id::text as "authorId", max(p.publication)::text as publication
      from ${articleFigures} f
      join ${articles} a on a.id = f.article_id and f.version_id in (a.published_id, a.head_id)
      join ${prices} p on p.id = f.price_id and p.publication is distinct from f.publication
      where f.price_id = any(${idArray(priceIds)}) group by a.id`)
  for (const { id, title, edition, authorId, publication } of rows) {
    if (authorId === null) continue
    await noticeStaff(tx, {
      event: 'articleReview',
      key: `outdated:${id}:${publication ?? 'taken back'}`,
      userIds: [authorId],
      title: '引用的价格已更正',
      text: `《${title}》引用的价格已更正或撤回，请核对并修订。`,
      link: `/data/actciles/${edition === 'zh' ? 'articles' : 'articlesEnglish'}/index?id=${id}`,
    })
  }
}

type Quoted = { title: string; publication: string; items: { item: string; days: string[] }[] }

/** Records the figures of a newly published version as uses of the prices, once per publication. */
export async function recordQuoted(tx: Tx, by: Author, articleId: string, versionId: string): Promise<void> {
  const { rows } = await tx.execute<Quoted>(sql`
    select v.title, f.publication::text as publication, json_agg(json_build_object('item', f.item::text, 'days', f.days)) as items
      from ${articleVersions} v
      join (select publication, quote_item_id as item, array_agg(distinct day) as days from ${articleFigures}
        where version_id = ${versionId}::bigint group by publication, quote_item_id) f on true
      where v.id = ${versionId}::bigint group by v.title, f.publication`)
  for (const { title, publication, items } of rows)
    await recordUse(tx, { channel: 'article', targetId: articleId, title, by, publication, items })
}
