// Departments over HTTP: the tree, its changes, refusals, and people.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type DepartmentNode,
  exportDepartmentPeople,
  getDepartmentTree,
  moveDepartment,
  queryDepartmentPeople,
  removeDepartment,
  saveDepartment,
} from '#contract/organisation/departments.ts'
import { departments, users } from '#server/db/schema/organisation.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { makeDepartment, makeRole, makeUser, rootDepartment } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { cellsOf, download, endOf } from '#test/sheets.ts'

const server = testServer({ dataDir: mkdtempSync(join(tmpdir(), 'departments-')) })
const db = () => server().database.db
let admin: Person
let root: string

beforeAll(async () => {
  admin = await server().as('administrator')
  root = await rootDepartment(db())
})

const holder = async (...aliases: string[]) =>
  server().as((await makeRole(db(), ...aliases.map((alias) => `department.${alias}`))).code)
const flat = (nodes: readonly DepartmentNode[]): DepartmentNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
const nodeOf = async (id: string) => {
  const found = flat((await admin.call(getDepartmentTree)).data).find((node) => node.id === id)
  if (!found) throw new Error('no such department')
  return found
}
const namesBelow = async (id: string) => (await nodeOf(id)).children?.map(({ title }) => title)
const auditOf = (id: string) => db().select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(auditLog.id)

describe('GET /api/backend/organisation/dept/tree', () => {
  it('§7 counts people of a department, and of those below it', async () => {
    const upper = await makeDepartment(db(), '油品部')
    const lower = await makeDepartment(db(), '汽油组', upper)
    await makeUser(db(), { deptId: upper })
    for (const deletedAt of [null, null, '2026-01-01T00:00:00Z']) await makeUser(db(), { deptId: lower, deletedAt })
    expect(await nodeOf(upper)).toMatchObject({
      title: '油品部',
      parentId: root,
      people: 1,
      peopleBelow: 3,
      version: 1,
    })
    expect((await nodeOf(upper)).children).toMatchObject([{ id: lower, key: lower, value: lower, people: 2 }])
  })
})

describe('POST /api/backend/organisation/dept/people', () => {
  it('§7 lists people of a department, optionally with those below, found by a literal part of a name', async () => {
    const upper = await makeDepartment(db(), '煤炭部')
    const lower = await makeDepartment(db(), '焦煤组', upper)
    await makeUser(db(), { deptId: upper, realName: '甲百%分' })
    await makeUser(db(), { deptId: lower, realName: '乙百分' })
    const names = async (query: object) =>
      (await admin.call(queryDepartmentPeople, { deptId: upper, ascs: ['realName'], ...query })).data.records.map(
        ({ realName }) => realName,
      )
    expect(await names({ direct: true })).toEqual(['甲百%分'])
    expect(await names({})).toEqual(['甲百%分', '乙百分'])
    expect(await names({ name: '%' })).toEqual(['甲百%分'])
    expect(await names({ name: '百', size: 1, current: 2 })).toEqual(['乙百分'])
  })
})

