// Shares counted by person, by article and by day; each figure is the total of a list of shares or of leads.
import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type {
  ShareDayQuery,
  ShareDayRow,
  SharedArticleQuery,
  SharedArticleRow,
  SharerQuery,
  SharerRow,
} from '#contract/sharing/share-counts.ts'
import { salesList } from '#server/core/access/scope.ts'
import { list, nameHas } from '#server/core/lists/paging.ts'
import { articles, articleVersions } from '#server/db/schema/articles/articles.ts'
import { departments, users } from '#server/db/schema/organisation.ts'
import { figuresBy, groupFigures, groupSums, overDays } from './share-figures.queries.ts'

type Sum = keyof typeof groupSums
const usual = sql`f.opens desc`
/** The days stand inside the figures. */
const always = sql`true`

/** A department includes everything below it. */
const inDepartment = sql`${users.deptId} in (with recursive below as (
  select id from ${departments} where id = ${sql.placeholder('deptId')}
  union select child.id from ${departments} child join below on child.parent_id = below.id) select id from below)`

const sharer = { id: users.id, name: users.realName, deptName: departments.name, ...groupFigures }

export const listSharers = overDays(
  salesList((scope, suffix) => {
    const figures = figuresBy(sql`s.sharer_id`, scope)
    return list<SharerRow, SharerQuery, Sum>({
      name: `sharers${suffix}`,
      always,
      filters: { deptId: { where: inDepartment } },
      sorts: { ...groupFigures, name: sql`${users.realName} collate "zh-x-icu"` },
      usual,
      tie: users.id,
      isShared: true,
      fields: sharer,
      rows: (db) =>
        db
          .select(sharer)
          .from(users)
          .innerJoin(figures, sql`f.key = ${users.id}`)
          .innerJoin(departments, eq(departments.id, users.deptId)),
      matches: (db, where) =>
        db.select({ n: sql`1`, all: sql`f.*` }).from(users).innerJoin(figures, sql`f.key = ${users.id}`).where(where),
      sums: groupSums,
    })
  }),
)

const published = alias(articleVersions, 'published')
const title = sql<string>`coalesce(${published.title}, ${articles.title})`
const article = {
  id: articles.id,
  title,
  isOnline: sql<boolean>`${articles.publishedId} is not null`,
  ...groupFigures,
}

export const listSharedArticles = overDays(
  salesList((scope, suffix) => {
    const figures = figuresBy(sql`s.article_id`, scope)
    return list<SharedArticleRow, SharedArticleQuery, Sum>({
      name: `shared_articles${suffix}`,
      always,
      filters: { title: nameHas(title, 'title') },
      sorts: { ...groupFigures, title: sql`${title} collate "zh-x-icu"` },
      usual,
      tie: articles.id,
      isShared: true,
      fields: article,
      rows: (db) =>
        db
          .select(article)
          .from(articles)
          .innerJoin(figures, sql`f.key = ${articles.id}`)
          .leftJoin(published, eq(published.id, articles.publishedId)),
      matches: (db, where) =>
        db
          .select({ n: sql`1`, all: sql`f.*` })
          .from(articles)
          .innerJoin(figures, sql`f.key = ${articles.id}`)
          .leftJoin(published, eq(published.id, articles.publishedId))
          .where(where),
      sums: groupSums,
    })
  }),
)

const day = { id: sql<string>`f.key::text`, day: sql<string>`f.key::text`, ...groupFigures }

export const listShareDays = overDays(
  salesList((scope, suffix) => {
    const figures = figuresBy(sql`e.day`, scope)
    return list<ShareDayRow, ShareDayQuery, Sum>({
      name: `share_days${suffix}`,
      always,
      filters: {},
      sorts: { ...groupFigures, day: sql`f.key` },
      usual: sql`f.key desc`,
      tie: sql`f.key`,
      isShared: true,
      fields: day,
      rows: (db) => db.select(day).from(figures),
      matches: (db, where) => db.select({ n: sql`1`, all: sql`f.*` }).from(figures).where(where),
      sums: groupSums,
    })
  }),
)
