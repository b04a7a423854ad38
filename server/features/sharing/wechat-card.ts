// The signature of WeChat's JS-SDK, with a ticket that is kept in the database: WeChat gives few of them a day.
import { createHash, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Core } from '#server/core/core.ts'
import { createOutbound } from '#server/core/http/outbound.ts'
import type { Db } from '#server/db/connection.ts'
import { wechatTickets } from '#server/db/schema/sharing.ts'

/** A ticket is renewed so long before it ends, s. */
const EARLY_S = 300
/** Whoever renews it has so long, and a failure is tried again after it, s. */
const RENEWAL_S = 30

type Account = NonNullable<Core['config']['wechatMp']>
type Reply = { errcode?: number; access_token?: string; ticket?: string; expires_in?: number }

async function fetchTicket(
  { config }: Core,
  { appId, secret, apiUrl }: Account,
): Promise<{ ticket: string; lifeS: number }> {
  const outbound = createOutbound(config.outboundAllow)
  const ask = async (path: string, query: Record<string, string>): Promise<Reply> => {
    const address = new URL(`${apiUrl}${path}?${new URLSearchParams(query).toString()}`)
    const reply = (await outbound.getJson(address)) as Reply
    if ((reply.errcode ?? 0) !== 0) throw new Error(`${address.host}: errcode ${String(reply.errcode)}`)
    return reply
  }
  const { access_token = '' } = await ask('/cgi-bin/token', { grant_type: 'client_credential', appid: appId, secret })
  const { ticket = '', expires_in = 0 } = await ask('/cgi-bin/ticket/getticket', { access_token, type: 'jsapi' })
  if (ticket === '') throw new Error('WeChat answered without a ticket')
  return { ticket, lifeS: expires_in }
}

const isFresh = sql<boolean>`coalesce(${wechatTickets.expiresAt} > now() + make_interval(secs => ${EARLY_S}), false)`

/** Whether this process is the one to renew it: not where another one has done so since it was read. */
async function claimRenewal(db: Db, appId: string): Promise<boolean> {
  const renewingUntil = sql`now() + make_interval(secs => ${RENEWAL_S})`
  const claimed = await db
    .insert(wechatTickets)
    .values({ appId, renewingUntil })
    .onConflictDoUpdate({
      target: wechatTickets.appId,
      set: { renewingUntil },
      setWhere: sql`${wechatTickets.renewingUntil} < now() and not ${isFresh}`,
    })
    .returning({ appId: wechatTickets.appId })
  return claimed.length > 0
}

/** Undefined while WeChat gives none: the page is a plain link then. */
async function ticketOf(core: Core, account: Account): Promise<string | undefined> {
  const { db, log } = core
  const { appId } = account
  const [stored] = await db
    .select({
      ticket: wechatTickets.ticket,
      isValid: sql<boolean>`${wechatTickets.expiresAt} > now()`,
      isFresh,
    })
    .from(wechatTickets)
    .where(eq(wechatTickets.appId, appId))
  if (stored?.isFresh) return stored.ticket
  if (await claimRenewal(db, appId)) {
    try {
      const { ticket, lifeS } = await fetchTicket(core, account)
      await db
        .update(wechatTickets)
        .set({ ticket, expiresAt: sql`now() + make_interval(secs => ${lifeS})`, renewingUntil: sql`now()` })
        .where(eq(wechatTickets.appId, appId))
      return ticket
    } catch (error) {
      log.warn({ err: error }, 'WeChat gave no ticket for the cards of shares')
    }
  }
  return stored?.isValid ? stored.ticket : undefined
}

/** @param address of the page as it was opened, without its fragment */
export async function signCard(core: Core, address: string) {
  const account = core.config.wechatMp
  if (!account) return null
  const ticket = await ticketOf(core, account)
  if (ticket === undefined) return null
  const nonceStr = randomBytes(12).toString('hex')
  const timestamp = Math.floor(Date.now() / 1_000)
  const signed = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${address}`
  return { appId: account.appId, timestamp, nonceStr, signature: createHash('sha1').update(signed).digest('hex') }
}
