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

const byCode = sql`${shares.code} = ${sql.placeholder('code')}`

const state = statement<{ id: string; state: ShareState }>('share_state', { id: shares.id, state: shareState }, (db) =>
  db
    .select({ id: shares.id, state: shareState })
    .from(shares)
    .innerJoin(articles, sql`${articles.id} = ${shares.articleId}`)
    .where(byCode),
)

/** Undefined for an unknown code. */
export const findPage = async (db: Db, code: string) => (await state.shared(db, { code }))[0]

export type SharedArticle = {
  id: string
  edition: 'zh' | 'en'
  title: string
  summary: string
  source: string
  day: string
  channels: string[]
  coverId: string | null
  freePart: FreePart
  body: BodyNode
}

const fields = {
  id: shares.id,
  edition: articles.edition,
  title: articleVersions.title,
  summary: articleVersions.summary,
  source: articleVersions.source,
  day: sql<string>`(${articles.publishedAt} at time zone 'Asia/Shanghai')::date::text`,
  channels: articleVersions.channels,
  coverId: articleVersions.coverId,
  freePart: sql<FreePart>`coalesce(${newsCategories.freePart}, 'opening')`,
  body: articleVersions.body,
}
const article = statement<SharedArticle>('share_article', fields, (db) =>
  db
    .select(fields)
    .from(shares)
    .innerJoin(articles, sql`${articles.id} = ${shares.articleId}`)
    .innerJoin(articleVersions, sql`${articleVersions.id} = ${articles.publishedId}`)
    .leftJoin(newsCategories, sql`${newsCategories.id} = ${articles.newsCategoryId}`)
    .where(sql`${byCode} and ${shares.endedAt} is null`),
)

/** Undefined where the share has ended or nothing is published. */
export const readSharedArticle = oneAtOnce(
  async (db: Db, code: string): Promise<SharedArticle | undefined> => (await article(db, { code }))[0],
)
