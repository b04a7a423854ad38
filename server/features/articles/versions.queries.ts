// Versions of articles: written once, read for display and comparison.

import { type SQL, sql } from 'drizzle-orm'
import type { VersionOrigin } from '#contract/articles/article-labels.ts'
import type { ArticleContent, ArticleFigure, ArticleVersion, ArticleVersionRow } from '#contract/articles/articles.ts'
import { mapBody } from '#contract/articles/body.ts'
import { wordsInBody } from '#contract/articles/body-blocks.ts'
import type { FieldBinding } from '#contract/articles/bound-fields.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { type Author, type Core, personNameOf } from '#server/core/core.ts'
import { linkTo } from '#server/core/files/files.ts'
import { showRichText } from '#server/core/files/rich-text.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import {
  articleFigures,
  articleReviews,
  articles,
  articleTexts,
  articleVersions,
} from '#server/db/schema/articles/articles.ts'
import { newsCategories, products } from '#server/db/schema/catalogue.ts'
import { isoMoment } from '#server/db/schema/columns.ts'
import { fileContents, files } from '#server/db/schema/core/files.ts'
import { priceRevisions, prices } from '#server/db/schema/prices/prices.ts'

/** A stored version, with the names of what it references. */
export type StoredVersion = Omit<ArticleVersion, 'coverUrl' | 'attachments' | 'words'> & {
  text: string
  files: { id: string; name: string; size: number }[]
}

