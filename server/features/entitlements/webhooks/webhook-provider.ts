// Hands deliveries to the addresses of sub-products, signed, and notes what they answer (docs/decisions/106).
import { can } from '#contract/access.ts'
import { ANSWER_CHARS, FAILING_MIN } from '#contract/entitlements/webhook-labels.ts'
import { type SubProductKey, subProductMenu, subProductOf } from '#contract/sub-products.ts'
import { open } from '#server/core/access/sealed-text.ts'
import type { Core } from '#server/core/core.ts'
import { createOutbound } from '#server/core/http/outbound.ts'
import type { Ready } from '#server/core/outbox/compose.ts'
import { type Outcome, type Provider, reasonOf } from '#server/core/outbox/provider.ts'
import { noticeStaff } from '#server/core/outbox/queue.ts'
import type { Tx } from '#server/db/connection.ts'
import { listHolders } from '#server/features/organisation/users/holders.queries.ts'
import {
  type Answer,
  disable,
  findTarget,
  noteAnswer,
  noteFailure,
  noteNoticed,
  noteSuccess,
} from './webhook-answers.queries.ts'
import { DISABLED, ENDED } from './webhooks.queries.ts'
import { signedHeaders, WEBHOOKS_PER_S, webhookIdOf } from './webhooks.rules.ts'

/** Pauses of 0.5, 1, 2 … 32 min, then an hour each: a day in all. */
const TRIES = 31
const PAUSE_MOST_MS = 3_600_000
const DAY_MS = 86_400_000

export const secretAbout = (id: string) => `webhook:${id}`

type Target = NonNullable<Awaited<ReturnType<typeof findTarget>>>
type Notice = { key: string; title: string; text: string }

/** In the bells of those who may change the address: they hold both rights. */
async function tell(
  tx: Tx,
  { id, subProduct }: { id: string; subProduct: SubProductKey },
  notice: Notice,
): Promise<void> {
  const viewers = new Set(await listHolders(tx, can(subProductMenu(subProduct, 'accounts'), 'view')))
  const keepers = await listHolders(tx, can('integration', 'edit'))
  await noticeStaff(tx, {
    ...notice,
    event: 'integration',
    key: `webhook:${id}:${notice.key}`,
    userIds: keepers.filter((userId) => viewers.has(userId)),
    link: `/application/integration?subProduct=${subProduct}`,
  })
}

const named = ({ name, subProduct }: Target) => `${subProductOf(subProduct).title}的推送地址“${name}”`

/** @param patience as of `createOutbound` */
export function webhookProvider(
  { db, config, log }: Pick<Core, 'db' | 'config' | 'log'>,
  patience?: () => AbortSignal,
): Provider {
  const outbound = createOutbound(config.outboundAllow, patience)

  async function post(target: Target, { id, text }: Ready): Promise<Answer> {
    const secrets = [target.secret, target.oldSecret].flatMap((sealed) =>
      sealed === null ? [] : open(config.secretKey, secretAbout(target.id), sealed),
    )
    const began = performance.now()
    const elapsed = () => Math.round(performance.now() - began)
    try {
      const headers = signedHeaders(`msg_${id}`, Math.floor(Date.now() / 1_000), text, secrets)
      const { status, text: answer } = await outbound.post(new URL(target.url), headers, text)
      return { status, ms: elapsed(), answer: answer.replaceAll('\0', '').slice(0, ANSWER_CHARS) }
    } catch (error) {
      return { status: null, ms: elapsed(), answer: reasonOf(error) }
    }
  }

  async function deliver(message: Ready): Promise<Outcome> {
    const target = await findTarget(db, webhookIdOf(message.address))
    if (!target?.isEnabled) return { kind: 'failed', reason: DISABLED }
    const answer = await post(target, message)
    const { status } = answer
    const isTaken = status !== null && status >= 200 && status < 300
    await db
      .transaction(async (tx) => {
        await noteAnswer(tx, message.id, answer)
        if (isTaken) return await noteSuccess(tx, target.id)
        if (status === 410) {
          if (!(await disable(tx, target.id, ENDED))) return
          const text = '接收方答复 HTTP 410，已自动禁用。确认后可重新启用，其间的变更会补推。'
          return await tell(tx, target, { key: `gone:${message.id}`, title: `${named(target)}已停止接收`, text })
        }
        const since = await noteFailure(tx, target.id, FAILING_MIN)
        if (since === null) return
        await noteNoticed(tx, target.id)
        const text = `已连续失败超过 ${FAILING_MIN} 分钟，请与接收方核对。`
        await tell(tx, target, { key: `failing:${since}`, title: `${named(target)}推送失败`, text })
      })
      // the outcome counts: what was taken is not sent again because the note failed
      .catch((error: unknown) => log.warn({ err: error }, 'webhooks: an answer was not noted'))
    if (isTaken) return { kind: 'sent', ref: '' }
    if (status === 410) return { kind: 'failed', reason: ENDED }
    // receivers drop what they have by its id, so that it may go again
    return { kind: 'again', reason: status === null ? answer.answer : `HTTP ${status}` }
  }

  return {
    name: 'webhook',
    channel: 'webhook',
    addresses: null,
    rate: WEBHOOKS_PER_S,
    burst: WEBHOOKS_PER_S,
    atOnce: 16,
    pack: 1,
    spacingMs: 0,
    repeatableMs: 2 * DAY_MS,
    retry: { tries: TRIES, pauseMostMs: PAUSE_MOST_MS },
    send: async ([message]) =>
      message
        ? await deliver(message).catch((error: unknown) => ({ kind: 'again' as const, reason: reasonOf(error) }))
        : { kind: 'failed', reason: '没有内容' },
    close: () => {},
  }
}
