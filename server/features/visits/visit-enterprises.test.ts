// Enterprises for visits over HTTP.
// Long because all acts on a visited enterprise share its people and their scopes.
import { setTimeout } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  addVisitEnterprise,
  editVisitEnterprise,
  getSiteProvinces,
  getVisitEnterprise,
  getVisitEnterpriseForm,
  linkVisitEnterprise,
  querySiteChanges,
  queryVisitEnterprises,
  reallocateVisitEnterprises,
  removeVisitEnterprises,
  searchVisitEnterprises,
  setVisitEnterpriseOwner,
  setVisitEnterprisePlace,
  type VisitEnterpriseQuery,
} from '#contract/visits/visit-enterprises.ts'
import { visitEnterpriseImport } from '#contract/visits/visit-sheets.ts'
import { addVisit, queryVisits } from '#contract/visits/visits.ts'
import { storeFile } from '#server/core/files/files.ts'
import { lockNames } from '#server/core/rows/names.ts'
import { regions } from '#server/db/schema/catalogue.ts'
import { enterpriseContacts, enterprises } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { visitEnterprises } from '#server/db/schema/visits.ts'
import { confirm } from '#test/confirm.ts'
import { makeEnterprise, makeRole } from '#test/factories.ts'
import { pictures } from '#test/files.ts'
import { type Person, testServer } from '#test/http.ts'
import { bring, endOf } from '#test/sheets.ts'

const server = testServer()
const db = () => server().database.db
let seller: Person
let colleague: Person
let reader: Person
let administrator: Person

const rights = ['view', 'add', 'edit', 'delete', 'details', 'setMap', 'association', 'memberBelong', 'reAllocation']

beforeAll(async () => {
  const { code } = await makeRole(
    db(),
    ...[...rights, 'leadingIn', 'exportBtn'].map((alias) => `visitEnterprise.${alias}`),
    ...['view', 'add'].map((alias) => `visitRecord.${alias}`),
  )
  seller = await server().as(code, { realName: '跑外销售' })
  colleague = await server().as(code, { realName: '同事' })
  reader = await server().as((await makeRole(db(), 'visitEnterprise.view', 'visitEnterprise.details')).code)
  administrator = await server().as('administrator')
})

const form = (name: string, changes: object = {}): BodyOf<typeof addVisitEnterprise> => ({
  name,
  kind: 'mill',
  products: '热卷、螺纹钢',
  capacities: [],
  equipment: [],
  capacity: '年产 300 万吨',
  devices: '',
  regionId: null,
  address: '',
  people: [{ name: '李工', role: '销售', mobile: '13812345678' }],
  pictureIds: [],
  remark: '',
  visitDays: null,
  ...changes,
})
const add = async (name: string, changes: object = {}, by = seller) => {
  const reply = await by.call(addVisitEnterprise, form(name, changes))
  expect(reply.msg).toBe('操作成功')
  return reply.data.id
}
const read = async (id: string, by = seller) => (await by.call(getVisitEnterprise, { id })).data
const listed = async (query: VisitEnterpriseQuery, by = seller) =>
  (await by.call(queryVisitEnterprises, { size: 100, ...query })).data.records.map(({ name }) => name)
const picture = (by: Person, purpose: 'image' | 'attachment' = 'image') =>
  db().transaction((tx) =>
    storeFile(tx, { core: server().server.core, name: '厂区.png', source: pictures.png, purpose, ownerId: by.id }),
  )
const fieldOf = async (input: Promise<unknown>) => {
  const reply = (await input) as { status: number; data: { fields: { field: string }[] } | null; msg: string }
  return [reply.status, reply.data?.fields?.[0]?.field]
}