const seconds = (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const versionRow = sql`v.id::text as id, v.article_id::text as "articleId", v.number, v.origin, v.note, v.text,
  v.by_id::text as "byId", v.by_name as "byName", v.at::text as at, v.template_version_id::text as "templateVersionId",
  v.ai_answer_ids::text[] as "aiAnswerIds",
  v.kind, v.title, v.subtitle, v.summary, v.keywords, v.tags, v.source, v.author,
  v.news_category_id::text as "newsCategoryId",
  (select n.name from ${newsCategories} n where n.id = v.news_category_id) as "newsCategoryName",
  v.product_ids::text[] as "productIds",
  coalesce((select json_agg(json_build_object('id', p.id::text, 'name', p.name) order by w.place) from ${products} p
    join unnest(v.product_ids) with ordinality w(id, place) on w.id = p.id), '[]') as products,
  v.channels, v.cover_id::text as "coverId", v.attachment_ids::text[] as "attachmentIds",
  coalesce((select json_agg(json_build_object('id', f.id::text, 'name', f.name, 'size', c.size))
    from ${files} f join ${fileContents} c on c.sha256 = f.sha256 where f.id = any(v.attachment_ids)), '[]') as files,
  ${seconds(sql`v.publish_at`)} as "publishAt", ${seconds(sql`v.take_down_at`)} as "takeDownAt",
  ${seconds(sql`v.top_until`)} as "topUntil", v.body, v.bindings, v.html,
  coalesce((select json_agg(json_build_object('place', f.place, 'priceId', f.price_id::text, 'field', f.field,
      'value', f.value, 'publication', f.publication::text, 'quoteItemId', f.quote_item_id::text, 'day', f.day,
      'isOutdated', not exists (select from ${prices} p where p.id = f.price_id and p.publication = f.publication))
      order by f.place, f.price_id, f.field)
    from ${articleFigures} f where f.version_id = v.id), '[]') as figures`

/** Versions of this article only. The caller has checked that the actor may see the article. */
export async function findVersions(db: Executor, articleId: string, ids: readonly string[]): Promise<StoredVersion[]> {
  const { rows } = await db.execute<StoredVersion>(sql`select ${versionRow} from ${articleVersions} v
    where v.article_id = ${articleId}::bigint and v.id = any(${idArray(ids)}) order by v.number`)
  return rows.map((found) => ({ ...found, at: isoMoment(found.at) }))
}

/** A stored body with picture links for this person. */
const shownBody = (core: Pick<Core, 'config'>, body: BodyNode, actor: { id: string }): BodyNode =>
  mapBody(body, (node) =>
    node.type === 'picture' && typeof node.attrs?.fileId === 'string'
      ? { ...node, attrs: { ...node.attrs, src: linkTo(core, node.attrs.fileId, actor) } }
      : node,
  )

/** A version for this person to read. */
export function showVersion(core: Pick<Core, 'config'>, stored: StoredVersion, actor: { id: string }): ArticleVersion {
  const { text: _text, files: found, ...version } = stored
  return {
    ...version,
    words: wordsInBody(version.body),
    body: shownBody(core, version.body, actor),
    html: showRichText(core, version.html, actor),
    coverUrl: version.coverId === null ? '' : linkTo(core, version.coverId, actor),
    attachments: found.map(({ id, name, size }) => ({ id, name, size, url: linkTo(core, id, actor) })),
  }
}

export async function listVersions(db: Executor, articleId: string): Promise<ArticleVersionRow[]> {
  const { rows } = await db.execute<ArticleVersionRow>(sql`
    select v.id::text as id, v.article_id::text as "articleId", v.number, v.origin, v.note,
        length(regexp_replace(v.text, '\\s', '', 'g')) as words, v.by_id::text as "byId", v.by_name as "byName",
        v.at::text as at, v.title, cardinality(v.ai_answer_ids) > 0 as "isAiHelped", coalesce(a.published_id = v.id, false) as "isPublished", r.outcome,
        coalesce(r.opinion, '') as opinion, coalesce(r.reviewer_name, '') as "reviewerName"
      from ${articleVersions} v join ${articles} a on a.id = v.article_id
      left join lateral (select * from ${articleReviews} r where r.article_id = a.id and r.version_id = v.id
        order by r.id desc limit 1) r on true
      where v.article_id = ${articleId}::bigint order by v.number desc`)
  return rows.map((found) => ({ ...found, at: isoMoment(found.at) }))
}

/** The validated form: its body cleaned, with the HTML and text made from it. */
export type NewVersion = Omit<ArticleContent, 'body' | 'figures' | 'bindings'> & {
  body: BodyNode
  bindings: FieldBinding[]
  html: string
  text: string
}
type Given = { origin: VersionOrigin; note: string; templateVersionId: string | null }

/** @returns its id and number */
export async function insertVersion(
  tx: Tx,
  by: Author,
  articleId: string,
  version: NewVersion,
  { origin, note, templateVersionId }: Given,
): Promise<{ id: string; number: number }> {
  const number = sql`(select coalesce(max(v.number), 0) + 1 from ${articleVersions} v where v.article_id = ${articleId}::bigint)`
  const [saved] = await tx
    .insert(articleVersions)
    .values({
      ...version,
      articleId,
      number: number as never,
      origin,
      note,
      templateVersionId,
      byId: by.id,
      byName: personNameOf(by),
    })
    .returning({ id: articleVersions.id, number: articleVersions.number })
  if (!saved) throw new Error('no version was stored')
  return saved
}

/** Replaces the search text of the article. */
export async function storeText(tx: Tx, articleId: string, version: NewVersion): Promise<void> {
  const { title, subtitle, summary, keywords, tags, author } = version
  const text = [title, subtitle, summary, ...keywords, ...tags, author, version.text].join('\n')
  await tx
    .insert(articleTexts)
    .values({ articleId, text })
    .onConflictDoUpdate({ target: articleTexts.articleId, set: { text } })
}

/** Stores the figures whose entry was published under that number and is in scope. @returns how many */
export async function storeFigures(
  tx: Tx,
  to: { articleId: string; versionId: string },
  figures: readonly ArticleFigure[],
  inScope: (productId: SQL) => SQL,
): Promise<number> {
  if (figures.length === 0) return 0
  const { rowCount } = await tx.execute(sql`
    insert into ${articleFigures} (version_id, place, article_id, price_id, quote_item_id, day, field, value, revision_id, publication)
    select ${to.versionId}::bigint, g.place, ${to.articleId}::bigint, r.price_id, r.quote_item_id, r.day, g.field, g.value, r.id,
        r.publication
      from jsonb_to_recordset(${JSON.stringify(figures)}::jsonb)
        as g(place text, "priceId" bigint, field text, value text, publication bigint)
      join ${prices} p on p.id = g."priceId" and ${inScope(sql`p.product_id`)}
      join ${priceRevisions} r on r.quote_item_id = p.quote_item_id and r.day = p.day and r.price_id = p.id
        and r.publication = g.publication and r.act = 'verify'`)
  return rowCount ?? 0
}

/**
 * People who wrote or submitted what has not been approved yet: versions after the last approved one, or the waiting
 * version. Moving to another category does not count as writing.
 */
export async function authorsSince(
  db: Executor,
  article: { id: string; passedId: string | null; reviewingId: string | null },
): Promise<Set<string>> {
  const since = sql`coalesce(${article.passedId}::bigint, 0)`
  const { rows } = await db.execute<{ id: string }>(sql`
    select v.by_id::text as id from ${articleVersions} v
      where v.article_id = ${article.id}::bigint and v.by_id is not null and v.origin <> 'move'
        and (v.id > ${since} or v.id = ${article.reviewingId}::bigint)
    union select r.submitted_by_id::text from ${articleReviews} r
      where r.article_id = ${article.id}::bigint and r.version_id > ${since} and r.submitted_by_id is not null`)
  return new Set(rows.map(({ id }) => id))
}

type Copied = { origin: VersionOrigin; title?: string; newsCategoryId?: string }

/** Copies a version as the article's newest. @returns its id */
export async function copyVersion(
  tx: Tx,
  by: Author,
  from: string,
  articleId: string,
  copied: Copied,
): Promise<string> {
  const { origin, title = null, newsCategoryId = null } = copied
  // a copied article does not inherit the times
  const times = origin === 'copy' ? sql`null, null, null` : sql`publish_at, take_down_at, top_until`
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into ${articleVersions} (article_id, number, origin, kind, news_category_id, product_ids, title, subtitle, summary,
        keywords, tags, source, author, cover_id, attachment_ids, channels, publish_at, take_down_at, top_until, body, bindings, html, text,
        template_version_id, ai_answer_ids, by_id, by_name)
      select ${articleId}::bigint, (select coalesce(max(n.number), 0) + 1 from ${articleVersions} n
          where n.article_id = ${articleId}::bigint), ${origin}, kind, coalesce(${newsCategoryId}::bigint, news_category_id),
        product_ids, coalesce(${title}::text, title), subtitle, summary, keywords, tags, source, author, cover_id,
        attachment_ids, channels, ${times}, body, bindings, html, text, template_version_id, ai_answer_ids, ${by.id}::bigint, ${personNameOf(by)}
      from ${articleVersions} where id = ${from}::bigint returning id::text`)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('no version was copied')
  await tx.execute(sql`insert into ${articleFigures} (version_id, place, article_id, price_id, quote_item_id, day, field, value,
      revision_id, publication)
    select ${id}::bigint, place, ${articleId}::bigint, price_id, quote_item_id, day, field, value, revision_id, publication
      from ${articleFigures} where version_id = ${from}::bigint`)
  return id
}
