// Queues deliveries in the outbox: follows the feeds, whichever process; each address has its own place in its feed.
import { sql } from 'drizzle-orm'
import type { SubProductKey } from '#contract/sub-products.ts'
import type { Core } from '#server/core/core.ts'
import { cause } from '#server/core/outbox/causes.ts'
import { type NewMessage, queueMessages } from '#server/core/outbox/queue.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { isoMoment } from '#server/db/schema/columns.ts'
import { entitlementChanges, entitlementFeeds } from '#server/db/schema/entitlements.ts'
import { webhookDeliveries, webhooks } from '#server/db/schema/webhooks.ts'
import { findUnwanted } from './webhooks.queries.ts'
import { addressOf } from './webhooks.rules.ts'

const EVERY_MS = 5_000
/** Numbers of a feed that one round passes at most. */
const NUMBERS = 5_000

export const webhookCause = cause({
  name: 'entitlements.webhook',
  label: '子产品权益推送',
  refuse: (tx, claimed) =>
    findUnwanted(
      tx,
      claimed.map(({ id }) => id),
    ),
})

type Target = { id: string; name: string; subProduct: SubProductKey }
/** What to tell an address; null: a test. */
type Told = { accountId: string; number: string; at: string } | null

function messageOf({ id, name, subProduct }: Target, told: Told, { key = '', notBefore = '' }): NewMessage {
  const body = told
    ? {
        type: 'entitlements.changed',
        timestamp: isoMoment(told.at),
        data: { subProduct, accountId: told.accountId, number: told.number },
      }
    : { type: 'entitlements.test', timestamp: new Date().toISOString(), data: { subProduct } }
  return {
    key: told ? `webhook:${id}:${told.accountId}:${told.number}` : `webhook:${id}:test:${key}`,
    channel: 'webhook',
    address: addressOf(id, told?.accountId ?? null),
    recipientKind: 'address',
    recipientId: null,
    recipientName: name,
    subject: told ? `账号 ${told.accountId} 的权益变更 ${told.number}` : '测试推送',
    body: JSON.stringify(body),
    cause: webhookCause.name,
    ...(notBefore && { notBefore }),
  }
}

/** @param told of one target, with their messages */
async function queue(tx: Tx, target: Target, rows: readonly { told: Told; message: NewMessage }[]): Promise<void> {
  await queueMessages(
    tx,
    rows.map(({ message }) => message),
  )
  const noted = rows.map(({ told, message }) => ({ key: message.key, account: told?.accountId, number: told?.number }))
  await tx.execute(sql`insert into ${webhookDeliveries} (message_id, webhook_id, account_id, number)
    select m.id, ${target.id}::bigint, r.account, r.number
      from jsonb_to_recordset(${JSON.stringify(noted)}::jsonb) as r(key text, account bigint, number bigint)
      join messages m on m.key = r.key order by m.id
    on conflict do nothing`)
}

/** @param key another one for each test */
export const queueTest = (tx: Tx, target: Target, key: string) =>
  queue(tx, target, [{ told: null, message: messageOf(target, null, { key }) }])

/** Queues the newest change of each account since the last round. @returns whether some address has more to queue */
export function queueChanges(db: Db): Promise<boolean> {
  return db.transaction(async (tx) => {
    // processes wait for each other: what one has queued, the next no longer finds
    const { rows } = await tx.execute<
      Target & { after: string; upTo: string; notBefore: string | null; hasMore: boolean }
    >(sql`
      select w.id::text as id, w.name, w.sub_product as "subProduct", w.queued_to::text as after,
        least(f.number, w.queued_to + ${NUMBERS})::text as "upTo", f.number > w.queued_to + ${NUMBERS} as "hasMore",
        case when w.rests_until > now() then w.rests_until::text end as "notBefore"
      from ${webhooks} w join ${entitlementFeeds} f on f.sub_product = w.sub_product
      where w.is_enabled and w.queued_to < f.number order by w.id for update of w`)
    for (const { after, upTo, notBefore, hasMore: _, ...target } of rows) {
      const { rows: changed } = await tx.execute<NonNullable<Told>>(sql`
        select account_id::text as "accountId", max(number)::text as number, max(at)::text as at from ${entitlementChanges}
        where sub_product = ${target.subProduct} and number > ${after}::bigint and number <= ${upTo}::bigint
        group by account_id order by max(number)`)
      const told = changed.map((each) => ({
        told: each,
        message: messageOf(target, each, { notBefore: notBefore ?? '' }),
      }))
      if (told.length > 0) await queue(tx, target, told)
      await tx.execute(sql`update ${webhooks} set queued_to = ${upTo}::bigint where id = ${target.id}::bigint`)
    }
    return rows.some(({ hasMore }) => hasMore)
  })
}

/** Queues whenever a feed moves, and looks by itself as well, as notifications may be missed. @returns stops it */
export function keepQueueing({ db, bus, log }: Pick<Core, 'db' | 'bus' | 'log'>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isDue = false
  let isStopped = false

  async function run(): Promise<void> {
    while (isDue && !isStopped) {
      isDue = false
      if (await queueChanges(db)) isDue = true
    }
  }

  function start(): void {
    isDue = true
    running ??= run()
      .catch((error: unknown) => log.warn({ err: error }, 'webhooks: changes were not queued'))
      .finally(() => {
        running = undefined
        if (isDue && !isStopped) setTimeout(start, EVERY_MS).unref()
      })
  }

  bus.onChange((change) => {
    if (change.type === 'entitlements') start()
  })
  bus.onReset(start)
  const timer = setInterval(start, EVERY_MS).unref()
  start()
  return async () => {
    isStopped = true
    clearInterval(timer)
    await running
  }
}
