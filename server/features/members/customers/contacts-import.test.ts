// Import of contacts, over HTTP.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { contactImport } from '#contract/members/contact-sheets.ts'
import { queryContacts } from '#contract/members/contacts.ts'
import { type ImportMethod, type ImportView, undoImport } from '#contract/sheets.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { confirm } from '#test/confirm.ts'
import { makeEnterprise, makeRole, makeUser } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { bring, endOf } from '#test/sheets.ts'

const server = testServer({ dataDir: mkdtempSync(join(tmpdir(), 'contacts-')) })
const db = () => server().database.db
const header = '企业名称,联系人,职务,角色,联系电话,邮箱'
let seller: Person
let east: string

beforeAll(async () => {
  const rights = ['view', 'edit', 'leadingIn'].map((alias) => `customerList.${alias}`)
  seller = await server().as((await makeRole(db(), ...rights)).code)
  east = (await makeEnterprise(db(), { name: '华东石化（上海）有限公司', ownerId: seller.id })).id
  await makeEnterprise(db(), { name: '别人的客户', ownerId: (await makeUser(db())).id })
})

const open = async (method: ImportMethod, person: Person, ...lines: string[]) =>
  person.call(contactImport.open, {
    fileId: await bring(server(), person, [header, ...lines].join('\n')),
    hasHeader: true,
    method,
  })
const saved = async ({ id, version }: ImportView) => {
  const { data } = await seller.call(contactImport.save, { id, version, mode: 'all' })
  return { ...(await endOf(seller, data.jobId)), jobId: data.jobId }
}
const contacts = async () => (await seller.call(queryContacts, { enterpriseId: east, ascs: ['name'] })).data.records
const problemsIn = ({ records }: ImportView) =>
  records.flatMap(({ number, problems }) => problems.map(({ key, message }) => [number, key, message]))

describe('imports.md "Mode": contacts', () => {
  it('are added to customers named in any spelling; the first one is the main one', async () => {
    const { data } = await open(
      'add',
      seller,
      '华东石化(上海)有限公司,李明,采购经理,采购,138 0000 1235,',
      '华东石化（上海） 有限公司,王芳,,财务,,wang@example.com',
    )
    expect(problemsIn(data)).toEqual([])
    expect(await saved(data)).toMatchObject({ state: 'done', done: 2 })
    expect(await contacts()).toMatchObject([
      { name: '李明', role: 'purchase', mobile: '13800001235', isMain: true },
      { name: '王芳', role: 'finance', email: 'wang@example.com', isMain: false },
    ])
    expect(await db().$count(auditLog, sql`action = 'contact.add' and target_id = ${east}`)).toBe(2)
  })

  it('report unknown and foreign customers, doubles in the file and among contacts', async () => {
    const { data } = await open(
      'add',
      seller,
      '没有的公司,甲,,,,',
      '别人的客户,乙,,,,',
      '华东石化（上海）有限公司,李 明,,,,',
      '华东石化（上海）有限公司,丙,,老板,123,',
      '华东石化（上海）有限公司,丁,,,,',
      '华东石化（上海）有限公司,丁,,,,',
    )
    expect(problemsIn(data)).toEqual([
      [2, 'enterprise', '没有这家客户，请先新增或导入客户'],
      [3, 'enterprise', '该客户不在您的权限范围内'],
      [4, 'name', '该客户已有同名或同一电话的联系人'],
      [5, 'role', '角色不在可选范围内'],
      [5, 'mobile', '联系电话应为11位手机号码或带区号的座机'],
      [7, 'name', '与第 6 行重复'],
    ])
  })

  it('are updated by name, or by telephone number where nobody has the name; empty cells change nothing', async () => {
    const { data } = await open(
      'both',
      seller,
      '华东石化（上海）有限公司,王芳,财务总监,,,',
      '华东石化（上海）有限公司,李明明,,,13800001235,',
      '华东石化（上海）有限公司,赵六,,,,',
    )
    expect(data.records.map(({ change, was }) => [change, was])).toEqual([
      ['update', [{ key: 'position', value: '' }]],
      ['update', [{ key: 'name', value: '李明' }]],
      ['add', []],
    ])
    expect(await saved(data)).toMatchObject({ message: '新增 1 行，更新 2 行，0 行没有变化' })
    expect(await contacts()).toMatchObject([
      { name: '李明明', position: '采购经理', role: 'purchase', isMain: true },
      { name: '王芳', position: '财务总监', email: 'wang@example.com' },
      { name: '赵六', isMain: false },
    ])
  })

  it('are taken back as a whole, and the customer keeps a main contact', async () => {
    const west = (await makeEnterprise(db(), { name: '西南化工', ownerId: seller.id })).id
    const { data } = await open('add', seller, '西南化工,钱七,,,,')
    const { jobId } = await saved(data)
    await db().execute(sql`insert into enterprise_contacts (enterprise_id, name) values (${west}::bigint, '孙八')`)
    await confirm(server(), seller, undoImport, { jobId })
    const { records } = (await seller.call(queryContacts, { enterpriseId: west })).data
    expect(records).toMatchObject([{ name: '孙八', isMain: true }])
  })

  it('are refused without the rights', async () => {
    const viewer = await server().as((await makeRole(db(), 'customerList.view')).code)
    expect(await viewer.call(contactImport.open, { fileId: '1', hasHeader: true })).toMatchObject({ code: 403 })
    const importer = await server().as((await makeRole(db(), 'customerList.view', 'customerList.leadingIn')).code)
    expect(await open('update', importer, '西南化工,钱七,,,,')).toMatchObject({ code: 403 })
  })
})
