// Webhooks and their deliveries as they are stored.

import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { DeliveryQuery, DeliveryRow, WebhookRow } from '#contract/entitlements/webhooks.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { equals, list } from '#server/core/lists/paging.ts'
import type { Withheld } from '#server/core/outbox/causes.ts'
import { updateRow } from '#server/core/rows/store.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { entitlementFeeds } from '#server/db/schema/entitlements.ts'
import { webhookDeliveries, webhooks } from '#server/db/schema/webhooks.ts'

const row = {
  id: webhooks.id,
  version: webhooks.version,
  name: webhooks.name,
  url: webhooks.url,
  isEnabled: webhooks.isEnabled,
  disabledReason: webhooks.disabledReason,
  secretAt: webhooks.secretAt,
  oldSecretUntil: sql<
    string | null
  >`case when ${webhooks.oldSecretUntil} > now() then to_json(${webhooks.oldSecretUntil}) #>> '{}' end`,
  failingSince: webhooks.failingSince,
  updatedAt: webhooks.updatedAt,
}

export const findWebhooks = (db: Executor, subProduct: SubProductKey): Promise<WebhookRow[]> =>
  db
    .select({
      ...row,
      waiting: sql<number>`(select count(*)::int from ${messages} m join ${webhookDeliveries} d on d.message_id = m.id
        where d.webhook_id = ${webhooks.id} and m.channel = 'webhook' and m.state in ('queued', 'sending'))`,
    })
    .from(webhooks)
    .where(eq(webhooks.subProduct, subProduct))
    .orderBy(asc(webhooks.id))

export async function lockWebhook(tx: Tx, id: string) {
  const [found] = await tx
    .select({ ...row, subProduct: webhooks.subProduct })
    .from(webhooks)
    .where(eq(webhooks.id, id))
    .for('update')
  return found
}

/** Additions to one sub-product wait for each other, so that the limit holds. */
export const lockAdditions = (tx: Tx, subProduct: SubProductKey) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks:${subProduct}`}, 0))`)

export const countWebhooks = (tx: Tx, subProduct: SubProductKey): Promise<number> =>
  tx.$count(webhooks, eq(webhooks.subProduct, subProduct))

export async function isNameTaken(tx: Tx, subProduct: SubProductKey, name: string, but = '0'): Promise<boolean> {
  const isAlike = sql`lower(${webhooks.name}) = lower(${name})`
  return (await tx.$count(webhooks, and(eq(webhooks.subProduct, subProduct), isAlike, ne(webhooks.id, but)))) > 0
}

/** It is told of changes from now on. */
export async function insertWebhook(tx: Tx, values: { subProduct: SubProductKey; name: string; url: string }) {
  const queuedTo = sql`coalesce((select number from ${entitlementFeeds}
    where sub_product = ${values.subProduct}), 0)`
  const [added] = await tx
    .insert(webhooks)
    .values({ ...values, secret: '', queuedTo })
    .returning({ id: webhooks.id })
  return added?.id ?? ''
}

/** @param sealed encrypted */
export const writeSecret = (tx: Tx, id: string, sealed: string) =>
  tx.update(webhooks).set({ secret: sealed }).where(eq(webhooks.id, id))

/** The one before signs as well for so long, h. */
export const renewSecret = (tx: Tx, id: string, sealed: string, hours: number) =>
  updateRow(tx, webhooks, id, {
    secret: sealed,
    secretAt: sql`now()`,
    updatedAt: sql`now()`,
    oldSecret: webhooks.secret,
    oldSecretUntil: sql`now() + make_interval(hours => ${hours})`,
  })

/** Why a delivery is not sent while its address is disabled; such ones are sent once it is enabled again. */
export const DISABLED = '推送地址已禁用'
export const ENDED = '接收方已停止接收（HTTP 410）'
const SUPERSEDED = '该账号已有更新的变更'
/** `about` of what a person sends again: it goes even where the account has changed since. */
const RESENT = 'resend'

