// Follow-ups over HTTP: a record with its reminder, which a newer one ends.
import { desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { removeEnterprises } from '#contract/members/customers.ts'
import { type CustomerValueQuery, queryCustomerValues } from '#contract/service/customer-values.ts'
import {
  addFollowUp,
  editFollowUp,
  exportFollowUps,
  FIGURE_SILENT_DAYS,
  type FollowUpQuery,
  getDueDays,
  getFollowChoices,
  getFollowUp,
  getFollowUpFigures,
  queryFollowUps,
  removeFollowUps,
} from '#contract/service/follow-ups.ts'
import { storeFile } from '#server/core/files/files.ts'
import { fileUses } from '#server/db/schema/core/files.ts'
import { enterpriseContacts } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { followUps } from '#server/db/schema/service.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { makeEnterprise, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
let seller: Person
let colleague: Person
let reader: Person
let administrator: Person

const today = dayOf(Date.now())
const inDays = (days: number) => addDays(today, days)
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const call = (changes: object = {}) => ({
  way: 'phone' as const,
  at: ago(1),
  result: 'reached' as const,
  content: '了解续费意向',
  ...changes,
})

beforeAll(async () => {
  const rights = ['view', 'add', 'edit', 'delete', 'details', 'count', 'exportBtn'].map((alias) => `followUp.${alias}`)
  const role = await makeRole(db(), ...rights, 'customerList.view', 'customerList.delete')
  seller = await server().as(role.code, { realName: '跟进销售' })
  colleague = await server().as(role.code, { realName: '另一位' })
  reader = await server().as((await makeRole(db(), 'followUp.view')).code)
  administrator = await server().as('administrator')
})

const customer = async (name: string, ownerId = seller.id) => (await makeEnterprise(db(), { ownerId, name })).id
const add = async (enterpriseId: string, changes: object = {}) => {
  const reply = await seller.call(addFollowUp, { enterpriseId, ...call(changes) })
  expect(reply.msg).toBe('操作成功')
  return reply.data
}
const upload = async (by: Person, name: string) => {
  const file = {
    core: server().server.core,
    name,
    source: Buffer.from(name),
    purpose: 'attachment' as const,
    ownerId: by.id,
  }
  return (await db().transaction((tx) => storeFile(tx, file))).id
}
const read = async (id: string) => (await seller.call(getFollowUp, { id })).data
const listed = async (query: FollowUpQuery, by = seller) =>
  (await by.call(queryFollowUps, { size: 100, ...query })).data.records
const contact = async (enterpriseId: string, changes: object = {}) => {
  const [row] = await db()
    .insert(enterpriseContacts)
    .values({ enterpriseId, name: '李工', ...changes })
    .returning()
  return row?.id ?? ''
}

describe('adding', () => {
  it('product.md "Service": a record keeps its contact by name and sets the next day', async () => {
    const enterpriseId = await customer('甲化工')
    const contactId = await contact(enterpriseId)
    const { id } = await add(enterpriseId, { contactId, mood: 'good', nextOn: inDays(3), nextText: ' 发报价 ' })
    expect(await read(id)).toMatchObject({
      enterpriseName: '甲化工',
      contactId,
      contactName: '李工',
      mood: 'good',
      authorName: '跟进销售',
      nextOn: inDays(3),
      nextText: '发报价',
      nextUserId: null,
      nextUserName: '跟进销售',
      isOpen: true,
      canChange: true,
      before: null,
      after: null,
      endedBy: null,
    })
  })

  it('issue 36.4 "files in a record": tied to it, read by a link, kept by an edit that does not name them', async () => {
    const enterpriseId = await customer('附件公司')
    const [quote, plan] = [await upload(seller, '报价.txt'), await upload(seller, '方案.txt')]
    const foreign = await upload(colleague, '别人.txt')
    const given = (attachmentIds: string[]) => seller.call(addFollowUp, { enterpriseId, ...call({ attachmentIds }) })
    expect(await given([foreign])).toMatchObject({ status: 400, data: { fields: [{ field: 'attachmentIds' }] } })
    const { id } = (await given([quote, plan])).data
    const names = async () => (await read(id)).files.map(({ name }) => name)
    expect(await names()).toEqual(['报价.txt', '方案.txt'])
    expect((await listed({ enterpriseId }))[0]?.files[0]).toMatchObject({
      id: quote,
      url: expect.stringContaining(quote),
    })
    const edited = await seller.call(editFollowUp, { id, version: 1, ...call({ content: '改了内容' }) })
    expect(edited.data).toEqual({ id, version: 2 })
    expect(await names()).toEqual(['报价.txt', '方案.txt'])
    // the administrator keeps what another has uploaded
    const kept = { id, version: 2, ...call({ attachmentIds: [plan] }) }
    expect(await administrator.call(editFollowUp, kept)).toMatchObject({ code: 200, data: { id, version: 3 } })
    expect(await names()).toEqual(['方案.txt'])
    const [act] = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.targetId, id))
      .orderBy(desc(auditLog.id))
      .limit(1)
    expect(act?.after).toMatchObject({ attachments: ['方案.txt'] })
    await seller.call(removeFollowUps, { ids: id })
    expect(await db().$count(fileUses, eq(fileUses.targetType, 'followUp'))).toBe(0)
  })

  it('§5 601 carries the newer record as it is listed, its files with their links', async () => {
    const enterpriseId = await customer('同改公司')
    const { id } = await add(enterpriseId)
    const attachmentIds = [await upload(seller, '新方案.txt')]
    expect((await seller.call(editFollowUp, { id, version: 1, ...call({ attachmentIds }) })).code).toBe(200)
    const stale = await seller.call(editFollowUp, { id, version: 1, ...call({ content: '没看到附件' }) })
    const [row] = await listed({ enterpriseId })
    const [file] = row?.files ?? []
    const url = expect.stringContaining(`/api/backend/file/${file?.id}?user=${seller.id}&`)
    expect(stale).toMatchObject({ code: 601, data: { ...row, files: [{ ...file, name: '新方案.txt', url }] } })
  })

  it('operations-service-ai.md: a newer record ends the older one’s reminder, an older one does not', async () => {
    const enterpriseId = await customer('乙石化')
    const first = await add(enterpriseId, { at: ago(5), nextOn: inDays(1) })
    const second = await add(enterpriseId, { at: ago(2), nextOn: inDays(7) })
    expect(await read(first.id)).toMatchObject({ isOpen: false, after: second.id, endedBy: { id: second.id } })
    const late = await add(enterpriseId, { at: ago(4) })
    expect(await read(second.id)).toMatchObject({ isOpen: true, before: late.id })
    const refused = await seller.call(addFollowUp, { enterpriseId, ...call({ at: ago(3), nextOn: inDays(2) }) })
    expect(refused).toMatchObject({ status: 400, data: { fields: [{ field: 'nextOn' }] } })
    await add(enterpriseId)
    expect(await read(second.id)).toMatchObject({ isOpen: false })
    expect(await listed({ enterpriseId, isOpen: true })).toEqual([])
  })

  it('operations-service-ai.md: of several at the same time, one reminder stays open', async () => {
    const enterpriseId = await customer('并发公司')
    const at = Array.from({ length: 6 }, (_, index) => ago(6 - index))
    const replies = await Promise.all(
      at.map((moment) => seller.call(addFollowUp, { enterpriseId, ...call({ at: moment, nextOn: inDays(5) }) })),
    )
    expect(replies.every(({ code, status }) => code === 200 || status === 400)).toBe(true)
    expect(await listed({ enterpriseId, isOpen: true })).toHaveLength(1)
  })

  it('§5 refuses what cannot be, with the field', async () => {
    const enterpriseId = await customer('丙能源')
    const other = await customer('丁能源')
    const foreign = await contact(other)
    const left = await contact(enterpriseId, { leftOn: today })
    const wrong: [object, string][] = [
      [{ at: ago(-1) }, 'at'],
      [{ contactId: foreign }, 'contactId'],
      [{ contactId: left }, 'contactId'],
      [{ nextOn: inDays(-1) }, 'nextOn'],
      [{ nextOn: inDays(4_000) }, 'nextOn'],
      [{ nextOn: inDays(1), nextUserId: colleague.id }, 'nextUserId'],
      [{ content: ' ' }, 'content'],
      [{ way: 'fax' }, 'way'],
    ]
    for (const [changes, field] of wrong) {
      const reply = await seller.call(addFollowUp, { enterpriseId, ...call(changes) })
      expect(reply, field).toMatchObject({ status: 400, data: { fields: [{ field }] } })
    }
    expect(await listed({ enterpriseId })).toEqual([])
  })

  it('§6 offers the contacts who still work there, the main one first, and the open reminder', async () => {
    const enterpriseId = await customer('戊贸易')
    await contact(enterpriseId, { name: '已走', leftOn: today })
    await contact(enterpriseId, { name: '次要' })
    await contact(enterpriseId, { name: '主要', isMain: true })
    const { id } = await add(enterpriseId, { nextOn: today })
    const { data } = await seller.call(getFollowChoices, { enterpriseId })
    expect(data).toMatchObject({ ownerName: '跟进销售', open: { id, nextOn: today } })
    expect(data.contacts.map(({ name }) => name)).toEqual(['主要', '次要'])
  })
})

