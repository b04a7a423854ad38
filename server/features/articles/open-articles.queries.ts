// What sites read of articles: each article once, in its latest state, ordered by its last change.
import { sql } from 'drizzle-orm'
import type { OpenArticle, ReadArticle } from '#contract/articles/open-articles.ts'
import { editorialScope, seesAllProducts, type Viewer } from '#server/core/access/scope.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { articleProducts, articleReaders, articles, articleVersions } from '#server/db/schema/articles/articles.ts'
import { newsCategories, products } from '#server/db/schema/catalogue.ts'
import { fileContents, files } from '#server/db/schema/core/files.ts'

type Content = NonNullable<OpenArticle['content']>
/** As stored: files without links. */
export type Found = Omit<OpenArticle, 'content'> & {
  content: (Omit<Content, 'files'> & { files: Omit<Content['files'][number], 'url'>[] }) | null
}
type Wanted = { channel: string; edition: string | undefined; after: string; limit: number }

/** About one of the viewer's products, or without products. */
const inScope = (viewer: Viewer) =>
  seesAllProducts(viewer)
    ? sql`true`
    : sql`(not exists (select from ${articleProducts} s where s.article_id = a.id) or exists (
        select from ${articleProducts} s where s.article_id = a.id and ${editorialScope(viewer, sql`s.product_id`)}))`

const seconds = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

export async function changesFor(db: Db, viewer: Viewer, { channel, edition, after, limit }: Wanted): Promise<Found[]> {
  const { rows } = await db.execute<Found>(sql`
    select a.id::text as id, a.publication::text as publication, a.edition,
        coalesce(${channel} = any(v.channels), false) as "isPublished",
        case when ${channel} = any(v.channels) then json_build_object('kind', v.kind, 'title', v.title, 'subtitle', v.subtitle,
          'summary', v.summary, 'keywords', v.keywords, 'tags', v.tags, 'source', v.source, 'author', v.author,
          'newsCategory', coalesce((select n.name from ${newsCategories} n where n.id = v.news_category_id), ''),
          'products', array(select p.name from ${products} p where p.id = any(v.product_ids) order by p.id),
          'html', v.html, 'files', coalesce((select json_agg(json_build_object('id', f.id::text, 'name', f.name, 'size', c.size)
            order by f.created_at, f.id) from ${files} f join ${fileContents} c on c.sha256 = f.sha256
            where f.id = v.cover_id or f.id = any(v.attachment_ids)), '[]'), 'coverId', v.cover_id::text, 'attachmentIds', v.attachment_ids::text[], 'version', v.number,
          'publishedAt', ${seconds('a.published_at')}, 'topUntil', ${seconds('a.top_until')}) end as content
      from ${articles} a left join ${articleVersions} v on v.id = a.published_id
      where a.publication > ${after}::bigint and ${channel} = any(a.ever_channels)
        and a.edition = coalesce(${edition ?? null}::text, a.edition) and ${inScope(viewer)}
      order by a.publication limit ${limit}`)
  return rows
}

export async function noteReaders(
  tx: Tx,
  viewer: Viewer,
  channel: string,
  rows: readonly ReadArticle[],
): Promise<void> {
  await tx.execute(sql`
    insert into ${articleReaders} (article_id, channel, day, readers)
      select distinct on (g.id, g.day) a.id, ${channel}, g.day, g.readers
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id bigint, day date, readers int)
        join ${articles} a on a.id = g.id and ${channel} = any(a.ever_channels) and ${inScope(viewer)}
      on conflict (article_id, channel, day) do update set readers = excluded.readers`)
}
