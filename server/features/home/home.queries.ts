// A person's arrangement of the home page, as it is stored.
import { asc, eq, sql } from 'drizzle-orm'
import type { BoardType } from '#contract/home/home.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { expireDays, homeModules, quickEntries } from '#server/db/schema/home.ts'
import { users } from '#server/db/schema/organisation.ts'
import type { Placed } from './modules.rules.ts'

/** Serialises saves of one person: each reads what the one before has stored. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

export const storedModules = (db: Executor, userId: string) =>
  db
    .select({ configType: homeModules.configType, enabled: homeModules.enabled, orders: homeModules.orders })
    .from(homeModules)
    .where(eq(homeModules.userId, userId))

/** Stores all modules, as their positions depend on each other. */
export async function storeModules(tx: Tx, userId: string, modules: readonly Placed[]): Promise<void> {
  await tx
    .insert(homeModules)
    .values(modules.map((each, at) => ({ userId, ...each, orders: at + 1 })))
    .onConflictDoUpdate({
      target: [homeModules.userId, homeModules.configType],
      set: { enabled: sql`excluded.enabled`, orders: sql`excluded.orders` },
    })
}

export async function storedDays(db: Executor, userId: string): Promise<Map<number, number>> {
  const rows = await db.select().from(expireDays).where(eq(expireDays.userId, userId))
  return new Map(rows.map(({ configType, days }) => [configType, days]))
}

export async function storeDays(db: Executor, userId: string, configType: BoardType, days: number): Promise<void> {
  await db
    .insert(expireDays)
    .values({ userId, configType, days })
    .onConflictDoUpdate({ target: [expireDays.userId, expireDays.configType], set: { days } })
}

export async function storedEntries(db: Executor, userId: string): Promise<string[]> {
  const rows = await db
    .select({ menuId: quickEntries.menuId })
    .from(quickEntries)
    .where(eq(quickEntries.userId, userId))
    .orderBy(asc(quickEntries.orders))
  return rows.map(({ menuId }) => menuId)
}

export async function storeEntries(tx: Tx, userId: string, menuIds: readonly string[]): Promise<void> {
  await tx.delete(quickEntries).where(eq(quickEntries.userId, userId))
  if (menuIds.length === 0) return
  await tx.insert(quickEntries).values(menuIds.map((menuId, orders) => ({ userId, menuId, orders })))
}
