// Deletes changes that are older than readers may be.
import { CHANGES_DAYS } from '#contract/entitlements/feed.ts'
import { Fields } from '#contract/fields.ts'
import { job } from '#server/core/jobs/jobs.ts'
import { pruneChanges } from './feed.queries.ts'

export const pruneJob = job({
  name: 'entitlements.prune',
  input: Fields({}),
  title: () => '清理过期的权益变更',
  schedule: { every: 60, offset: 41 },
  run: async ({ core: { db } }) => {
    const deleted = await pruneChanges(db, CHANGES_DAYS)
    return { done: deleted, message: `清理 ${deleted} 行` }
  },
})
