// Tracking of opened mails and clicked links: recorded once each, where push, configuration and reader allow it.
import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { mailLink, mailOpened } from '#contract/push/tracking.ts'
import type { Core } from '#server/core/core.ts'
import { refuse } from '#server/core/http/refusal.ts'
import type { Route } from '#server/core/http/serve.ts'
import { checkInput } from '#server/core/http/validation.ts'
import { PER_MINUTE, readTracking, trackingOf } from '#server/core/mail/tracking.ts'
import { hasOptedOut } from '#server/core/outbox/opt-outs.queries.ts'
import { messageBodies, messages } from '#server/db/schema/core/outbox.ts'
import { pushes } from '#server/db/schema/push.ts'

const EMPTY_GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

function tokenOf({ query }: FastifyRequest, { config }: Core, endpoint: typeof mailLink) {
  const { token } = checkInput(endpoint.query ?? {}, query, 'reading') as { token: string }
  const found = readTracking(config, token)
  if (found === null) throw refuse('invalid', { msg: '链接无效' })
  return found
}

/** Not recorded with DNT or GPC in the browser, nor after opting out. */
async function note({ headers }: FastifyRequest, { db, config }: Core, id: string, isClick: boolean): Promise<void> {
  if (headers.dnt === '1' || headers['sec-gpc'] === '1' || trackingOf(config) !== 'on') return
  await db.execute(sql`
    update ${messages} m set opened_at = coalesce(m.opened_at, now()) ${isClick ? sql`, clicked_at = now()` : sql``}
      where m.id = ${id}::bigint and m.cleared_at is null and m.state in ('sending', 'sent', 'unsure')
        and ${isClick ? sql`m.clicked_at` : sql`m.opened_at`} is null
        and exists (select from ${pushes} p where p.id = m.push_id and p.is_tracked)
        and not ${hasOptedOut(sql`m.channel`, sql`m.address`)}`)
}

const opened: Route = {
  endpoint: mailOpened,
  options: { perMinute: PER_MINUTE },
  handle: async (request, reply, core) => {
    const { id } = tokenOf(request, core, mailOpened)
    await note(request, core, id, false)
    return reply
      .headers({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'cross-origin' })
      .type('image/gif')
      .send(EMPTY_GIF)
  },
}

const link: Route = {
  endpoint: mailLink,
  options: { perMinute: PER_MINUTE },
  handle: async (request, reply, core) => {
    const { id, place } = tokenOf(request, core, mailLink)
    const { rows } = await core.db.execute<{ url: string | null }>(sql`
      select b.links[${place}::int] as url from ${messages} m join ${messageBodies} b on b.id = m.body_id
        where m.id = ${id}::bigint`)
    const url = rows[0]?.url
    if (!url) throw refuse('notFound', { msg: '链接已失效' })
    await note(request, core, id, true)
    return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(url)
  },
}

export const routes: Route[] = [opened, link]