describe('editing and deleting', () => {
  it('§7 is by version, and only of the newest reminder', async () => {
    const enterpriseId = await customer('己化工')
    const first = await add(enterpriseId, { at: ago(3), nextOn: inDays(1) })
    const change = { id: first.id, version: 1, ...call({ at: ago(3), content: '改过', nextOn: inDays(2) }) }
    expect((await seller.call(editFollowUp, change)).data).toEqual({ id: first.id, version: 2 })
    expect(await seller.call(editFollowUp, change)).toMatchObject({ code: 601, data: { content: '改过' } })
    await add(enterpriseId, { nextOn: inDays(9) })
    const late = await seller.call(editFollowUp, { ...change, version: 2, nextOn: inDays(4) })
    expect(late).toMatchObject({ status: 400, data: { fields: [{ field: 'nextOn' }] } })
    expect((await seller.call(editFollowUp, { ...change, version: 2, content: '只改内容' })).code).toBe(200)
  })

  it('operations-service-ai.md: the reminder that a deleted record had ended is open again', async () => {
    const enterpriseId = await customer('庚化工')
    const first = await add(enterpriseId, { at: ago(3), nextOn: inDays(1) })
    const second = await add(enterpriseId, { at: ago(2), nextOn: inDays(5) })
    const third = await add(enterpriseId)
    await seller.call(removeFollowUps, { ids: second.id })
    expect(await read(first.id)).toMatchObject({ isOpen: false, endedBy: { id: third.id } })
    await seller.call(removeFollowUps, { ids: third.id })
    expect(await read(first.id)).toMatchObject({ isOpen: true, endedBy: null })
  })

  it('§6 is for its author and for administrators', async () => {
    const enterpriseId = await customer('辛化工')
    const { id } = await add(enterpriseId)
    const other = await administrator.call(addFollowUp, { enterpriseId, ...call() })
    const edited = { id: other.data.id, version: 1, ...call() }
    expect(await seller.call(editFollowUp, edited)).toMatchObject({ status: 403, msg: '只能修改和删除自己的跟进记录' })
    expect(await seller.call(removeFollowUps, { ids: `${id},${other.data.id}` })).toMatchObject({ status: 403 })
    expect(await listed({ enterpriseId })).toHaveLength(2)
    expect((await administrator.call(removeFollowUps, { ids: `${id},${other.data.id}` })).code).toBe(200)
  })

  it('§8 a customer with follow-ups is not deleted (603)', async () => {
    const enterpriseId = await customer('壬化工')
    await add(enterpriseId)
    const reply = await seller.call(removeEnterprises, { ids: enterpriseId })
    expect(reply).toMatchObject({ code: 603, data: [{ by: [{ kind: '跟进记录', count: 1 }] }] })
  })
})

