// Webhooks: addresses of a sub-product that are told which accounts changed (docs/decisions/106). What an account holds is asked for.

import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Choice, Fields, Id, Ids, listFields, Nullable, OneLine, OneOf, Required } from '#contract/fields.ts'
import { messageStateLabels } from '#contract/outbox/message-labels.ts'
import { subProducts } from '#contract/sub-products.ts'

const root = '/api/backend/entitlements/webhook'

/** Addresses of one sub-product at most. */
export const WEBHOOKS_MAX = 20
export const URL_LENGTH = 500
/** Deliveries of one act. */
const AT_ONCE = 200

const SubProduct = OneOf(
  '子产品',
  subProducts.map(({ key }) => key),
)

const fields = { name: OneLine(Required('名称', 64)), url: Required('推送地址', URL_LENGTH) }

const WebhookRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  name: Type.String(),
  url: Type.String(),
  isEnabled: Type.Boolean(),
  disabledReason: Type.String({ description: 'where the receiver ended it' }),
  secretAt: Type.String({ description: 'when its secret was made' }),
  oldSecretUntil: Nullable(
    Type.String({ description: 'deliveries are signed with the secret before as well until then' }),
  ),
  failingSince: Nullable(Type.String({ description: 'no delivery has succeeded since' })),
  waiting: Type.Integer({ description: 'deliveries to send' }),
  updatedAt: Type.String(),
})
export type WebhookRow = Static<typeof WebhookRow>

/** 20404 for a sub-product whose accounts the caller may not view; so do all calls here. */
export const listWebhooks = readCall('子产品的推送地址', `${root}/list`, can('integration', 'view'), {
  body: Fields({ subProduct: SubProduct }),
  data: Type.Array(WebhookRow),
})

const Secret = Type.Object({ id: Type.String(), secret: Type.String({ description: '`whsec_` and base64' }) })

/** The secret is in this reply and nowhere else. */
export const addWebhook = writeCall('新增推送地址', `${root}/add`, can('integration', 'add'), {
  secret: true,
  body: Fields({ subProduct: SubProduct, ...fields }),
  data: Secret,
})

/** 601 with the stored row where `version` is another. */
export const editWebhook = writeCall('修改推送地址', `${root}/edit`, can('integration', 'edit'), {
  body: Fields({ id: Id('推送地址'), version: Type.Integer({ title: '版本', minimum: 1 }), ...fields }),
})

const One = { body: Fields({ id: Id('推送地址') }) }

/** What changes meanwhile is sent once it is enabled again. */
export const disableWebhook = writeCall('禁用推送地址', `${root}/disable`, can('integration', 'disable'), One)
export const openWebhook = writeCall('启用推送地址', `${root}/open`, can('integration', 'open'), One)

/** Deliveries are signed with both secrets for a day. */
export const renewWebhookSecret = writeCall('重置推送密钥', `${root}/renewSecret`, can('integration', 'setPassword'), {
  ...One,
  secret: true,
  data: Secret,
})

/** Queues a delivery without an account. */
export const testWebhook = writeCall('发送测试推送', `${root}/test`, can('integration', 'edit'), One)

const DeliveryQuery = Fields({
  ...listFields(['at']),
  subProduct: SubProduct,
  webhookId: Type.Optional(Id('推送地址')),
  state: Type.Optional(Choice('状态', messageStateLabels)),
})
export type DeliveryQuery = Static<typeof DeliveryQuery>

const DeliveryRow = Type.Object({
  id: Type.String({ description: 'the header `webhook-id` is `msg_` and it' }),
  webhookName: Type.String(),
  accountId: Nullable(Type.String({ description: 'null: a test' })),
  number: Nullable(Type.String({ description: 'of the change' })),
  state: Choice('状态', messageStateLabels),
  reason: Type.String(),
  attempts: Type.Integer(),
  at: Type.String(),
  notBefore: Type.String({ description: 'of the next attempt, where it is queued' }),
  answeredAt: Nullable(Type.String()),
  status: Nullable(Type.Integer({ description: 'HTTP, of the last attempt' })),
  ms: Nullable(Type.Integer()),
  answer: Type.String({ description: 'its first characters' }),
})
export type DeliveryRow = Static<typeof DeliveryRow>

/** The newest first. */
export const listDeliveries = readCall('推送记录', `${root}/deliveries`, can('integration', 'view'), {
  body: DeliveryQuery,
  data: Paged(DeliveryRow),
})

/** Sends deliveries again as they were, with the same id; 602 where some are under way. */
export const resendDeliveries = writeCall('重新推送', `${root}/resend`, can('integration', 'edit'), {
  body: Fields({ ids: Ids('推送记录', AT_ONCE) }),
})
