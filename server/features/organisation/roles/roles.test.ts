// Roles over HTTP: list, edits, grants with their limits, copies, deletion, holders, and menu preview.
import { asc, eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  copyRole,
  getPermissionTree,
  getRole,
  grantRole,
  type PermissionNode,
  previewRole,
  queryRoleHolders,
  removeRole,
  saveRole,
  sortRole,
} from '#contract/organisation/roles.ts'
import { getButtons, getRoleList, type MenuNode } from '#contract/organisation/users.ts'
import { roleProducts } from '#server/db/schema/authorisation.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { menus, roleMenus, roles, users } from '#server/db/schema/organisation.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { confirm } from '#test/confirm.ts'
import { makeRole, makeUser } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
let admin: Person

beforeAll(async () => {
  admin = await server().as('administrator')
})

const buttonIds = async (...codes: string[]) =>
  (await db().select().from(menus).where(inArray(menus.code, codes))).map(({ id }) => id)
const codesOf = async (roleId: string) =>
  (
    await db()
      .select({ code: menus.code })
      .from(roleMenus)
      .innerJoin(menus, eq(menus.id, roleMenus.menuId))
      .where(eq(roleMenus.roleId, roleId))
      .orderBy(asc(menus.code))
  ).map(({ code }) => code)
const idOf = async (code: string) => (await db().select().from(roles).where(eq(roles.code, code)))[0]?.id ?? ''
const holder = async (...codes: string[]) => server().as((await makeRole(db(), ...codes)).code)
const auditOf = (id: string) => db().select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(auditLog.id)
const flat = <N extends { children?: N[] }>(nodes: readonly N[]): N[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])])

describe('POST /api/admin/role/getRoleList', () => {
  it('counts people, by main or deputy role, and buttons', async () => {
    const role = await makeRole(db(), 'userList.view', 'userList.add')
    await makeUser(db(), { roleCode: role.code })
    await makeUser(db(), { deputyRoleCodes: [role.code] })
    await makeUser(db(), { roleCode: role.code, deletedAt: '2026-01-01T00:00:00Z' })
    const { data } = await admin.call(getRoleList, { code: role.code })
    expect(data).toMatchObject([{ id: role.id, version: 1, people: 2, buttons: 2 }])
  })
})

describe('POST /api/backend/organisation/role/save', () => {
  it('adds without rights, edits name and remark, with an audit row each', async () => {
    const { data } = await admin.call(saveRole, { code: 'coalAnalyst', name: '煤炭分析师', remark: '煤炭' })
    expect((await admin.call(getRole, { id: data.id })).data).toEqual({
      id: data.id,
      version: 1,
      code: 'coalAnalyst',
      name: '煤炭分析师',
      remark: '煤炭',
      isBuiltIn: false,
      isAdministrator: false,
      assignable: true,
      menuIds: [],
    })
    // imports.md "Searched by the same key"
    for (const name of ['煤炭', '煤 炭分析師'])
      expect((await admin.call(getRoleList, { name })).data, name).toMatchObject([{ id: data.id }])
    expect((await admin.call(getRoleList, { code: 'ＣＯＡＬ' })).data).toMatchObject([{ id: data.id }])
    const edited = await admin.call(saveRole, { id: data.id, version: 1, name: '焦煤分析师', remark: '煤炭' })
    expect(edited.data).toEqual({ id: data.id, version: 2 })
    expect(await admin.call(saveRole, { id: data.id, version: 1, name: '其他' })).toMatchObject({
      code: 601,
      data: { version: 2, name: '焦煤分析师' },
    })
    expect(await auditOf(data.id)).toMatchObject([
      { action: 'role.add', after: { code: 'coalAnalyst' } },
      { action: 'role.edit', before: { name: '煤炭分析师' }, after: { name: '焦煤分析师' } },
    ])
  })

  it('§9 refuses codes and names that are taken or malformed', async () => {
    const role = await makeRole(db())
    const refusal = async (input: object) => {
      const { status, msg } = await server().send('POST', saveRole.path, input, admin)
      return [status, msg]
    }
    expect(await refusal({ code: 'SALES', name: '销售二部' })).toEqual([400, '角色编码已存在'])
    expect(await refusal({ code: 'sales2', name: '销售' })).toEqual([400, '角色名称已存在'])
    expect(await refusal({ name: '没有编码' })).toEqual([400, '请输入角色编码'])
    expect(await refusal({ code: '1a', name: '编码' })).toEqual([400, '角色编码以字母开头，为2至32位字母或数字'])
    expect(await refusal({ code: 'blank', name: ' ' })).toEqual([400, '请输入角色名称'])
    expect(await refusal({ id: role.id, version: 1, code: 'other', name: '改' })).toEqual([
      400,
      '角色编码保存后不能修改',
    ])
    expect(await refusal({ id: role.id, name: '改' })).toEqual([400, '缺少版本，请刷新后重试'])
    expect(await refusal({ id: '999999', version: 1, name: '改' })).toEqual([404, '数据不存在'])
  })

  it('§6 needs add to add and edit to edit, and refuses a role that holds more', async () => {
    const { id } = await makeRole(db(), 'userList.add')
    const [adder, editor] = [await holder('role.add'), await holder('role.edit')]
    expect((await adder.call(saveRole, { id, version: 1, name: '越权' })).status).toBe(403)
    expect((await editor.call(saveRole, { code: 'byEditor', name: '越权' })).status).toBe(403)
    expect(await editor.call(saveRole, { id, version: 1, name: '越权' })).toMatchObject({
      status: 409,
      msg: '不能操作权限高于自己的角色',
    })
  })
})

