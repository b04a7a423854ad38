// What the public page of a share needs, by its code: the published version only.
import { sql } from 'drizzle-orm'
import type { FreePart } from '#contract/articles/article-labels.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import type { ShareState } from '#contract/sharing/share-labels.ts'
import { oneAtOnce } from '#server/core/lists/one-at-once.ts'
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

/** A link that many read at once is looked up so often, ms; who waits for it gets what is stored then. */
const PAUSE_MS = 20
const readPage = oneAtOnce((db: Db, code: string) => page(db, { code }), PAUSE_MS)

/** Undefined for an unknown code. */
export const findPage = async (db: Db, code: string) => (await readPage(db, code))[0]

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
