// Articles of other systems over HTTP.
import { hash } from 'node:crypto'
import { countArticleReaders, readArticles } from '../../../contract/articles/open-articles.ts'
import { viewerOfKey } from '../../core/access/api-keys.ts'
import { transact } from '../../core/core.ts'
import { serve } from '../../core/http/serve.ts'
import { changesFor, noteReaders } from './open-articles.queries.ts'

const SIZE = 20

export const routes = [
  serve(readArticles, async ({ query, core, db, apiKey, reply }) => {
    const { channel, edition, after = '0', size = SIZE } = query
    const viewer = await viewerOfKey(core, apiKey)
    const found = await changesFor(db, viewer, { channel, edition, after, limit: size + 1 })
    const records = found.slice(0, size)
    const last = records.at(-1)?.publication ?? after
    const data = { records, next: found.length > size ? last : null, last }
    void reply.header('etag', `"${hash('sha256', JSON.stringify(data), 'base64url')}"`)
    return data
  }),

  serve(countArticleReaders, ({ body: { channel, rows }, core, apiKey }) =>
    transact(core, async (tx) => {
      await noteReaders(tx, await viewerOfKey(core, apiKey), channel, rows)
      return null
    }),
  ),
]
