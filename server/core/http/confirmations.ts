// Confirmation of far-reaching acts: first 600 with a preview and a token, then the same call with that token. The token is
// valid only for the same caller, call and input, and for the rows as they were shown.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { CONFIRM_HEADER } from '#contract/endpoint.ts'
import type { Confirmation } from '#contract/envelope.ts'
import { CONFIRM_TOKEN_S } from '#contract/limits.ts'
import type { Tx } from '#server/db/connection.ts'
import { usedConfirmations } from '#server/db/schema/core/requests.ts'
import { databaseSeconds } from '../clock.ts'
import type { Core } from '../core.ts'
import { canonical } from './canonical.ts'
import { refuse } from './refusal.ts'
import { callerOf } from './request.ts'

/** Of a handler's context, what the token is sealed over. */
type CallContext = { query: unknown; body: unknown; request: FastifyRequest; core: Pick<Core, 'config'> }

export type Plan<P> = {
  /** The preview shown, `Preview` or more. Part of what the token covers. */
  preview: P
  /** What must not change in between and the preview does not show: versions, counts, sums of the rows concerned. */
  versions?: unknown
}

const NONCE_BYTES = 18
const tokenPattern = /^([A-Za-z0-9_-]{24})\.(\d{10})\.([A-Za-z0-9_-]{43})$/

function sealOf<P>(
  { query, body, request, core }: CallContext,
  { preview, versions }: Plan<P>,
  nonce: string,
  until: string,
) {
  const { method, routeOptions } = request
  const call = [callerOf(request), method, routeOptions.url, query, body]
  return createHmac('sha256', core.config.secretKey)
    .update(canonical(['confirmation', nonce, until, call, preview, versions]))
    .digest('base64url')
}

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** The nonce of a token that is valid for this act now, or undefined. */
function nonceFor<P>(context: CallContext, plan: Plan<P>, token: string, now: number): string | undefined {
  const [, nonce = '', until = '', seal = ''] = tokenPattern.exec(token) ?? []
  if (!nonce || Number(until) < now) return undefined
  return isSame(seal, sealOf(context, plan, nonce, until)) ? nonce : undefined
}

async function isFirstUse(tx: Tx, nonce: string): Promise<boolean> {
  const stored = await tx.insert(usedConfirmations).values({ nonce }).onConflictDoNothing().returning()
  return stored.length > 0
}

/**
 * Goes on only where the caller has confirmed exactly this; otherwise throws 600 with the preview and a token for it.
 * Call it in the act's own transaction, once the rows are locked and before the first change: the token is used with the
 * commit, and what the preview says is what will be done.
 *
 *     await confirmed(tx, context, { preview: { text: '…', groups: [{ title: '…', count, names }] }, versions })
 */
export async function confirmed<P>(tx: Tx, context: CallContext, plan: Plan<P>): Promise<void> {
  const token = context.request.headers[CONFIRM_HEADER]
  const now = await databaseSeconds(tx)
  const nonce = typeof token === 'string' ? nonceFor(context, plan, token, now) : undefined
  if (nonce && (await isFirstUse(tx, nonce))) return
  const fresh = randomBytes(NONCE_BYTES).toString('base64url')
  const until = String(now + CONFIRM_TOKEN_S)
  const confirmToken = `${fresh}.${until}.${sealOf(context, plan, fresh, until)}`
  const data: Confirmation<P> = { preview: plan.preview, confirmToken }
  throw refuse(
    'needsConfirmation',
    token === undefined ? { data } : { data, msg: '确认已失效或数据已变化，请重新确认' },
  )
}
