// Articles of a person who leaves: those that are still to be finished. Published ones keep their author.
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { can } from '../../../contract/access.ts'
import type { HeldWork } from '../../core/access/held-work.ts'
import { articles, articleVersions } from '../../db/schema/articles/articles.ts'

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
  move: (tx, fromId, toId) =>
    tx
      .update(articles)
      .set({ authorId: toId, version: sql`${articles.version} + 1` })
      .where(open(fromId)),
}
