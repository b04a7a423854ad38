// Stored publishing standards, and the one that applies to an article.
import { and, eq, getTableColumns, inArray, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { ArticleKind, Edition } from '#contract/articles/article-labels.ts'
import type { HeldStandard, StandardQuery, StandardRow } from '#contract/articles/standards.ts'
import { equals, list, nameHas } from '#server/core/lists/paging.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { articles } from '#server/db/schema/articles/articles.ts'
import { publishingStandards } from '#server/db/schema/articles/templates.ts'
import { newsCategories } from '#server/db/schema/catalogue.ts'
import { users } from '#server/db/schema/organisation.ts'
import { whyUnable } from './reviews/reviewing-rights.queries.ts'

const s = publishingStandards
const columns = getTableColumns(s)
/**
 * The most specific matching standard, as a table of one row or none: a given category beats any, then a given kind,
 * then a given edition.
 */
export const narrowestStandard = (edition: unknown, newsCategoryId: unknown, kind: unknown): SQL => sql`(
  select p.* from ${s} p where p.is_enabled
      and (p.edition is null or p.edition = ${edition}) and (p.kind is null or p.kind = ${kind})
      and (p.news_category_id is null or p.news_category_id = ${newsCategoryId})
    order by p.news_category_id is null, p.kind is null, p.edition is null, p.id limit 1)`

/** Articles published since the start of today to which this standard applies. */
const publishedToday = sql<number>`(select count(*)::int from ${articles} a where a.published_id is not null
  and a.published_at >= current_date and ${s.id} = (select n.id
    from ${narrowestStandard(sql`a.edition`, sql`a.news_category_id`, sql`a.kind`)} n))`

/** Named people in their order, each with the reason why they can no longer review, if any. */
const named = (ids: SQLWrapper) => sql<StandardRow['firstReviewers']>`coalesce((select json_agg(json_build_object(
    'id', ${users.id}::text, 'name', ${users.realName}, 'lack', ${whyUnable(s.edition)})
    order by array_position(${ids}, ${users.id})) from ${users} where ${users.id} = any(${ids})), '[]')`

const row = {
  ...columns,
  newsCategoryName: newsCategories.name,
  publishedToday,
  firstReviewers: named(s.firstReviewerIds),
  secondReviewers: named(s.secondReviewerIds),
}

export const listStandards = list<StandardRow, StandardQuery>({
  name: 'publishing_standards',
  always: sql`true`,
  filters: { name: nameHas(s.name, 'name'), edition: equals(s.edition, 'edition'), kind: equals(s.kind, 'kind') },
  sorts: { name: sql`${s.name} collate "zh-x-icu"`, updatedAt: s.updatedAt },
  usual: sql`${s.updatedAt} desc`,
  tie: s.id,
  fields: row,
  rows: (db) => db.select(row).from(s).leftJoin(newsCategories, eq(newsCategories.id, s.newsCategoryId)) as never,
  matches: (db, where) => db.select({ n: sql`1` }).from(s).where(where),
})

/** Standards with fewer articles published today than they require per day. */
export const missedStandards = (db: Executor) =>
  db
    .select({ id: s.id, name: s.name, timesADay: s.timesADay, deadline: s.deadline, publishedToday })
    .from(s)
    .where(sql`${s.isEnabled} and ${s.timesADay} > ${publishedToday}`)
    .orderBy(sql`nullif(${s.deadline}, '') nulls last`, s.id)

/** A null edition, category or kind is a wildcard. */
type Place = { edition: Edition | null; newsCategoryId: string | null; kind: ArticleKind | null }

export const isTaken = async (tx: Tx, { edition, newsCategoryId, kind }: Place, but = '0'): Promise<boolean> =>
  (await tx.$count(
    s,
    and(
      sql`${s.edition} is not distinct from ${edition}`,
      sql`${s.newsCategoryId} is not distinct from ${newsCategoryId}::bigint`,
      sql`${s.kind} is not distinct from ${kind}`,
      ne(s.id, but),
    ),
  )) > 0

/** The standard that applies to an article; null if none does. */
export async function standardFor(
  db: Executor,
  { edition, newsCategoryId, kind }: { edition: Edition; newsCategoryId: string | null; kind: ArticleKind },
): Promise<HeldStandard | null> {
  const { id: _, version: __, edition: ___, newsCategoryId: ____, kind: _____, ...rest } = columns
  const { isEnabled: _6, remark: _7, updatedAt: _8, firstReviewerIds: _9, secondReviewerIds: _10, ...held } = rest
  const narrowest = narrowestStandard(sql`${edition}::text`, sql`${newsCategoryId}::bigint`, sql`${kind}::text`)
  const [found] = await db.select(held).from(s).where(sql`${s.id} = (select n.id from ${narrowest} n)`)
  return found ?? null
}

type Named = { edition: Edition | null; firstReviewerIds: string[]; secondReviewerIds: string[] }

/** Returns a check of a step's reviewers: why one of the newly named cannot be named. Those named before may stay. */
export async function unableReviewers(tx: Tx, form: Named, stored: Partial<Named> = {}) {
  const before = [...(stored.firstReviewerIds ?? []), ...(stored.secondReviewerIds ?? [])]
  const added = [...form.firstReviewerIds, ...form.secondReviewerIds].filter((id) => !before.includes(id))
  const rows = await tx
    .select({ id: users.id, name: users.realName, lack: whyUnable(sql`${form.edition}::text`) })
    .from(users)
    .where(inArray(users.id, added))
  const known = new Map(rows.map((row) => [row.id, row]))
  return (ids: readonly string[]): string | null => {
    for (const id of ids.filter((each) => added.includes(each))) {
      const person = known.get(id)
      if (!person) return '有人员不存在'
      if (person.lack !== '') return `${person.name}${person.lack}，不能指定`
    }
    return null
  }
}