describe('enterprises for visits', () => {
  it('product.md "visits": profile, people and pictures are kept, and changed by version', async () => {
    const [first, second] = [await picture(seller), await picture(seller)]
    const id = await add('甲钢厂', { pictureIds: [second.id, first.id], remark: ' 门卫登记 ' })
    expect(await read(id)).toMatchObject({
      name: '甲钢厂',
      kind: 'mill',
      ownerName: '跑外销售',
      remark: '门卫登记',
      visits: 0,
      lastVisitAt: null,
      people: [{ name: '李工', role: '销售', mobile: '13812345678' }],
      pictures: [{ id: second.id, name: '厂区.png', type: 'image/png' }, { id: first.id }],
    })
    const change = { id, version: 1, ...form('甲钢厂', { kind: 'port', pictureIds: [first.id] }) }
    expect((await seller.call(editVisitEnterprise, change)).data).toEqual({ id, version: 2 })
    const newer = { kind: 'port', customer: null, pictures: [{ id: first.id, type: 'image/png' }] }
    expect(await seller.call(editVisitEnterprise, change)).toMatchObject({ code: 601, data: newer })
    const { data } = await seller.call(querySiteChanges, { id })
    expect(data.map(({ action }) => action)).toEqual(['visitEnterprise.edit', 'visitEnterprise.add'])
    expect(data[0]).toMatchObject({ fields: expect.arrayContaining(['kind', 'pictureIds']), actorName: '跑外销售' })
  })

  it('§5 refuses what cannot be, with the field', async () => {
    await add('同名厂')
    const wrong: [object, string][] = [
      [{ name: ' ' }, 'name'],
      [{ name: '同名厂' }, 'name'],
      [{ kind: 'castle' }, 'kind'],
      [{ regionId: '999999' }, 'regionId'],
      [{ pictureIds: ['999999'] }, 'pictureIds'],
      [{ pictureIds: [(await picture(seller, 'attachment')).id] }, 'pictureIds'],
      [{ pictureIds: Array.from({ length: 21 }, (_, at) => String(at + 1)) }, 'pictureIds'],
    ]
    for (const [changes, field] of wrong) {
      expect(await fieldOf(seller.call(addVisitEnterprise, form('乙钢厂', changes))), field).toEqual([400, field])
    }
    const foreign = await picture(colleague)
    expect(await seller.call(addVisitEnterprise, form('乙钢厂', { pictureIds: [foreign.id] }))).toMatchObject({
      status: 400,
      msg: '图片不存在或已过期，请重新上传',
    })
    const phone = await seller.call(
      addVisitEnterprise,
      form('乙钢厂', { people: [{ name: '王', role: '', mobile: '12' }] }),
    )
    expect(phone).toMatchObject({ status: 400, msg: '联系电话应为11位手机号码或带区号的座机' })
    expect(await listed({ name: '乙钢厂' })).toEqual([])
  })

  it('§8 a name that somebody else is adding at this moment is taken', async () => {
    const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    const reply = await db().transaction(async (tx) => {
      await lockNames(tx, 'visit_enterprises')
      await tx.insert(visitEnterprises).values({ name: '同时新增', kind: 'mill', ownerId: seller.id })
      let hasEnded = false
      const call = seller.call(addVisitEnterprise, form('同时新增')).finally(() => {
        hasEnded = true
      })
      while (!hasEnded && (await tx.execute(waiting)).rowCount === 0) await setTimeout(20)
      return { call }
    })
    expect(await reply.call).toMatchObject({ status: 400, msg: '已有同名的拜访企业' })
  })

  it('§2 are found by name, kind, products, person, region, customer, position and silence', async () => {
    const [province] = await db().insert(regions).values({ name: '测试省', level: 1 }).returning()
    const [city] = await db()
      .insert(regions)
      .values({ name: '测试市', level: 2, parentId: province?.id ?? null })
      .returning()
    const person = { name: '独孤工', role: '', mobile: '' }
    const id = await add('100%码头', { kind: 'port', products: '甲醇', regionId: city?.id, people: [person] })
    await seller.call(setVisitEnterprisePlace, { id, longitude: '120.15', latitude: '30.28' })
    const finds: VisitEnterpriseQuery[] = [
      ...[{ name: '%码' }, { kind: 'port' as const, products: '甲醇' }, { products: '甲醇' }, { person: '独孤' }],
      ...[{ regionId: province?.id ?? '' }, { hasPlace: true }, { silentDays: 30, name: '码头' }],
      { ownerId: seller.id, name: '码头', hasCustomer: false },
    ]
    for (const query of finds) expect(await listed(query), JSON.stringify(query)).toEqual(['100%码头'])
    expect(await listed({ name: '码头', hasPlace: false })).toEqual([])
    const { data } = await seller.call(getSiteProvinces, {})
    expect(data.provinces).toContainEqual({ id: province?.id, name: '测试省', count: 1 })
    expect((await seller.call(searchVisitEnterprises, { text: '码头' })).data).toEqual([
      { id, name: '100%码头', note: '测试省 测试市' },
    ])
  })

  it('meetings-visits-sharing.md "visit each n days": due after the last visit, or after it was added; overdue is found', async () => {
    const id = await add('周期钢厂', { visitDays: 30 })
    await add('不设周期的钢厂')
    await db().execute(sql`update visit_enterprises set created_at = '2026-01-05T09:00:00+08:00' where id = ${id}`)
    const rowOf = async () =>
      (await seller.call(queryVisitEnterprises, { name: '周期钢厂', overdue: true, mine: true })).data.records
    expect(await rowOf()).toMatchObject([{ name: '周期钢厂', visitDays: 30, dueOn: '2026-02-04', isOverdue: true }])
    expect(await listed({ name: '周期的钢厂', overdue: true })).toEqual([])
    await db().execute(sql`insert into visits (enterprise_id, owner_id, created_by_id, planned_at, aim, state, arrived_at)
      values (${id}, ${seller.id}, ${seller.id}, now(), '走访', 'visited', now())`)
    expect(await rowOf()).toEqual([])
    expect(await read(id)).toMatchObject({ isOverdue: false, visits: 1 })
    const wrong = await seller.call(addVisitEnterprise, form('错周期', { visitDays: 0 }))
    expect(wrong).toMatchObject({ status: 400 })
  })

  it('meetings-visits-sharing.md: positions off the map are refused', async () => {
    const id = await add('丙钢厂')
    const place = (longitude: string | null, latitude: string | null) =>
      seller.call(setVisitEnterprisePlace, { id, longitude, latitude })
    expect(await place('30.287459', '120.153576')).toMatchObject({
      status: 400,
      msg: '经度应在 73 到 136 之间（中国境内）',
    })
    expect(await fieldOf(place('120.1', null))).toEqual([400, 'latitude'])
    expect(await fieldOf(place('120.1234567', '30'))).toEqual([400, 'longitude'])
    expect((await place('120.153576', '30.287459')).code).toBe(200)
    expect(await read(id)).toMatchObject({ longitude: '120.153576', latitude: '30.287459' })
    expect((await place(null, null)).code).toBe(200)
    expect(await read(id)).toMatchObject({ longitude: null })
  })

  it('§6 a customer of somebody else can be neither linked nor seen', async () => {
    const id = await add('丁钢厂')
    const own = await makeEnterprise(db(), { ownerId: seller.id, name: '丁公司' })
    const foreign = await makeEnterprise(db(), { ownerId: colleague.id, name: '别人的公司' })
    const link = (customerId: string | null, siteId = id) =>
      seller.call(linkVisitEnterprise, { id: siteId, customerId })
    expect(await link(foreign.id)).toMatchObject({ code: 20404 })
    expect((await link(own.id)).code).toBe(200)
    await db()
      .insert(enterpriseContacts)
      .values([
        { enterpriseId: own.id, name: '丁主任', position: '采购', mobile: '13800001235', isMain: true },
        { enterpriseId: own.id, name: '已走的人', leftOn: '2026-01-01' },
      ])
    // its own fields are shown as they are now, with its numbers masked for who may not edit customers
    const contacts = [{ name: '丁主任', role: '采购', mobile: '138****1235' }]
    const customer = { name: '丁公司', contacts }
    expect(await read(id)).toMatchObject({ customerId: own.id, customerName: '丁公司', customer })
    expect(await fieldOf(link(own.id, await add('丁二厂')))).toEqual([400, 'customerId'])
  })

  it('meetings-visits-sharing.md: name and owner of a linked one are the customer’s, in lists, search, scope and acts', async () => {
    const id = await add('戊号厂区')
    const customer = await makeEnterprise(db(), { ownerId: seller.id, name: '归属随客户的公司' })
    const rename = (changes: Partial<typeof enterprises.$inferInsert>) =>
      db().update(enterprises).set(changes).where(eq(enterprises.id, customer.id))
    await seller.call(linkVisitEnterprise, { id, customerId: customer.id })
    expect(await listed({ name: '随客户的' })).toEqual(['归属随客户的公司'])
    expect(await listed({ name: '戊号' })).toEqual([])
    await rename({ name: '改了名的公司', ownerId: colleague.id })
    expect(await seller.call(getVisitEnterprise, { id })).toMatchObject({ code: 20404 })
    expect(await read(id, colleague)).toMatchObject({ name: '改了名的公司', ownerId: colleague.id, ownerName: '同事' })
    expect(await listed({ mine: true, name: '改了名' }, colleague)).toEqual(['改了名的公司'])
    expect(await listed({ ownerId: colleague.id, name: '改了名' }, administrator)).toEqual(['改了名的公司'])
    expect((await colleague.call(searchVisitEnterprises, { text: '改了名' })).data).toMatchObject([{ id }])
    // what the customer says is not changed here, whatever is sent
    const sent = { id, version: 2, ...form('别的名字', { kind: 'port' }) }
    expect((await colleague.call(editVisitEnterprise, sent)).code).toBe(200)
    expect(await read(id, colleague)).toMatchObject({ name: '改了名的公司', kind: 'port' })
    expect(await colleague.call(setVisitEnterpriseOwner, { id, ownerId: seller.id })).toMatchObject({ code: 409 })
    const moving = { ids: [id], ownerIds: [seller.id] }
    expect(await colleague.call(reallocateVisitEnterprises, moving)).toMatchObject({ code: 409 })
    const own = await add('同时分配的厂', {}, colleague)
    const preview = await colleague.call(reallocateVisitEnterprises, { ...moving, ids: [id, own] })
    expect(preview.data).toMatchObject({
      preview: {
        groups: [{ names: ['同时分配的厂'] }, { title: '归属随关联的客户，不变更', names: ['改了名的公司'] }],
      },
    })
    await rename({ ownerId: null })
    expect(await colleague.call(getVisitEnterprise, { id })).toMatchObject({ code: 20404 })
    expect(await read(id, administrator)).toMatchObject({ ownerId: null, ownerName: '' })
    await rename({ ownerId: colleague.id })
    // alone again it has its own name, and stays with who had it
    await colleague.call(linkVisitEnterprise, { id, customerId: null })
    expect(await read(id, colleague)).toMatchObject({ name: '戊号厂区', ownerName: '同事', customer: null })
  })

  it('meetings-visits-sharing.md: capacity by product and devices are rows with numbers, found by their state', async () => {
    const capacities = [
      { product: '热卷', amount: '300', unit: '万吨/年' },
      { product: '中板', amount: '12.5', unit: '万吨' },
    ]
    const equipment = [
      { name: '1 号热轧线', amount: '300', unit: '万吨/年', state: 'running' },
      { name: '2 号炉', amount: null, unit: '吨', state: 'stopped' },
    ]
    const id = await add('己号带装置的厂', { capacities, equipment })
    expect(await read(id)).toMatchObject({ capacities, equipment, capacityText: '热卷 300 万吨/年；中板 12.5 万吨' })
    expect(await listed({ deviceState: 'stopped' })).toEqual(['己号带装置的厂'])
    expect(await listed({ deviceState: 'repairing' })).toEqual([])
    const [capacity] = capacities
    for (const wrong of [
      { capacities: [{ ...capacity, amount: '一百' }] },
      { capacities: [{ ...capacity, unit: '斤' }] },
      { capacities: [{ ...capacity, product: ' ' }] },
      { capacities: Array.from({ length: 21 }, () => capacity) },
      { equipment: [{ ...equipment[0], state: 'lost' }] },
    ]) {
      expect(await seller.call(addVisitEnterprise, form('庚号厂', wrong)), JSON.stringify(wrong)).toMatchObject({
        status: 400,
      })
    }
  })
})