describe('POST /api/backend/organisation/dept/save', () => {
  it('adds below a department, last, and renames, with an audit row each', async () => {
    const upper = await makeDepartment(db(), '化肥部')
    for (const name of ['尿素组', ' 磷肥组 ']) await admin.call(saveDepartment, { parentId: upper, name })
    expect(await namesBelow(upper)).toEqual(['尿素组', '磷肥组'])
    const [first] = (await nodeOf(upper)).children ?? []
    const { id = '', version = 0 } = first ?? {}
    expect((await admin.call(saveDepartment, { id, version, name: '氮肥组' })).data).toEqual({ id, version: 2 })
    expect(await namesBelow(upper)).toEqual(['氮肥组', '磷肥组'])
    expect(await auditOf(id)).toMatchObject([
      { action: 'department.add', after: { name: '尿素组', parentId: upper } },
      { action: 'department.edit', before: { name: '尿素组' }, after: { name: '氮肥组' } },
    ])
  })

  it('§8 answers 601 with the newer row', async () => {
    const id = await makeDepartment(db(), '木材部')
    await admin.call(saveDepartment, { id, version: 1, name: '林木部' })
    const reply = await admin.call(saveDepartment, { id, version: 1, name: '木业部' })
    expect(reply).toMatchObject({ status: 200, code: 601, data: { id, version: 2, title: '林木部' } })
  })

  it('§9 refuses names that a sibling has, blank or too long ones, and an unknown parent', async () => {
    const id = await makeDepartment(db(), '橡胶部')
    const refusal = async (input: object) => {
      const { status, msg } = await server().send('POST', saveDepartment.path, input, admin)
      return [status, msg]
    }
    expect(await refusal({ parentId: root, name: '橡胶部' })).toEqual([400, '同一上级部门下已有同名部门'])
    expect(await refusal({ parentId: root, name: '  ' })).toEqual([400, '请输入部门名称'])
    expect((await refusal({ parentId: root, name: '长'.repeat(33) }))[0]).toBe(400)
    expect(await refusal({ name: '无上级' })).toEqual([400, '上级部门不存在'])
    expect(await refusal({ parentId: '999999', name: '无上级' })).toEqual([400, '上级部门不存在'])
    expect(await refusal({ id, name: '缺版本' })).toEqual([400, '缺少版本，请刷新后重试'])
    expect(await refusal({ id, version: 1, parentId: root, name: '移走' })).toEqual([400, '修改上级部门请使用“移动”'])
    expect(await refusal({ id: '999999', version: 1, name: '没有' })).toEqual([404, '数据不存在'])
    expect(await refusal({ parentId: root, name: '橡胶二部', sort: 1 })).toEqual([400, expect.any(String)])
  })

  it('§6 needs add to add and edit to rename', async () => {
    const id = await makeDepartment(db(), '玻璃部')
    const [adder, editor] = [await holder('add'), await holder('edit')]
    expect((await adder.call(saveDepartment, { id, version: 1, name: '玻璃二部' })).status).toBe(403)
    expect((await editor.call(saveDepartment, { parentId: root, name: '玻璃三部' })).status).toBe(403)
    expect((await adder.call(saveDepartment, { parentId: root, name: '玻璃三部' })).status).toBe(200)
    expect((await editor.call(saveDepartment, { id, version: 1, name: '玻璃二部' })).status).toBe(200)
  })
})

