// Who is told of what became of an article: reviewers of what waits, its people of the review.
import { sql } from 'drizzle-orm'
import type { Core } from '../../core/core.ts'
import { noticeStaff } from '../../core/outbox/queue.ts'
import type { Tx } from '../../db/connection.ts'
import { articles } from '../../db/schema/articles/articles.ts'
import { menus, roleMenus, userDeputyRoles, users } from '../../db/schema/organisation.ts'
import type { By } from './articles.acts.ts'
import { type ArticleState, findArticles } from './articles.queries.ts'

/** People asked for each submission at most: a team, not a company. */
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

/** Those who review and work on what it is about; not who submitted it. */
export async function tellReviewers(tx: Tx, core: Core, { by }: By, submitted: readonly ArticleState[]): Promise<void> {
  if (submitted.length === 0) return
  const candidates = (await reviewers(tx)).filter((id) => id !== by.id)
  for (const { id, edition, title, headId } of submitted) {
    const userIds: string[] = []
    for (const userId of candidates) {
      const person = await core.actors.person(userId)
      if (person && (await findArticles(tx, edition, [id], { ...person, sessionId: '' })).length > 0)
        userIds.push(userId)
    }
    await noticeStaff(tx, {
      event: 'articleReview',
      key: `waiting:${headId}`,
      userIds,
      title: '有资讯待审核',
      text: `${by.name}提交了《${title}》，请审核。`,
      link: pageOf,
    })
  }
}

const listOf = { zh: '/data/actciles/articles/index', en: '/data/actciles/articlesEnglish/index' } as const

/** Whoever submitted it and whoever began it. */
export async function tellAuthors(
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
      link: listOf[article.edition],
    })
  }
}

type Held = { title: string; edition: 'zh' | 'en'; version: number; people: (string | null)[] }

/** A scheduled article that did not go out: whoever began, submitted and passed it. */
export async function tellHeld(tx: Tx, id: string, why: string): Promise<void> {
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
      link: listOf[edition],
    })
  }
}
