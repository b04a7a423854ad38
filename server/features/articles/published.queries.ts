// Published articles, for areas that send them on.

import { sql } from 'drizzle-orm'
import type { Edition } from '#contract/articles/article-labels.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import type { Viewer } from '#server/core/access/scope.ts'
import { hasName, keyPart } from '#server/core/lists/paging.ts'
import type { Executor } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { articles, articleVersions } from '#server/db/schema/articles/articles.ts'
import { articleScope } from './article-scope.ts'

const FOUND = 50
const ids = (values: readonly string[]) => sql`${idArray(values)}`

export type FoundArticle = { id: string; title: string; publishedAt: string }

type Wanted = {
  text?: string | undefined
  articleIds?: readonly string[] | undefined
  /** Without it all. */
  editions?: readonly Edition[]
}

/** Published articles in the viewer's scope: by part of the title, or by id. */
export async function findPublished(
  db: Executor,
  viewer: Viewer,
  { text = '', articleIds, editions }: Wanted,
): Promise<FoundArticle[]> {
  const which = articleIds ? sql`${articles.id} = any(${ids(articleIds)})` : hasName(sql`v.title`, keyPart(text))
  const { rows } = await db.execute<FoundArticle>(sql`
    select ${articles.id}::text as id, v.title, ${articles.publishedAt}::text as "publishedAt" from ${articles}
      join ${articleVersions} v on v.id = ${articles.publishedId} where ${which} and ${articleScope(viewer)}
        and ${editions ? sql`${articles.edition} = any(${sql.param([...editions])}::text[])` : sql`true`}
      order by ${articles.publishedAt} desc, ${articles.id} limit ${FOUND}`)
  return rows
}

/** Those of the articles that are in the viewer's scope, published or not. */
export async function articlesInScope(db: Executor, viewer: Viewer, articleIds: readonly string[]) {
  if (articleIds.length === 0) return []
  const { rows } = await db.execute<{ id: string; isPublished: boolean }>(sql`
    select ${articles.id}::text as id, ${articles.publishedId} is not null as "isPublished" from ${articles}
      where ${articles.id} = any(${ids(articleIds)}) and ${articleScope(viewer)}`)
  return rows
}

/** One article in the viewer's scope, published or not. */
export async function findArticle(db: Executor, viewer: Viewer, id: string) {
  const [found] = await db
    .select({ edition: articles.edition, isPublished: sql<boolean>`${articles.publishedId} is not null` })
    .from(articles)
    .where(sql`${articles.id} = ${id} and ${articleScope(viewer)}`)
  return found
}

export type ShownArticle = {
  id: string
  versionId: string
  title: string
  summary: string
  author: string
  source: string
  day: string
  body: BodyNode
  attachmentIds: string[]
}

/** The published versions, in the order of the ids; unpublished articles are missing. */
export async function readPublished(db: Executor, articleIds: readonly string[]): Promise<ShownArticle[]> {
  if (articleIds.length === 0) return []
  const { rows } = await db.execute<ShownArticle>(sql`
    select a.id::text as id, v.id::text as "versionId", v.title, v.summary, v.author, v.source,
        (a.published_at at time zone 'Asia/Shanghai')::date::text as day, v.body, v.attachment_ids::text[] as "attachmentIds"
      from unnest(${ids(articleIds)}) with ordinality as w(id, n) join ${articles} a on a.id = w.id
      join ${articleVersions} v on v.id = a.published_id order by w.n`)
  return rows
}

/** Titles, whether published or not. */
export async function namesOfArticles(db: Executor, articleIds: readonly string[]) {
  const { rows } = await db.execute<{ id: string; title: string; isPublished: boolean }>(sql`
    select a.id::text as id, a.title, a.published_id is not null as "isPublished"
      from unnest(${ids(articleIds)}) with ordinality as w(id, n) join ${articles} a on a.id = w.id order by w.n`)
  return rows
}