describe('POST /api/backend/organisation/dept/move', () => {
  it('reorders siblings and moves under another parent', async () => {
    const upper = await makeDepartment(db(), '有色部')
    const [copper, zinc, tin] = [
      await makeDepartment(db(), '铜组', upper),
      await makeDepartment(db(), '锌组', upper),
      await makeDepartment(db(), '锡组', upper),
    ]
    await admin.call(moveDepartment, { id: tin, version: 1, parentId: upper, place: 0 })
    expect(await namesBelow(upper)).toEqual(['锡组', '铜组', '锌组'])
    const moved = await admin.call(moveDepartment, { id: zinc, version: 1, parentId: copper, place: 99 })
    expect(moved.data).toEqual({ version: 2 })
    expect(await namesBelow(upper)).toEqual(['锡组', '铜组'])
    expect(await namesBelow(copper)).toEqual(['锌组'])
    expect(await auditOf(zinc)).toMatchObject([
      { before: { parent: '有色部', place: 2 }, after: { parent: '铜组', place: 0 } },
    ])
  })

  it('refuses cycles, the top one, taken names and an old version', async () => {
    const upper = await makeDepartment(db(), '农产部')
    const lower = await makeDepartment(db(), '棉花组', upper)
    await makeDepartment(db(), '棉花组')
    const move = async (input: object) => {
      const { status, code, msg } = await server().send(
        'POST',
        moveDepartment.path,
        { version: 1, place: 0, ...input },
        admin,
      )
      return [status, code, msg]
    }
    const circle = [409, 409, '不能移动到自己或下级部门之下']
    expect(await move({ id: upper, parentId: lower })).toEqual(circle)
    expect(await move({ id: upper, parentId: upper })).toEqual(circle)
    expect(await move({ id: root, parentId: upper })).toEqual([409, 409, '最上级部门不能移动'])
    expect(await move({ id: lower, parentId: root })).toEqual([400, 400, '同一上级部门下已有同名部门'])
    expect(await move({ id: lower, parentId: '999999' })).toEqual([404, 20404, '数据不存在'])
    expect(await move({ id: lower, parentId: upper, version: 7 })).toEqual([200, 601, expect.any(String)])
    expect(await move({ id: lower, parentId: upper, place: -1 })).toEqual([400, 400, expect.any(String)])
  })

  it('two concurrent moves close no cycle', async () => {
    const [one, two] = [await makeDepartment(db(), '并发一'), await makeDepartment(db(), '并发二')]
    const replies = await Promise.all([
      admin.call(moveDepartment, { id: one, version: 1, parentId: two, place: 0 }),
      admin.call(moveDepartment, { id: two, version: 1, parentId: one, place: 0 }),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('§6 needs dragSort within one department and move to another', async () => {
    const [upper, other] = [await makeDepartment(db(), '建材部'), await makeDepartment(db(), '水泥部')]
    const [sorter, mover] = [await holder('dragSort'), await holder('move')]
    const within = { id: upper, version: 1, parentId: root, place: 0 }
    expect((await mover.call(moveDepartment, within)).status).toBe(403)
    expect((await sorter.call(moveDepartment, { ...within, parentId: other })).status).toBe(403)
    expect((await sorter.call(moveDepartment, within)).status).toBe(200)
    expect((await mover.call(moveDepartment, { ...within, version: 2, parentId: other })).status).toBe(200)
  })
})

describe('POST /api/backend/organisation/dept/remove', () => {
  it('§8 answers 603 with people and departments below', async () => {
    const id = await makeDepartment(db(), '化纤部')
    await makeDepartment(db(), '涤纶组', id)
    await makeUser(db(), { deptId: id })
    const reply = await admin.call(removeDepartment, { id })
    expect(reply).toMatchObject({ status: 200, code: 603 })
    expect(reply.data).toEqual([
      {
        id,
        name: '化纤部',
        by: [
          { kind: '人员', count: 1 },
          { kind: '下级部门', count: 1 },
        ],
      },
    ])
  })

  it('deletes an empty one; deleted accounts move to its parent', async () => {
    const id = await makeDepartment(db(), '撤销部')
    const gone = await makeUser(db(), { deptId: id, deletedAt: '2026-01-01T00:00:00Z' })
    expect(await admin.call(removeDepartment, { id })).toMatchObject({ status: 200, code: 200 })
    expect(await db().select().from(departments).where(eq(departments.id, id))).toEqual([])
    expect(await db().select().from(users).where(eq(users.id, gone.id))).toMatchObject([{ deptId: root }])
    expect(await auditOf(id)).toMatchObject([{ action: 'department.delete', before: { name: '撤销部' } }])
    expect((await admin.call(removeDepartment, { id })).code).toBe(20404)
    expect(await admin.call(removeDepartment, { id: root })).toMatchObject({ status: 409, msg: '最上级部门不能删除' })
  })
})

describe('§6 exportBtn of departments', () => {
  it('exports the people that the page shows, with or without those below; not without the right', async () => {
    const { database, as } = server()
    const keeper = await as((await makeRole(database.db, 'department.view', 'department.exportBtn')).code)
    const viewer = await as((await makeRole(database.db, 'department.view')).code)
    const above = await makeDepartment(database.db, '导出部')
    const below = await makeDepartment(database.db, '导出组', above)
    await makeUser(database.db, { realName: '在上', deptId: above })
    await makeUser(database.db, { realName: '在下', deptId: below })
    const namesIn = async (query: object) => {
      const body = { query, columns: ['realName'], format: 'csv', reason: '核对' }
      const { data } = await server().send('POST', exportDepartmentPeople.path, body, { token: keeper.token })
      const { fileUrl } = await endOf(keeper, (data as { jobId: string }).jobId)
      return (await cellsOf(await download(server(), fileUrl))).flat().filter((cell) => cell.startsWith('在'))
    }
    expect(await namesIn({ deptId: above })).toEqual(['在上', '在下'])
    expect(await namesIn({ deptId: above, direct: true })).toEqual(['在上'])
    const body = { query: {}, columns: ['realName'], format: 'csv', reason: '核对' }
    expect(await server().send('POST', exportDepartmentPeople.path, body, { token: viewer.token })).toMatchObject({
      status: 403,
    })
  })
})
