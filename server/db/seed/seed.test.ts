// The base rows and the demo on a real database: a second run changes nothing, and administrators' edits survive.
import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner, cloneDatabase, loadDemoOf, type TestDatabase } from '../../../test/database.ts'
import { makeUser } from '../../../test/factories.ts'
import { demoState } from '../demo/load.ts'
import { departments, menus, roleMenus, roles, users } from '../schema/organisation.ts'
import { seedBase } from './seed.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const seed = () =>
  database.db.transaction((tx) =>
    seedBase(tx, { adminUserName: 'admin', passwordHash: 'unused', mustChangePassword: true }),
  )

async function counts(): Promise<number[]> {
  const numbers = []
  for (const table of [menus, roles, roleMenus, departments, users]) {
    numbers.push((await database.db.select({ total: count() }).from(table))[0]?.total ?? 0)
  }
  return numbers
}

describe('seedBase', () => {
  it('changes nothing the second time', async () => {
    const before = await counts()
    await seed()
    expect(await counts()).toEqual(before)
  })

  it('keeps what administrators changed, and restores what the program relies on', async () => {
    const { db } = database
    const [page] = await db.select().from(menus).where(eq(menus.code, 'userList'))
    await db
      .update(menus)
      .set({ name: '同事', sort: 7, isShow: 0, path: '/elsewhere' })
      .where(eq(menus.code, 'userList'))
    await seed()
    const [after] = await db.select().from(menus).where(eq(menus.code, 'userList'))
    expect(after).toMatchObject({ id: page?.id, name: '同事', sort: 7, isShow: 0, path: page?.path })
  })

  it('adds a row of a later release, without losing grants', async () => {
    const { db } = database
    const granted = await db.select().from(roleMenus)
    const [button] = await db.select().from(menus).where(eq(menus.code, 'userList.setRole')).limit(1)
    const [gone] = button ? [button] : await db.select().from(menus).where(eq(menus.code, 'auditLog.view'))
    await db.delete(menus).where(eq(menus.id, gone?.id ?? ''))
    await seed()
    expect(
      await db
        .select()
        .from(menus)
        .where(eq(menus.code, gone?.code ?? '')),
    ).toHaveLength(1)
    const left = granted.filter(({ menuId }) => menuId !== gone?.id)
    expect(await db.select().from(roleMenus)).toEqual(expect.arrayContaining(left))
  })
})

describe('withdrawn buttons', () => {
  it('§6 are deleted from an existing database, with their grants', async () => {
    const { db } = database
    const [page] = await db.select().from(menus).where(eq(menus.code, 'userList'))
    const [role] = await db.select().from(roles).where(eq(roles.code, 'reviewer'))
    const old = { type: 3, code: 'userList.copy', name: '复制', alias: 'copy', parentId: page?.id ?? null }
    const [button] = await db
      .insert(menus)
      .values({ ...old, path: '', source: '', category: 2, sort: 900 })
      .returning()
    await db.insert(roleMenus).values({ roleId: role?.id ?? '', menuId: button?.id ?? '' })
    await seed()
    expect(await db.select().from(menus).where(eq(menus.code, 'userList.copy'))).toEqual([])
    expect(
      await db
        .select()
        .from(roleMenus)
        .where(eq(roleMenus.menuId, button?.id ?? '')),
    ).toEqual([])
  })
})

describe('loadDemo', () => {
  it('adds only the rest when the company grows, once', async () => {
    expect(await demoState(database.db)).toBe('new')
    const company = await cloneDatabase('demo')
    expect(await demoState(company.db)).toBe('demo')
    const grow = () => asOwner(company.owner, (tx) => loadDemoOf(tx, 2))
    expect((await grow()).added).toBeGreaterThan(100)
    expect((await grow()).added).toBe(0)
    await company.close()
  })

  it('is distinguished from real staff', async () => {
    const other = await cloneDatabase()
    await makeUser(other.db)
    expect(await demoState(other.db)).toBe('other')
    await other.close()
  })
})
