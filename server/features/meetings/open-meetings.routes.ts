// Routes of the open API for meetings.
import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { htmlOf } from '#contract/articles/body.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { type OpenMeeting, readMeeting, readMeetings } from '#contract/meetings/open-meetings.ts'
import type { ApiKey } from '#server/core/access/api-keys.ts'
import type { Core } from '#server/core/core.ts'
import { linkUserOfKey } from '#server/core/files/file-links.ts'
import { linkTo } from '#server/core/files/files.ts'
import { cleanRichText, showRichText } from '#server/core/files/rich-text.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { idInPath } from '#server/core/http/request.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Db } from '#server/db/connection.ts'
import { agendasOf } from './agenda.queries.ts'
import { openQuotasOf, type Published, publishedFor, publishedMeeting } from './open-meetings.queries.ts'

const SIZE = 20

type Reading = { core: Core; db: Db; apiKey: ApiKey; reply: FastifyReply }

/** Tagged by what is stored: the links differ in each reply. */
async function shown({ core, db, apiKey, reply }: Reading, found: readonly Published[], next: string | null) {
  const reader = { id: linkUserOfKey(apiKey.id) }
  const html = (body: BodyNode) => showRichText(core, cleanRichText(htmlOf(body)).html, reader)
  const ids = found.map(({ id }) => id)
  const [agendas, quotas] = await Promise.all([agendasOf(db, ids), openQuotasOf(db, ids)])
  // the pinyin of a name may come between two readings
  const stored = found.map(({ spelling: _, ...meeting }) => ({
    ...meeting,
    agenda: agendas.get(meeting.id) ?? [],
    quotas: quotas.get(meeting.id) ?? [],
  }))
  void reply.header('etag', `"${hash('sha256', JSON.stringify([stored, next]), 'base64url')}"`)
  return stored.map(
    ({ coverId, body, bodyEn, publishedAt, ...meeting }): OpenMeeting => ({
      ...meeting,
      publishedAt: publishedAt ?? meeting.updatedAt,
      coverUrl: coverId === null ? null : linkTo(core, coverId, reader),
      html: html(body),
      htmlEn: bodyEn === null ? '' : html(bodyEn),
    }),
  )
}

export const routes = [
  serve(readMeetings, async ({ query: { channel, after = '0', size = SIZE }, ...reading }) => {
    const found = await publishedFor(reading.db, channel, after, size + 1)
    const records = found.slice(0, size)
    const next = found.length > size ? (records.at(-1)?.id ?? null) : null
    return { records: await shown(reading, records, next), next }
  }),

  serve(readMeeting, async ({ query: { channel }, request, ...reading }) => {
    const found = orNotFound(await publishedMeeting(reading.db, channel, idInPath(request)))
    const [meeting] = await shown(reading, [found], null)
    return orNotFound(meeting)
  }),
]
