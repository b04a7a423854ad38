// Asked when a message is claimed: whether its recipient may still have what the push contains.
import { sql } from 'drizzle-orm'
import { leftOutLabels, STOPPED_REASON } from '../../../../contract/push/push-labels.ts'
import { cause, type Message, type Withheld } from '../../../core/outbox/causes.ts'
import type { Tx } from '../../../db/connection.ts'
import { memberAccounts, members } from '../../../db/schema/members.ts'
import { messages } from '../../../db/schema/outbox.ts'
import { pushes } from '../../../db/schema/push.ts'
import { hasOptedOut, holdsGrants } from './audience.queries.ts'
import { productsOf } from './contents.queries.ts'
import { ids } from './sql.ts'

async function refuse(tx: Tx, claimed: readonly Message[]): Promise<Withheld> {
  const withheld = new Map<string, string>()
  for (const [pushId, ofPush] of Map.groupBy(claimed, (message) => message.pushId ?? '0')) {
    const { rows: found } = await tx.execute<{
      state: string
      isCorrection: boolean
      productIds: string[]
      quoteItemIds: string[]
    }>(sql`
      select state, correction_of is not null as "isCorrection", product_ids::text[] as "productIds",
        quote_item_ids::text[] as "quoteItemIds" from ${pushes} where id = ${pushId}::bigint`)
    const [push] = found
    if (!push || push.state === 'stopped') {
      for (const { id } of ofPush) withheld.set(id, STOPPED_REASON)
      continue
    }
    const grant = push.isCorrection
      ? sql``
      : sql`when not (${holdsGrants(await productsOf(tx, push))}) then ${leftOutLabels.grant}::text`
    const { rows } = await tx.execute<{ id: string; reason: string | null }>(sql`
      select s.id::text as id, case when a.id is null or a.status <> 'enabled' or a.deleted_at is not null or m.locked
          or m.deleted_at is not null then ${leftOutLabels.account}::text
        when ${hasOptedOut(sql`s.address`)} then ${leftOutLabels.optOut}::text ${grant} end as reason
      from ${messages} s left join ${memberAccounts} a on a.id = nullif(s.about, '')::bigint
      left join ${members} m on m.id = a.member_id where s.id = any(${ids(ofPush.map(({ id }) => id))})`)
    for (const { id, reason } of rows) if (reason !== null) withheld.set(id, reason)
  }
  return withheld
}

export const pushCause = cause({ name: 'push.mail', label: '邮件推送', refuse })
/** Marked as advertising, and kept from who has opted out. */
export const advertCause = cause({ name: 'push.advert', label: '邮件推送（广告）', isCommercial: true, refuse })
/** To oneself, before a push goes out. */
export const pushTestCause = cause({ name: 'push.test', label: '邮件推送测试' })
