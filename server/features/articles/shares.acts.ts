// Shares articles with colleagues: a notice in the bell with a link. Only to those who may read it: a share gives no
// rights.
import { isAllowed } from '#contract/access.ts'
import type { Edition } from '#contract/articles/article-labels.ts'
import { articleCalls } from '#contract/articles/articles.ts'
import { audit } from '#server/core/audit/audit.ts'
import { type Core, personNameOf } from '#server/core/core.ts'
import { checkFields, orNotFound } from '#server/core/http/refusal.ts'
import { noticeStaff } from '#server/core/outbox/queue.ts'
import type { Tx } from '#server/db/connection.ts'
import { type By, named } from './articles.acts.ts'
import { findArticles } from './articles.queries.ts'
import { listOf } from './notices.ts'

type Shared = { id: string; userIds: readonly string[]; message: string }

export async function shareArticle(
  tx: Tx,
  core: Core,
  { actor, by }: By,
  edition: Edition,
  { id, userIds, message }: Shared,
): Promise<void> {
  const article = orNotFound((await findArticles(tx, edition, [id], actor))[0])
  const { list, get } = articleCalls[edition]
  const names: string[] = []
  for (const userId of userIds) {
    const person = await core.actors.person(userId, tx)
    const reader = person && { ...person, sessionId: '' }
    const mayOpen = reader && isAllowed(list.access, reader) && isAllowed(get.access, reader)
    const isInScope = mayOpen && (await findArticles(tx, edition, [id], reader)).length > 0
    checkFields({ userIds: isInScope ? null : `${person?.realName ?? '所选人员'}不能查看这篇资讯，请先为其授权` })
    names.push(reader?.realName ?? '')
  }
  const text = message.trim()
  await noticeStaff(tx, {
    event: 'articleShared',
    key: `${id}:${by.requestId}`,
    userIds,
    title: `${personNameOf(by)}转来一篇资讯`,
    text: text === '' ? `《${article.title}》` : `《${article.title}》：${text}`,
    link: `${listOf[edition]}?id=${id}`,
  })
  await audit(tx, by, { ...named(id, 'share'), after: { people: names.join('、'), message: text } })
}
