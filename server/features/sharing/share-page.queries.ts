// What the public page of a share needs, by its code: the published version only.
import { sql } from 'drizzle-orm'
import type { FreePart } from '#contract/articles/article-labels.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import type { ShareState } from '#contract/sharing/share-labels.ts'
import { statement } from '#server/core/lists/statements.ts'
import type { Db } from '#server/db/connection.ts'
import { articles, articleVersions } from '#server/db/schema/articles/articles.ts'
import { newsCategories } from '#server/db/schema/catalogue.ts'
import { shares } from '#server/db/schema/sharing.ts'
import { shareState } from './shares.queries.ts'

export type SharedPage = {
  id: string
  state: ShareState
  /** Of the published version, as are the texts; where nothing is published, all of them are null. */
  versionId: string
  edition: 'zh' | 'en'
  title: string
  summary: string
  source: string
  day: string
  channels: string[]
  coverId: string | null
  freePart: FreePart
}

const fields = {
  id: shares.id,
  state: shareState,
  versionId: articleVersions.id,
  edition: articles.edition,
  title: articleVersions.title,
  summary: articleVersions.summary,
  source: articleVersions.source,
  day: sql<string>`(${articles.publishedAt} at time zone 'Asia/Shanghai')::date::text`,
  channels: articleVersions.channels,
  coverId: articleVersions.coverId,
  freePart: sql<FreePart>`coalesce(${newsCategories.freePart}, 'opening')`,
}
const page = statement<SharedPage>('share_page', fields, (db) =>
  db
    .select(fields)
    .from(shares)
    .innerJoin(articles, sql`${articles.id} = ${shares.articleId}`)
    .leftJoin(articleVersions, sql`${articleVersions.id} = ${articles.publishedId}`)
    .leftJoin(newsCategories, sql`${newsCategories.id} = ${articles.newsCategoryId}`)
    .where(sql`${shares.code} = ${sql.placeholder('code')}`),
)

/** Undefined for an unknown code. */
export const findPage = async (db: Db, code: string) => (await page.shared(db, { code }))[0]

const body = statement<{ body: BodyNode }>('share_body', { body: articleVersions.body }, (db) =>
  db
    .select({ body: articleVersions.body })
    .from(articleVersions)
    .where(sql`${articleVersions.id} = ${sql.placeholder('versionId')}`),
)

/** Of a version, which never changes. */
export async function readBody(db: Db, versionId: string): Promise<BodyNode> {
  const [found] = await body.shared(db, { versionId })
  if (!found) throw new Error(`no version ${versionId}`)
  return found.body
}
