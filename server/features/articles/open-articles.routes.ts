// Routes of the open API for articles.
import { hash } from 'node:crypto'
import { countArticleReaders, type OpenArticle, readArticles } from '#contract/articles/open-articles.ts'
import { viewerOfKey } from '#server/core/access/api-keys.ts'
import type { Core } from '#server/core/core.ts'
import { linkUserOfKey } from '#server/core/files/file-links.ts'
import { linkTo } from '#server/core/files/files.ts'
import { showRichText } from '#server/core/files/rich-text.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { changesFor, type Found, noteReaders } from './open-articles.queries.ts'

const SIZE = 20

/** Sanitised again, with file links for the key. */
function linked(core: Core, reader: { id: string }, { content, ...record }: Found): OpenArticle {
  if (content === null) return { ...record, content }
  const files = content.files.map((file) => ({ ...file, url: linkTo(core, file.id, reader) }))
  return { ...record, content: { ...content, html: showRichText(core, content.html, reader), files } }
}

export const routes = [
  serve(readArticles, async ({ query, core, db, apiKey, reply }) => {
    const { channel, edition, after = '0', size = SIZE } = query
    const viewer = await viewerOfKey(core, apiKey)
    const found = await changesFor(db, viewer, { channel, edition, after, limit: size + 1 })
    const records = found.slice(0, size)
    const last = records.at(-1)?.publication ?? after
    const data = { records, next: found.length > size ? last : null, last }
    // only of the data: the links differ in each reply
    void reply.header('etag', `"${hash('sha256', JSON.stringify(data), 'base64url')}"`)
    return { ...data, records: records.map((record) => linked(core, { id: linkUserOfKey(apiKey.id) }, record)) }
  }),

  serveAct(countArticleReaders, async ({ tx, body: { channel, rows }, core, apiKey }) => {
    await noteReaders(tx, await viewerOfKey(core, apiKey, tx), channel, rows)
    return null
  }),
]
