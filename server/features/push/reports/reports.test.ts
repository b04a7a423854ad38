// Customised reports over HTTP: orders within the sales scope, issues from file to receipt.
import { eq, like } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  getReportOrder,
  overruleReportIssue,
  passReportIssue,
  queryReportDue,
  receiveReportIssue,
  reportOrderCalls,
  saveReportIssue,
  sendReportIssue,
  submitReportIssue,
} from '#contract/push/reports.ts'
import { storeFile } from '#server/core/files/files.ts'
import { messageBodies, messages } from '#server/db/schema/core/outbox.ts'
import { users } from '#server/db/schema/organisation.ts'
import { reportIssues } from '#server/db/schema/push.ts'
import { confirm } from '#test/confirm.ts'
import { makeEnterprise, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
const all = ['view', 'add', 'edit', 'delete', 'details', 'launch', 'count']
const rights = (...aliases: string[]) => aliases.map((alias) => `customizedReport.${alias}`)

let writer: Person
let other: Person
let enterpriseId: string
beforeAll(async () => {
  const role = await makeRole(db(), ...rights(...all))
  writer = await server().as(role.code, { email: 'writer@example.com', realName: '撰写人' })
  other = await server().as(role.code)
  enterpriseId = (await makeEnterprise(db(), { ownerId: writer.id, name: '定制客户' })).id
})

const form = (changes: object = {}) => ({
  enterpriseId,
  title: '再生铜月报',
  contents: '价格、开工率、进出口',
  rhythm: 'monthly' as const,
  startsOn: '2026-01-31',
  endsOn: '2036-12-31',
  contactName: '周经理',
  contactEmail: 'zhou@example.com',
  price: '36000',
  remark: '',
  isEnabled: true,
  ...changes,
})

async function makeFile(person: Person): Promise<string> {
  const source = Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')
  const { core } = server().server
  const file = await db().transaction((tx) =>
    storeFile(tx, { core, name: '月报.pdf', source, purpose: 'attachment', ownerId: person.id }),
  )
  return file.id
}
const order = async (changes: object = {}) => (await writer.call(reportOrderCalls.add, form(changes))).data.id

async function write(orderId: string, dueOn = '2026-01-31') {
  const fileId = await makeFile(writer)
  const reply = await writer.call(saveReportIssue, {
    orderId,
    dueOn,
    version: null,
    title: '一月月报',
    text: '请查收。',
    fileId,
  })
  if (reply.code !== 200) throw new Error(JSON.stringify(reply))
  return reply.data
}
const issueOf = async (orderId: string, at = 0) => {
  const issue = (await writer.call(getReportOrder, { id: orderId })).data.issues[at]
  if (!issue) throw new Error('no issue')
  return issue
}
const seen = ({ id, version }: { id: string; version: number }) => ({ id, version })

describe('an order of customised reports', () => {
  it('§2 is for one’s own customer, with a contact who has a mail address', async () => {
    const refused = (changes: object, by = writer) => by.call(reportOrderCalls.add, form(changes))
    expect(await refused({ contactEmail: 'zhou@example.com\nBcc: x@example.com' })).toMatchObject({ status: 400 })
    expect(await refused({ contactEmail: 'zhou' })).toMatchObject({ status: 400, msg: '邮箱格式不正确' })
    expect(await refused({ endsOn: '2025-01-01' })).toMatchObject({ status: 400, msg: '结束日期不能早于首期日期' })
    expect(await refused({ price: '-1' })).toMatchObject({ status: 400 })
    expect(await refused({}, other)).toMatchObject({ status: 400, msg: '企业不存在' })
    const id = await order()
    expect((await other.call(reportOrderCalls.list, {})).data.total).toBe(0)
    expect(await other.call(getReportOrder, { id })).toMatchObject({ code: 20404 })
    expect(await other.call(reportOrderCalls.remove, { ids: [id] })).toMatchObject({ code: 20404 })
    expect((await writer.call(reportOrderCalls.remove, { ids: [id] })).code).toBe(200)
  })

  it('appears in the calendar on its due days', async () => {
    const id = await order({ title: '日历月报' })
    await write(id)
    const due = async (by: Person) =>
      (await by.call(queryReportDue, { from: '2026-01-26', days: 42 })).data.filter(({ orderId }) => orderId === id)
    expect((await due(writer)).map(({ dueOn, state }) => [dueOn, state])).toEqual([
      ['2026-01-31', 'draft'],
      ['2026-02-28', null],
    ])
    expect(await due(other)).toEqual([])
  })

  it('is not deleted once an issue was written', async () => {
    const id = await order()
    await write(id)
    expect(await writer.call(reportOrderCalls.remove, { ids: [id] })).toMatchObject({ code: 603 })
  })
})

describe('an issue', () => {
  it('§2 is written on a due day, by one person at a time', async () => {
    const orderId = await order()
    const fileId = await makeFile(writer)
    const values = { orderId, version: null, title: '一月月报', text: '请查收。', fileId }
    const save = (changes: object) => writer.call(saveReportIssue, { ...values, dueOn: '2026-01-31', ...changes })
    expect(await save({ dueOn: '2026-01-30' })).toMatchObject({ status: 400, msg: '这一天没有应交的报告' })
    expect(await save({ fileId: await makeFile(other) })).toMatchObject({ status: 400 })
    const replies = await Promise.all([save({}), save({})])
    expect(replies.map(({ code }) => code).toSorted()).toEqual([200, 409])
    const own = { ...values, fileId: await makeFile(other), dueOn: '2026-02-28' }
    expect(await other.call(saveReportIssue, own)).toMatchObject({ code: 20404 })
  })

  it('has a subject of one line: no header gets into its mail', async () => {
    const orderId = await order()
    const form = { orderId, version: null, text: '请查收。', fileId: await makeFile(writer), dueOn: '2026-01-31' }
    const { code } = await writer.call(saveReportIssue, { ...form, title: '月报\r\nBcc: x@example.com' })
    expect(code).toBe(200)
    expect(await db().select().from(reportIssues).where(eq(reportIssues.orderId, orderId))).toMatchObject([
      { title: '月报 Bcc: x@example.com' },
    ])
  })

  it('is not expected any more once its order has ended', async () => {
    const orderId = await order({ isEnabled: false })
    expect((await writer.call(getReportOrder, { id: orderId })).data.due).toEqual([])
    await expect(write(orderId)).rejects.toThrow('订单已结束，不能写新一期')
  })

  it('§2 is sent once, and its receipt is recorded', async () => {
    const orderId = await order()
    await write(orderId)
    expect((await writer.call(submitReportIssue, seen(await issueOf(orderId)))).code).toBe(200)
    const ready = await issueOf(orderId)
    expect(ready.state).toBe('passed')
    const both = await Promise.all([0, 1].map(() => confirm(server(), writer, sendReportIssue, seen(ready))))
    expect(both.map(({ done }) => done.code).toSorted()).toEqual([200, 601])
    expect(both[0]?.preview?.text ?? both[1]?.preview?.text).toContain('zhou@example.com')
    const sent = await db()
      .select()
      .from(messages)
      .where(like(messages.key, `report:${ready.id}`))
    expect(sent).toMatchObject([{ address: 'zhou@example.com', cause: 'push.customReport', recipientName: '周经理' }])
    const [body] = await db()
      .select()
      .from(messageBodies)
      .where(eq(messageBodies.id, sent[0]?.bodyId ?? ''))
    expect(body).toMatchObject({ subject: '一月月报', senderName: '撰写人', attachmentIds: [ready.file.id] })
    const gone = await issueOf(orderId)
    expect(gone).toMatchObject({ state: 'sent', mail: { state: 'queued' } })
    const receipt = { ...seen(gone), receivedOn: '2026-02-01', receivedBy: '周经理' }
    expect((await writer.call(receiveReportIssue, receipt)).code).toBe(200)
    expect(await issueOf(orderId)).toMatchObject({ state: 'received', receivedBy: '周经理' })
  })

  it('§3 is reviewed by another person where somebody has the notice on', async () => {
    const role = await makeRole(db(), ...rights(...all, 'pass', 'overrule'))
    const reviewer = await server().as(role.code)
    await db().update(users).set({ saleParentId: reviewer.id }).where(eq(users.id, writer.id))
    try {
      const orderId = await order()
      await write(orderId)
      await writer.call(submitReportIssue, seen(await issueOf(orderId)))
      const waiting = await issueOf(orderId)
      expect(waiting.state).toBe('reviewing')
      expect(await writer.call(passReportIssue, seen(waiting))).toMatchObject({ status: 403 })
      expect((await reviewer.call(overruleReportIssue, { ...seen(waiting), opinion: '数据有误' })).code).toBe(200)
      expect(await issueOf(orderId)).toMatchObject({ state: 'draft', opinion: '数据有误' })
      await writer.call(submitReportIssue, seen(await issueOf(orderId)))
      const again = await issueOf(orderId)
      expect((await reviewer.call(passReportIssue, seen(again))).code).toBe(200)
      expect(await reviewer.call(passReportIssue, seen(again))).toMatchObject({ code: 601 })
      expect((await issueOf(orderId)).state).toBe('passed')
    } finally {
      await db().update(users).set({ status: 'disabled' }).where(eq(users.id, reviewer.id))
    }
  })
})
