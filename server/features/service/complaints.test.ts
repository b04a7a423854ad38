// Complaints over HTTP: from their entry to their end, who handles them, and what hangs on whom.
import { and, desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { removeEnterprises } from '#contract/members/customers.ts'
import { handOver } from '#contract/organisation/handover.ts'
import { deleteUser } from '#contract/organisation/users.ts'
import {
  addComplaint,
  assignComplaint,
  type ComplaintQuery,
  exportComplaints,
  getComplaint,
  handleComplaint,
  queryComplaints,
} from '#contract/service/complaints.ts'
import { queryCustomerStream } from '#contract/service/customer-stream.ts'
import { getFollowChoices } from '#contract/service/follow-ups.ts'
import { enterpriseContacts } from '#server/db/schema/members/members.ts'
import { auditLog, pushMessages } from '#server/db/schema/system/system.ts'
import { confirm } from '#test/confirm.ts'
import { makeEnterprise, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { cellsOf, download, endOf } from '#test/sheets.ts'

const server = testServer()
const db = () => server().database.db
let seller: Person
/** Sees the seller's customers, as the superior. */
let superior: Person
let colleague: Person
let reader: Person
let administrator: Person

const today = dayOf(Date.now())
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

beforeAll(async () => {
  const rights = ['view', 'add', 'edit', 'details', 'exportBtn'].map((alias) => `complaint.${alias}`)
  const role = await makeRole(
    db(),
    ...rights,
    'customerList.view',
    'customerList.delete',
    'customerList.serviceRecords',
  )
  superior = await server().as(role.code, { realName: '投诉主管' })
  seller = await server().as(role.code, { realName: '投诉销售', saleParentId: superior.id })
  colleague = await server().as(role.code, { realName: '另一位' })
  const viewing = await makeRole(db(), 'complaint.view')
  reader = await server().as(viewing.code, { realName: '只看的人' })
  administrator = await server().as('administrator')
})

const customer = async (name: string, ownerId: string | null = seller.id) =>
  (await makeEnterprise(db(), { ownerId, name })).id
const form = (changes: object = {}) => ({ way: 'phone' as const, at: ago(2), content: ' 日报发得太晚 ', ...changes })
const add = async (enterpriseId: string, changes: object = {}, by = seller) => {
  const reply = await by.call(addComplaint, { enterpriseId, ...form(changes) })
  expect(reply.msg).toBe('操作成功')
  return reply.data
}
const read = async (id: string, by = seller) => (await by.call(getComplaint, { id })).data
const listed = async (query: ComplaintQuery, by = seller) =>
  (await by.call(queryComplaints, { size: 100, ...query })).data.records
const noticesOf = async ({ id }: Person) =>
  (
    await db()
      .select({ data: pushMessages.data })
      .from(pushMessages)
      .where(and(eq(pushMessages.userId, id), eq(pushMessages.type, 'notice')))
      .orderBy(desc(pushMessages.id))
  ).map(({ data }) => data as { title: string; content: string; link: string })

describe('a complaint', () => {
  it('issue 36.4 "complaints as a kind of record with state and owner": goes from its entry to its end', async () => {
    const enterpriseId = await customer('投诉甲化工')
    const [contact] = await db().insert(enterpriseContacts).values({ enterpriseId, name: '李工' }).returning()
    const { id } = await add(
      enterpriseId,
      { contactId: contact?.id, solveBy: addDays(today, 3), ownerId: seller.id },
      superior,
    )
    expect((await noticesOf(seller))[0]).toEqual({
      title: '有新的客户投诉待您处理',
      content: '投诉甲化工：日报发得太晚',
      link: `/userControl/customerManagement/complaint?${new URLSearchParams({ enterpriseName: '投诉甲化工' })}`,
    })
    expect(await read(id)).toMatchObject({
      enterpriseName: '投诉甲化工',
      contactName: '李工',
      content: '日报发得太晚',
      state: 'open',
      solution: '',
      ownerName: '投诉销售',
      authorName: '投诉主管',
      solveBy: addDays(today, 3),
      solvedAt: null,
      version: 1,
    })
    const act = (name: 'start' | 'note' | 'solve' | 'reopen', version: number, note = '已联系编辑部') =>
      seller.call(handleComplaint, { id, version, act: name, note })
    expect(await act('note', 1)).toMatchObject({ code: 409, msg: '投诉待处理，请刷新后重试' })
    expect((await act('start', 1)).data).toEqual({ id, version: 2 })
    expect((await act('start', 1)).code, 'of an older state').toBe(601)
    expect((await act('note', 2)).code).toBe(200)
    expect((await act('solve', 3, '改为九点前发布')).code).toBe(200)
    expect((await noticesOf(superior))[0]).toMatchObject({ title: '您登记的投诉已由投诉销售解决' })
    expect(await read(id)).toMatchObject({ state: 'solved', solution: '改为九点前发布', solvedAt: expect.any(String) })
    expect((await act('note', 4)).code).toBe(409)
    expect((await act('reopen', 4, '客户不认可')).code).toBe(200)
    const found = await read(id)
    expect(found).toMatchObject({ state: 'working', solution: '', solvedAt: null })
    expect(found.steps.map(({ step, note, actorName }) => [step, note, actorName])).toEqual([
      ['add', '', '投诉主管'],
      ['start', '已联系编辑部', '投诉销售'],
      ['note', '已联系编辑部', '投诉销售'],
      ['solve', '改为九点前发布', '投诉销售'],
      ['reopen', '客户不认可', '投诉销售'],
    ])
    const acts = await db()
      .select({ action: auditLog.action, after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.targetType, 'complaint'), eq(auditLog.targetId, id)))
      .orderBy(auditLog.id)
    expect(acts.map(({ action }) => action.split('.')[1])).toEqual(['add', 'start', 'note', 'solve', 'reopen'])
    expect(acts[3]?.after).toEqual({ state: 'solved', solution: '改为九点前发布', progress: '改为九点前发布' })
  })

  it('§5 refuses what cannot be, with the field', async () => {
    const enterpriseId = await customer('投诉乙能源')
    const [foreign] = await db()
      .insert(enterpriseContacts)
      .values({ enterpriseId: await customer('投诉丙能源'), name: '外人' })
      .returning()
    const wrong: [object, string][] = [
      [{ at: ago(-1) }, 'at'],
      [{ contactId: foreign?.id }, 'contactId'],
      [{ solveBy: addDays(today, -1) }, 'solveBy'],
      [{ content: ' ' }, 'content'],
    ]
    for (const [changes, field] of wrong) {
      const reply = await seller.call(addComplaint, { enterpriseId, ...form(changes) })
      expect(reply, field).toMatchObject({ status: 400, data: { fields: [{ field }] } })
    }
  })

  it('issue 36.4 "an owner who can do the work": neither without the right nor without the customer', async () => {
    const enterpriseId = await customer('投诉丁能源')
    const given = (ownerId: string) => seller.call(addComplaint, { enterpriseId, ...form({ ownerId }) })
    expect(await given(reader.id)).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'ownerId', message: '处理人“只看的人”没有客户投诉的权限' }] },
    })
    expect(await given(colleague.id)).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'ownerId', message: '该员工看不到此客户，请选择其他人' }] },
    })
    const { id } = await add(enterpriseId)
    const assign = (ownerId: string, version = 1) =>
      seller.call(assignComplaint, { id, version, ownerId, note: '请协助' })
    expect((await assign(colleague.id)).status).toBe(400)
    expect((await assign(superior.id)).code).toBe(200)
    expect((await noticesOf(superior))[0]).toMatchObject({ title: '有客户投诉转给您处理' })
    expect(await read(id)).toMatchObject({ ownerName: '投诉主管', version: 2, solveBy: null })
    expect((await read(id)).steps.at(-1)).toMatchObject({ step: 'assign', note: '投诉主管：请协助' })
  })

  it('§5 of a customer in the pool is handled by who enters it', async () => {
    const enterpriseId = await customer('投诉公海', null)
    const { id } = await add(enterpriseId, {}, administrator)
    expect(await read(id, administrator)).toMatchObject({ ownerId: administrator.id })
  })
})

