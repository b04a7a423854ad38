// Notices about reviews: to reviewers about waiting articles, to authors about the outcome.

import { sql } from 'drizzle-orm'
import { type Core, personNameOf } from '#server/core/core.ts'
import type { Change } from '#server/core/live/bus.ts'
import { noticeCause } from '#server/core/outbox/causes.ts'
import { noticeStaff } from '#server/core/outbox/queue.ts'
import { endNotices, refuseHandled, type StillWaiting } from '#server/core/outbox/waiting-notices.ts'
import type { Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { articles } from '#server/db/schema/articles/articles.ts'
import { menus, roleMenus, userDeputyRoles, users } from '#server/db/schema/organisation.ts'
import type { By } from './articles.acts.ts'
import { type ArticleState, findArticles } from './articles.queries.ts'
import { namedReviewers } from './reviews/reviewers.queries.ts'

/** Maximum of candidates per submission: a team, not a company. */
const REVIEWERS_MOST = 50

async function reviewers(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct h.user_id::text as id
      from (select u.id as user_id, u.role_id from ${users} u where u.deleted_at is null
        union all select d.user_id, d.role_id from ${userDeputyRoles} d) h
      join ${roleMenus} r on r.role_id = h.role_id
      join ${menus} m on m.id = r.menu_id and m.code in ('newsReview.pass', 'newsReview.dateEdit')
      limit ${REVIEWERS_MOST}`)
  return rows.map(({ id }) => id)
}

const pageOf = '/data/actciles/newsReview/index'

/** Reviewers to notify: those named for the step, otherwise everyone with the right and the article in scope. */
async function askedFor(tx: Tx, core: Core, { id, edition }: ArticleState, mayReview: readonly string[]) {
  const named = await namedReviewers(tx, id)
  if (named.length > 0) return named.map((person) => person.id)
  const asked: string[] = []
  for (const userId of mayReview) {
    const person = await core.actors.person(userId, tx)
    if (person && (await findArticles(tx, edition, [id], { ...person, sessionId: '' })).length > 0) asked.push(userId)
  }
  return asked
}

/** For articles that wait for step 1 or 2; skips the one who submitted or passed them. */
export async function notifyReviewers(
  tx: Tx,
  core: Core,
  { by }: By,
  waiting: readonly ArticleState[],
  step: 1 | 2,
): Promise<void> {
  if (waiting.length === 0) return
  const mayReview = await reviewers(tx)
  for (const article of waiting) {
    const { title, headId } = article
    const about = aboutOf(headId, step)
    await noticeStaff(tx, {
      event: 'articleReview',
      // each submission is announced, also of the same version
      key: `waiting:${about}:${article.version}`,
      userIds: (await askedFor(tx, core, article, mayReview)).filter((id) => id !== by.id),
      title: '有资讯待审核',
      text:
        step === 1 ? `${personNameOf(by)}提交了《${title}》，请审核。` : `《${title}》已通过一级审核，请进行二级审核。`,
      link: `${pageOf}?id=${article.id}`,
      about,
    })
  }
}

const aboutOf = (versionId: string, step: number) => `${versionId}:${step}`

/** A notice holds until its version is reviewed at that step, or withdrawn. */
const stillWaiting: StillWaiting = async (tx, abouts) => {
  const versions = abouts.map((about) => about.split(':')[0])
  const { rows } = await tx.execute<{ versionId: string; step: number }>(sql`
    select reviewing_id::text as "versionId", review_step + 1 as step from ${articles}
      where reviewing_id = any(${idArray(versions)})`)
  const open = new Set(rows.map(({ versionId, step }) => aboutOf(versionId, step)))
  return (about) => open.has(about)
}

export const articleReviewCause = noticeCause('articleReview', refuseHandled('已处理，不再提醒', stillWaiting))

/** Call after articles were reviewed or withdrawn. */
export const endReviewNotices = (tx: Tx, announce: (change: Change) => void): Promise<void> =>
  endNotices(tx, announce, articleReviewCause.name, stillWaiting)

export const listOf = { zh: '/data/actciles/articles/index', en: '/data/actciles/articlesEnglish/index' } as const

/** To the author and the submitter. */
export async function notifyAuthors(
  tx: Tx,
  { by }: By,
  reviewed: readonly ArticleState[],
  words: { verb: string; text: string },
): Promise<void> {
  for (const article of reviewed) {
    const userIds = [...new Set([article.authorId, article.submittedById])].filter((id) => id !== null && id !== by.id)
    await noticeStaff(tx, {
      event: 'articleReview',
      key: `${words.verb}:${article.id}:${article.version}`,
      userIds: userIds as string[],
      title: `资讯${words.verb}`,
      text: `《${article.title}》${words.text}`,
      link: `${listOf[article.edition]}?id=${article.id}`,
    })
  }
}

type Held = { title: string; edition: 'zh' | 'en'; version: number; people: (string | null)[] }

/** A scheduled article was not published: to its author, submitter and reviewer. */
export async function notifyHeld(tx: Tx, id: string, why: string): Promise<void> {
  const { rows } = await tx.execute<Held>(sql`
    select title, edition, version, array[author_id, submitted_by_id, reviewer_id]::text[] as people
      from ${articles} where id = ${id}::bigint`)
  for (const { title, edition, version, people } of rows) {
    await noticeStaff(tx, {
      event: 'articleReview',
      key: `held:${id}:${version}`,
      userIds: [...new Set(people)].filter((each) => each !== null),
      title: '资讯没有按时发布',
      text: `《${title}》${why}。`,
      link: `${listOf[edition]}?id=${id}`,
    })
  }
}
