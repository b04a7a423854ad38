// Articles of a person who leaves: those that are still to be finished; published ones keep their author. And the standards that
// name the person as reviewer.
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { can } from '#contract/access.ts'
import type { HeldWork } from '#server/core/access/held-work.ts'
import { articles, articleVersions } from '#server/db/schema/articles/articles.ts'
import { publishingStandards as standards } from '#server/db/schema/articles/templates.ts'

const open = (authorId: string) =>
  and(eq(articles.authorId, authorId), inArray(articles.state, ['draft', 'pending', 'overruled', 'scheduled']))

export const openArticles: HeldWork = {
  title: '未发布的资讯',
  part: 'articles',
  page: '资讯管理',
  rights: [can('articles', 'view'), can('articlesEnglish', 'view')],
  lock: (tx, personId) =>
    tx
      .select({ id: articles.id, name: articleVersions.title })
      .from(articles)
      .innerJoin(articleVersions, eq(articleVersions.id, articles.headId))
      .where(open(personId))
      .orderBy(asc(articles.id))
      .for('update', { of: articles }),
  move: (tx, { from, to }) =>
    tx
      .update(articles)
      .set({ authorId: to.id, version: sql`${articles.version} + 1` })
      .where(open(from.id)),
}

const names = (personId: string) =>
  sql`(${personId}::bigint = any(${standards.firstReviewerIds}) or ${personId}::bigint = any(${standards.secondReviewerIds}))`

/** Each in the place of the other, who may stand there already. */
const replaced = (column: typeof standards.firstReviewerIds, fromId: string, toId: string) =>
  sql`array(select distinct each from unnest(array_replace(${column}, ${fromId}::bigint, ${toId}::bigint)) as each)`

export const assignedReviews: HeldWork = {
  title: '指定审核的发布标准',
  part: 'articles',
  page: '资讯审核',
  rights: [can('newsReview', 'view')],
  lock: (tx, personId) =>
    tx
      .select({ id: standards.id, name: standards.name })
      .from(standards)
      .where(names(personId))
      .orderBy(asc(standards.id))
      .for('update'),
  move: (tx, { from, to }) =>
    tx
      .update(standards)
      .set({
        firstReviewerIds: replaced(standards.firstReviewerIds, from.id, to.id),
        secondReviewerIds: replaced(standards.secondReviewerIds, from.id, to.id),
        version: sql`${standards.version} + 1`,
        updatedAt: sql`now()`,
      })
      .where(names(from.id)),
}