describe('POST /api/backend/organisation/role/grant', () => {
  it('§6 sets the buttons; holders may use them with the next call', async () => {
    const role = await makeRole(db(), 'userList.view', 'userList.add')
    const person = await server().as(role.code)
    // makes the server cache their earlier rights
    expect((await person.call(getRole, { id: role.id })).status).toBe(403)
    const menuIds = await buttonIds('userList.view', 'role.view')
    const { preview, done } = await confirm(server(), admin, grantRole, { id: role.id, version: 1, menuIds })
    expect(preview?.groups).toMatchObject([
      { title: '取消的权限', names: ['账号中心 > 员工账号 > 新增'] },
      { title: '新增的权限', names: ['权限管理 > 角色管理 > 查看'] },
      { title: '受影响的人员', count: 1, names: [expect.any(String)] },
    ])
    expect(done.data).toEqual({ version: 2 })
    expect(await codesOf(role.id)).toEqual(['role.view', 'userList.view'])
    const held = (await person.call(getButtons)).data.flatMap(({ children }) => children.map(({ code }) => code))
    expect(held.toSorted()).toEqual(['role.view', 'userList.view'])
    expect((await person.call(getRole, { id: role.id })).status).toBe(200)
    expect(await auditOf(role.id)).toMatchObject([
      { action: 'role.grant', before: { buttons: ['userList.add'] }, after: { buttons: ['role.view'] } },
    ])
    expect(await admin.call(grantRole, { id: role.id, version: 1, menuIds: [] })).toMatchObject({ code: 601 })
    await confirm(server(), admin, grantRole, { id: role.id, version: 2, menuIds: [] })
    expect(await codesOf(role.id)).toEqual([])
  })

  it('§6 refuses to grant what the actor does not hold, or to edit a role that holds more', async () => {
    const giver = await holder('role.empower', 'role.view', 'userList.view')
    const [mine, above] = [await makeRole(db()), await makeRole(db(), 'userList.delete')]
    const give = async (id: string, ...codes: string[]) => {
      const [row] = await db().select().from(roles).where(eq(roles.id, id))
      const menuIds = await buttonIds(...codes)
      const { status, msg } = await giver.call(grantRole, { id, version: row?.version ?? 0, menuIds })
      return [status, msg]
    }
    expect(await give(mine.id, 'userList.view')).toEqual([200, '操作成功'])
    expect(await give(mine.id, 'userList.view', 'userList.delete')).toEqual([409, '不能授予自己没有的权限'])
    expect(await give(above.id, 'userList.view')).toEqual([409, '不能操作权限高于自己的角色'])
    expect(await give(await idOf('administrator'), 'userList.view')).toEqual([409, '不能操作权限高于自己的角色'])
    const tree = flat<PermissionNode>((await giver.call(getPermissionTree)).data).filter(({ type }) => type === 3)
    expect(tree.filter(({ grantable }) => grantable).map(({ code }) => code)).toEqual([
      'userList.view',
      'role.view',
      'role.empower',
    ])
    expect((await giver.call(getRole, { id: above.id })).data.assignable).toBe(false)
  })

  it('§6 granting dateEdit needs all buttons of its menu', async () => {
    const [menu] = await db().select().from(menus).where(eq(menus.code, 'loginFail'))
    await db()
      .insert(menus)
      .values({ parentId: menu?.id ?? '', type: 3, code: 'loginFail.dateEdit', name: '日期编辑', alias: 'dateEdit' })
    const all = ['loginFail.view', 'loginFail.unLock', 'loginFail.exportBtn']
    const [some, every] = [await holder('role.empower', ...all.slice(1)), await holder('role.empower', ...all)]
    const menuIds = await buttonIds('loginFail.dateEdit')
    const one = await makeRole(db())
    expect((await some.call(grantRole, { id: one.id, version: 1, menuIds })).status).toBe(409)
    expect((await every.call(grantRole, { id: one.id, version: 1, menuIds })).status).toBe(200)
  })

  it('§9 accepts only buttons, and none for the administrator', async () => {
    const role = await makeRole(db())
    const give = async (id: string, menuIds: unknown) => {
      const { status, msg } = await server().send('POST', grantRole.path, { id, version: 1, menuIds }, admin)
      return [status, msg]
    }
    expect(await give(role.id, await buttonIds('userList'))).toEqual([400, '按钮不存在，请刷新后重试'])
    expect(await give(role.id, ['999999'])).toEqual([400, '按钮不存在，请刷新后重试'])
    expect((await give(role.id, ['1', '1']))[0]).toBe(400)
    expect(await give('999999', [])).toEqual([404, '数据不存在'])
    expect(await give(await idOf('administrator'), [])).toEqual([409, '系统管理员拥有全部权限，不需要授权'])
  })
})

