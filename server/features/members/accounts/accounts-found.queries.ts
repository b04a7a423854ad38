// All accounts that a list finds: what acts on "everything found" use instead of ids.
import type { AccountQuery } from '#contract/members/accounts.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { refuse } from '#server/core/http/refusal.ts'
import type { Db } from '#server/db/connection.ts'
import { listAccounts } from './accounts.queries.ts'

/** Their ids, in the viewer's scope. 409 where there are none, or more than the limit. */
export async function foundAccounts(db: Db, viewer: Actor, query: AccountQuery, max: number): Promise<string[]> {
  const ids: string[] = []
  for await (const rows of listAccounts.each(db, query, scopeValues(viewer), max + 1)) {
    ids.push(...rows.map(({ id }) => id))
  }
  if (ids.length > max) throw refuse('conflict', { msg: `超过 ${max} 个账号，请缩小查询范围` })
  if (ids.length === 0) throw refuse('conflict', { msg: '没有符合条件的账号' })
  return ids
}
