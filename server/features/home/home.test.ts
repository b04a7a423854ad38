// The home page over HTTP: modules, days of the boards, quick entries; each person's own.
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import {
  getAdminMenu,
  getAdminMenuDIY,
  getUsersHomePageConfig,
  saveAdminMenuDIY,
  saveUserExpireDaysConfig,
  updateHomePageConfig,
} from '#contract/home/home.ts'
import { menus, users } from '#server/db/schema/organisation.ts'
import { menuRows } from '#server/db/seed/menus.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
const somebody = async (...rights: string[]) => server().as((await makeRole(db(), ...rights)).code)
const menuId = async (code: string) => (await db().select().from(menus).where(eq(menus.code, code)))[0]?.id ?? ''
/** May open what every board counts. */
const boards = ['bigData.accounts.view', 'officialWebsite.accounts.view', 'app.accounts.view']
const modulesOf = async (person: Person) =>
  (await person.call(getUsersHomePageConfig)).data.map(({ configType, enabled }) => [configType, enabled])
const entriesOf = async (person: Person) => (await person.call(getAdminMenuDIY)).data.map(({ code }) => code)

describe('GET /api/backend/getUsersHomePageConfig and updateHomePageConfig', () => {
  it('§3 return id, configType, enabled and orders of all four modules, enabled and in order at first', async () => {
    const { data } = await (await somebody(...boards)).call(getUsersHomePageConfig)
    const usual = { enabled: 1, isOffered: true, days: 30 }
    expect(data).toEqual([
      { ...usual, id: '1', configType: 1, orders: 1 },
      { ...usual, id: '2', configType: 2, orders: 2 },
      { ...usual, id: '3', configType: 3, orders: 3, days: null },
      { ...usual, id: '4', configType: 4, orders: 4 },
    ])
  })

  it('§6 offer a board to people who may open accounts that it counts; other modules are last', async () => {
    const offered = async (...rights: string[]) =>
      (await (await somebody(...rights)).call(getUsersHomePageConfig)).data
        .filter(({ isOffered }) => isOffered)
        .map(({ configType, orders }) => [configType, orders])
    expect(await offered('product.view')).toEqual([[3, 1]])
    expect(await offered('bigDataChinese.accounts.view')).toEqual([
      [1, 1],
      [3, 2],
    ])
  })

  it('§2 disable one and move it; the others keep their order', async () => {
    const person = await somebody(...boards)
    expect((await person.call(updateHomePageConfig, { configType: 3, enabled: 1, orders: 1 })).code).toBe(200)
    expect(await modulesOf(person)).toEqual([
      [3, 1],
      [1, 1],
      [2, 1],
      [4, 1],
    ])
    await person.call(updateHomePageConfig, { configType: 2, enabled: 0, orders: 3 })
    await person.call(updateHomePageConfig, { configType: 1, enabled: 1, orders: 4 })
    expect(await modulesOf(person)).toEqual([
      [3, 1],
      [2, 0],
      [4, 1],
      [1, 1],
    ])
    expect(await modulesOf(await somebody(...boards))).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1],
    ])
  })

  it('keep every change of two windows that save concurrently', async () => {
    const person = await somebody(...boards)
    const off = ([1, 2, 3, 4] as const).map((configType) => ({ configType, enabled: 0, orders: configType }) as const)
    const replies = await Promise.all(off.map((change) => person.call(updateHomePageConfig, change)))
    expect(replies.map(({ code }) => code)).toEqual([200, 200, 200, 200])
    expect((await modulesOf(person)).toSorted()).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 0],
    ])
  })

  it.each([
    ['configType=5&enabled=1&orders=1', '模块不在可选范围内'],
    ['configType=0&enabled=1&orders=1', '模块不在可选范围内'],
    ['configType=1&enabled=2&orders=1', '开关不在可选范围内'],
    ['configType=1&enabled=1&orders=0', '顺序不能小于1'],
    ['configType=1&enabled=1&orders=5', '顺序不能大于4'],
    ['configType=1&enabled=1&orders=x', '顺序应为整数'],
    ['configType=1&enabled=1', '顺序不能为空'],
    ['configType=1&enabled=1&orders=1&userId=1', '不支持的字段 userId'],
  ])('§9 refuses %s', async (query, msg) => {
    const { token } = await somebody(...boards)
    const reply = await server().send('GET', `${updateHomePageConfig.path}?${query}`, undefined, { token })
    expect(reply).toMatchObject({ status: 400, code: 400, msg })
  })
})

describe('POST /api/backend/userExpireDaysHomeConfig/saveUserExpireDaysConfig', () => {
  it('§7 sets the days of one board, repeatedly', async () => {
    const [person, other] = [await somebody(...boards), await somebody(...boards)]
    const daysOf = async (of: Person) => (await of.call(getUsersHomePageConfig)).data.map(({ days }) => days)
    expect((await person.call(saveUserExpireDaysConfig, { configType: 2, days: 90 })).code).toBe(200)
    await person.call(saveUserExpireDaysConfig, { configType: 2, days: 7 })
    await person.call(saveUserExpireDaysConfig, { configType: 4, days: 1 })
    expect(await daysOf(person)).toEqual([30, 7, null, 1])
    expect(await daysOf(other)).toEqual([30, 30, null, 30])
  })

  it.each([
    [{ configType: 3, days: 10 }, '看板不在可选范围内'],
    [{ configType: 1, days: 0 }, '天数不能小于1'],
    [{ configType: 1, days: 91 }, '天数不能大于90'],
    [{ configType: 1, days: 7.5 }, '天数应为整数'],
    [{ configType: 1 }, '请输入天数'],
  ])('§9 refuses %j', async (input, msg) => {
    const { token } = await somebody()
    const reply = await server().send('POST', saveUserExpireDaysConfig.path, input, { token })
    expect(reply).toMatchObject({ status: 400, code: 400, msg })
  })
})

