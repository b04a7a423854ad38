// Quote items of a person who leaves, and their prices that are not published yet.
import { and, asc, eq, or, sql } from 'drizzle-orm'
import { can } from '#contract/access.ts'
import type { HeldWork } from '#server/core/access/held-work.ts'
import { editorialScope } from '#server/core/access/scope.ts'
import { refuse } from '#server/core/http/refusal.ts'
import type { Executor } from '#server/db/connection.ts'
import { prices, quoteItems } from '#server/db/schema/prices/prices.ts'

const isOf = (userId: string) => or(eq(quoteItems.analystId, userId), eq(quoteItems.deputyId, userId))

export const ownItems: HeldWork = {
  title: '负责的报价项',
  part: 'prices',
  page: '价格数据',
  rights: [can('price', 'view')],
  /** Items of which the person is analyst or deputy. */
  lock: (tx, personId) =>
    tx
      .select({ id: quoteItems.id, name: quoteItems.name })
      .from(quoteItems)
      .where(isOf(personId))
      .orderBy(asc(quoteItems.id))
      .for('update'),
  check: async (tx, { actor, from }) => {
    const foreign = and(isOf(from.id), sql`not ${editorialScope(actor, quoteItems.productId)}`)
    if ((await tx.$count(quoteItems, foreign)) === 0) return
    throw refuse('conflict', { msg: '移交人负责的报价项有不在您编辑范围内的，不能移交' })
  },
  /** The receiver replaces the person as analyst and deputy; where they would be both, only as analyst. */
  move: (tx, { from, to }) =>
    tx.execute(sql`
      update ${quoteItems} i set analyst_id = n.analyst_id, deputy_id = nullif(n.deputy_id, n.analyst_id),
          version = i.version + 1, updated_at = now()
        from (select id, case when analyst_id = ${from.id}::bigint then ${to.id}::bigint else analyst_id end as analyst_id,
            case when deputy_id = ${from.id}::bigint then ${to.id}::bigint else deputy_id end as deputy_id
          from ${quoteItems} where ${from.id}::bigint in (analyst_id, deputy_id)) n
        where n.id = i.id`),
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