describe('whose they are', () => {
  it('§6 they are in sales scope: one’s own, those of people below, all for administrators', async () => {
    const id = await add('戊钢厂')
    expect(await listed({ name: '戊钢厂' }, colleague)).toEqual([])
    expect(await colleague.call(getVisitEnterprise, { id })).toMatchObject({ code: 20404 })
    expect(await colleague.call(removeVisitEnterprises, { ids: id })).toMatchObject({ code: 20404 })
    expect(await listed({ name: '戊钢厂' }, administrator)).toEqual(['戊钢厂'])
    await db().update(users).set({ saleParentId: colleague.id }).where(eq(users.id, seller.id))
    expect(await listed({ name: '戊钢厂' }, colleague)).toEqual(['戊钢厂'])
    await db().update(users).set({ saleParentId: null }).where(eq(users.id, seller.id))
  })

  it('§6 mobile numbers are masked for who may not edit, and no act is open without its right', async () => {
    await db().update(users).set({ saleParentId: reader.id }).where(eq(users.id, seller.id))
    const id = await add('己钢厂')
    expect((await read(id, reader)).people).toEqual([{ name: '李工', role: '销售', mobile: '138****5678' }])
    for (const [endpoint, input] of [
      [addVisitEnterprise, form('庚')],
      [editVisitEnterprise, { id, version: 1, ...form('庚') }],
      [getVisitEnterpriseForm, { id }],
      [removeVisitEnterprises, { ids: id }],
      [setVisitEnterprisePlace, { id, longitude: null, latitude: null }],
      [linkVisitEnterprise, { id, customerId: null }],
      [setVisitEnterpriseOwner, { id, ownerId: reader.id }],
      [reallocateVisitEnterprises, { ids: [id], ownerIds: [reader.id] }],
      [visitEnterpriseImport.template, {}],
    ] as const) {
      expect(await reader.call(endpoint, input as never), endpoint.path).toMatchObject({ status: 403 })
    }
    await db().update(users).set({ saleParentId: null }).where(eq(users.id, seller.id))
  })

  it('product.md "Reallocation": they are distributed after a preview, with the planned visits of the former owner', async () => {
    const ids = [await add('辛一厂'), await add('辛二厂'), await add('辛三厂')]
    const plan = { enterpriseId: ids[0] ?? '', plannedAt: new Date().toISOString(), aim: '看库存' }
    await seller.call(addVisit, plan)
    const input = { ids, ownerIds: [colleague.id, seller.id] }
    const asked = await seller.call(reallocateVisitEnterprises, input)
    expect(asked).toMatchObject({
      code: 600,
      data: {
        preview: {
          text: '2 家企业变更归属，原归属人的 1 条已计划拜访一并移交',
          groups: [{ title: '给同事的拜访企业', count: 2, names: ['辛一厂', '辛三厂'] }],
        },
      },
    })
    const { done } = await confirm(server(), seller, reallocateVisitEnterprises, input)
    expect(done.data).toEqual({ moved: 2, visits: 1 })
    expect(await listed({ name: '辛' })).toEqual(['辛二厂'])
    const { records } = (await colleague.call(queryVisits, { enterpriseId: ids[0] ?? '' })).data
    expect(records).toMatchObject([{ ownerName: '同事', isOwn: true, aim: '看库存' }])
    expect(await seller.call(reallocateVisitEnterprises, { ids: [ids[1] ?? ''], ownerIds: ['999999'] })).toMatchObject({
      status: 400,
      msg: '接收人不存在',
    })
  })

  it('§8 one with visits is not deleted (603), another is', async () => {
    const [used, unused] = [await add('壬钢厂'), await add('癸钢厂')]
    await seller.call(addVisit, { enterpriseId: used, plannedAt: new Date().toISOString(), aim: '回访' })
    expect(await seller.call(removeVisitEnterprises, { ids: `${used},${unused}` })).toMatchObject({
      code: 603,
      data: [{ id: used, by: [{ kind: '拜访记录', count: 1 }] }],
    })
    expect((await seller.call(removeVisitEnterprises, { ids: unused })).code).toBe(200)
    expect(await listed({ name: '癸钢厂' })).toEqual([])
  })
})

