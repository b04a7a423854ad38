// Staff accounts over HTTP: finding, adding, editing, switching, deleting, and who must not.
// Long because one table of refusals says more than four files that share its helpers.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  addOrUpdateUser,
  deleteUser,
  disableUser,
  getUserInfoByDeptId,
  getUserInfoById,
  getUserRoles,
  lockUser,
  openUser,
  queryUserList,
  type UserForm,
  unlockUser,
  updateUserPasswordById,
} from '#contract/organisation/users.ts'
import { verifyPassword } from '#server/core/access/passwords.ts'
import { roles, users } from '#server/db/schema/organisation.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { makeDepartment, makeRole, makeUser, rootDepartment } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
let admin: Person
let root: string
const roleId = async (code: string) => (await db().select().from(roles).where(eq(roles.code, code)))[0]?.id ?? ''

beforeAll(async () => {
  admin = await server().as('administrator')
  root = await rootDepartment(db())
})

let forms = 0
/** The form of a new account. */
async function newForm(changes: Partial<UserForm> = {}): Promise<UserForm> {
  const number = String(++forms).padStart(8, '0')
  return {
    userName: `new.user${number}`,
    realName: '林知远',
    mobile: `139${number}`,
    password: 'Given@1234',
    deptId: root,
    roleId: await roleId('reviewer'),
    ...changes,
  }
}

/** The account as its form is filled when it opens, with some fields changed. */
async function editForm(id: string, changes: Partial<UserForm> = {}, reader = admin): Promise<UserForm> {
  const { data } = await reader.call(getUserInfoById, { id })
  const { userName, realName, mobile, deptId, roleId, version } = data
  return { id, version, userName, realName, mobile, deptId, roleId, ...changes }
}

const auditOf = (id: string) => db().select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(auditLog.id)
const fieldsOf = (reply: { data: unknown }) => (reply.data as { fields: { field: string; message: string }[] }).fields

