// Who reviews an article: anyone with the right; if its standard names people for the step, those of them who still
// can.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/connection.ts'
import { articleReviews, articles, articleVersions } from '#server/db/schema/articles/articles.ts'
import { users } from '#server/db/schema/organisation.ts'
import { narrowestStandard } from '../standards.queries.ts'
import { whyUnable } from './reviewing-rights.queries.ts'

/** Whether a user wrote or submitted the unapproved content of a row of `articles`. */
export const hadHandIn = (userId: SQLWrapper): SQL<boolean> => sql`(exists (select from ${articleVersions} h
    where h.article_id = ${articles.id} and h.by_id = ${userId} and h.origin <> 'move'
      and (h.id > coalesce(${articles.passedId}, 0) or h.id = ${articles.reviewingId}))
  or exists (select from ${articleReviews} h where h.article_id = ${articles.id}
    and h.submitted_by_id = ${userId} and h.version_id > coalesce(${articles.passedId}, 0)))`

const passedStepBefore = sql`exists (select from ${articleReviews} b where b.article_id = ${articles.id}
  and b.version_id = ${articles.reviewingId} and b.outcome = 'pass' and b.reviewer_id = ${users.id})`

/** For a waiting row of `articles`: the people named for its step who can review it. Empty: anyone with the right. */
const namedFor = sql`array(select ${users.id}
  from ${narrowestStandard(articles.edition, articles.newsCategoryId, articles.kind)} n
    join ${users} on ${users.id} = any(case ${articles.reviewStep} when 0 then n.first_reviewer_ids else n.second_reviewer_ids end)
  where ${whyUnable(articles.edition)} = '' and not ${hadHandIn(users.id)} and not ${passedStepBefore})`

/** Condition on a row of `articles`: nobody is named for the step, or this person is. */
export const mayReview = (userId: SQLWrapper): SQL =>
  sql`(select cardinality(w.ids) = 0 or ${userId} = any(w.ids) from (select ${namedFor} as ids) w)`

/** The people named for the article's current step who can review it. */
export async function namedReviewers(db: Executor, articleId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select u.id::text as id, u.real_name as name from ${articles}, lateral (select ${namedFor} as ids) w
      join ${users} u on u.id = any(w.ids) where ${articles.id} = ${articleId}::bigint order by u.id`)
  return rows
}