describe('complaints', () => {
  it('§5 are found by state, text, owner and day; what is not solved comes first, and the export is the list', async () => {
    const enterpriseId = await customer('投诉戊石化')
    const old = await add(enterpriseId, { at: ago(50), content: '发票抬头错误' })
    const solved = await add(enterpriseId, { at: ago(5) })
    const newest = await add(enterpriseId, { at: ago(1), solveBy: today })
    await seller.call(handleComplaint, { id: solved.id, version: 1, act: 'solve', note: '已解决' })
    const ids = async (query: ComplaintQuery) => (await listed({ enterpriseId, ...query })).map(({ id }) => id)
    expect(await ids({})).toEqual([newest.id, old.id, solved.id])
    expect(await ids({ state: 'solved' })).toEqual([solved.id])
    expect(await ids({ content: '抬头' })).toEqual([old.id])
    expect(await ids({ ownerId: colleague.id })).toEqual([])
    expect(await ids({ to: dayOf(Date.parse(ago(50))) })).toEqual([old.id])
    expect(await ids({ isOverdue: true }), 'its day is today').toEqual([])
    const columns = exportComplaints.columns.map(({ key }) => key)
    const wanted = { query: { enterpriseId }, columns, format: 'csv' as const, reason: '核对' }
    const { fileUrl } = await endOf(seller, (await seller.call(exportComplaints, wanted)).data.jobId)
    const cells = await cellsOf(await download(server(), fileUrl))
    expect(cells.slice(-4, -1).map((row) => [row[5], row[6], row[7]])).toEqual([
      ['日报发得太晚', '待处理', '投诉销售'],
      ['发票抬头错误', '待处理', '投诉销售'],
      ['日报发得太晚', '已解决', '投诉销售'],
    ])
  })

  it('§7 stand in the stream of the customer for who may see them', async () => {
    const enterpriseId = await customer('投诉己石化')
    await add(enterpriseId)
    const stream = async (by: Person) => (await by.call(queryCustomerStream, { enterpriseId, kind: 'complaint' })).data
    expect(await stream(seller)).toMatchObject([{ title: '投诉（待处理） · 电话', text: '日报发得太晚' }])
    const other = await makeRole(db(), 'customerList.view', 'customerList.serviceRecords')
    const unseeing = await server().as(other.code)
    const theirs = await customer('投诉己二', unseeing.id)
    await add(theirs, { ownerId: administrator.id }, administrator)
    expect((await unseeing.call(queryCustomerStream, { enterpriseId: theirs })).data).toEqual([])
  })

  it('§6 are refused without the right and out of scope', async () => {
    const enterpriseId = await customer('投诉庚石化')
    const { id } = await add(enterpriseId)
    const forbidden = { status: 403 }
    expect(await reader.call(addComplaint, { enterpriseId, ...form() })).toMatchObject(forbidden)
    expect(await reader.call(getComplaint, { id })).toMatchObject(forbidden)
    expect(await reader.call(handleComplaint, { id, act: 'start', note: '好' })).toMatchObject(forbidden)
    expect(await reader.call(assignComplaint, { id, ownerId: reader.id })).toMatchObject(forbidden)
    expect(await listed({ enterpriseId }, colleague)).toEqual([])
    const away = { code: 20404 }
    expect(await colleague.call(getComplaint, { id })).toMatchObject(away)
    expect(await colleague.call(handleComplaint, { id, act: 'start', note: '好' })).toMatchObject(away)
    expect(await colleague.call(addComplaint, { enterpriseId, ...form() })).toMatchObject(away)
    expect(await colleague.call(getFollowChoices, { enterpriseId })).toMatchObject(away)
    expect((await seller.call(getFollowChoices, { enterpriseId })).data).toMatchObject({ ownerName: '投诉销售' })
  })
})

