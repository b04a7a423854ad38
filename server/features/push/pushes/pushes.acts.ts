// What is done with a push: queued for all of its recipients at once, stopped, resumed. Its state changes under its lock, so that
// of two who send it at the same time one does.
import { sql } from 'drizzle-orm'
import { can, isAllowed } from '../../../../contract/access.ts'
import { leftOutLabels, pushPages } from '../../../../contract/push/push-labels.ts'
import type { Core } from '../../../core/core.ts'
import { unsubscribeLinks } from '../../../core/mail/unsubscribe.ts'
import { wakeOutbox } from '../../../core/outbox/queue.ts'
import type { Tx } from '../../../db/connection.ts'
import { messages } from '../../../db/schema/outbox.ts'
import { recordUse } from '../../prices/price-uses.queries.ts'
import { judged, type Wanted } from './audience.queries.ts'
import { productsOf, recordPrices } from './contents.queries.ts'
import { drawPush, storeBody, takeTime, usedFields } from './mails.ts'
import { advertCause, pushCause } from './pushes.cause.ts'
import { changePush, type StoredPush } from './pushes.queries.ts'

type Viewer = Wanted['viewer']

export const wantedOf = async (tx: Tx, push: StoredPush, viewer: Viewer): Promise<Wanted> => ({
  viewer,
  subProduct: pushPages[push.kind].subProduct,
  audience: push.audience,
  productIds: await productsOf(tx, push),
  fields: usedFields(push),
  correctionOf: push.correctionOf,
})

const reasonText = sql`case j.reason ${sql.join(
  Object.entries(leftOutLabels).map(([reason, label]) => sql`when ${reason}::text then ${label}::text`),
  sql` `,
)} end || case when j.reason = 'field' then '“' || j.field || '”' else '' end`

/** A message for each recipient, those who get nothing withheld with the reason: one statement, whatever their number. */
async function queueMessagesOf(tx: Tx, core: Core, push: StoredPush, bodyId: string, wanted: Wanted): Promise<number> {
  const cause = push.isAdvert ? advertCause.name : pushCause.name
  const { rowCount } = await tx.execute(sql`
    insert into ${messages} (key, channel, address, recipient_kind, recipient_id, recipient_name, body_id, fields, push_id,
        cause, about, state, reason, ended_at)
      select 'push:' || ${push.id}::text || ':' || j.member_id, 'mail', left(j.address, 128), 'member', j.member_id, j.name,
        ${bodyId}::bigint, j.fields || jsonb_build_object('unsubscribe', ${unsubscribeLinks(core.config, sql`j.address`)}),
        ${push.id}::bigint, ${cause}, j.account_id::text, case when j.reason is null then 'queued' else 'withheld' end,
        coalesce(${reasonText}, ''), case when j.reason is not null then now() end
      from ${judged(wanted)} j order by j.account_id
      on conflict (key) do nothing`)
  return rowCount ?? 0
}

const mayPush = (push: StoredPush, person: Parameters<typeof isAllowed>[1]): boolean =>
  isAllowed(can(pushPages[push.kind].menu, 'launch'), person)

/** Under the push's lock. @returns how many messages were made; null where whoever sends it no longer may */
export async function queuePush(tx: Tx, core: Core, push: StoredPush): Promise<number | null> {
  const person = push.pusherId === null ? null : await core.actors.person(push.pusherId)
  if (!person || !mayPush(push, person)) {
    await changePush(tx, push.id, { state: 'stopped', note: '发送人已没有权限，请由他人复制后重新提交' })
    return null
  }
  await takeTime(tx)
  const drawn = await drawPush(tx, push, person.id)
  const bodyId = await storeBody(tx, core, drawn)
  await recordPrices(tx, push.id, drawn.items)
  await recordUse(tx, {
    channel: 'email',
    targetId: push.id,
    title: push.title,
    by: { id: person.id, name: person.realName },
    publication: drawn.publication,
    items: drawn.items.flatMap(({ id, prices }) =>
      prices.length > 0 ? [{ item: id, days: prices.map(({ day }) => day) }] : [],
    ),
  })
  const made = await queueMessagesOf(tx, core, push, bodyId, await wantedOf(tx, push, person))
  await changePush(tx, push.id, { state: 'sending', bodyId, startedAt: new Date().toISOString(), note: '' })
  await wakeOutbox(tx)
  return made
}
