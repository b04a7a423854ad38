// Making and ending shares.

import { type Holdings, isAllowed } from '#contract/access.ts'
import type { Edition } from '#contract/articles/article-labels.ts'
import { articleCalls } from '#contract/articles/articles.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { createShare } from '#contract/sharing/shares.ts'
import type { Act } from '#server/core/act.ts'
import { audit } from '#server/core/audit/audit.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import { findArticle } from '#server/features/articles/published.queries.ts'
import { ensureShare, lockShare, setEnded } from './shares.queries.ts'
import { newCode } from './sharing.rules.ts'

/** Whether somebody reads articles of that edition at all. */
export const mayRead = (actor: Holdings, edition: Edition) => isAllowed(articleCalls[edition].list.access, actor)

/** @returns the id of the caller's share of that article on that channel */
export async function create({ tx, actor, by }: Act, { articleId, channel }: BodyOf<typeof createShare>) {
  const article = orNotFound(await findArticle(tx, actor, articleId))
  if (!mayRead(actor, article.edition)) throw refuse('notFound')
  if (!article.isPublished) throw refuse('conflict', { msg: '资讯尚未发布，发布后才能分享' })
  const { id, isNew } = await ensureShare(tx, { articleId, sharerId: actor.id, channel }, newCode())
  const act = { targetType: 'share', targetId: id }
  if (isNew) await audit(tx, by, { ...act, action: 'share.add', after: { articleId, channel } })
  return id
}

/** For good: whoever shares again makes another link. */
export async function end({ tx, actor, by }: Act, id: string): Promise<void> {
  const { sharerId, endedAt } = orNotFound(await lockShare(tx, actor, id))
  if (sharerId !== actor.id && !actor.isAdministrator) throw refuse('forbidden', { msg: '只能结束自己的分享' })
  if (endedAt !== null) throw refuse('conflict', { msg: '分享已经结束' })
  await setEnded(tx, id)
  await audit(tx, by, { action: 'share.endShare', targetType: 'share', targetId: id })
}
