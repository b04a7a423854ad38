// Who may pass prices of which products.

import { sql } from 'drizzle-orm'
import { passPrices } from '#contract/prices/reviews.ts'
import { ADMINISTRATOR, heldRoles } from '#server/core/access/actors.ts'
import { editorialScope, type Viewer } from '#server/core/access/scope.ts'
import type { Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { roles, users } from '#server/db/schema/organisation.ts'
import { listHolders } from '#server/features/organisation/users/holders.queries.ts'

export type Reviewer = Viewer & { id: string; editParentId: string | null; productIds: string[] }

/**
 * People who may pass prices of these products, each with theirs; administrators only where nobody else may, so that daily
 * reviews do not flood them.
 */
export async function reviewersOf(tx: Tx, productIds: readonly string[]): Promise<Reviewer[]> {
  const ids = new Set<string>()
  for (const right of passPrices.access.of) for (const id of await listHolders(tx, right)) ids.add(id)
  const { rows } = await tx.execute<{ id: string; editParentId: string | null; roleCodes: string[] }>(sql`
    select ${users.id}::text as id, ${users.editParentId}::text as "editParentId",
        array(select r.code from ${roles} r where r.id in ${heldRoles}) as "roleCodes"
    from ${users} where ${users.id} = any(${idArray(ids)})`)
  const all = rows.map((row) => ({ ...row, isAdministrator: row.roleCodes.includes(ADMINISTRATOR) }))
  const others = all.filter(({ isAdministrator }) => !isAdministrator)
  const found: Reviewer[] = []
  for (const reviewer of others.length > 0 ? others : all) {
    const { rows: seen } = await tx.execute<{ id: string }>(sql`
      select s.id::text as id from unnest(${idArray(productIds)}) as s(id)
        where ${editorialScope(reviewer, sql`s.id`)}`)
    if (seen.length > 0) found.push({ ...reviewer, productIds: seen.map(({ id }) => id) })
  }
  return found
}