const its = (id: string) =>
  sql`${messages.id} in (select message_id from ${webhookDeliveries} where webhook_id = ${id})`

/** What was withheld while it was disabled is queued again. */
export const requeueWithheld = (tx: Tx, id: string) =>
  tx
    .update(messages)
    .set(untried)
    .where(and(its(id), inArray(messages.reason, [DISABLED, ENDED]), sql`${messages.endedAt} is not null`))

/** Resets messages to untried. */
const untried = {
  state: 'queued' as const,
  reason: '',
  attempts: 0,
  sender: null,
  handover: null,
  providerRef: '',
  notBefore: sql`now()`,
  handedAt: null,
  endedAt: null,
}

export const lockDeliveries = (tx: Tx, ids: readonly string[]) =>
  tx
    .select({
      id: messages.id,
      state: messages.state,
      subject: messages.subject,
      subProduct: webhooks.subProduct,
      isEnabled: webhooks.isEnabled,
    })
    .from(messages)
    .innerJoin(webhookDeliveries, eq(webhookDeliveries.messageId, messages.id))
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(inArray(messages.id, [...ids]))
    .orderBy(messages.id)
    .for('update', { of: messages })

export const requeue = (tx: Tx, ids: readonly string[]) =>
  tx
    .update(messages)
    .set({ ...untried, about: RESENT })
    .where(inArray(messages.id, [...ids]))

/** Of claimed deliveries: those whose address is disabled, and those after which the account has changed again. */
export async function findUnwanted(tx: Tx, ids: readonly string[]): Promise<Withheld> {
  const { rows } = await tx.execute<{ id: string; isEnabled: boolean }>(sql`
    select d.message_id::text as id, w.is_enabled as "isEnabled" from ${webhookDeliveries} d
      join ${webhooks} w on w.id = d.webhook_id join ${messages} m on m.id = d.message_id
    where d.message_id = any(${idArray(ids)}) and (not w.is_enabled or m.about <> ${RESENT} and exists (
      select from ${webhookDeliveries} n join ${messages} nm on nm.id = n.message_id
        where n.webhook_id = d.webhook_id and n.account_id = d.account_id and n.number > d.number
          and nm.state in ('queued', 'sending', 'sent')))`)
  return new Map(rows.map(({ id, isEnabled }) => [id, isEnabled ? SUPERSEDED : DISABLED]))
}

const deliveryRow = {
  id: messages.id,
  webhookName: webhooks.name,
  accountId: webhookDeliveries.accountId,
  number: webhookDeliveries.number,
  state: messages.state,
  reason: messages.reason,
  attempts: messages.attempts,
  at: webhookDeliveries.at,
  notBefore: messages.notBefore,
  answeredAt: webhookDeliveries.answeredAt,
  status: webhookDeliveries.status,
  ms: webhookDeliveries.ms,
  answer: webhookDeliveries.answer,
}

export const pageOfDeliveries = list<DeliveryRow, DeliveryQuery>({
  name: 'webhook_deliveries',
  always: sql`true`,
  filters: {
    subProduct: equals(webhooks.subProduct, 'subProduct'),
    webhookId: { where: sql`${webhooks.id} = ${sql.placeholder('webhookId')}` },
    state: equals(messages.state, 'state'),
  },
  sorts: { at: webhookDeliveries.at },
  usual: sql`${messages.id} desc`,
  tie: messages.id,
  fields: deliveryRow,
  rows: (db) =>
    db
      .select(deliveryRow)
      .from(webhookDeliveries)
      .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
      .innerJoin(messages, eq(messages.id, webhookDeliveries.messageId)),
  matches: (db, where) =>
    db
      .select({ n: sql`1` })
      .from(webhookDeliveries)
      .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
      .innerJoin(messages, eq(messages.id, webhookDeliveries.messageId))
      .where(where),
})
