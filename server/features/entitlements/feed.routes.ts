// The feed of changes and the snapshot before it, over HTTP.
import { CHANGES_MAX, readChanges, readSnapshot, SNAPSHOT_MAX, takeSnapshot } from '#contract/entitlements/feed.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { standingsOf } from '#server/features/members/accounts/data-keys.queries.ts'
import { holdingOf } from './check.routes.ts'
import { snapshotPage } from './holdings.queries.ts'
import { entitlementsOf } from './service.ts'

/** Calls of this process that wait for a change; further ones are answered at once. */
const WAITING_MOST = 500

export const routes = [
  serve(readChanges, async ({ core, query, apiKey: { subProduct }, request, reply }) => {
    const { follower, counter, readChanges: read } = entitlementsOf(core)
    const after = Number(query.after)
    const size = query.size ?? CHANGES_MAX
    const page = async () => {
      const found = await read(subProduct, after, size + 1)
      if (after < found.prunedTo || after > found.number) throw refuse('gone', { msg: takeSnapshot })
      return found.records
    }
    counter.noteReader(subProduct, after)
    let found = await page()
    const waitMs = (query.wait ?? 0) * 1_000
    if (found.length === 0 && waitMs > 0 && follower.waiting() < WAITING_MOST) {
      const gone = new AbortController()
      const leave = () => gone.abort()
      request.raw.socket.once('close', leave)
      // no connection to the database is held meanwhile
      await follower.passed(subProduct, after, waitMs, gone.signal)
      request.raw.socket.off('close', leave)
      // the server closes once its connections are
      if (follower.isStopped()) void reply.header('connection', 'close')
      found = await page()
    }
    const records = found.slice(0, size)
    return { records, next: records.at(-1)?.number ?? query.after, hasMore: found.length > size }
  }),

  serve(readSnapshot, async ({ core, db, query, apiKey: { subProduct } }) => {
    const day = await entitlementsOf(core).follower.settle()
    const size = query.size ?? SNAPSHOT_MAX
    const { asOf, holders } = await snapshotPage(db, subProduct, query.after ?? '0', size + 1)
    const page = holders.slice(0, size)
    const ids = page.map(({ id }) => id)
    const keys = Map.groupBy(await standingsOf(db, ids), ({ accountId }) => accountId)
    return {
      asOf,
      day,
      records: page.map((holder) => holdingOf(holder, keys.get(holder.id) ?? [], day)),
      next: holders.length > size ? (ids.at(-1) ?? null) : null,
    }
  }),
]