describe('lists and figures', () => {
  it('§2 find by customer, contact, content, way, result, day and what is due', async () => {
    const enterpriseId = await customer('100%石化')
    const contactId = await contact(enterpriseId, { name: '赵总' })
    const at = ago(1)
    const { id } = await add(enterpriseId, {
      at,
      contactId,
      way: 'visit',
      result: 'agreed',
      content: '谈乙烯长约',
      nextOn: today,
    })
    const finds: FollowUpQuery[] = [
      ...[
        { enterpriseName: '%石' },
        { contactName: '赵' },
        { content: '乙烯' },
        { contactId },
        { due: 'today' as const },
      ],
      ...[{ way: 'visit' as const }, { result: 'agreed' as const }, { mine: true }, { authorId: seller.id }],
      ...[
        { nextFrom: today, nextTo: today },
        { from: dayOf(at), to: dayOf(at) },
      ],
    ]
    for (const query of finds) {
      const found = await listed({ enterpriseId, ...query })
      expect(
        found.map((row) => row.id),
        JSON.stringify(query),
      ).toEqual([id])
    }
    for (const query of [{ due: 'overdue' as const }, { way: 'mail' as const }, { isOpen: false }, { mine: false }]) {
      expect(await listed({ enterpriseId, ...query }), JSON.stringify(query)).toEqual([])
    }
  })

  it('§6 show records of customers in scope, and who may not sees none', async () => {
    const enterpriseId = await customer('癸化工')
    const { id } = await add(enterpriseId)
    expect(await listed({ enterpriseId }, colleague)).toEqual([])
    expect(await colleague.call(getFollowUp, { id })).toMatchObject({ code: 20404 })
    expect(await colleague.call(addFollowUp, { enterpriseId, ...call() })).toMatchObject({ code: 20404 })
    for (const [endpoint, input] of [
      [addFollowUp, { enterpriseId, ...call() }],
      [editFollowUp, { id, version: 1, ...call() }],
      [removeFollowUps, { ids: id }],
      [getFollowUp, { id }],
      [getFollowUpFigures, {}],
      [exportFollowUps, { query: {} }],
    ] as const) {
      expect(await reader.call(endpoint, input as never), endpoint.path).toMatchObject({ status: 403 })
    }
  })

  it('§6 the next one falls to the owner where the person named for it has left', async () => {
    const enterpriseId = await customer('交接公司')
    await db().update(users).set({ saleParentId: colleague.id }).where(eq(users.id, seller.id))
    const { id } = await add(enterpriseId, { nextOn: today, nextUserId: colleague.id })
    const mine = async (by: Person) => (await listed({ enterpriseId, due: 'now', mine: true }, by)).map((row) => row.id)
    expect([await mine(colleague), await mine(seller)]).toEqual([[id], []])
    await db().update(users).set({ status: 'disabled' }).where(eq(users.id, colleague.id))
    expect(await mine(seller)).toEqual([id])
    expect((await read(id)).nextUserName).toBe('跟进销售')
    await db().update(users).set({ status: 'enabled' }).where(eq(users.id, colleague.id))
    await db().update(users).set({ saleParentId: null }).where(eq(users.id, seller.id))
  })

  it('product.md "Service": the figures and the days of the calendar equal their lists', async () => {
    const salesman = await server().as((await makeRole(db(), 'followUp.view', 'followUp.add', 'followUp.count')).code)
    for (const [name, days] of Object.entries({ 今: 0, 明: 1, 后: 2, 同后: 2 })) {
      const enterpriseId = await customer(`日历${name}`, salesman.id)
      await salesman.call(addFollowUp, { enterpriseId, ...call({ nextOn: inDays(days) }) })
    }
    const aged = (name: string, days: number) =>
      makeEnterprise(db(), {
        ownerId: salesman.id,
        name,
        createdAt: new Date(Date.now() - days * 86_400_000).toISOString(),
      })
    await aged('新来没人跟', 29)
    await aged('早就没人跟', 30)
    const before = await aged('以前跟过', 90)
    await db()
      .insert(followUps)
      .values({
        enterpriseId: before.id,
        way: 'visit',
        at: new Date(Date.now() - 31 * 86_400_000).toISOString(),
        result: 'agreed',
        content: '回访',
        nextOn: inDays(-1),
        authorId: salesman.id,
      })
    const figures = (await salesman.call(getFollowUpFigures, { days: 7 })).data
    expect(figures).toMatchObject({ total: 4, customers: 4, overdue: 1, dueToday: 1, dueLater: 3, silent: 2 })
    expect(figures.ways).toEqual([{ way: 'phone', count: 4 }])
    const records = async (query: FollowUpQuery) => (await salesman.call(queryFollowUps, query)).data.total
    const customers = async (query: CustomerValueQuery) => (await salesman.call(queryCustomerValues, query)).data.total
    for (const days of [7, 90]) {
      const {
        total,
        customers: followed,
        ways,
        results,
        authors,
      } = (await salesman.call(getFollowUpFigures, { days })).data
      const within = { from: inDays(1 - days), to: today }
      expect(await records(within)).toBe(total)
      expect(await customers({ followedWithin: days })).toBe(followed)
      for (const { way, count } of ways) expect(await records({ ...within, way })).toBe(count)
      for (const { result, count } of results) expect(await records({ ...within, result })).toBe(count)
      for (const { id, count } of authors) expect(await records({ ...within, authorId: id })).toBe(count)
    }
    expect({
      overdue: await records({ due: 'overdue' }),
      dueToday: await records({ due: 'today' }),
      dueLater: await records({ due: 'later' }),
      silent: await customers({ silentFrom: FIGURE_SILENT_DAYS }),
    }).toEqual({ overdue: 1, dueToday: 1, dueLater: 3, silent: 2 })
    const { data } = await salesman.call(getDueDays, { from: today, to: inDays(30) })
    expect(data).toEqual({
      overdue: 1,
      today: 1,
      days: [
        { day: today, count: 1 },
        { day: inDays(1), count: 1 },
        { day: inDays(2), count: 2 },
      ],
    })
    for (const { day, count } of data.days) {
      expect(await listed({ isOpen: true, nextFrom: day, nextTo: day }, salesman)).toHaveLength(count)
    }
    expect(await salesman.call(getDueDays, { from: today, to: inDays(90) })).toMatchObject({ status: 400 })
  })
})
