// Undoing an import, over HTTP: completely, while its rows are untouched.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, inArray, like } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { productImport } from '#contract/catalogue/product-sheets.ts'
import { customerImport } from '#contract/members/customer-sheets.ts'
import { getRole, grantRole } from '#contract/organisation/roles.ts'
import { userImport } from '#contract/organisation/user-sheets.ts'
import { getImportState, type ImportCalls, takeImportResult, undoImport } from '#contract/sheets.ts'
import { getJob } from '#contract/system/jobs.ts'
import { sheets } from '#server/app.ts'
import { userProducts } from '#server/db/schema/authorisation.ts'
import { categories, products } from '#server/db/schema/catalogue.ts'
import { enterpriseContacts, enterprises } from '#server/db/schema/members/members.ts'
import { departments, roles, users } from '#server/db/schema/organisation.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { confirm } from '#test/confirm.ts'
import { makeDepartment, makeEnterprise, makeProduct, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { bring, endOf } from '#test/sheets.ts'
import { spellNames } from '../search/spellings.ts'

const server = testServer({ dataDir: mkdtempSync(join(tmpdir(), 'undo-')) })
let admin: Person

/** Brings a sheet and saves it. @returns the job */
async function brought(person: Person, calls: ImportCalls, ...lines: string[]): Promise<string> {
  const fileId = await bring(server(), person, lines.join('\n'))
  const { data } = await person.call(calls.open, { fileId, hasHeader: true })
  expect(data).toMatchObject({ wrongRows: 0 })
  const { data: started } = await person.call(calls.save, { id: data.id, version: data.version, mode: 'all' })
  expect((await endOf(person, started.jobId)).state).toBe('done')
  return started.jobId
}

const productHeader = '产品名称,分类,产品编码,计量单位,价格表类型,显示'
const namesLike = async (start: string) =>
  (
    await server()
      .database.db.select()
      .from(products)
      .where(like(products.name, `${start}%`))
  ).map(({ name }) => name)

beforeAll(async () => {
  const { database, as } = server()
  admin = await as('administrator')
  const [metal] = await database.db.insert(categories).values({ name: '撤销金属', level: 1 }).returning()
  await database.db.insert(categories).values({ name: '撤销板材', level: 2, parentId: metal?.id ?? null })
})

const productsOf = (person: Person, start: string) =>
  brought(
    person,
    productImport,
    productHeader,
    ...['甲', '乙'].map((each) => `${start}${each},撤销金属 > 撤销板材,,,,`),
  )

describe('undoing an import', () => {
  it('§6 deletes its rows after a preview, records that in the log and the job, and only once', async () => {
    const { db } = server().database
    const jobId = await productsOf(admin, '整批')
    expect((await admin.call(getImportState, { jobId })).data).toEqual({ hasResult: false, mayUndo: true })
    const { preview, done } = await confirm(server(), admin, undoImport, { jobId })
    expect(preview?.groups).toEqual([{ title: '将删除', count: 2, names: ['整批甲', '整批乙'] }])
    expect(done).toMatchObject({ code: 200, data: { rows: 2 } })
    expect(await namesLike('整批')).toEqual([])
    expect((await admin.call(getJob, { id: jobId })).data.message).toBe('导入 2 行。已撤销，导入的行已删除')
    const [act] = await db.select().from(auditLog).where(eq(auditLog.action, 'product.undoImport'))
    expect(act).toMatchObject({ actorId: admin.id, before: { rows: 2, made: ['整批甲', '整批乙'] } })
    expect(await admin.call(undoImport, { jobId })).toMatchObject({ code: 20404 })
    expect((await admin.call(getImportState, { jobId })).data.mayUndo).toBe(false)
  })

  it('§6 is refused where a row was edited, deleted or used since, and leaves the others', async () => {
    const { db } = server().database
    const edited = await productsOf(admin, '改过')
    await db.update(products).set({ version: 2 }).where(eq(products.name, '改过甲'))
    expect(await admin.call(undoImport, { jobId: edited })).toMatchObject({
      code: 409,
      msg: '1 行已被修改或使用，不能撤销：改过甲',
    })
    const gone = await productsOf(admin, '删过')
    await db.delete(products).where(eq(products.name, '删过乙'))
    expect(await admin.call(undoImport, { jobId: gone })).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/删过乙$/),
    })
    const used = await productsOf(admin, '用过')
    const [product] = await db.select().from(products).where(eq(products.name, '用过甲'))
    const { id: roleId } = await makeRole(db)
    await db.insert(userProducts).values({ userId: admin.id, roleId, productId: product?.id ?? '' })
    expect(await admin.call(undoImport, { jobId: used })).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/用过甲$/),
    })
    expect(await namesLike('用过')).toHaveLength(2)
  })

  it('deletes what the import wrote beside its rows, and is refused once a contact was added', async () => {
    const { db } = server().database
    const header = '企业名称,联系人,联系电话'
    const jobId = await brought(admin, customerImport, header, '撤销一公司,周宁,13800000001')
    expect((await confirm(server(), admin, undoImport, { jobId })).done.code).toBe(200)
    expect(await db.$count(enterpriseContacts, eq(enterpriseContacts.name, '周宁'))).toBe(0)
    const other = await brought(admin, customerImport, header, '撤销二公司,,')
    const [company] = await db.select().from(enterprises).where(eq(enterprises.name, '撤销二公司'))
    await db.insert(enterpriseContacts).values({ enterpriseId: company?.id ?? '', name: '吴越', isMain: true })
    expect(await admin.call(undoImport, { jobId: other })).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/撤销二公司$/),
    })
  })

  it('§6 is only for the importer while they still may import', async () => {
    const { database, as } = server()
    const { db } = database
    const role = await makeRole(db, 'userList.view', 'userList.leadingIn')
    const weak = await makeRole(db)
    const [{ name = '' } = {}] = await db.select().from(roles).where(eq(roles.id, weak.id))
    await makeDepartment(db, '撤销部')
    const importer = await as(role.code)
    const header = '用户名,姓名,手机号码,邮箱,部门,角色,销售上级,有效期,备注'
    const jobId = await brought(importer, userImport, header, `undo.one,程远,17712340001,,撤销部,${name},,,`)
    const state = async (person: Person) => (await person.call(getImportState, { jobId })).data
    expect(await state(importer)).toEqual({ hasResult: true, mayUndo: true })
    expect(await state(admin)).toEqual({ hasResult: false, mayUndo: false })
    expect(await admin.call(undoImport, { jobId })).toMatchObject({ code: 20404 })
    const { menuIds, version } = (await admin.call(getRole, { id: role.id })).data
    const taken = (await confirm(server(), admin, grantRole, { id: role.id, version, menuIds: [] })).done
    expect(await importer.call(undoImport, { jobId })).toMatchObject({ code: 403 })
    expect((await state(importer)).mayUndo).toBe(false)
    await confirm(server(), admin, grantRole, { id: role.id, version: taken.data.version, menuIds })
    expect((await confirm(server(), importer, undoImport, { jobId })).done).toMatchObject({ code: 200 })
    expect(await importer.call(takeImportResult, { jobId })).toMatchObject({ code: 20404 })
    expect(await db.$count(users, inArray(users.userName, ['undo.one']))).toBe(0)
  })
})