describe('POST /api/backend/organisation/role/copy', () => {
  it('copies buttons and products', async () => {
    const role = await makeRole(db(), 'userList.view', 'role.view')
    const [product] = await db().insert(products).values({ name: '复制测试产品' }).returning()
    await db()
      .insert(roleProducts)
      .values({ roleId: role.id, productId: product?.id ?? '' })
    const { data } = await admin.call(copyRole, { id: role.id, code: 'copied', name: '复制的角色' })
    expect(await codesOf(data.id)).toEqual(['role.view', 'userList.view'])
    const copied = await db().select().from(roleProducts).where(eq(roleProducts.roleId, data.id))
    expect(copied.map(({ productId }) => productId)).toEqual([product?.id])
    expect(await auditOf(data.id)).toMatchObject([{ action: 'role.copy', after: { code: 'copied', from: role.code } }])
  })

  it('refuses the administrator, a role that holds more, products out of scope, a taken code', async () => {
    const copier = await holder('role.copy', 'userList.view')
    const above = await makeRole(db(), 'userList.delete')
    expect((await copier.call(copyRole, { id: above.id, code: 'copyUp', name: '越权' })).status).toBe(409)
    const same = await makeRole(db(), 'userList.view')
    const [product] = await db().insert(products).values({ name: '范围外产品' }).returning()
    await db()
      .insert(roleProducts)
      .values({ roleId: same.id, productId: product?.id ?? '' })
    const { data } = await copier.call(copyRole, { id: same.id, code: 'copySame', name: '同级' })
    expect(await db().select().from(roleProducts).where(eq(roleProducts.roleId, data.id))).toEqual([])
    const administrator = await idOf('administrator')
    const copy = async (id: string, code: string) => {
      const { status, msg } = await admin.call(copyRole, { id, code, name: `复制${code}` })
      return [status, msg]
    }
    expect(await copy(administrator, 'admin2')).toEqual([409, '系统管理员的权限来自其编码，不能复制'])
    expect(await copy(same.id, 'copySame')).toEqual([400, '角色编码已存在'])
    expect(await copy('999999', 'nobody')).toEqual([404, '数据不存在'])
  })
})

