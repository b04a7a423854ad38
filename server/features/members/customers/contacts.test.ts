// Contacts of an enterprise over HTTP: one main one, those who left, doubles and their merge; out of scope they are not found.
import { and, desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#contract/days.ts'
import {
  type ContactQuery,
  mergeContacts,
  queryContacts,
  removeContact,
  saveContact,
  setContactLeft,
} from '#contract/members/contacts.ts'
import { getEnterprise } from '#contract/members/customers.ts'
import { queryCustomerStream } from '#contract/service/customer-stream.ts'
import { databaseToday } from '#server/core/clock.ts'
import { followUps } from '#server/db/schema/service.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { confirm } from '#test/confirm.ts'
import { makeEnterprise, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
let sales: Person
let other: Person
let reader: Person
let nobody: Person
let day: string

beforeAll(async () => {
  const { code } = await makeRole(db(), 'customerList.view', 'customerList.edit', 'customerList.serviceRecords')
  sales = await server().as(code)
  other = await server().as(code)
  reader = await server().as((await makeRole(db(), 'customerList.view')).code, { saleParentId: null })
  nobody = await server().as((await makeRole(db(), 'userList.view')).code)
  day = await databaseToday(db())
})

type Form = Omit<Parameters<typeof sales.call<typeof saveContact>>[1], 'enterpriseId'>

/** An enterprise of `sales` with these contacts, the first of which is the main one. */
async function make(...forms: Form[]) {
  const enterprise = await makeEnterprise(db(), { ownerId: sales.id })
  const enterpriseId = enterprise.id
  const ids: string[] = []
  for (const form of forms) ids.push((await sales.call(saveContact, { enterpriseId, ...form })).data.id)
  const stored = async () => (await sales.call(getEnterprise, { id: enterpriseId })).data.contacts
  return {
    enterpriseId,
    ids: ids as [string, ...string[]],
    stored,
    mains: async () => (await stored()).map(({ name, isMain }) => (isMain ? `${name}*` : name)),
    list: async (query: Partial<ContactQuery> = {}) =>
      (await sales.call(queryContacts, { enterpriseId, ...query })).data.records,
  }
}

const follow = (enterpriseId: string, contactId: string, at: string) =>
  db().insert(followUps).values({
    enterpriseId,
    contactId,
    contactName: '当时的姓名',
    authorId: sales.id,
    at,
    way: 'visit',
    result: 'agreed',
    content: '拜访',
  })

describe('POST /api/backend/member/contact/save and remove', () => {
  it('keeps one main contact', async () => {
    const { enterpriseId, ids, mains, stored } = await make({ name: '甲' }, { name: '乙', mobile: '0571-88886666' })
    const [, second = ''] = ids
    expect(await mains()).toEqual(['甲*', '乙'])
    await sales.call(saveContact, { enterpriseId, id: second, version: 1, name: '乙', isMain: true })
    expect(await mains()).toEqual(['乙*', '甲'])
    const stale = { enterpriseId, id: second, version: 1, name: '丙' }
    expect(await sales.call(saveContact, stale)).toMatchObject({ code: 601, data: { name: '乙' } })
    await sales.call(removeContact, { id: second })
    expect(await stored()).toMatchObject([{ name: '甲', isMain: true }])
    expect(await other.call(saveContact, { enterpriseId, name: '丁' })).toMatchObject({ code: 20404 })
    expect(await other.call(removeContact, { id: ids[0] })).toMatchObject({ code: 20404 })
    expect(await nobody.call(removeContact, { id: ids[0] })).toMatchObject({ status: 403 })
  })

  it('product.md "Service" stores role and channels; fields left out keep their values', async () => {
    const form = { position: '采购经理', role: 'purchase', wechat: 'wx_zhao', email: 'zhao@example.com' } as const
    const { enterpriseId, ids, stored } = await make({ name: '赵', ...form })
    expect(await stored()).toMatchObject([{ ...form, leftOn: null }])
    await sales.call(saveContact, { enterpriseId, id: ids[0], version: 1, name: '赵明', role: null })
    expect(await stored()).toMatchObject([{ ...form, name: '赵明', role: null, version: 2 }])
  })

  it.each([
    [{ name: ' ' }, '请输入联系人'],
    [{ name: '甲', mobile: '12' }, '联系电话应为11位手机号码或带区号的座机'],
    [{ name: '甲', role: 'boss' as never }, undefined],
    [{ name: '甲', wechat: 'x'.repeat(33) }, undefined],
  ])('§9 refuses %j', async (form, msg) => {
    const { enterpriseId } = await make()
    const refused = { status: 400, ...(msg !== undefined && { msg }) }
    expect(await sales.call(saveContact, { enterpriseId, ...form })).toMatchObject(refused)
  })
})

describe('POST /api/backend/member/contact/leave', () => {
  it('product.md "Service" passes the main contact on to one who still works there, and back', async () => {
    const { enterpriseId, ids, mains, list, stored } = await make({ name: '甲' }, { name: '乙' }, { name: '丙' })
    const [first, second = '', third = ''] = ids
    await sales.call(setContactLeft, { id: second, leftOn: addDays(day, -9) })
    expect(await sales.call(setContactLeft, { id: first, leftOn: day })).toMatchObject({ code: 200 })
    expect(await mains()).toEqual(['丙*', '甲', '乙'])
    expect((await list({ hasLeft: true })).map(({ name, leftOn }) => [name, leftOn])).toEqual([
      ['甲', day],
      ['乙', addDays(day, -9)],
    ])
    const asMain = { enterpriseId, id: first, version: 2, name: '甲', isMain: true }
    expect(await sales.call(saveContact, asMain)).toMatchObject({
      status: 400,
      msg: '已离职的联系人不能设为主要联系人',
    })
    await sales.call(setContactLeft, { id: third, leftOn: day })
    expect((await stored()).some(({ isMain }) => isMain)).toBe(false)
    await sales.call(setContactLeft, { id: third, leftOn: null })
    expect((await mains())[0]).toBe('丙*')
    await sales.call(setContactLeft, { id: first, leftOn: null, isMain: true })
    expect(await mains()).toEqual(['甲*', '丙', '乙'])
  })

  it('§9 refuses a day in the future, §6 strangers and without the right', async () => {
    const { ids } = await make({ name: '甲' })
    const input = { id: ids[0], leftOn: day }
    const later = { ...input, leftOn: addDays(day, 1) }
    expect(await sales.call(setContactLeft, later)).toMatchObject({ status: 400, msg: '离职日期不能晚于今天' })
    const both = { ...input, isMain: true }
    expect(await sales.call(setContactLeft, both)).toMatchObject({ status: 400 })
    expect(await sales.call(setContactLeft, { ...input, leftOn: '昨天' })).toMatchObject({ status: 400 })
    expect(await other.call(setContactLeft, input)).toMatchObject({ code: 20404 })
    expect(await reader.call(setContactLeft, input)).toMatchObject({ status: 403 })
  })
})

describe('POST /api/backend/member/contact/page', () => {
  it('product.md "Service" shows the last follow-up and how many, the newest activity first after the main one', async () => {
    const { enterpriseId, ids, list } = await make({ name: '主' }, { name: '乙', role: 'use' }, { name: '丙' })
    const [, second = '', third = ''] = ids
    await follow(enterpriseId, second, '2026-01-05T02:00:00Z')
    await follow(enterpriseId, third, '2026-01-06T02:00:00Z')
    await follow(enterpriseId, third, '2026-01-07T02:00:00Z')
    const shown = await list()
    expect(shown.map(({ name, followUps: count }) => [name, count])).toEqual([
      ['主', 0],
      ['丙', 2],
      ['乙', 1],
    ])
    expect(shown[0]).toMatchObject({ lastAt: null, lastWay: null, lastResult: null, doubles: [] })
    expect(shown[1]).toMatchObject({ lastWay: 'visit', lastResult: 'agreed' })
    expect(Date.parse(shown[1]?.lastAt ?? '')).toBe(Date.parse('2026-01-07T02:00:00Z'))
    const namesOf = async (query: Partial<ContactQuery>) => (await list(query)).map(({ name }) => name)
    expect(await namesOf({ role: 'use' })).toEqual(['乙'])
    expect(await namesOf({ ascs: ['lastAt'] })).toEqual(['乙', '丙', '主'])
    expect(await namesOf({ descs: ['followUps'] })).toEqual(['丙', '乙', '主'])
    expect(await namesOf({ name: '%' })).toEqual([])
  })

  it('product.md "Service" marks doubles by number, mail and name within one enterprise', async () => {
    const phone = { mobile: '13900008888' }
    await make({ name: '别家', ...phone })
    const { list } = await make(
      { name: '陈光', ...phone },
      { name: '陈工', ...phone },
      { name: '林', email: 'Lin@example.com' },
      { name: '林小', email: 'lin@example.com' },
      { name: '周', remark: '一' },
      { name: '周', remark: '二' },
      { name: '独' },
    )
    const shown = await list({ ascs: ['name'], hasDoubles: true })
    expect(Object.fromEntries(shown.map(({ name, remark, doubles }) => [name + remark, doubles]))).toMatchObject({
      陈光: [{ name: '陈工', by: 'mobile' }],
      陈工: [{ name: '陈光', by: 'mobile' }],
      林: [{ name: '林小', by: 'email' }],
      林小: [{ name: '林', by: 'email' }],
      周一: [{ name: '周', by: 'name' }],
      周二: [{ name: '周', by: 'name' }],
    })
    expect((await list({ hasDoubles: false })).map(({ name }) => name)).toEqual(['独'])
  })

  it('§6 answers 20404 out of scope and 403 without the right, §9 refuses an unknown sort', async () => {
    const { enterpriseId } = await make({ name: '甲' })
    expect(await other.call(queryContacts, { enterpriseId })).toMatchObject({ code: 20404 })
    expect(await nobody.call(queryContacts, { enterpriseId })).toMatchObject({ status: 403 })
    const bad = { enterpriseId, ascs: ['mobile'] } as never
    expect(await sales.call(queryContacts, bad)).toMatchObject({ status: 400 })
    expect(await sales.call(queryContacts, {} as never)).toMatchObject({ status: 400 })
  })
})

describe('POST /api/backend/member/contact/merge', () => {
  const kept = { name: '孙丽', mobile: '13900001234', position: '采购' }
  const doubled = {
    name: '孙丽',
    mobile: '13800001234',
    wechat: 'sunli',
    role: 'purchase',
    remark: '喜欢邮件',
  } as const

  it('product.md "Service" says what is taken over, then moves it and keeps the deleted one in the audit log', async () => {
    const { enterpriseId, ids, list, stored } = await make(doubled, kept)
    const [dropId, keepId = ''] = ids
    await follow(enterpriseId, dropId, '2026-01-05T02:00:00Z')
    await follow(enterpriseId, dropId, '2026-01-06T17:00:00Z')
    await follow(enterpriseId, keepId, '2026-01-04T02:00:00Z')
    const { initial, preview, done } = await confirm(server(), sales, mergeContacts, { keepId, dropId })
    expect(initial.code).toBe(600)
    expect(preview).toEqual({
      text: '“孙丽（13800001234）”并入“孙丽（13900001234）”后删除，不能恢复，后者成为主要联系人',
      groups: [
        { title: '补充到“孙丽”', count: 3, names: ['角色 采购', '微信 sunli', '备注 喜欢邮件'] },
        { title: '归到“孙丽”名下的跟进记录', count: 2, names: ['2026-01-07 上门拜访', '2026-01-05 上门拜访'] },
        { title: '内容不同、不予保留', count: 1, names: ['联系电话 13800001234'] },
      ],
    })
    expect(done).toMatchObject({ code: 200, data: { followUps: 2 } })
    const { name, ...taken } = { ...doubled, ...kept }
    expect(await stored()).toMatchObject([{ id: keepId, name, ...taken, isMain: true }])
    expect(await list()).toMatchObject([{ followUps: 3, doubles: [] }])
    const [recorded] = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'contact.merge'), eq(auditLog.targetId, enterpriseId)))
      .orderBy(desc(auditLog.id))
    expect(recorded?.before).toMatchObject({ id: dropId, ...doubled, isMain: true })
    expect(recorded?.after).toMatchObject({ id: keepId, ...kept, followUps: 2 })
    const records = (await sales.call(queryCustomerStream, { enterpriseId, kind: 'edit' })).data
    expect(records[0]).toMatchObject({ title: '合并联系人', text: '孙丽' })
  })

  it('§8 asks again where a contact or its follow-ups changed since the preview', async () => {
    const { enterpriseId, ids } = await make(doubled, kept)
    const [dropId, keepId = ''] = ids
    const input = { keepId, dropId }
    const asked = await sales.call(mergeContacts, input)
    await follow(enterpriseId, dropId, '2026-01-05T02:00:00Z')
    const { confirmToken } = asked.data as unknown as { confirmToken: string }
    const again = await server().send('POST', mergeContacts.path, input, {
      token: sales.token,
      headers: { 'x-confirm-token': confirmToken },
    })
    expect(again).toMatchObject({ code: 600, msg: '确认已失效或数据已变化，请重新确认' })
  })

  it('leaves no one who left as the main contact', async () => {
    const { ids, mains } = await make(doubled, kept, { name: '第三' })
    const [dropId, keepId = ''] = ids
    await sales.call(setContactLeft, { id: keepId, leftOn: day })
    await confirm(server(), sales, mergeContacts, { keepId, dropId })
    expect(await mains()).toEqual(['第三*', '孙丽'])
  })

  it('§9 refuses one with itself, §6 one of another enterprise, strangers and without the right', async () => {
    const { ids } = await make(doubled, kept)
    const [dropId, keepId = ''] = ids
    const foreign = await make({ name: '别家' })
    expect(await sales.call(mergeContacts, { keepId, dropId: keepId })).toMatchObject({
      status: 400,
      msg: '请选择两个不同的联系人',
    })
    expect(await sales.call(mergeContacts, { keepId, dropId: foreign.ids[0] })).toMatchObject({ code: 20404 })
    expect(await other.call(mergeContacts, { keepId, dropId })).toMatchObject({ code: 20404 })
    expect(await reader.call(mergeContacts, { keepId, dropId })).toMatchObject({ status: 403 })
  })
})