const undoable = sheets.flatMap((sheet) => ('calls' in sheet && sheet.undo ? [{ ...sheet, undo: sheet.undo }] : []))

/** By kind and column, where the column's example names something that is not there. */
const cells: Record<string, Record<string, () => Promise<string>>> = {
  users: {
    dept: async () => {
      const [dept] = await server().database.db.select({ name: departments.name }).from(departments).limit(1)
      return dept?.name ?? ''
    },
    role: async () => '销售',
  },
  words: { word: async () => '撤销行业' },
  products: { category: async () => '撤销金属 > 撤销板材' },
  quoteItems: {
    product: async () => {
      await makeProduct(server().database.db, { name: '撤销用产品' })
      return '撤销用产品'
    },
  },
  contacts: { enterprise: async () => (await makeEnterprise(server().database.db, { name: '撤销用客户' })).name },
}

describe('every import', () => {
  it.each(undoable.map((each) => [each.calls.noun, each] as const))(
    'of %s is undone after work in the background has filled in what it does',
    async (_, { calls, undo }) => {
      const { db } = server().database
      const columns = calls.columns.filter(({ required, key }) => required || key.startsWith('contact'))
      const values = await Promise.all(columns.map(({ key, example }) => cells[calls.kind]?.[key]?.() ?? example))
      const before = await db.$count(undo.table)
      const jobId = await brought(admin, calls, columns.map(({ header }) => header).join(), values.join())
      await spellNames(db)
      expect(await db.$count(undo.table)).toBeGreaterThan(before)
      expect((await confirm(server(), admin, undoImport, { jobId })).done).toMatchObject({ code: 200 })
      expect(await db.$count(undo.table)).toBe(before)
    },
  )

  it('takes along what it wrote beside its rows: an importer’s own grants', async () => {
    const { db } = server().database
    const [metal] = await db.select().from(categories).where(eq(categories.name, '撤销金属'))
    await db.insert(categories).values({ name: '撤销空类', level: 2, parentId: metal?.id ?? null })
    const { code } = await makeRole(db, 'product.view', 'product.leadingIn')
    const importer = await server().as(code)
    const jobId = await brought(importer, productImport, productHeader, '自有甲,撤销金属 > 撤销空类,,,,')
    const granted = () => db.$count(userProducts, eq(userProducts.userId, importer.id))
    expect(await granted()).toBe(1)
    expect((await confirm(server(), importer, undoImport, { jobId })).done).toMatchObject({ code: 200 })
    expect(await granted()).toBe(0)
  })

  it('is refused where what it wrote beside a row was edited since', async () => {
    const { db } = server().database
    const jobId = await brought(admin, customerImport, '企业名称,联系人,联系电话', '撤销三公司,郑和,13800000003')
    await db.update(enterpriseContacts).set({ version: 2 }).where(eq(enterpriseContacts.name, '郑和'))
    expect(await admin.call(undoImport, { jobId })).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/撤销三公司$/),
    })
  })
})
