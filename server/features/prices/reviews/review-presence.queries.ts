// Which reviewers are at which product of the queue, on any process.
import { sql } from 'drizzle-orm'
import { REVIEWER_GONE_S, type Reviewer } from '#contract/prices/review-presence.ts'
import { editorialScope, type Viewer } from '#server/core/access/scope.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { users } from '#server/db/schema/organisation.ts'
import { priceReviewers } from '#server/db/schema/prices/prices.ts'

const isHere = sql`r.seen_at > now() - make_interval(secs => ${REVIEWER_GONE_S})`

type Tab = { userId: string; tab: string }

/** Records a reviewer at a product in their scope. @returns whether others must be notified */
export async function noteReviewer(tx: Tx, { userId, tab }: Tab, productId: string, viewer: Viewer): Promise<boolean> {
  const { rows } = await tx.execute<{ isNew: boolean }>(sql`
    with before as (select r.product_id from ${priceReviewers} r
        where r.user_id = ${userId}::bigint and r.tab = ${tab} and ${isHere}),
    noted as (insert into ${priceReviewers} (user_id, tab, product_id)
      select ${userId}::bigint, ${tab}, p.id from ${products} p
        where p.id = ${productId}::bigint and ${editorialScope(viewer, sql`p.id`)}
      on conflict (user_id, tab) do update set product_id = excluded.product_id, seen_at = now()
      returning product_id)
    select not exists (select from before b where b.product_id = n.product_id) as "isNew" from noted n`)
  return rows[0]?.isNew ?? false
}

/** Removes this tab, and the person's stale ones. @returns whether others must be notified */
export async function endReviewer(tx: Tx, { userId, tab }: Tab): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`delete from ${priceReviewers} r
    where r.user_id = ${userId}::bigint and (r.tab = ${tab} or not ${isHere})`)
  return (rowCount ?? 0) > 0
}

/** People other than the viewer, each once for a product. */
export async function reviewersFor(db: Executor, viewer: Viewer & { id: string }): Promise<Reviewer[]> {
  const { rows } = await db.execute<Reviewer>(sql`
    select distinct r.product_id::text as "productId", r.user_id::text as "userId", u.real_name as name
      from ${priceReviewers} r join ${users} u on u.id = r.user_id
      where r.user_id <> ${viewer.id}::bigint and ${isHere} and ${editorialScope(viewer, sql`r.product_id`)}
      order by name, "productId"`)
  return rows
}
