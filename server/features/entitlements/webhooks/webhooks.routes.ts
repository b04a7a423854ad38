// Webhooks and their deliveries over HTTP.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { OLD_SECRET_H } from '#contract/entitlements/webhook-labels.ts'
import {
  addWebhook,
  disableWebhook,
  editWebhook,
  listDeliveries,
  listWebhooks,
  openWebhook,
  renewWebhookSecret,
  resendDeliveries,
  testWebhook,
  WEBHOOKS_MAX,
} from '#contract/entitlements/webhooks.ts'
import type { RowOutcome } from '#contract/envelope.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import type { Config } from '#server/config.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { seal } from '#server/core/access/sealed-text.ts'
import { audit, difference } from '#server/core/audit/audit.ts'
import { transact } from '#server/core/core.ts'
import { outcomes } from '#server/core/http/outcomes.ts'
import { checkFields, checkVersion, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { wakeOutbox } from '#server/core/outbox/queue.ts'
import { updateRow } from '#server/core/rows/store.ts'
import type { Tx } from '#server/db/connection.ts'
import { webhooks } from '#server/db/schema/webhooks.ts'
import { isInReach, refuseOutOfReach } from '../reach.rules.ts'
import { secretAbout } from './webhook-provider.ts'
import {
  countWebhooks,
  findWebhooks,
  insertWebhook,
  isNameTaken,
  lockAdditions,
  lockDeliveries,
  lockWebhook,
  pageOfDeliveries,
  renewSecret,
  requeue,
  requeueWithheld,
  writeSecret,
} from './webhooks.queries.ts'
import { makeSecret, urlFault } from './webhooks.rules.ts'
import { queueTest } from './webhooks-queue.ts'

const target = (id: string) => ({ targetType: 'webhook', targetId: id })
const now = sql`now()`

async function requireWebhook(tx: Tx, actor: Actor, id: string) {
  const found = orNotFound(await lockWebhook(tx, id))
  refuseOutOfReach(actor, found.subProduct)
  return found
}

type Form = { name: string; url: string }

async function checkForm(
  tx: Tx,
  { outboundAllow }: Config,
  form: Form,
  of: { subProduct: SubProductKey; id?: string },
) {
  const values = { name: form.name.trim(), url: form.url.trim() }
  checkFields({
    name: (await isNameTaken(tx, of.subProduct, values.name, of.id)) ? '已有同名的推送地址' : null,
    url: urlFault(values.url, outboundAllow),
  })
  return values
}

export const routes = [
  serve(listWebhooks, async ({ body: { subProduct }, db, actor }) => {
    refuseOutOfReach(actor, subProduct)
    return await findWebhooks(db, subProduct)
  }),

  serveAct(addWebhook, async ({ tx, body: { subProduct, ...form }, actor, by, core }) => {
    refuseOutOfReach(actor, subProduct)
    await lockAdditions(tx, subProduct)
    const values = await checkForm(tx, core.config, form, { subProduct })
    if ((await countWebhooks(tx, subProduct)) >= WEBHOOKS_MAX)
      throw refuse('conflict', { msg: `每个子产品最多 ${WEBHOOKS_MAX} 个推送地址` })
    const secret = makeSecret()
    const id = await insertWebhook(tx, { ...values, subProduct })
    await writeSecret(tx, id, seal(core.config.secretKey, secretAbout(id), secret))
    await audit(tx, by, { action: 'webhook.add', ...target(id), after: { ...values, subProduct } })
    return { id, secret }
  }),

  serveAct(editWebhook, async ({ tx, body: { id, version, ...form }, actor, by, core }) => {
    const stored = await requireWebhook(tx, actor, id)
    const { name, url, subProduct } = stored
    checkVersion(version, stored)
    const values = await checkForm(tx, core.config, form, { subProduct, id })
    // another receiver: what the last one failed at says nothing of it
    const anew = url === values.url ? {} : { failures: 0, failingSince: null, restsUntil: null, noticedAt: null }
    await updateRow(tx, webhooks, id, { ...values, ...anew, updatedAt: now })
    await audit(tx, by, { action: 'webhook.edit', ...target(id), ...difference({ name, url }, values) })
  }),

  ...[disableWebhook, openWebhook].map((endpoint) =>
    serveAct(endpoint, async ({ tx, body: { id }, actor, by }) => {
      const isEnabled = endpoint === openWebhook
      const { name, isEnabled: wasEnabled } = await requireWebhook(tx, actor, id)
      if (wasEnabled === isEnabled) return
      const anew = isEnabled
        ? { disabledReason: '', failures: 0, failingSince: null, restsUntil: null, noticedAt: null }
        : {}
      await updateRow(tx, webhooks, id, { isEnabled, ...anew, updatedAt: now })
      if (isEnabled) {
        await requeueWithheld(tx, id)
        await wakeOutbox(tx)
      }
      const action = isEnabled ? 'webhook.open' : 'webhook.disable'
      await audit(tx, by, { action, ...target(id), before: { name, isEnabled: wasEnabled }, after: { isEnabled } })
    }),
  ),

  serveAct(renewWebhookSecret, async ({ tx, body: { id }, actor, by, core }) => {
    const { name } = await requireWebhook(tx, actor, id)
    const secret = makeSecret()
    await renewSecret(tx, id, seal(core.config.secretKey, secretAbout(id), secret), OLD_SECRET_H)
    await audit(tx, by, { action: 'webhook.renewSecret', ...target(id), after: { name } })
    return { id, secret }
  }),

  serveAct(testWebhook, async ({ tx, body: { id }, actor, by }) => {
    const { name, subProduct, isEnabled } = await requireWebhook(tx, actor, id)
    if (!isEnabled) throw refuse('conflict', { msg: '推送地址已禁用，请先启用' })
    await queueTest(tx, { id, name, subProduct }, randomUUID())
    await audit(tx, by, { action: 'webhook.test', ...target(id), after: { name } })
  }),

  serve(listDeliveries, async ({ body, db, actor }) => {
    refuseOutOfReach(actor, body.subProduct)
    return await pageOfDeliveries(db, body)
  }),

  serve(resendDeliveries, async ({ body: { ids }, core, actor, by }) =>
    outcomes(
      await transact(core, async (tx) => {
        const found = (await lockDeliveries(tx, ids)).filter(({ subProduct }) => isInReach(actor, subProduct))
        if (found.length < ids.length) throw refuse('notFound')
        const rows = found.map(({ id, subject, state, isEnabled }): RowOutcome => {
          const isUnderWay = state === 'queued' || state === 'sending'
          const msg = isUnderWay ? '正在推送' : isEnabled ? '' : '推送地址已禁用'
          return { id, name: subject, ok: msg === '', msg }
        })
        const done = rows.filter(({ ok }) => ok).map(({ id }) => id)
        if (done.length > 0) {
          await requeue(tx, done)
          await wakeOutbox(tx)
          const targetId = done.length === 1 ? (done[0] ?? '') : ''
          await audit(tx, by, {
            action: 'webhook.resend',
            targetType: 'message',
            targetId,
            after: { rows: done.length },
          })
        }
        return rows
      }),
    ),
  ),
]