describe('what hangs on a person or a customer', () => {
  it('issue 36.4 "open ones are in what hangs on a person": handed over, and an account that has some stays', async () => {
    const leaver = await server().as((await makeRole(db(), 'complaint.view', 'complaint.edit')).code)
    const enterpriseId = await customer('投诉辛石化', leaver.id)
    const { id } = await add(enterpriseId, {}, administrator)
    const solved = await add(enterpriseId, {}, administrator)
    await administrator.call(handleComplaint, { id: solved.id, version: 1, act: 'solve', note: '已解决' })
    const held = await administrator.call(deleteUser, { ids: leaver.id })
    expect(held).toMatchObject({
      code: 603,
      data: [{ by: expect.arrayContaining([{ kind: '未解决的投诉', count: 1 }]) }],
    })
    const { preview, done } = await confirm(server(), administrator, handOver, { fromId: leaver.id, toId: seller.id })
    expect(preview?.groups).toContainEqual({ title: '未解决的投诉', count: 1, names: ['投诉辛石化'] })
    expect(done.code).toBe(200)
    expect(await read(id)).toMatchObject({ ownerId: seller.id })
    expect(await read(solved.id)).toMatchObject({ ownerId: leaver.id })
  })

  it('§5 a customer with complaints is not deleted', async () => {
    const enterpriseId = await customer('投诉壬石化')
    await add(enterpriseId)
    expect(await seller.call(removeEnterprises, { ids: enterpriseId })).toMatchObject({
      code: 603,
      data: [{ by: [{ kind: '投诉', count: 1 }] }],
    })
  })
})
