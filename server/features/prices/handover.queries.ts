// Quote items of a person who leaves, and their prices that are not published yet.
import { and, asc, eq, or, sql } from 'drizzle-orm'
import { editorialScope, type Viewer } from '#server/core/access/scope.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { prices, quoteItems } from '#server/db/schema/prices/prices.ts'

const isOf = (userId: string) => or(eq(quoteItems.analystId, userId), eq(quoteItems.deputyId, userId))

/** Items of which the person is analyst or deputy, locked. */
export const lockItemsOfPerson = (tx: Tx, userId: string): Promise<{ id: string; name: string }[]> =>
  tx
    .select({ id: quoteItems.id, name: quoteItems.name })
    .from(quoteItems)
    .where(isOf(userId))
    .orderBy(asc(quoteItems.id))
    .for('update')

/** Whether all their products are in the viewer's editorial scope. */
export async function worksOnItemsOf(tx: Tx, viewer: Viewer, userId: string): Promise<boolean> {
  const foreign = and(isOf(userId), sql`not ${editorialScope(viewer, quoteItems.productId)}`)
  return (await tx.$count(quoteItems, foreign)) === 0
}

/** The receiver replaces the person as analyst and deputy; where they would be both, only as analyst. */
export async function moveItems(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx.execute(sql`
    update ${quoteItems} i set analyst_id = n.analyst_id, deputy_id = nullif(n.deputy_id, n.analyst_id),
        version = i.version + 1, updated_at = now()
      from (select id, case when analyst_id = ${fromId}::bigint then ${toId}::bigint else analyst_id end as analyst_id,
          case when deputy_id = ${fromId}::bigint then ${toId}::bigint else deputy_id end as deputy_id
        from ${quoteItems} where ${fromId}::bigint in (analyst_id, deputy_id)) n
      where n.id = i.id`)
}

/** Number of unpublished drafts and submissions of the person, which colleagues on the product may finish. */
export const countPendingOf = (db: Executor, userId: string): Promise<number> =>
  db.$count(
    prices,
    and(
      or(eq(prices.enteredById, userId), eq(prices.submittedById, userId)),
      sql`(${prices.publication} is null or ${prices.reviewing} is not null)`,
    ),
  )
