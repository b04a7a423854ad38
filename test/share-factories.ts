// Published articles and shares of them, for tests.
import { eq, sql } from 'drizzle-orm'
import { htmlOf } from '#contract/articles/body.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import type { ShareChannel } from '#contract/sharing/share-labels.ts'
import type { Db } from '#server/db/connection.ts'
import { articleProducts, articles, articleVersions } from '#server/db/schema/articles/articles.ts'
import { shares } from '#server/db/schema/sharing.ts'
import { newCode } from '#server/features/sharing/sharing.rules.ts'
import { storeVisits } from '#server/features/sharing/visits.queries.ts'
import { bodyOf } from './article-factories.ts'

type Written = {
  title?: string
  summary?: string
  source?: string
  body?: BodyNode
  text?: string
  coverId?: string
  productId?: string
  newsCategoryId?: string
}

let count = 0

async function addVersion(db: Db, articleId: string, number: number, { body = bodyOf('正文'), ...facts }: Written) {
  const { title = '沪市建材早报', summary = '', source = '', text = '', coverId = null, productId } = facts
  const [version] = await db
    .insert(articleVersions)
    .values({
      articleId,
      number,
      title,
      summary,
      source,
      coverId,
      body,
      html: htmlOf(body),
      text,
      productIds: productId === undefined ? [] : [productId],
      kind: 'daily',
      channels: ['bigData'],
      byName: '测试',
    })
    .returning()
  if (!version) throw new Error('no version was made')
  return version.id
}

/** @returns its id */
export async function publishArticle(db: Db, written: Written = {}): Promise<string> {
  const [article] = await db
    .insert(articles)
    .values({
      edition: 'zh',
      kind: 'daily',
      title: written.title ?? '沪市建材早报',
      state: 'published',
      newsCategoryId: written.newsCategoryId ?? null,
    })
    .returning()
  if (!article) throw new Error('no article was made')
  if (written.productId !== undefined) {
    await db.insert(articleProducts).values({
      articleId: article.id,
      productId: written.productId,
      edition: 'zh',
      updatedAt: article.updatedAt,
    })
  }
  const id = await addVersion(db, article.id, 1, written)
  await db
    .update(articles)
    .set({ headId: id, passedId: id, publishedId: id, publishedAt: sql`now()` })
    .where(eq(articles.id, article.id))
  return article.id
}

/** A newer version that nobody has passed. */
export async function writeDraft(db: Db, articleId: string, written: Written): Promise<void> {
  const headId = await addVersion(db, articleId, 2, written)
  await db
    .update(articles)
    .set({ headId, title: written.title ?? '' })
    .where(eq(articles.id, articleId))
}

export const takeDown = (db: Db, articleId: string) =>
  db.update(articles).set({ publishedId: null, state: 'takenDown' }).where(eq(articles.id, articleId))

/** A share by this person. */
export async function makeShare(db: Db, sharerId: string, articleId: string, channel: ShareChannel = 'friend') {
  const [share] = await db.insert(shares).values({ code: newCode(), sharerId, articleId, channel }).returning()
  if (!share) throw new Error('no share was made')
  return share
}

/** Openings on a day, each by a reader of its own unless `visitor` names one. */
export const openShare = (db: Db, shareId: string, day: string, times: number, visitor?: string) =>
  storeVisits(
    db,
    Array.from({ length: times }, () => {
      const visit = `visit${String(++count).padStart(16, '0')}`
      return { shareId, day, visit, visitor: visitor ?? visit, at: `${day}T10:00:00+08:00`, seconds: 30, host: '' }
    }),
    [],
  )
