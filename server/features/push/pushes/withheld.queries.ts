// Whether recipients of claimed messages may still receive their push.
import { sql } from 'drizzle-orm'
import { type AnyPushKind, leftOutLabels, optOutTopicOf, STOPPED_REASON } from '#contract/push/push-labels.ts'
import { findViewer } from '#server/core/access/actors.ts'
import type { Message, Withheld } from '#server/core/outbox/causes.ts'
import { hasOptedOut } from '#server/core/outbox/opt-outs.queries.ts'
import type { Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { articles } from '#server/db/schema/articles/articles.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'
import { pushArticles, pushes } from '#server/db/schema/push.ts'
import { holdsGrants } from './audience.queries.ts'
import { correctedPrices } from './contents.queries.ts'
import { sendable } from './sendable.queries.ts'

/** Reasons to withhold, by message id. */
export async function withheldOf(tx: Tx, claimed: readonly Message[]): Promise<Withheld> {
  const withheld = new Map<string, string>()
  for (const [pushId, ofPush] of Map.groupBy(claimed, (message) => message.pushId ?? '0')) {
    const { rows: found } = await tx.execute<{
      state: string
      kind: AnyPushKind
      isAdvert: boolean
      correctionOf: string | null
      productIds: string[]
      quoteItemIds: string[]
      articleIds: string[]
      isTakenDown: boolean
      senderId: string
    }>(sql`
      select state, kind, is_advert as "isAdvert", coalesce(pusher_id, author_id)::text as "senderId", correction_of::text as "correctionOf", product_ids::text[] as "productIds",
        quote_item_ids::text[] as "quoteItemIds", article_ids::text[] as "articleIds", exists (select from ${pushArticles} c
          join ${articles} a on a.id = c.article_id and a.published_id is null where c.push_id = ${pushes.id}) as "isTakenDown"
        from ${pushes} where id = ${pushId}::bigint`)
    const [push] = found
    if (!push || push.state === 'stopped') {
      for (const { id } of ofPush) withheld.set(id, STOPPED_REASON)
      continue
    }
    if (push.isTakenDown) {
      for (const { id } of ofPush) withheld.set(id, '其中的资讯已下架')
      continue
    }
    // a short message has little but today's prices: withheld once one of them is corrected
    if (push.kind === 'sms' && push.correctionOf === null && (await correctedPrices(tx, pushId)).length > 0) {
      for (const { id } of ofPush) withheld.set(id, '其中的价格已更正')
      continue
    }
    const viewer = await findViewer(tx, push.senderId)
    const { lacks, productIds } = await sendable(tx, viewer, { ...push, id: pushId })
    if (lacks.quoteItemIds !== null || lacks.articleIds !== null) {
      for (const { id } of ofPush) withheld.set(id, '发送人已没有其中内容的权限')
      continue
    }
    const grant =
      push.correctionOf !== null
        ? sql`when not exists (select from ${messages} o where o.push_id = ${push.correctionOf}::bigint
          and o.recipient_id = s.recipient_id and o.state in ('sent', 'unsure')) then '没有收到更正前的内容'`
        : sql`when not (${holdsGrants(productIds)}) then ${leftOutLabels.grant}::text`
    const { rows } = await tx.execute<{ id: string; reason: string | null }>(sql`
      select s.id::text as id, case when a.id is null or a.status <> 'enabled' or a.deleted_at is not null or m.locked
          or m.deleted_at is not null then ${leftOutLabels.account}::text
        when ${hasOptedOut(sql`s.channel`, sql`s.address`, optOutTopicOf(push))} then ${leftOutLabels.optOut}::text ${grant} end as reason
      from ${messages} s left join ${memberAccounts} a on a.id = nullif(s.about, '')::bigint
      left join ${members} m on m.id = a.member_id where s.id = any(${idArray(ofPush.map(({ id }) => id))})`)
    for (const { id, reason } of rows) if (reason !== null) withheld.set(id, reason)
  }
  return withheld
}