describe('POST /api/backend/organisation/role/remove', () => {
  it('§8 answers 603 with its holders, then deletes', async () => {
    const role = await makeRole(db(), 'userList.view')
    const main = await makeUser(db(), { roleCode: role.code })
    const deputy = await makeUser(db(), { deputyRoleCodes: [role.code] })
    const refused = await admin.call(removeRole, { id: role.id })
    expect(refused).toMatchObject({ status: 200, code: 603 })
    expect(refused.data).toMatchObject([
      {
        id: role.id,
        by: [
          { kind: '主角色人员', count: 1 },
          { kind: '副角色人员', count: 1 },
        ],
      },
    ])
    await db()
      .update(users)
      .set({ deletedAt: '2026-01-01T00:00:00Z' })
      .where(inArray(users.id, [main.id, deputy.id]))
    expect(await admin.call(removeRole, { id: role.id })).toMatchObject({ status: 200, code: 200 })
    expect(await db().select().from(roles).where(eq(roles.id, role.id))).toEqual([])
    expect(await auditOf(role.id)).toMatchObject([{ action: 'role.delete', before: { code: role.code } }])
    expect((await admin.call(removeRole, { id: role.id })).code).toBe(20404)
  })

  it('§6 refuses roles that the program refers to, and those that hold more', async () => {
    for (const code of ['administrator', 'sjgly'])
      expect(await admin.call(removeRole, { id: await idOf(code) })).toMatchObject({
        status: 409,
        msg: '内置角色不能删除',
      })
    const remover = await holder('role.delete')
    const above = await makeRole(db(), 'userList.delete')
    expect((await remover.call(removeRole, { id: above.id })).status).toBe(409)
  })
})

describe('POST /api/backend/organisation/role/sort', () => {
  it('moves a role to a position', async () => {
    const role = await makeRole(db())
    const codes = async () => (await admin.call(getRoleList, {})).data.map(({ code }) => code)
    const others = (await codes()).filter((code) => code !== role.code)
    await admin.call(sortRole, { id: role.id, place: 1 })
    expect(await codes()).toEqual(others.toSpliced(1, 0, role.code))
    expect((await admin.call(sortRole, { id: '999999', place: 0 })).code).toBe(20404)
    const reply = await server().send('POST', sortRole.path, { id: role.id, place: '1' }, admin)
    expect(reply.status).toBe(400)
  })
})

describe('POST /api/backend/organisation/role/people', () => {
  it('lists main holders first, then deputies, without deleted accounts', async () => {
    const role = await makeRole(db())
    const deputy = await makeUser(db(), { deputyRoleCodes: [role.code], realName: '副' })
    const main = await makeUser(db(), { roleCode: role.code, realName: '主' })
    await makeUser(db(), { roleCode: role.code, deletedAt: '2026-01-01T00:00:00Z' })
    const { data } = await admin.call(queryRoleHolders, { roleId: role.id })
    expect(data.records.map(({ id, isMain }) => [id, isMain])).toEqual([
      [main.id, true],
      [deputy.id, false],
    ])
    expect((await server().send('POST', queryRoleHolders.path, {}, admin)).status).toBe(400)
  })
})

describe('GET /api/backend/organisation/role/preview', () => {
  it('§6 returns the menu of the role alone, everything for the administrator', async () => {
    const role = await makeRole(db(), 'userList.view')
    const codes = async (id: string) =>
      flat<MenuNode>((await admin.call(previewRole, { id })).data).map(({ code }) => code)
    expect(await codes(role.id)).toEqual(['userControl', 'accountCenter', 'userList'])
    expect(await codes(await idOf('administrator'))).toContain('auditLog')
    expect((await admin.call(previewRole, { id: '999999' })).code).toBe(20404)
  })
})
