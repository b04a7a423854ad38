// Menus, buttons, roles and departments as delivered to each person.
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { refreshUserInfo } from '#contract/identity/own-account.ts'
import {
  getButtons,
  getButtonsByRoutes,
  getDeptTree,
  getRoleList,
  getRoutes,
  type MenuNode,
} from '#contract/organisation/users.ts'
import { menus } from '#server/db/schema/organisation.ts'
import { menuRows } from '#server/db/seed/menus.ts'
import { makeDepartment, makeRole, rootDepartment } from '#test/factories.ts'
import { testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db

const flat = (nodes: MenuNode[]): MenuNode[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
const idOf = async (code: string) => (await db().select().from(menus).where(eq(menus.code, code)))[0]?.id ?? ''

describe('GET /api/admin/menu/routes_v2', () => {
  it('§6 delivers every shown directory and page to an administrator, in the fields of §3', async () => {
    const { data } = await (await server().as('administrator')).call(getRoutes)
    const codes = flat(data).map(({ code }) => code)
    expect(codes.toSorted()).toEqual(
      menuRows
        .filter(({ type }) => type < 3)
        .map(({ code }) => code)
        .toSorted(),
    )
    const users = flat(data).find(({ code }) => code === 'userList')
    expect(users).toMatchObject({
      path: '/userControl/accountCenter/userList',
      type: 2,
      isOpen: 1,
      isShow: 1,
      isDeleted: 0,
    })
    expect(users?.meta).toEqual({ name: users?.name, i18n: 'userList', roles: [], isCached: true })
    expect(users).not.toHaveProperty('children')
  })

  it('§6 delivers granted rows to others, with the ancestors derived', async () => {
    const role = await makeRole(db(), 'userList.view')
    const { data } = await (await server().as(role.code)).call(getRoutes)
    const path = flat(data).map(({ code }) => code)
    expect(path.at(-1)).toBe('userList')
    expect(data).toHaveLength(1)
    expect(flat(data).every((node, place, all) => place === 0 || node.parentId === all[place - 1]?.id)).toBe(true)
  })

  it('§6 leaves out a page of which somebody holds only buttons: its list would be refused', async () => {
    const role = await makeRole(db(), 'userList.add', 'role.view')
    const codes = flat((await (await server().as(role.code)).call(getRoutes)).data).map(({ code }) => code)
    expect(codes).toContain('role')
    expect(codes).not.toContain('userList')
  })

  it('§6 delivers the union of role and deputy roles, and nothing to a role without grants', async () => {
    const [one, two] = [await makeRole(db(), 'userList.view'), await makeRole(db(), 'role.view')]
    const both = await server().as(one.code, { deputyRoleCodes: [two.code] })
    const codes = flat((await both.call(getRoutes)).data).map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(['userList', 'role']))
    expect((await (await server().as((await makeRole(db())).code)).call(getRoutes)).data).toEqual([])
  })

  it('leaves out what is hidden', async () => {
    const role = await makeRole(db(), 'visitLog.view')
    await db().update(menus).set({ isShow: 0 }).where(eq(menus.code, 'visitLog'))
    const { data } = await (await server().as(role.code)).call(getRoutes)
    expect(flat(data).map(({ code }) => code)).not.toContain('visitLog')
    await db().update(menus).set({ isShow: 1 }).where(eq(menus.code, 'visitLog'))
  })

  it.each([getRoutes, getButtons])('§7 $path carries an ETag that follows the permission version', async (read) => {
    const [one, same, other] = [await server().as('sales'), await server().as('sales'), await server().as('reviewer')]
    const tags = []
    for (const person of [one, same, other]) tags.push((await person.call(read)).headers.get('etag'))
    expect(tags[0]).toMatch(/^W\/"[0-9a-f]{16}"$/)
    expect(tags[1]).toBe(tags[0])
    expect(tags[2]).not.toBe(tags[0])
    const kept = await server().send('GET', read.path, undefined, {
      token: one.token,
      headers: { 'if-none-match': tags[0] ?? '' },
    })
    expect(kept.status).toBe(304)
  })
})

describe('GET /api/admin/menu/buttons and GET /api/admin/menu/getButtonsByRoutes', () => {
  it('§3 return buttons by menu, without menus that have no granted button', async () => {
    const role = await makeRole(db(), 'userList.view', 'userList.edit')
    const person = await server().as(role.code)
    const id = await idOf('userList')
    const { data } = await person.call(getButtons)
    expect(data).toMatchObject([{ id, code: 'userList' }])
    expect(data[0]?.children).toEqual([
      { alias: 'view', code: 'userList.view' },
      { alias: 'edit', code: 'userList.edit' },
    ])
    expect((await person.call(getButtonsByRoutes, { menuId: id })).data).toEqual(data[0]?.children)
    expect((await person.call(getButtonsByRoutes, { menuId: await idOf('role') })).data).toEqual([])
  })

  it('§6 return the union of role and deputy roles, and the calls are decided by it', async () => {
    const [one, two] = [await makeRole(db(), 'userList.view'), await makeRole(db(), 'userList.lock', 'price.view')]
    const both = await server().as(one.code, { deputyRoleCodes: [two.code] })
    const codes = (await both.call(getButtons)).data.flatMap(({ children }) => children.map(({ code }) => code))
    expect(codes.toSorted()).toEqual(['price.view', 'userList.lock', 'userList.view'])
    const ask = async (path: string) => (await server().send('POST', path, {}, both)).status
    expect(await ask('/api/admin/queryUserList')).toBe(200)
    expect(await ask('/api/backend/organisation/user/lock')).toBe(400)
    expect(await ask('/api/backend/organisation/user/unLock')).toBe(403)
  })

  it('§6 the codes of a person’s visible menus are the BI permission list', async () => {
    const person = await server().as((await makeRole(db(), 'userList.view')).code)
    const codes = flat((await person.call(getRoutes)).data).map(({ code }) => code)
    expect((await person.call(refreshUserInfo)).data.biPermission.toSorted()).toEqual(codes.toSorted())
    expect(codes).toContain('userList')
  })

  it('§6 return every button to an administrator', async () => {
    const { data } = await (await server().as('administrator')).call(getButtons)
    expect(data.flatMap(({ children }) => children)).toHaveLength(menuRows.filter(({ type }) => type === 3).length)
  })
})

describe('§6 dateEdit', () => {
  it('implies every alias of its own menu, and none of another', async () => {
    const [menu] = await db().select().from(menus).where(eq(menus.code, 'userList'))
    await db()
      .insert(menus)
      .values({ parentId: menu?.id ?? '', type: 3, code: 'userList.dateEdit', name: '日期编辑', alias: 'dateEdit' })
      .onConflictDoNothing()
    const person = await server().as((await makeRole(db(), 'userList.dateEdit')).code)
    expect((await server().send('POST', '/api/admin/queryUserList', {}, person)).code).toBe(200)
    const elsewhere = await server().as((await makeRole(db(), 'price.dateEdit')).code)
    expect((await server().send('POST', '/api/admin/queryUserList', {}, elsewhere)).code).toBe(403)
  })
})

describe('POST /api/admin/role/getRoleList', () => {
  it('finds roles, and says which the actor may assign', async () => {
    const role = await makeRole(db(), 'userList.view')
    const person = await server().as(role.code)
    const assignable = async (code: string) =>
      (await person.call(getRoleList, { code })).data.find((each) => each.code === code)?.assignable
    expect(await assignable('administrator')).toBe(false)
    expect(await assignable('sjgly')).toBe(false)
    expect(await assignable(role.code)).toBe(true)
    const { data } = await (await server().as('administrator')).call(getRoleList, { name: '管理员' })
    expect(data.map(({ code }) => code)).toEqual(['administrator', 'sjgly'])
    expect(data.every((each) => each.assignable)).toBe(true)
  })
})

describe('GET /api/admin/dept/getDeptTree', () => {
  it('returns a tree for pickers, without empty `children`', async () => {
    const id = await makeDepartment(db(), '研究部')
    const { data } = await (await server().as((await makeRole(db())).code)).call(getDeptTree)
    const root = await rootDepartment(db())
    expect(data).toMatchObject([{ id: root, parentId: null, key: root, value: root }])
    expect(data[0]?.children?.find((each) => each.id === id)).toEqual({
      id,
      parentId: root,
      title: '研究部',
      key: id,
      value: id,
      sort: 0,
    })
  })
})