describe('POST /api/backend/quickEntryMenu/getAdminMenu', () => {
  it('§7 offers the pages that the person sees, in menu order, without the home page', async () => {
    const person = await somebody('home.view', 'role.view', 'userList.view')
    const { data } = await person.call(getAdminMenu)
    expect(data.map(({ code }) => code)).toEqual(['userList', 'role'])
    expect(data[0]).toMatchObject({
      menuId: await menuId('userList'),
      name: '员工账号',
      path: '/userControl/accountCenter/userList',
      trail: ['用户中心', '账号中心'],
    })
    expect((await (await somebody()).call(getAdminMenu)).data).toEqual([])
  })

  it('§6 offers an administrator every page', async () => {
    const { data } = await (await server().as('administrator')).call(getAdminMenu)
    const pages = menuRows.filter(({ type, path }) => type === 2 && path !== '/home')
    expect(data.map(({ code }) => code).toSorted()).toEqual(pages.map(({ code }) => code).toSorted())
  })
})

describe('POST /api/backend/quickEntryMenu/saveAdminMenuDIY and /api/backend/quickEntryMenu/getAdminMenuDIY', () => {
  it('§7 keep the chosen pages in order, empty at first and emptied again', async () => {
    const person = await somebody('role.view', 'userList.view', 'visitLog.view')
    expect(await entriesOf(person)).toEqual([])
    const [role, userList, visitLog] = [await menuId('role'), await menuId('userList'), await menuId('visitLog')]
    expect((await person.call(saveAdminMenuDIY, { menuIds: [visitLog, role, userList] })).code).toBe(200)
    expect(await entriesOf(person)).toEqual(['visitLog', 'role', 'userList'])
    await person.call(saveAdminMenuDIY, { menuIds: [userList, visitLog] })
    expect(await entriesOf(person)).toEqual(['userList', 'visitLog'])
    await person.call(saveAdminMenuDIY, { menuIds: [] })
    expect(await entriesOf(person)).toEqual([])
  })

  it('§6 refuse pages that the person does not see, directories and buttons, and save nothing', async () => {
    const person = await somebody('userList.view')
    const own = await menuId('userList')
    await person.call(saveAdminMenuDIY, { menuIds: [own] })
    for (const code of ['role', 'userControl', 'userList.view', 'home']) {
      const reply = await person.call(saveAdminMenuDIY, { menuIds: [own, await menuId(code)] })
      expect(reply, code).toMatchObject({ status: 404, code: 20404, msg: '所选页面不存在或没有权限' })
    }
    expect((await person.call(saveAdminMenuDIY, { menuIds: ['999999999'] })).code).toBe(20404)
    expect(await entriesOf(person)).toEqual(['userList'])
  })

  it('§6 leave out a page that the person may no longer see, and restore it with the right', async () => {
    const [both, one] = [await makeRole(db(), 'role.view', 'userList.view'), await makeRole(db(), 'userList.view')]
    const person = await server().as(both.code)
    await person.call(saveAdminMenuDIY, { menuIds: [await menuId('role'), await menuId('userList')] })
    const give = async (roleId: string) => {
      await db().update(users).set({ roleId }).where(eq(users.id, person.id))
      server().server.core.bus.apply({ type: 'users', ids: [person.id] })
    }
    await give(one.id)
    expect(await entriesOf(person)).toEqual(['userList'])
    await give(both.id)
    expect(await entriesOf(person)).toEqual(['role', 'userList'])
  })

  it('keep one list where two windows save concurrently', async () => {
    const person = await somebody('role.view', 'userList.view')
    const lists = [[await menuId('role')], [await menuId('role'), await menuId('userList')], [await menuId('userList')]]
    const replies = await Promise.all(lists.map((menuIds) => person.call(saveAdminMenuDIY, { menuIds })))
    expect(replies.map(({ code }) => code)).toEqual([200, 200, 200])
    const kept = (await person.call(getAdminMenuDIY)).data.map((entry) => entry.menuId)
    expect(lists).toContainEqual(kept)
  })

  it.each([
    [{ menuIds: Array.from({ length: 17 }, (_, at) => String(at + 1)) }, '快捷入口最多16项'],
    [{ menuIds: ['5', '5'] }, '快捷入口有重复项'],
    [{ menuIds: [5] }, '快捷入口应为文本'],
    [{ menuIds: ['5; drop table menus'] }, '快捷入口不正确'],
    [{ menuIds: '5' }, '快捷入口应为列表'],
    [{}, '快捷入口不能为空'],
  ])('§9 refuse %j', async (input, msg) => {
    const reply = await server().send('POST', saveAdminMenuDIY.path, input, { token: (await somebody()).token })
    expect(reply).toMatchObject({ status: 400, code: 400, msg })
  })
})

describe('without signing in', () => {
  it.each([
    getUsersHomePageConfig,
    updateHomePageConfig,
    saveUserExpireDaysConfig,
    getAdminMenu,
    getAdminMenuDIY,
    saveAdminMenuDIY,
  ])('$path: 401', async ({ method, path }) => {
    const reply = await server().send(method, path, method === 'GET' ? undefined : {})
    expect(reply).toMatchObject({ status: 401, code: 401 })
  })
})