describe('the import', () => {
  it('§2 reports wrong cells by row, and saves the rest with people and position', async () => {
    await add('已有的厂')
    const header = visitEnterpriseImport.columns.map((column) => column.header).join(',')
    const line = (values: Record<string, string>) =>
      visitEnterpriseImport.columns.map(({ key }) => `"${values[key] ?? ''}"`).join(',')
    const sheet = [
      header,
      line({ name: '导入的厂', kind: '港口', place: '121.5,31.2', person: '赵工', personMobile: '13900001111' }),
      line({ name: '已有的厂', kind: '生产企业' }),
      line({ name: '国外的厂', kind: '仓库', place: '2.35,48.85' }),
      line({ name: '没人的厂', kind: '仓库', personMobile: '13900001111', owner: 'nobody.here' }),
    ].join('\n')
    const opened = await seller.call(visitEnterpriseImport.open, {
      fileId: await bring(server(), seller, sheet),
      hasHeader: true,
    })
    const problems = opened.data.records.flatMap(({ number, problems: some }) =>
      some.map(({ key, message }) => `${number} ${key} ${message}`),
    )
    expect(problems.toSorted()).toEqual([
      '3 name 归属人已有同名的拜访企业',
      '4 place 经度应在 73 到 136 之间（中国境内）',
      '5 owner 归属人“nobody.here”不存在或不在您的范围内',
      '5 person 请输入联系人',
    ])
    const saved = await seller.call(visitEnterpriseImport.save, {
      id: opened.data.id,
      version: opened.data.version,
      mode: 'correct',
    })
    await endOf(seller, saved.data.jobId)
    const { records } = (await seller.call(queryVisitEnterprises, { name: '导入的厂' })).data
    expect(records).toMatchObject([{ kind: 'port', longitude: '121.500000', ownerName: '跑外销售' }])
    expect((await read(records[0]?.id ?? '')).people).toEqual([{ name: '赵工', role: '', mobile: '13900001111' }])
  })
})
