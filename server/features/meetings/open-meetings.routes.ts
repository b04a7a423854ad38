// Routes of the open API for meetings.
import { htmlOf } from '../../../contract/articles/body.ts'
import { readMeetings } from '../../../contract/meetings/open-meetings.ts'
import { linkUserOfKey } from '../../core/files/file-links.ts'
import { linkTo } from '../../core/files/files.ts'
import { cleanRichText, showRichText } from '../../core/files/rich-text.ts'
import { serve } from '../../core/http/serve.ts'
import { publishedFor } from './open-meetings.queries.ts'

const SIZE = 20

export const routes = [
  serve(readMeetings, async ({ query: { channel, after = '0', size = SIZE }, core, db, apiKey }) => {
    const reader = { id: linkUserOfKey(apiKey.id) }
    const found = await publishedFor(db, channel, after, size + 1)
    const records = found.slice(0, size).map(({ coverId, body, publishedAt, ...meeting }) => ({
      ...meeting,
      publishedAt: publishedAt ?? meeting.updatedAt,
      coverUrl: coverId === null ? null : linkTo(core, coverId, reader),
      html: showRichText(core, cleanRichText(htmlOf(body)).html, reader),
    }))
    return { records, next: found.length > size ? (records.at(-1)?.id ?? null) : null }
  }),
]
