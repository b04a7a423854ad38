// Who reviews an article: whoever may; where its standard names people for the step, those of them who still can.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Executor } from '../../../db/connection.ts'
import { articleReviews, articles, articleVersions } from '../../../db/schema/articles/articles.ts'
import { users } from '../../../db/schema/organisation.ts'
import { narrowestStandard } from '../standards.queries.ts'
import { whyUnable } from './reviewing-rights.queries.ts'

/** Whether somebody had a hand in what has not passed yet of a row of `articles`: wrote it since, or submitted it. */
export const hadHandIn = (userId: SQLWrapper): SQL<boolean> => sql`(exists (select from ${articleVersions} h
    where h.article_id = ${articles.id} and h.by_id = ${userId} and h.origin <> 'move'
      and (h.id > coalesce(${articles.passedId}, 0) or h.id = ${articles.reviewingId}))
  or exists (select from ${articleReviews} h where h.article_id = ${articles.id}
    and h.submitted_by_id = ${userId} and h.version_id > coalesce(${articles.passedId}, 0)))`

const passedStepBefore = sql`exists (select from ${articleReviews} b where b.article_id = ${articles.id}
  and b.version_id = ${articles.reviewingId} and b.outcome = 'pass' and b.reviewer_id = ${users.id})`

/** Of a row of `articles` that waits: who of those named for its step can review it. None: whoever may. */
const namedFor = sql`array(select ${users.id}
  from ${narrowestStandard(articles.edition, articles.newsCategoryId, articles.kind)} n
    join ${users} on ${users.id} = any(case ${articles.reviewStep} when 0 then n.first_reviewer_ids else n.second_reviewer_ids end)
  where ${whyUnable(articles.edition)} = '' and not ${hadHandIn(users.id)} and not ${passedStepBefore})`

/** A condition on a row of `articles`: no named person stands before this one. */
export const mayReview = (userId: SQLWrapper): SQL =>
  sql`(select cardinality(w.ids) = 0 or ${userId} = any(w.ids) from (select ${namedFor} as ids) w)`

/** The people named for the step at which an article is, of those who can review it. */
export async function namedReviewers(db: Executor, articleId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select u.id::text as id, u.real_name as name from ${articles}, lateral (select ${namedFor} as ids) w
      join ${users} u on u.id = any(w.ids) where ${articles.id} = ${articleId}::bigint order by u.id`)
  return rows
}
