// The editor of the menu tree over HTTP, and the seed of the next start.
import { eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { searchRegionList } from '#contract/catalogue/regions.ts'
import {
  getMenuButtons,
  getMenuTree,
  hideMenu,
  type MenuForm,
  type MenuTreeNode,
  moveMenu,
  removeMenu,
  saveMenu,
  showMenu,
} from '#contract/organisation/menus.ts'
import { previewRole } from '#contract/organisation/roles.ts'
import { getRoutes, type MenuNode } from '#contract/organisation/users.ts'
import { menus, roleMenus } from '#server/db/schema/organisation.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { seedBase } from '#server/db/seed/seed.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
let admin: Person

beforeAll(async () => {
  admin = await server().as('administrator')
})

const holder = async (...aliases: string[]) =>
  server().as((await makeRole(db(), ...aliases.map((alias) => `menu.${alias}`))).code)
const flat = <N extends { children?: N[] }>(nodes: readonly N[]): N[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
const nodeOf = async (code: string) => {
  const found = flat<MenuTreeNode>((await admin.call(getMenuTree)).data).find((node) => node.code === code)
  if (!found) throw new Error(`no menu ${code}`)
  return found
}
const codesBelow = async (code: string) => (await nodeOf(code)).children?.map((node) => node.code)
const auditOf = (id: string) => db().select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(auditLog.id)
const seed = () =>
  db().transaction((tx) => seedBase(tx, { adminUserName: 'admin', passwordHash: 'unused', mustChangePassword: true }))

/** A new page, last below 权限管理. */
async function makePage(code: string): Promise<string> {
  const { id } = await nodeOf('permission')
  const form = { type: 2, code, name: `页面${code}`, path: `/permission/${code}`, parentId: id }
  return (await admin.call(saveMenu, form)).data.id
}

describe('GET /api/backend/organisation/menu/tree and …/buttons', () => {
  it('§3 return directories and pages, and the buttons of a page with the roles that hold each', async () => {
    const node = await nodeOf('userList')
    expect(node).toMatchObject({
      type: 2,
      path: '/userControl/accountCenter/userList',
      isSeeded: true,
      isShow: 1,
      isOpen: 1,
    })
    expect(flat<MenuTreeNode>((await admin.call(getMenuTree)).data).every(({ type }) => type < 3)).toBe(true)
    const before = (await admin.call(getMenuButtons, { menuId: node.id })).data.find(({ alias }) => alias === 'view')
    await makeRole(db(), 'userList.view')
    const after = (await admin.call(getMenuButtons, { menuId: node.id })).data.find(({ alias }) => alias === 'view')
    expect(after).toMatchObject({ code: 'userList.view', name: '查看', isSeeded: true })
    expect(after?.roles).toBe((before?.roles ?? 0) + 1)
    expect((await admin.call(getMenuButtons, { menuId: '999999' })).code).toBe(20404)
  })
})

describe('POST /api/backend/organisation/menu/save', () => {
  it('adds a directory, a page with its own right, and a button, which appear in the menu', async () => {
    const directory = await admin.call(saveMenu, {
      type: 1,
      code: 'tools',
      name: '工具',
      path: '/tools',
      source: 'ApiOutlined',
    })
    const page = await admin.call(saveMenu, {
      type: 2,
      code: 'toolBox',
      name: '工具箱',
      path: '/tools/toolBox',
      parentId: directory.data.id,
      isOpen: 2,
      isCached: false,
    })
    const menuId = page.data.id
    await admin.call(saveMenu, { type: 3, parentId: menuId, name: '导出', alias: 'exportBtn', action: 1 })
    const { data } = await admin.call(getMenuButtons, { menuId })
    expect(data.map(({ code, name }) => [code, name])).toEqual([
      ['toolBox.view', '查看'],
      ['toolBox.exportBtn', '导出'],
    ])
    const shown = flat<MenuNode>((await admin.call(getRoutes)).data).find(({ code }) => code === 'toolBox')
    expect(shown).toMatchObject({ isOpen: 2, parentId: directory.data.id, meta: { isCached: false } })
    expect(await auditOf(menuId)).toMatchObject([{ action: 'menu.add', after: { code: 'toolBox', isOpen: 2 } }])
  })

  it('edits editable fields, and answers 601 for an old version', async () => {
    const { id, version, type } = await nodeOf('auditLog')
    const form = {
      id,
      version,
      type,
      name: '操作审计',
      source: 'EyeOutlined',
      isOpen: 2,
      isCached: false,
      remark: '备注',
    }
    expect((await admin.call(saveMenu, form)).data).toEqual({ id, version: version + 1 })
    const { name: title, version: _, ...edited } = form
    expect(await nodeOf('auditLog')).toMatchObject({ ...edited, title })
    expect(await admin.call(saveMenu, form)).toMatchObject({
      code: 601,
      data: { title: '操作审计', version: version + 1 },
    })
  })

  it('§9 refuses to change what the program, grants or other rows refer to', async () => {
    const seeded = await nodeOf('userList')
    const own = await nodeOf('permission')
    const page = await makePage('refusing')
    const base = { type: 2, code: 'other', name: '其他', path: '/other', parentId: own.id }
    const refusal = async (input: object) => {
      const { status, msg } = await server().send('POST', saveMenu.path, input, admin)
      return [status, msg]
    }
    const stored = { id: seeded.id, version: seeded.version, type: 2, name: '员工账号' }
    const table: [object, string][] = [
      [{ ...stored, path: '/elsewhere' }, '系统自带的菜单不能修改路径'],
      [{ ...stored, code: 'userList2' }, '编码保存后不能修改'],
      [{ ...stored, type: 1 }, '类型保存后不能修改'],
      [{ ...stored, parentId: own.id }, '修改上级菜单请使用“移动”'],
      [{ ...stored, version: undefined }, '缺少版本，请刷新后重试'],
      [{ ...base, code: 'USERLIST' }, '编码已存在'],
      [{ ...base, code: undefined }, '请输入编码'],
      [{ ...base, code: 'a.b' }, '编码以字母开头，为2至48位字母或数字'],
      [{ ...base, path: seeded.path }, `路径已被“${seeded.title}”使用`],
      [{ ...base, path: '' }, '请输入路径'],
      [{ ...base, path: 'javascript:alert(1)' }, '路径以 / 开头，由字母、数字和 _ . - 组成，末尾不带 /'],
      [{ ...base, source: '<svg>' }, '图标不正确'],
      [{ ...base, alias: 'view' }, '只有按钮才有别名'],
      [{ ...base, parentId: '999999' }, '上级菜单不存在'],
      [{ ...base, type: 1, parentId: page }, '只能放在目录下，页面也可以放在页面下'],
      [{ type: 3, name: '导出', alias: 'exportBtn', parentId: own.id }, '按钮只能放在页面下'],
      [{ type: 3, name: '查看', alias: 'view', parentId: page }, '页面已有此按钮'],
      [{ type: 3, name: '查看', parentId: page }, '请选择按钮'],
    ]
    for (const [input, msg] of table) expect([input, ...(await refusal(input))]).toEqual([input, 400, msg])
    expect((await refusal({ ...base, isShow: 1 }))[0]).toBe(400)
    expect((await refusal({ type: 3, name: '任意', alias: 'anything', parentId: page }))[0]).toBe(400)
  })

  it('§6 needs add to add and edit to edit', async () => {
    const { id, version } = await nodeOf('dictionary')
    const [adder, editor] = [await holder('add'), await holder('edit')]
    expect((await adder.call(saveMenu, { id, version, type: 2, name: '越权' })).status).toBe(403)
    const form: MenuForm = { type: 1, code: 'byEditor', name: '越权', path: '/byEditor' }
    expect((await editor.call(saveMenu, form)).status).toBe(403)
    expect((await adder.call(saveMenu, form)).status).toBe(200)
  })
})

describe('POST /api/backend/organisation/menu/move', () => {
  it('reorders siblings, moves under another directory, and orders buttons apart from pages', async () => {
    const { id, version } = await nodeOf('visitLog')
    const home = await nodeOf('accountCenter')
    await admin.call(moveMenu, { id, version, parentId: home.id, place: 0 })
    expect((await codesBelow('accountCenter'))?.[0]).toBe('visitLog')
    const system = await nodeOf('system')
    await admin.call(moveMenu, { id, version: version + 1, parentId: system.id, place: 1 })
    expect((await codesBelow('system'))?.slice(0, 3)).toEqual(['announcement', 'visitLog', 'auditLog'])
    const buttons = async () => (await admin.call(getMenuButtons, { menuId: id })).data
    const last = (await buttons()).at(-1)
    await admin.call(moveMenu, { id: last?.id ?? '', version: 1, parentId: id, place: 0 })
    expect((await buttons())[0]?.id).toBe(last?.id)
  })

  it('refuses cycles, invalid parents, hiding the editor, and needs the right for each', async () => {
    const [permission, menu, userList, system] = [
      await nodeOf('permission'),
      await nodeOf('menu'),
      await nodeOf('userList'),
      await nodeOf('system'),
    ]
    const move = async (row: { id: string; version: number }, parentId: string | null, person = admin) => {
      const { status, msg } = await person.call(moveMenu, { id: row.id, version: row.version, parentId, place: 0 })
      return [status, msg]
    }
    expect(await move(permission, permission.id)).toEqual([409, '不能移动到自己或下级菜单之下'])
    expect(await move(permission, userList.id)).toEqual([409, '只能放在目录下，页面也可以放在页面下'])
    const [button] = (await admin.call(getMenuButtons, { menuId: userList.id })).data
    expect(await move(button ?? menu, menu.id)).toEqual([409, '按钮不能移动到其他页面'])
    expect(await move({ ...menu, version: 99 }, null)).toEqual([200, expect.any(String)])
    await admin.call(hideMenu, { id: system.id })
    expect(await move(menu, system.id)).toEqual([409, '“菜单管理”及其上级目录须保持显示'])
    await admin.call(showMenu, { id: system.id })
    const [sorter, mover] = [await holder('dragSort'), await holder('move')]
    expect((await move(menu, system.id, sorter))[0]).toBe(403)
    expect((await move(menu, permission.id, mover))[0]).toBe(403)
    expect((await move(menu, permission.id, sorter))[0]).toBe(200)
  })
})

describe('POST /api/backend/organisation/menu/disable and …/open', () => {
  it('§6 hide and show a row for everybody, but never the editor itself', async () => {
    const person = await server().as((await makeRole(db(), 'onlineUsers.view')).code)
    const codes = async () => flat<MenuNode>((await person.call(getRoutes)).data).map(({ code }) => code)
    const { id } = await nodeOf('onlineUsers')
    await admin.call(hideMenu, { id })
    expect(await codes()).not.toContain('onlineUsers')
    await admin.call(showMenu, { id })
    expect(await codes()).toContain('onlineUsers')
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['menu.disable', 'menu.open'])
    for (const code of ['menu', 'permission'])
      expect(await admin.call(hideMenu, { id: (await nodeOf(code)).id })).toMatchObject({ status: 409 })
    expect((await admin.call(hideMenu, { id: '999999' })).code).toBe(20404)
  })
})

describe('POST /api/backend/organisation/menu/remove', () => {
  it('§8 refuses seeded rows, answers 603 for used ones, and deletes a page with its buttons', async () => {
    expect(await admin.call(removeMenu, { id: (await nodeOf('userList')).id })).toMatchObject({
      status: 409,
      msg: '系统自带的菜单不能删除，可以隐藏',
    })
    const id = await makePage('removing')
    const role = await makeRole(db(), 'removing.view')
    const refused = await admin.call(removeMenu, { id })
    expect(refused).toMatchObject({
      status: 200,
      code: 603,
      data: [{ id, by: [{ kind: '拥有此权限的角色', count: 1 }] }],
    })
    await db().delete(roleMenus).where(eq(roleMenus.roleId, role.id))
    expect(await admin.call(removeMenu, { id })).toMatchObject({ status: 200, code: 200 })
    expect(
      await db()
        .select()
        .from(menus)
        .where(inArray(menus.code, ['removing', 'removing.view'])),
    ).toEqual([])
    expect((await admin.call(removeMenu, { id })).code).toBe(20404)
  })
})

describe('the next start of the server', () => {
  it('keeps what people changed, moved, hid and added', async () => {
    const { id, version } = await nodeOf('clientLog')
    await admin.call(saveMenu, {
      id,
      version,
      type: 2,
      name: '页面错误',
      source: 'FireOutlined',
      isOpen: 2,
      isCached: false,
    })
    const { id: parentId } = await nodeOf('permission')
    await admin.call(moveMenu, { id, version: version + 1, parentId, place: 0 })
    await admin.call(hideMenu, { id })
    const own = await makePage('surviving')
    const before = await db().select().from(menus).orderBy(menus.id)
    await seed()
    expect(await db().select().from(menus).orderBy(menus.id)).toEqual(before)
    expect(await nodeOf('clientLog')).toMatchObject({
      title: '页面错误',
      parentId,
      isShow: 0,
      isOpen: 2,
      isCached: false,
    })
    expect((await nodeOf('surviving')).id).toBe(own)
  })
})

describe('a menu that is limited to roles', () => {
  it('§6 is delivered, with its calls and everything below, only to holders of one of them, whatever was granted', async () => {
    const held = ['region.view', 'region.add', 'product.view']
    const [inside, outside] = [await makeRole(db(), ...held), await makeRole(db(), ...held)]
    const people = { inside: await server().as(inside.code), outside: await server().as(outside.code) }
    const { id, version, type } = await nodeOf('goodsManage')
    const limit = (roleIds: string[], at: number) =>
      admin.call(saveMenu, { id, version: at, type, name: '商品管理', roleIds })
    const seen = async (person: Person) => flat<MenuNode>((await person.call(getRoutes)).data).map(({ code }) => code)
    expect(await limit(['999999999'], version)).toMatchObject({ status: 400, data: { fields: [{ field: 'roleIds' }] } })

    const next = (await limit([inside.id], version)).data.version
    expect(await seen(people.inside)).toEqual(expect.arrayContaining(['goodsManage', 'region', 'product']))
    expect(await seen(people.outside)).toEqual([])
    expect((await people.outside.call(searchRegionList, {})).status).toBe(403)
    expect((await people.inside.call(searchRegionList, {})).status).toBe(200)
    expect(await seen(admin)).toContain('region')
    const preview = async (roleId: string) => (await admin.call(previewRole, { id: roleId })).data
    expect(await preview(outside.id)).toEqual([])
    expect(flat<MenuNode>(await preview(inside.id)).find(({ code }) => code === 'goodsManage')?.meta.roles).toEqual([
      inside.code,
    ])

    await limit([], next)
    expect(await seen(people.outside)).toContain('region')
  })

  it('§3 has a group and a query of its own, which are delivered', async () => {
    const id = await makePage('grouped')
    const change = { id, version: 1, type: 2, name: '分组页面', group: '常用', query: 'tab=2&status=open' }
    expect((await admin.call(saveMenu, { ...change, query: 'a b' })).status).toBe(400)
    expect((await admin.call(saveMenu, change)).code).toBe(200)
    const stored = flat<MenuNode>((await admin.call(getRoutes)).data).find((node) => node.id === id)
    expect(stored).toMatchObject({ group: '常用', query: 'tab=2&status=open' })
  })
})
