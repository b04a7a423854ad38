// Classes of short messages as they are stored.

import { and, asc, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import type { SmsClassQuery, SmsClassRow } from '#contract/push/sms-classes.ts'
import type { SmsPurpose } from '#contract/push/sms-purposes.ts'
import { equals, list, nameHas } from '#server/core/lists/paging.ts'
import { SORT_STEP } from '#server/core/rows/order.rules.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { smsClasses } from '#server/db/schema/push.ts'

const c = smsClasses
const row = { ...getTableColumns(c), productName: products.name }

export const listSmsClasses = list<SmsClassRow, SmsClassQuery>({
  name: 'sms_classes',
  always: sql`true`,
  filters: {
    name: nameHas(c.name, 'name'),
    purpose: equals(c.purpose, 'purpose'),
    subProductKey: equals(c.subProductKey, 'subProductKey'),
    isEnabled: equals(c.isEnabled, 'isEnabled'),
  },
  sorts: { name: sql`${c.name} collate "zh-x-icu"`, updatedAt: c.updatedAt },
  usual: sql`${c.sort}`,
  tie: c.id,
  fields: row,
  rows: (db) => db.select(row).from(c).leftJoin(products, eq(products.id, c.productId)) as never,
  matches: (db, where) => db.select({ n: sql`1` }).from(c).where(where),
})

export type SmsClass = typeof smsClasses.$inferSelect

export const isNameTaken = async (tx: Tx, name: string, but = '0'): Promise<boolean> =>
  (await tx.$count(c, and(sql`lower(${c.name}) = lower(${name})`, ne(c.id, but)))) > 0

/** In their order, locked, so that concurrent additions and reorderings run one after the other. */
export const lockSmsClasses = (tx: Tx) =>
  tx.select({ id: c.id, sort: c.sort }).from(c).orderBy(asc(c.sort), asc(c.id)).for('update')

/** Of this purpose, in their order. */
export const enabledSmsClasses = (db: Executor, purpose: SmsPurpose): Promise<SmsClass[]> =>
  db
    .select()
    .from(c)
    .where(and(eq(c.isEnabled, true), eq(c.purpose, purpose)))
    .orderBy(asc(c.sort), asc(c.id))

export async function findSmsClass(db: Executor, id: string): Promise<SmsClass | undefined> {
  const [found] = await db.select().from(c).where(eq(c.id, id))
  return found
}

export const placeSmsClasses = (tx: Tx, ids: readonly string[]) =>
  tx.execute(sql`update ${c} set sort = placed.place * ${SORT_STEP}::int
    from unnest(${idArray(ids)}) with ordinality as placed(id, place) where ${c.id} = placed.id`)
