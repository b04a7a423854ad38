// What every database has: this release's menu tree and calendars; and once, when it is new, roles, regions, a department and an
// administrator.
import { eq, inArray } from 'drizzle-orm'
import { batches } from '#server/db/batches.ts'
import { isEmpty, type Tx } from '../connection.ts'
import { regions } from '../schema/catalogue.ts'
import { departments, menus, roleMenus, roles, users } from '../schema/organisation.ts'
import { dictionaryWords } from '../schema/system/dictionary.ts'
import { seedCalendars } from './calendars.ts'
import { seedDictionary } from './dictionary.ts'
import type { PlacedMenu } from './menu-tree.ts'
import { menuRows, withdrawnButtons } from './menus.ts'
import { seedRegions } from './regions.ts'
import { grantedButtons, type RoleSeed, roleSeeds } from './roles.ts'

export type SeedOptions = {
  adminUserName: string
  /** Used only where there are no users. */
  passwordHash: string
  mustChangePassword: boolean
  /** Prints a line for whoever starts the server. */
  say?: (line: string) => void
}

/** Runs at each start, under the lock of the migrations, and changes nothing where nothing is new. */
export async function seedBase(tx: Tx, options: SeedOptions): Promise<void> {
  await seedMenus(tx)
  if (await isEmpty(tx, roles)) await seedRoles(tx)
  if (await isEmpty(tx, regions)) await seedRegions(tx)
  await seedCalendars(tx, options.say ?? (() => {}))
  if (await isEmpty(tx, dictionaryWords)) await seedDictionary(tx)
  if (await isEmpty(tx, departments)) await tx.insert(departments).values({ name: '总公司', sort: 10 })
  if (await isEmpty(tx, users)) await seedAdministrator(tx, options)
}

/**
 * Inserts missing rows. Of existing ones only what the program relies on is updated: name, place, order, icon and
 * visibility are the administrators', and grants refer to the row's id. Deletes withdrawn buttons.
 */
async function seedMenus(tx: Tx): Promise<void> {
  await tx.delete(menus).where(inArray(menus.code, [...withdrawnButtons]))
  const found = await tx
    .select({ id: menus.id, code: menus.code, type: menus.type, path: menus.path, alias: menus.alias })
    .from(menus)
  const standing = new Map(found.map((row) => [row.code, row]))

  for (const { code, type, path, alias } of menuRows) {
    const row = standing.get(code)
    if (!row || (row.type === type && row.path === path && row.alias === alias)) continue
    await tx.update(menus).set({ type, path, alias, updatedAt: new Date().toISOString() }).where(eq(menus.id, row.id))
  }

  const ids = new Map(found.map((row) => [row.code, row.id]))
  let missing = menuRows.filter((row) => !ids.has(row.code))
  while (missing.length > 0) {
    const [ready, waiting] = partition(missing, (row) => row.parentCode === null || ids.has(row.parentCode))
    for (const rows of batches(ready)) {
      const inserted = await tx
        .insert(menus)
        .values(rows.map((row) => toRow(row, ids)))
        .returning({ id: menus.id, code: menus.code })
      for (const { id, code } of inserted) ids.set(code, id)
    }
    missing = waiting
  }
}

function toRow(row: PlacedMenu, ids: ReadonlyMap<string, string>): typeof menus.$inferInsert {
  const { parentCode, children: _, ...own } = row
  const parentId = parentCode === null ? null : (ids.get(parentCode) ?? null)
  return { ...own, parentId, category: row.type === 3 ? 2 : 1 }
}

async function seedRoles(tx: Tx): Promise<void> {
  for (const [index, role] of roleSeeds.entries()) await storeRole(tx, role, (index + 1) * 10)
}

export async function storeRole(tx: Tx, role: RoleSeed, sort: number): Promise<void> {
  const { code, name, remark } = role
  const [stored] = await tx.insert(roles).values({ code, name, remark, sort }).returning({ roleId: roles.id })
  const codes = grantedButtons(role)
  if (!stored || codes.length === 0) return
  const rows = await tx.select({ menuId: menus.id }).from(menus).where(inArray(menus.code, codes))
  for (const batch of batches(rows)) await tx.insert(roleMenus).values(batch.map((row) => ({ ...stored, ...row })))
}

async function seedAdministrator(tx: Tx, options: SeedOptions): Promise<void> {
  const { adminUserName, passwordHash, mustChangePassword } = options
  if (!passwordHash) throw new Error('the first administrator needs a password')
  const [role] = await tx.select({ id: roles.id }).from(roles).where(eq(roles.code, 'administrator'))
  const [root] = await tx.select({ id: departments.id }).from(departments).orderBy(departments.id).limit(1)
  if (!role || !root) throw new Error('no administrator role or no department to put the first administrator in')
  await tx.insert(users).values({
    userName: adminUserName,
    realName: '系统管理员',
    // Of a range that is assigned to nobody; the administrator enters their own.
    mobile: '10000000000',
    passwordHash,
    mustChangePassword,
    deptId: root.id,
    roleId: role.id,
  })
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))]
}
