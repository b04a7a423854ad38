// Orders as they are stored, within sales scope: those of one's own customers, and those of which one is the salesman.

import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { OrderAction, OrderDetail, OrderQuery, OrderRow } from '#contract/members/orders.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { salesList, salesScope, type Viewer } from '#server/core/access/scope.ts'
import type { Author } from '#server/core/core.ts'
import { contains, endOfDay, equals, list, nameHas, startOfDay } from '#server/core/lists/paging.ts'
import { subProductOfRow } from '#server/core/rows/store.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'
import { orderChanges, orders } from '#server/db/schema/members/orders.ts'
import { users } from '#server/db/schema/organisation.ts'

const row = {
  id: orders.id,
  version: orders.version,
  number: orders.number,
  loginName: members.loginName,
  realName: members.realName,
  enterprise: enterprises.name,
  item: orders.item,
  months: orders.months,
  amount: orders.amount,
  state: orders.state,
  salesmanId: orders.salesmanId,
  salesmanName: sql<string | null>`${users.realName}`,
  closeReason: orders.closeReason,
  createdAt: orders.createdAt,
  updatedAt: orders.updatedAt,
}

export const listOrders = salesList((scope, suffix) =>
  list<OrderRow, OrderQuery, 'amount'>({
    name: `orders${suffix}`,
    always: sql`(${scope(members.ownerId)} or ${scope(orders.salesmanId)})`,
    filters: {
      subProduct: equals(orders.subProduct, 'subProduct'),
      number: contains(orders.number, 'number'),
      loginName: nameHas(members.loginName, 'loginName'),
      enterprise: nameHas(enterprises.name, 'enterprise', enterprises.spelling),
      item: nameHas(orders.item, 'item'),
      state: equals(orders.state, 'state'),
      salesmanId: equals(orders.salesmanId, 'salesmanId'),
      from: { where: sql`${orders.createdAt} >= ${startOfDay('from')}` },
      to: { where: sql`${orders.createdAt} < ${endOfDay('to')}` },
    },
    sorts: { createdAt: orders.createdAt, updatedAt: orders.updatedAt, amount: orders.amount, number: orders.number },
    usual: sql`${orders.id} desc`,
    tie: orders.id,
    fields: row,
    rows: (db) =>
      db
        .select(row)
        .from(orders)
        .innerJoin(memberAccounts, eq(memberAccounts.id, orders.accountId))
        .innerJoin(members, eq(members.id, memberAccounts.memberId))
        .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
        .leftJoin(users, eq(users.id, orders.salesmanId)),
    matches: (db, where) =>
      db
        .select({ n: sql`1`, amount: orders.amount })
        .from(orders)
        .innerJoin(memberAccounts, eq(memberAccounts.id, orders.accountId))
        .innerJoin(members, eq(members.id, memberAccounts.memberId))
        .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
        .where(where),
    sums: { amount: sql<string>`coalesce(sum(amount), 0)::text` },
  }),
)

const seenBy = (viewer: Viewer) => or(salesScope(viewer, members.ownerId), salesScope(viewer, orders.salesmanId))

export type StoredOrder = Omit<OrderDetail, 'changes'> & { subProduct: SubProductKey }

const detail = {
  ...row,
  accountId: orders.accountId,
  mobile: members.mobile,
  remark: orders.remark,
  subProduct: orders.subProduct,
}

const ordersWhere = (db: Executor, condition: ReturnType<typeof and>) =>
  db
    .select(detail)
    .from(orders)
    .innerJoin(memberAccounts, eq(memberAccounts.id, orders.accountId))
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
    .leftJoin(users, eq(users.id, orders.salesmanId))
    .where(condition)
    .orderBy(asc(orders.id))

export async function findOrder(db: Executor, viewer: Viewer, id: string): Promise<StoredOrder | null> {
  const [found] = await ordersWhere(db, and(eq(orders.id, id), seenBy(viewer)))
  return found ?? null
}

/** Orders of a sub-product within scope, locked for a change. */
export async function lockOrders(
  tx: Tx,
  viewer: Viewer,
  subProduct: SubProductKey,
  ids: readonly string[],
): Promise<StoredOrder[]> {
  const among = inArray(orders.id, [...ids])
  await tx.select({ id: orders.id }).from(orders).where(among).orderBy(asc(orders.id)).for('update')
  return ordersWhere(tx, and(among, eq(orders.subProduct, subProduct), seenBy(viewer)))
}

export const subProductOfOrder = (db: Db, id: string) => subProductOfRow(db, orders, id)

/** Updates an order and adds a row to its history. */
export async function changeOrder(
  tx: Tx,
  by: Author,
  id: string,
  change: {
    action: OrderAction
    values: Partial<typeof orders.$inferInsert>
    before: Record<string, string | null>
    after: Record<string, string | null>
    reason: string
  },
): Promise<void> {
  const { action, values, before, after, reason } = change
  await tx
    .update(orders)
    .set({ ...values, version: sql`${orders.version} + 1`, updatedAt: sql`now()` })
    .where(eq(orders.id, id))
  await tx
    .insert(orderChanges)
    .values({ orderId: id, action, before, after, reason, actorId: by.id, actorName: by.name })
}

/** The newest first. */
export const changesOf = (db: Executor, orderId: string) =>
  db
    .select({
      id: orderChanges.id,
      at: orderChanges.at,
      action: sql<OrderAction>`${orderChanges.action}`,
      before: orderChanges.before,
      after: orderChanges.after,
      reason: orderChanges.reason,
      actorName: sql<string>`coalesce(${users.realName}, ${orderChanges.actorName})`,
    })
    .from(orderChanges)
    .leftJoin(users, eq(users.id, orderChanges.actorId))
    .where(eq(orderChanges.orderId, orderId))
    .orderBy(desc(orderChanges.id))

/** The account of a login name in a sub-product, and the owner of its member. */
export async function findBuyer(db: Executor, subProduct: SubProductKey, loginName: string) {
  const [found] = await db
    .select({ accountId: memberAccounts.id, ownerId: members.ownerId })
    .from(memberAccounts)
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .where(
      and(
        eq(memberAccounts.subProduct, subProduct),
        isNull(memberAccounts.deletedAt),
        isNull(members.deletedAt),
        sql`text_key(${members.loginName}) = text_key(${loginName})`,
      ),
    )
  return found
}

/** @returns the new id; null where the number exists already */
export async function insertOrder(tx: Tx, values: typeof orders.$inferInsert): Promise<string | null> {
  const [added] = await tx
    .insert(orders)
    .values(values)
    .onConflictDoNothing({ target: orders.number })
    .returning({ id: orders.id })
  return added?.id ?? null
}

/** `amount` is the original one from the app: people may have changed it since. */
export async function findByNumber(db: Executor, number: string) {
  const arrival = sql<string | null>`(select c.after->>'amount' from ${orderChanges} c
    where c.order_id = ${orders.id} and c.action = 'create' order by c.id limit 1)`
  const [found] = await db
    .select({
      id: orders.id,
      accountId: orders.accountId,
      subProduct: orders.subProduct,
      item: orders.item,
      months: orders.months,
      amount: sql<string>`coalesce(${arrival}, ${orders.amount}::text)`,
    })
    .from(orders)
    .where(eq(orders.number, number))
  return found
}

/** Writes the first row of an order's history. */
export async function recordArrival(tx: Tx, by: Author, orderId: string, amount: string): Promise<void> {
  await tx
    .insert(orderChanges)
    .values({ orderId, action: 'create', after: { amount }, actorId: by.id, actorName: by.name })
}
