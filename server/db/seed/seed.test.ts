// The base rows and the demo on a real database: a second run changes nothing, and administrators' edits survive.
import { and, count, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner, cloneDatabase, loadDemoOf, type TestDatabase } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { ANNOUNCED_FOR_TESTS } from '#test/workdays.ts'
import { demoState } from '../demo/load.ts'
import { calendarDays, calendars, calendarYears } from '../schema/calendars.ts'
import { departments, menus, roleMenus, roles, users } from '../schema/organisation.ts'
import { seedBase } from './seed.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const seed = (say?: (line: string) => void) =>
  database.db.transaction((tx) =>
    seedBase(tx, { adminUserName: 'admin', passwordHash: 'unused', mustChangePassword: true, ...(say && { say }) }),
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

describe('calendars', () => {
  const daysOf = async (code: string) => {
    const { rows } = await database.db.execute<{ year: number; number: number; days: number; mondays: number }>(sql`
      select y.year, y.number, count(d.day)::int as days,
        count(*) filter (where not d.is_open and extract(isodow from d.day) = 1)::int as mondays
      from ${calendarYears} y join ${calendars} c on c.id = y.calendar_id left join ${calendarDays} d on d.year_id = y.id
      where c.code = ${code} and y.source <> ${ANNOUNCED_FOR_TESTS} group by y.year, y.number order by y.year, y.number`)
    return rows
  }
  /** As a start west of UTC stored it: all Mondays closed. */
  const storeShifted = async (code: string, year: number) => {
    await database.db.execute(sql`
      with added as (insert into ${calendarYears} (calendar_id, year, number, source, by_name)
          select id, ${year}::int, 1, 'chinese-days 1.5.6', '系统' from ${calendars} where code = ${code} returning id)
      insert into ${calendarDays} (year_id, day, is_open)
      select added.id, day::date, false
      from added, generate_series(${`${year}-01-01`}::date, ${`${year}-12-31`}::date, '1 day') day
      where extract(isodow from day) = 1`)
  }

  it('seeded west of UTC are seeded again; unannounced years go, versions of people stay, and the log says so', async () => {
    const { db } = database
    const right = await daysOf('workday')
    expect(right.map(({ year }) => year)).toEqual([2024, 2025, 2026])
    const [own] = await db.select({ id: calendars.id }).from(calendars).where(eq(calendars.code, 'workday'))
    await db.delete(calendarYears).where(and(eq(calendarYears.calendarId, own?.id ?? ''), eq(calendarYears.year, 2026)))
    for (const year of [2026, 2027, 2028]) await storeShifted('workday', year)
    await storeShifted('exchange', 2027)
    await db
      .insert(calendarYears)
      .values({ calendarId: own?.id ?? '', year: 2027, number: 2, source: '国务院通知', byName: '数据管理员' })
    const lines: string[] = []
    await seed((line) => lines.push(line))
    expect(lines).toEqual([expect.stringContaining('工作日历已修正：2026 年至 2028 年')])
    expect(await daysOf('workday')).toEqual([...right, { year: 2027, number: 2, days: 0, mondays: 0 }])
    expect((await daysOf('exchange')).map(({ year }) => year)).toEqual([2024, 2025, 2026])
    await seed((line) => lines.push(line))
    expect(lines).toHaveLength(1)
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