describe('POST /api/admin/queryUserList', () => {
  it('§9 answers 14 rows a page by default, newest first', async () => {
    for (let each = 0; each < 16; each++) await makeUser(db())
    const { data } = await admin.call(queryUserList, {})
    expect(data.records).toHaveLength(14)
    expect(data).toMatchObject({ current: 1, size: 14, pages: Math.ceil(data.total / 14) })
    expect(data.total).toBe((await db().select().from(users)).length)
    const moments = data.records.map(({ createdAt }) => createdAt)
    expect(moments).toEqual(moments.toSorted().reverse())
    const second = await admin.call(queryUserList, { current: 2 })
    const seen = new Set([...data.records, ...second.data.records].map(({ id }) => id))
    expect(seen.size).toBe(14 + second.data.records.length)
  })

  it('finds by each filter, and by all of them together', async () => {
    const deptId = await makeDepartment(db(), '能源部')
    const below = await makeDepartment(db(), '原油组', deptId)
    const overrides = {
      realName: '欧阳予倩',
      deptId: below,
      status: 'disabled',
      locked: true,
      roleCode: 'sales',
    } as const
    const { id, userName } = await makeUser(db(), {
      ...overrides,
      deputyRoleCodes: ['newsEditor'],
      mobile: '18800001111',
    })
    const all = {
      userName: userName.slice(0, -1),
      realName: '阳予',
      mobile: '0000111',
      deptId,
      status: 'disabled',
      locked: true,
      roleId: await roleId('newsEditor'),
    } as const
    const queries = [
      all,
      { realName: '欧阳' },
      { mobile: '18800001111' },
      { deptId },
      { deptId: below },
      { roleId: all.roleId },
    ]
    for (const query of queries) {
      expect((await admin.call(queryUserList, query)).data.records.map((row) => row.id)).toEqual([id])
    }
    expect((await admin.call(queryUserList, { ...all, locked: false })).data).toMatchObject({
      records: [],
      total: 0,
      pages: 0,
    })
  })

  it.each(['%', '_', '\\', "' OR 1=1--", '"; drop table users'])('takes %s literally', async (text) => {
    const reply = await admin.call(queryUserList, { realName: text })
    expect(reply).toMatchObject({ code: 200, data: { total: 0 } })
    const { id } = await makeUser(db(), { realName: `甲${text}乙` })
    expect((await admin.call(queryUserList, { realName: text })).data.records.map((row) => row.id)).toEqual([id])
    await db().delete(users).where(eq(users.id, id))
  })

  it('sorts Chinese names by pinyin, in both directions', async () => {
    const deptId = await makeDepartment(db(), '排序部')
    for (const realName of ['张三', '阿宝', '李四']) await makeUser(db(), { realName, deptId })
    const names = async (order: object) =>
      (await admin.call(queryUserList, { deptId, ...order })).data.records.map((row) => row.realName)
    expect(await names({ ascs: ['realName'] })).toEqual(['阿宝', '李四', '张三'])
    expect(await names({ descs: ['realName'] })).toEqual(['张三', '李四', '阿宝'])
  })

  it.each([
    ['an unknown sort column', { ascs: ['id;drop table users'] }, 'ascs.0'],
    ['a sort column that is not offered', { descs: ['passwordHash'] }, 'descs.0'],
    ['a page size beyond 100', { size: 1e9 }, 'size'],
    ['a number as text', { size: '5' }, 'size'],
    ['an unknown filter', { roleCode: 'administrator' }, 'roleCode'],
    ['a wrong type', { locked: 'true' }, 'locked'],
    ['an id that is none', { deptId: '1 or 1=1' }, 'deptId'],
    ['a text beyond its length', { realName: '长'.repeat(33) }, 'realName'],
  ])('refuses %s with 400', async (_, body, field) => {
    const reply = await server().send('POST', '/api/admin/queryUserList', body, { token: admin.token })
    expect(reply).toMatchObject({ status: 400, code: 400 })
    expect(fieldsOf(reply).map((each) => each.field)).toEqual([field])
  })

  it.each([
    ['__proto__', '{"__proto__":{"isAdministrator":true}}', 400],
    ['deep JSON', `${'{"realName":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 400],
    ['2 MB', JSON.stringify({ realName: 'x'.repeat(2_000_000) }), 413],
    ['a list instead of an object', '[]', 400],
  ])('refuses %s as body', async (_, body, status) => {
    expect((await server().send('POST', '/api/admin/queryUserList', body, { token: admin.token })).status).toBe(status)
  })

  it('refuses XML with 415 and NUL in a text with 400', async () => {
    const xml = { token: admin.token, headers: { 'content-type': 'application/xml' } }
    expect((await server().send('POST', '/api/admin/queryUserList', '<a/>', xml)).status).toBe(415)
    expect((await admin.call(queryUserList, { realName: 'a\u0000b' })).status).toBe(400)
  })

  it('ends paging at 100,000 rows', async () => {
    const reply = await admin.call(queryUserList, { current: 1_001, size: 100 })
    expect(reply).toMatchObject({ code: 400, msg: '请缩小查询范围' })
  })

  it('accepts a form too, read by the schema’s types', async () => {
    const body = new URLSearchParams({ size: '1', locked: 'false' })
    const reply = await server().send('POST', '/api/admin/queryUserList', body, { token: admin.token })
    expect(reply).toMatchObject({ code: 200, data: { size: 1 } })
  })

  it('shows no secret and no deleted account', async () => {
    const { id } = await makeUser(db())
    await admin.call(deleteUser, { ids: id })
    const { data } = await admin.call(queryUserList, { size: 100 })
    expect(data.records.map((row) => row.id)).not.toContain(id)
    expect(JSON.stringify(data)).not.toMatch(/argon2|password/i)
  })
})

describe('GET /api/admin/getUserInfoById', () => {
  it('returns the account with its links', async () => {
    const [head, carer] = [await makeUser(db()), await makeUser(db())]
    const { id } = await makeUser(db(), {
      saleParentId: head.id,
      customerParentIds: [carer.id],
      deputyRoleCodes: ['sales'],
    })
    const { data } = await admin.call(getUserInfoById, { id })
    expect(data).toMatchObject({ id, saleParentId: head.id, editParentId: null, customerParentIds: [carer.id] })
    expect(data.deputyRoleIds).toEqual([await roleId('sales')])
  })

  it('answers 20404 for an unknown and for a deleted account', async () => {
    expect(await admin.call(getUserInfoById, { id: '999999' })).toMatchObject({
      status: 404,
      code: 20404,
      msg: '数据不存在',
    })
  })
})

describe('GET /api/admin/getUserRoles and GET /api/admin/getUserInfoByDeptId', () => {
  it('return the roles of a person, and the people of a department', async () => {
    const deptId = await makeDepartment(db(), '人员部')
    const { id } = await makeUser(db(), { deptId, roleCode: 'sales', deputyRoleCodes: ['reviewer'] })
    const { id: disabled } = await makeUser(db(), { deptId, status: 'disabled' })
    const { data } = await admin.call(getUserRoles, { id })
    expect(data.roleId).toBe(await roleId('sales'))
    expect(data.deputyRoles.map((role) => role.id)).toEqual([await roleId('reviewer')])
    expect((await admin.call(getUserRoles, { id: '999999' })).code).toBe(20404)
    const people = (await admin.call(getUserInfoByDeptId, { deptId })).data
    expect(new Map(people.map((person) => [person.id, person.status]))).toEqual(
      new Map([
        [id, 'enabled'],
        [disabled, 'disabled'],
      ]),
    )
  })

  it('§6 return user names to people who may see accounts, and to others only those of namesakes', async () => {
    const deptId = await makeDepartment(db(), '登录名部')
    const own = (realName: string) => makeUser(db(), { deptId, realName, roleCode: 'sales' })
    const [single, one, two] = [await own('独一人'), await own('同名人'), await own('同名人')]
    const namesFor = async (by: Person) =>
      new Map((await by.call(getUserInfoByDeptId, { deptId })).data.map(({ id, userName }) => [id, userName]))
    const all = new Map([single, one, two].map(({ id, userName }) => [id, userName]))
    expect(await namesFor(admin)).toEqual(all)
    for (const role of ['sjgly', 'reviewer']) expect(await namesFor(await server().as(role)), role).toEqual(all)
    for (const role of ['sales', 'customerService', 'newsEditor', 'operations'])
      expect(await namesFor(await server().as(role)), role).toEqual(
        new Map<string, string | null>(all).set(single.id, null),
      )
    const { id } = await makeUser(db(), { deptId: await makeDepartment(db(), '别的部门'), realName: '独一人' })
    const everywhere = (await (await server().as('sales')).call(getUserInfoByDeptId, {})).data
    expect(everywhere.filter(({ userName }) => userName !== null).map((person) => person.id)).toEqual(
      expect.arrayContaining([id, single.id]),
    )
  })
})

describe('POST /api/backend/addOrUpdateUser, adding', () => {
  it('stores the account, hashed, to change its password first, and in the audit log without it', async () => {
    const form = await newForm({
      deputyRoleIds: [await roleId('sales')],
      customerParentIds: [admin.id],
      remark: '新员工',
    })
    const { code, data } = await admin.call(addOrUpdateUser, form)
    expect(code).toBe(200)
    const [row] = await db().select().from(users).where(eq(users.id, data.id))
    expect(row).toMatchObject({ userName: form.userName, mustChangePassword: true, status: 'enabled', version: 1 })
    expect(await verifyPassword(row?.passwordHash ?? '', 'Given@1234')).toBe(true)
    const [entry] = await auditOf(data.id)
    expect(entry).toMatchObject({
      action: 'user.add',
      actorId: admin.id,
      actorName: admin.userName,
      address: '127.0.0.1',
      before: null,
    })
    expect(JSON.stringify(entry)).not.toContain('Given')
    expect((await admin.call(getUserInfoById, { id: data.id })).data).toMatchObject({
      customerParentIds: [admin.id],
      remark: '新员工',
    })
  })

  it.each([
    ['§5 手机号码不能为空', { mobile: '' }, 'mobile', '手机号码不能为空'],
    ['§5 手机号码长度不为11位', { mobile: '1381234' }, 'mobile', '手机号码长度不为11位'],
    ['§5 手机号码格式不正确', { mobile: '23812345678' }, 'mobile', '手机号码格式不正确'],
    ['a blank name', { realName: '  ' }, 'realName', '请输入姓名'],
    ['a user name with spaces', { userName: 'a b' }, 'userName', '用户名为2至32位字母、数字或 . _ -'],
    ['a mail that is none', { email: 'somebody' }, 'email', '邮箱格式不正确'],
    ['no password', { password: '' }, 'password', '请输入新密码！'],
    ['§5 a weak password', { password: 'abcdefgh' }, 'password', '至少8位字符，且必须包含数字，字母，特殊字符'],
    [
      '§5 a password beyond the set of characters',
      { password: 'Given#1234' },
      'password',
      '密码为6至20位，只能包含字母、数字和 @ * & . + _ -',
    ],
    ['a department that is not there', { deptId: '999999' }, 'deptId', '部门不存在'],
    ['a role that is not there', { roleId: '999999' }, 'roleId', '角色不存在'],
    ['a deputy role that is not there', { deputyRoleIds: ['999999'] }, 'deputyRoleIds', '副角色不存在'],
    ['a parent that is not there', { saleParentId: '999999' }, 'saleParentId', '销售上级不存在'],
    ['a day that is none', { expiresAt: '2026-02-30' }, 'expiresAt', '有效期应为 YYYY-MM-DD'],
    ['mass assignment', { isDeleted: 0 }, 'isDeleted', '不支持的字段 isDeleted'],
  ])('refuses %s', async (_, changes, field, message) => {
    const form = { ...(await newForm()), ...changes }
    const reply = await server().send('POST', '/api/backend/addOrUpdateUser', form, { token: admin.token })
    expect(reply).toMatchObject({ status: 400, msg: message })
    expect(fieldsOf(reply)).toEqual([{ field, message }])
  })

  it('§5 refuses a password equal to the user name', async () => {
    const form = await newForm({ userName: 'Name.2026', password: 'Name.2026' })
    expect((await admin.call(addOrUpdateUser, form)).msg).toBe('密码不能与用户名相同！')
  })

  it('refuses a taken name or mobile, whatever the case, also in concurrent requests', async () => {
    const form = await newForm()
    const twice = await Promise.all([admin.call(addOrUpdateUser, form), admin.call(addOrUpdateUser, form)])
    expect(twice.map(({ code }) => code).toSorted((a, b) => a - b)[0]).toBe(200)
    expect(twice.filter(({ code }) => code === 200)).toHaveLength(1)
    const again = await admin.call(addOrUpdateUser, { ...form, userName: form.userName.toUpperCase() })
    expect(fieldsOf(again)).toEqual([
      { field: 'userName', message: '用户名已存在' },
      { field: 'mobile', message: '手机号码已被其他账号使用' },
    ])
  })

  it('needs add to add and edit to edit: the call admits either', async () => {
    const [adder, editor] = [await makeRole(db(), 'userList.add'), await makeRole(db(), 'userList.edit')]
    const plain = (await makeRole(db())).id
    const { id } = await makeUser(db(), { roleCode: (await makeRole(db())).code })
    const [mayAdd, mayEdit] = [await server().as(adder.code), await server().as(editor.code)]
    const [fresh, old] = [await newForm({ roleId: plain }), await editForm(id)]
    expect((await mayEdit.call(addOrUpdateUser, fresh)).code).toBe(403)
    expect((await mayAdd.call(addOrUpdateUser, old)).code).toBe(403)
    expect((await mayAdd.call(addOrUpdateUser, fresh)).code).toBe(200)
    expect((await mayEdit.call(addOrUpdateUser, old)).code).toBe(200)
  })
})

describe('POST /api/backend/addOrUpdateUser, editing', () => {
  it('saves, counts the version up, and records only the difference', async () => {
    const { id } = await makeUser(db(), { remark: '原备注' })
    const reply = await admin.call(addOrUpdateUser, await editForm(id, { realName: '新名字' }))
    expect(reply.data).toEqual({ id, version: 2 })
    expect((await admin.call(getUserInfoById, { id })).data).toMatchObject({ realName: '新名字', remark: '原备注' })
    const [entry] = await auditOf(id)
    expect(entry).toMatchObject({ action: 'user.edit', after: { realName: '新名字' } })
    expect(Object.keys(entry?.before ?? {})).toEqual(['realName'])
  })

  it('§8 answers 601 with the newer row, and saves nothing, for an old version', async () => {
    const { id } = await makeUser(db())
    const form = await editForm(id, { realName: '甲改' })
    const both = await Promise.all([
      admin.call(addOrUpdateUser, form),
      admin.call(addOrUpdateUser, { ...form, realName: '乙改' }),
    ])
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 601])
    const stale = both.find(({ code }) => code === 601)
    const { data } = await admin.call(getUserInfoById, { id })
    expect(stale).toMatchObject({ status: 200, success: false, data })
    expect(data.version).toBe(2)
  })

  it('accepts no password, and requires the version', async () => {
    const { id } = await makeUser(db())
    const form = await editForm(id)
    expect((await admin.call(addOrUpdateUser, { ...form, password: 'Given@1234' })).msg).toBe(
      '修改密码请使用“重置密码”',
    )
    const { version, ...unversioned } = form
    expect((await admin.call(addOrUpdateUser, unversioned)).msg).toBe('缺少版本，请刷新后重试')
  })

  it('answers 20404 for an unknown account', async () => {
    const form = { ...(await newForm()), id: '999999', version: 1 }
    const { password, ...edited } = form
    expect((await admin.call(addOrUpdateUser, edited)).code).toBe(20404)
  })

  it.each([
    ['saleParentId', '销售上级不能是本人或其下级'],
    ['editParentId', '编辑上级不能是本人或其下级'],
  ] as const)('closes no circle of %s', async (field, message) => {
    const top = await makeUser(db())
    const middle = await makeUser(db(), { [field]: top.id })
    const low = await makeUser(db(), { [field]: middle.id })
    for (const parent of [top, low]) {
      const reply = await admin.call(addOrUpdateUser, await editForm(top.id, { [field]: parent.id }))
      expect(fieldsOf(reply)).toEqual([{ field, message }])
    }
    expect((await admin.call(addOrUpdateUser, await editForm(low.id, { [field]: top.id }))).code).toBe(200)
  })

  it('refuses a cycle of customer parents', async () => {
    const top = await makeUser(db())
    const low = await makeUser(db(), { customerParentIds: [top.id] })
    const reply = await admin.call(addOrUpdateUser, await editForm(top.id, { customerParentIds: [low.id] }))
    expect(reply.msg).toBe('客服上级不能是本人或其下级')
  })

  it('needs the right of the switch where the status changes', async () => {
    const role = await makeRole(db(), 'userList.edit')
    const { id } = await makeUser(db(), { roleCode: (await makeRole(db())).code })
    const editor = await server().as(role.code)
    expect((await editor.call(addOrUpdateUser, await editForm(id, { status: 'disabled' }))).code).toBe(403)
    expect((await admin.call(addOrUpdateUser, await editForm(id, { status: 'disabled' }))).code).toBe(200)
  })

  it('applies a changed role from the next call on', async () => {
    const person = await server().as('operations')
    expect((await person.call(queryUserList, {})).code).toBe(403)
    await admin.call(addOrUpdateUser, await editForm(person.id, { deputyRoleIds: [await roleId('reviewer')] }))
    expect((await person.call(queryUserList, {})).code).toBe(200)
    await admin.call(addOrUpdateUser, await editForm(person.id, { deputyRoleIds: [] }))
    expect((await person.call(queryUserList, {})).code).toBe(403)
  })
})

describe('nobody acts beyond their own rights', () => {
  const everything = ['view', 'add', 'edit', 'delete', 'setPassword', 'disable', 'open', 'lock', 'unLock'].map(
    (alias) => `userList.${alias}`,
  )

  it('refuses to assign a role that holds more', async () => {
    const clerk = await server().as((await makeRole(db(), ...everything)).code)
    const more = await makeRole(db(), 'role.view')
    const same = await makeRole(db(), 'userList.view')
    for (const [id, code] of [
      [await roleId('administrator'), 409],
      [more.id, 409],
      [same.id, 200],
    ] as const) {
      expect((await clerk.call(addOrUpdateUser, await newForm({ roleId: id }))).code).toBe(code)
    }
    const asDeputy = await newForm({ roleId: same.id, deputyRoleIds: [more.id] })
    expect((await clerk.call(addOrUpdateUser, asDeputy)).msg).toBe('不能授予自己没有的权限')
    expect((await clerk.call(addOrUpdateUser, await editForm(clerk.id, { roleId: more.id }))).code).toBe(409)
  })

  it('refuses to act on people who hold more, as a reset password would give their rights', async () => {
    const clerk = await server().as((await makeRole(db(), ...everything)).code)
    const { id } = admin
    const replies = [
      await clerk.call(updateUserPasswordById, { id, password: 'Given@1234' }),
      await clerk.call(disableUser, { id }),
      await clerk.call(lockUser, { id }),
      await clerk.call(deleteUser, { ids: id }),
      await clerk.call(addOrUpdateUser, await editForm(id, { realName: '被改' })),
    ]
    for (const reply of replies) expect(reply).toMatchObject({ status: 409, msg: '不能操作权限高于自己的账号' })
  })

  it('refuses acts on one’s own account that lock oneself out', async () => {
    const { id } = admin
    expect((await admin.call(disableUser, { id })).msg).toBe('不能禁用自己的账号')
    expect((await admin.call(lockUser, { id })).msg).toBe('不能锁定自己的账号')
    expect((await admin.call(deleteUser, { ids: id })).msg).toBe('不能删除自己的账号')
    expect((await admin.call(addOrUpdateUser, await editForm(id, { status: 'disabled' }))).msg).toBe(
      '不能禁用自己的账号',
    )
    expect((await admin.call(updateUserPasswordById, { id, password: 'Given@1234' })).code).toBe(409)
  })

  it('keeps the last administrator, also when two remove each other concurrently', async () => {
    const other = await server().as('administrator')
    await db().update(users).set({ locked: true }).where(eq(users.userName, 'admin'))
    const reviewer = await roleId('reviewer')
    const [first, second] = await Promise.all([
      admin.call(addOrUpdateUser, await editForm(other.id, { roleId: reviewer })),
      other.call(addOrUpdateUser, await editForm(admin.id, { roleId: reviewer })),
    ])
    expect([first.code, second.code].filter((code) => code === 200)).toHaveLength(1)
    const [left, gone] = first.code === 200 ? [admin, other] : [other, admin]
    const last = await left.call(addOrUpdateUser, await editForm(left.id, { roleId: reviewer }, left))
    expect(last).toMatchObject({ code: 409, msg: '至少保留一名可用的系统管理员' })
    const expired = await left.call(addOrUpdateUser, await editForm(left.id, { expiresAt: '2020-01-01' }, left))
    expect(expired.code).toBe(409)
    await left.call(addOrUpdateUser, await editForm(gone.id, { roleId: await roleId('administrator') }, left))
    await db().update(users).set({ locked: false }).where(eq(users.userName, 'admin'))
  })
})

describe('POST /api/admin/updateUserPasswordById', () => {
  it('sets a password that must be changed first', async () => {
    const { id } = await makeUser(db())
    expect((await admin.call(updateUserPasswordById, { id, password: 'Given@1234' })).code).toBe(200)
    const [row] = await db().select().from(users).where(eq(users.id, id))
    expect(row?.mustChangePassword).toBe(true)
    expect(await verifyPassword(row?.passwordHash ?? '', 'Given@1234')).toBe(true)
    expect(await auditOf(id)).toMatchObject([{ action: 'user.setPassword', before: null, after: null }])
  })

  it('§7 accepts id and password in the query too, checked by §5', async () => {
    const { id } = await makeUser(db())
    const path = '/api/admin/updateUserPasswordById'
    const byQuery = new URLSearchParams({ id, password: 'Given@1234' })
    expect((await server().send('POST', `${path}?${byQuery}`, undefined, { token: admin.token })).code).toBe(200)
    const weak = await admin.call(updateUserPasswordById, { id, password: 'weak' })
    expect(fieldsOf(weak)[0]?.field).toBe('password')
    const twice = await server().send(
      'POST',
      `${path}?id=${id}`,
      { id, password: 'Given@1234' },
      { token: admin.token },
    )
    expect(twice).toMatchObject({ code: 400, msg: '参数 id 重复' })
  })

  it('answers 20404 for an unknown account', async () => {
    expect((await admin.call(updateUserPasswordById, { id: '999999', password: 'Given@1234' })).code).toBe(20404)
  })
})

describe('POST /api/backend/organisation/user/disable, open, lock, unLock', () => {
  it('switch the account, each audited once', async () => {
    const { id } = await makeUser(db())
    const state = async () => {
      const { data } = await admin.call(getUserInfoById, { id })
      return [data.status, data.locked]
    }
    await admin.call(disableUser, { id })
    expect(await state()).toEqual(['disabled', false])
    await admin.call(lockUser, { id })
    await admin.call(openUser, { id })
    expect(await state()).toEqual(['enabled', true])
    await admin.call(unlockUser, { id })
    expect(await state()).toEqual(['enabled', false])
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'user.disable',
      'user.lock',
      'user.open',
      'user.unLock',
    ])
  })

  it('answer 20404 for an unknown account', async () => {
    expect((await admin.call(disableUser, { id: '999999' })).code).toBe(20404)
  })
})

describe('POST /api/admin/deleteUser', () => {
  it('deletes several, whose names may be used again', async () => {
    const [first, second] = [await makeUser(db(), { userName: 'used.again' }), await makeUser(db())]
    expect((await admin.call(deleteUser, { ids: `${first.id},${second.id}` })).code).toBe(200)
    expect((await admin.call(getUserInfoById, { id: first.id })).code).toBe(20404)
    expect(await auditOf(first.id)).toMatchObject([
      { action: 'user.delete', before: { userName: 'used.again' }, after: null },
    ])
    expect((await admin.call(addOrUpdateUser, await newForm({ userName: 'used.again' }))).code).toBe(200)
  })

  it('§8 answers 603 with what uses an account, and deletes none of them', async () => {
    const [head, free] = [await makeUser(db()), await makeUser(db())]
    await makeUser(db(), { saleParentId: head.id, customerParentIds: [head.id] })
    await makeUser(db(), { editParentId: head.id, deletedAt: '2026-01-01T00:00:00Z' })
    const reply = await admin.call(deleteUser, { ids: `${free.id},${head.id}` })
    expect(reply).toMatchObject({ status: 200, code: 603, success: false })
    expect(reply.data).toEqual([
      {
        id: head.id,
        name: head.userName,
        by: [
          { kind: '销售下级', count: 1 },
          { kind: '客服下级', count: 1 },
        ],
      },
    ])
    expect((await admin.call(getUserInfoById, { id: free.id })).code).toBe(200)
  })

  it('answers 20404 where one does not exist, and 400 for an invalid list of ids', async () => {
    const { id } = await makeUser(db())
    expect((await admin.call(deleteUser, { ids: `${id},999999` })).code).toBe(20404)
    expect((await admin.call(getUserInfoById, { id })).code).toBe(200)
    expect((await admin.call(deleteUser, { ids: '1;2' })).code).toBe(400)
    expect((await admin.call(deleteUser, { ids: Array(101).fill('1').join(',') })).code).toBe(400)
  })
})
