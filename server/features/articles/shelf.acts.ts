// Acts that change no text: copy, move to another news category, pin to the top of the list.
import { and, eq, sql } from 'drizzle-orm'
import type { Edition } from '#contract/articles/article-labels.ts'
import type { RowOutcome } from '#contract/envelope.ts'
import { audit } from '#server/core/audit/audit.ts'
import { allFound, checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { reorder, SORT_STEP } from '#server/core/rows/order.rules.ts'
import type { Tx } from '#server/db/connection.ts'
import { articleProducts, articles } from '#server/db/schema/articles/articles.ts'
import { newsCategories } from '#server/db/schema/catalogue.ts'
import { newsScope } from './article-scope.ts'
import { type By, named } from './articles.acts.ts'
import { type ArticleState, lockArticles } from './articles.queries.ts'
import { lockPublications, publish } from './publications.acts.ts'
import { eachArticle } from './submissions.acts.ts'
import { copyVersion } from './versions.queries.ts'

const stepped = { version: sql`${articles.version} + 1`, updatedAt: sql`now()` }

/** A draft of the actor's own, without the times and the pair of the original. */
export async function copyArticle(
  tx: Tx,
  { actor, by }: By,
  edition: Edition,
  id: string,
): Promise<{ id: string; version: number }> {
  const source = orNotFound((await lockArticles(tx, edition, [id], actor))[0])
  const { kind, title, newsCategoryId, headId } = source
  const [row] = await tx
    .insert(articles)
    .values({ edition, kind, title: `${title.slice(0, 190)}（副本）`, newsCategoryId, authorId: by.id })
    .returning({ id: articles.id, version: articles.version, title: articles.title })
  if (!row) throw new Error('no copy was stored')
  const copy = await copyVersion(tx, by, headId, row.id, { origin: 'copy', title: row.title })
  await tx.update(articles).set({ headId: copy }).where(eq(articles.id, row.id))
  await tx.execute(sql`insert into ${articleProducts} (article_id, product_id)
    select ${row.id}::bigint, product_id from ${articleProducts} where article_id = ${id}::bigint`)
  await tx.execute(sql`insert into article_texts (article_id, text)
    select ${row.id}::bigint, text from article_texts where article_id = ${id}::bigint`)
  await tx.execute(sql`insert into file_uses (file_id, target_type, target_id)
    select file_id, 'article', ${row.id} from file_uses where target_type = 'article' and target_id = ${id}
    on conflict do nothing`)
  await audit(tx, by, { ...named(row.id, 'copy'), after: { title: row.title, from: id } })
  return { id: row.id, version: row.version }
}

/** Adds a version with the other category; if the newest is published, so is this one: the text has not changed. */
async function moveOne(tx: Tx, { by }: By, article: ArticleState, newsCategoryId: string): Promise<void> {
  const { id, state, headId, publishedId } = article
  if (state === 'pending' || state === 'scheduled') throw refuse('conflict', { msg: '正在审核或等待发布，请先撤回' })
  if (article.newsCategoryId === newsCategoryId) return
  const moved = await copyVersion(tx, by, headId, id, { origin: 'move', newsCategoryId })
  // an approved version stays approved in its new category
  const hadPassed = article.passedId === headId
  await tx
    .update(articles)
    .set({ headId: moved, newsCategoryId, ...(hadPassed && { passedId: moved }), ...stepped })
    .where(eq(articles.id, id))
  // the text has not changed: a pair that was in step stays so
  await tx
    .update(articles)
    .set({ pairOwnId: moved })
    .where(and(eq(articles.id, id), eq(articles.pairOwnId, headId)))
  await tx
    .update(articles)
    .set({ pairVersionId: moved })
    .where(and(eq(articles.pairId, id), eq(articles.pairVersionId, headId)))
  if (publishedId === headId) await publish(tx, by, article, moved)
  await audit(tx, by, {
    ...named(id, 'move'),
    before: { newsCategoryId: article.newsCategoryId },
    after: { newsCategoryId },
  })
}

export async function moveArticles(
  tx: Tx,
  people: By,
  edition: Edition,
  ids: readonly string[],
  newsCategoryId: string,
): Promise<RowOutcome[]> {
  const [category] = await tx
    .select({ productId: newsCategories.productId, isEnabled: newsCategories.isEnabled })
    .from(newsCategories)
    .where(and(eq(newsCategories.id, newsCategoryId), newsScope(people.actor, newsCategories.id)))
  const verdict = category?.isEnabled ? null : '资讯分类已禁用，请选择其他分类'
  checkFields({ newsCategoryId: category ? verdict : '资讯分类不存在，或未授权给您' })
  await lockPublications(tx)
  return eachArticle(tx, people, edition, ids, async (inner, article) => {
    const own = category?.productId ?? null
    if (own !== null) {
      const about = await inner.$count(
        articleProducts,
        and(eq(articleProducts.articleId, article.id), eq(articleProducts.productId, own)),
      )
      if (about === 0) throw refuse('conflict', { msg: '该分类属于其他产品' })
    }
    await moveOne(inner, people, article, newsCategoryId)
  })
}

const TOPS_MOST = 50

export async function pinOnTop(
  tx: Tx,
  { actor, by }: By,
  edition: Edition,
  id: string,
  until: string | null,
): Promise<void> {
  await lockPublications(tx)
  const article = orNotFound((await lockArticles(tx, edition, [id], actor))[0])
  if (until !== null && article.publishedId === null) throw refuse('conflict', { msg: '发布后才能置顶' })
  checkFields({ until: until !== null && Date.parse(until) <= Date.now() ? '置顶至应晚于现在' : null })
  const tops = await tx.$count(articles, and(eq(articles.edition, edition), sql`${articles.topUntil} > now()`))
  if (until !== null && tops >= TOPS_MOST) throw refuse('conflict', { msg: `最多置顶 ${TOPS_MOST} 篇` })
  await tx
    .update(articles)
    .set({ topUntil: until, topSort: 0, ...stepped })
    .where(eq(articles.id, id))
  // publish again, so that sites learn of it: `topUntil` is part of what they read
  if (article.publishedId !== null) await publish(tx, by, article, article.publishedId)
  await audit(tx, by, { ...named(id, 'top'), before: { topUntil: article.topUntil }, after: { topUntil: until } })
}

/** Reorders the given ones among the places that they held in the full list. */
export async function orderTops(tx: Tx, { actor, by }: By, edition: Edition, ids: readonly string[]): Promise<void> {
  allFound(await lockArticles(tx, edition, ids, actor), ids)
  const standing = await tx
    .select({ id: articles.id })
    .from(articles)
    .where(and(eq(articles.edition, edition), sql`${articles.topUntil} > now()`))
    .orderBy(articles.topSort, sql`${articles.publishedAt} desc`, articles.id)
    .for('no key update')
  const order = reorder(
    standing.map((row) => row.id),
    ids,
  )
  if (!order) throw refuse('conflict', { msg: '置顶已有变化，请刷新后再排序' })
  for (const [at, id] of order.entries()) {
    await tx
      .update(articles)
      .set({ topSort: (at + 1) * SORT_STEP })
      .where(eq(articles.id, id))
  }
  await audit(tx, by, { ...named(ids[0] ?? '', 'dragSort'), after: { ids: [...ids] } })
}
