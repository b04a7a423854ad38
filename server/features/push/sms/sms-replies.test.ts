// Opt-outs of short messages over HTTP: replies reported by the provider, imported lists; counts and exports.
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  exportSmsLoads,
  SMS_LOAD_DAYS,
  SMS_LOAD_DAYS_MAX,
  smsLoadCalls,
  smsOptOutImport,
} from '#contract/push/sms-loads.ts'
import { smsPushCalls as calls, exportSmsPushes } from '#contract/push/sms-pushes.ts'
import { reportSmsReplies } from '#contract/push/sms-replies.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { confirm } from '#test/confirm.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { bring, cellsOf, download, endOf } from '#test/sheets.ts'
import { daysAgo, rightsOn, smsFixture, today } from '#test/sms-factories.ts'
import { smsCause } from './sms.cause.ts'
import { replyAddressOf } from './sms-replies.routes.ts'

const server = testServer()
const db = () => server().database.db
const file = { format: 'csv', reason: '月度核对' } as const
const sms = smsFixture(server)
let pusher: Person
let keeper: Person
beforeAll(async () => {
  ;({ pusher } = await sms.begin())
  const role = await makeRole(db(), ...rightsOn('smsClassLoad', 'view', 'leadingIn', 'open', 'exportBtn'))
  keeper = await server().as(role.code)
})

const tokenHere = () => new URL(replyAddressOf(server().server.core.config)).searchParams.get('token') ?? ''
const report = (body: unknown, token = tokenHere()) =>
  server().nobody.call(reportSmsReplies, { query: { token }, body } as never)
const isOut = async (mobile: string) => (await keeper.call(smsLoadCalls.optOuts, { mobile })).data.records

describe('a reply to a short message', () => {
  it('pushes.md “拒收请回复R” opts out at once, in the form of either provider, and is listed', async () => {
    const { id } = await sms.addClass()
    const reader = await sms.makeReader({ mobile: '15200000001' })
    const push = await sms.sendTo(id, [reader.id])
    const aliyun = [
      { phone_number: '15200000001', content: ' r ', send_time: '2026-11-20 10:00:00', sequence_id: 7 },
      { phone_number: '15200000002', content: '价格多少', dest_code: '1069' },
    ]
    expect(await report(aliyun)).toMatchObject({ status: 200, code: 0 })
    const tencent = { mobile: '8615200000003', nationcode: '86', text: 'Ｒ。', time: 1_457_336_869, sign: '价格中心' }
    expect(await report(tencent)).toMatchObject({ status: 200, result: 0 })
    expect(await isOut('15200000001')).toMatchObject([{ mobile: '152****0001', reason: '回复“r”' }])
    expect(await isOut('15200000002')).toEqual([])
    expect(await isOut('15200000003')).toHaveLength(1)
    const queued = await sms.messagesOf(push.id)
    expect([...(await db().transaction((tx) => smsCause.refuse(tx, queued)))].map(([, why]) => why)).toEqual(['已退订'])
    // reported twice, stored as it came first
    expect(await report([{ phone_number: '15200000001', content: 'TD' }])).toMatchObject({ status: 200 })
    expect(await isOut('15200000001')).toMatchObject([{ reason: '回复“r”' }])
  })

  it.each([
    ['nothing', undefined],
    ['no report', []],
    ['a text', 'R'],
    ['neither form', { number: '15200000009', content: 'R' }],
    ['a number as number', { mobile: 15_200_000_009, text: 'R' }],
    ['too many', Array.from({ length: 1_001 }, () => ({ phone_number: '15200000009', content: 'R' }))],
  ])('is refused where the report is %s', async (_, body) => {
    expect((await report(body)).status).toBe(400)
    expect(await isOut('15200000009')).toEqual([])
  })

  it('is refused without the secret address, which only keepers see', async () => {
    const body = [{ phone_number: '15200000009', content: 'R' }]
    expect((await report(body, 'f'.repeat(64))).status).toBe(403)
    expect((await report(body, 'x')).status).toBe(400)
    expect(await isOut('15200000009')).toEqual([])
    expect((await pusher.call(smsLoadCalls.replyAddress, {})).code).toBe(403)
    // no provider is configured here
    expect((await keeper.call(smsLoadCalls.replyAddress, {})).data).toEqual({ address: null })
  })
})

describe('a number that opted out', () => {
  const mobile = '15400000001'
  const restoreReason = '本人来电要求继续接收'

  it('is restored at its owner’s request, with the right, once confirmed; with the reason, in the audit log', async () => {
    const { id } = await sms.addClass()
    const reader = await sms.makeReader({ mobile })
    await report([{ phone_number: mobile, content: 'R' }])
    const audience = sms.form(id, [reader.id]).audience
    expect((await pusher.call(calls.audience, { classId: id, audience })).data).toMatchObject({ total: 0 })

    expect((await pusher.call(smsLoadCalls.restore, { mobile, restoreReason })).code).toBe(403)
    expect(await keeper.call(smsLoadCalls.restore, { mobile, restoreReason: ' ' })).toMatchObject({ status: 400 })
    const { initial, done } = await confirm(server(), keeper, smsLoadCalls.restore, { mobile, restoreReason })
    expect(initial).toMatchObject({
      code: 600,
      data: { preview: { text: expect.stringContaining('退订（回复“R”）。恢复后') } },
    })
    expect(done.code).toBe(200)
    expect(await isOut(mobile)).toMatchObject([
      {
        restoredAt: expect.any(String),
        restoredByName: expect.stringMatching(/./),
        restoreReason,
        reason: '回复“R”',
      },
    ])
    const { data: out } = await keeper.call(smsLoadCalls.optOuts, { mobile, isRestored: false })
    expect(out.records).toEqual([])
    expect((await pusher.call(calls.audience, { classId: id, audience })).data).toMatchObject({ total: 1 })
    const [act] = await db().select().from(auditLog).where(eq(auditLog.action, 'smsOptOut.restore'))
    expect(act).toMatchObject({ targetId: mobile, actorId: keeper.id, after: { restoreReason } })
    const again = await keeper.call(smsLoadCalls.restore, { mobile, restoreReason })
    expect(again).toMatchObject({ status: 400, msg: '这个号码已经恢复接收' })
    const unknown = await keeper.call(smsLoadCalls.restore, { mobile: '15400000009', restoreReason })
    expect(unknown).toMatchObject({ status: 400, msg: '这个号码没有退订' })
  })

  it('receives again once restored, and no more after another R', async () => {
    const { id } = await sms.addClass()
    const reader = await sms.makeReader({ mobile: '15400000002' })
    const push = await sms.sendTo(id, [reader.id])
    const refused = async () => {
      const queued = await sms.messagesOf(push.id)
      return [...(await db().transaction((tx) => smsCause.refuse(tx, queued)))].map(([, why]) => why)
    }
    const back = { mobile: '15400000002', restoreReason }
    await report([{ phone_number: back.mobile, content: 'R' }])
    expect(await refused()).toEqual(['已退订'])
    expect((await confirm(server(), keeper, smsLoadCalls.restore, back)).done.code).toBe(200)
    expect(await refused()).toEqual([])
    await report([{ phone_number: back.mobile, content: '退订' }])
    expect(await refused()).toEqual(['已退订'])
    expect(await isOut(back.mobile)).toMatchObject([{ reason: '回复“退订”', restoredAt: null, restoreReason: '' }])
  })

  it('is not opted out again by a list with a reply from before it was restored', async () => {
    const back = { mobile: '15400000003', restoreReason }
    await report([{ phone_number: back.mobile, content: 'R' }])
    await confirm(server(), keeper, smsLoadCalls.restore, back)
    const open = async (...lines: string[]) =>
      (
        await keeper.call(smsOptOutImport.open, {
          fileId: await bring(server(), keeper, ['手机号码,回复日期', ...lines].join('\n')),
          hasHeader: true,
        })
      ).data
    for (const old of [`${back.mobile},`, `${back.mobile},${daysAgo(3)}`]) {
      const { records } = await open(old)
      expect(records[0]?.problems).toMatchObject([{ message: expect.stringContaining('已恢复接收') }])
    }
    const { id, version } = await open(`${back.mobile},${today()}`, `15400000004,`)
    const saved = await keeper.call(smsOptOutImport.save, { id, version, mode: 'all' })
    expect((await endOf(keeper, saved.data.jobId)).state).toBe('done')
    expect(await isOut(back.mobile)).toMatchObject([{ reason: '导入', restoredAt: null }])
  })
})

describe('a list of opt-outs', () => {
  const open = async (person: Person, ...lines: string[]) =>
    person.call(smsOptOutImport.open, {
      fileId: await bring(server(), keeper, ['手机号码', ...lines].join('\n')),
      hasHeader: true,
    })

  it('§9 is imported with errors by cell, with the right', async () => {
    await report([{ phone_number: '15300000001', content: 'R' }])
    const wrong = await open(keeper, '15300000001', '12345', '15300000002', '15300000002')
    expect(wrong.data.records.map(({ problems }) => problems.map(({ message }) => message))).toEqual([
      ['已经退订'],
      ['手机号码应为 1 开头的 11 位数字'],
      ['与第 4 行重复'],
    ])
    const { data } = await open(keeper, '15300000003', '15300000004')
    const saved = await keeper.call(smsOptOutImport.save, { id: data.id, version: data.version, mode: 'all' })
    expect((await endOf(keeper, saved.data.jobId)).state).toBe('done')
    expect(await isOut('15300000004')).toMatchObject([{ mobile: '153****0004', reason: '导入' }])
    expect((await open(pusher, '15300000005')).code).toBe(403)
  })

  it('§9 with other columns has wrong rows', async () => {
    const fileId = await bring(server(), keeper, '姓名\n张三')
    const { data } = await keeper.call(smsOptOutImport.open, { fileId, hasHeader: true })
    expect(data?.wrongRows).not.toBe(0)
  })
})

describe('counts of messages handed over', () => {
  const handed = (pushId: string, day: string) =>
    db()
      .update(messages)
      .set({ state: 'sent', handedAt: `${day}T10:00:00+08:00` })
      .where(sql`push_id = ${pushId}`)

  it('cover the last 30 days unless days are chosen, a year at most, and are exported alike', async () => {
    const { id: classId } = await sms.addClass()
    const [old, recent] = [
      await sms.sendTo(classId, [(await sms.makeReader()).id]),
      await sms.sendTo(classId, [(await sms.makeReader()).id]),
    ]
    await handed(old.id, daysAgo(SMS_LOAD_DAYS))
    await handed(recent.id, daysAgo(SMS_LOAD_DAYS - 1))
    const days = async (overrides: object) =>
      (await keeper.call(smsLoadCalls.list, { classId, ...overrides })).data.records.map(({ day }) => day)
    expect(await days({})).toEqual([daysAgo(SMS_LOAD_DAYS - 1)])
    expect(await days({ from: daysAgo(40) })).toEqual([daysAgo(SMS_LOAD_DAYS - 1), daysAgo(SMS_LOAD_DAYS)])
    expect(await days({ to: daysAgo(SMS_LOAD_DAYS) })).toEqual([daysAgo(SMS_LOAD_DAYS)])
    const tooLong = { from: daysAgo(SMS_LOAD_DAYS_MAX), to: today() }
    expect(await keeper.call(smsLoadCalls.list, tooLong)).toMatchObject({
      status: 400,
      msg: `请选择 ${SMS_LOAD_DAYS_MAX} 天以内的日期`,
    })
    const started = await keeper.call(exportSmsLoads, {
      ...file,
      columns: ['day', 'sent', 'parts', 'cost'],
      query: { classId },
    })
    const job = await endOf(keeper, started.data.jobId)
    const rows = await cellsOf(await download(server(), job.fileUrl))
    expect(rows.at(-2)).toEqual([daysAgo(SMS_LOAD_DAYS - 1), '1', '1', '0.05'])
    expect((await pusher.call(exportSmsLoads, { ...file, columns: ['day'], query: {} })).code).toBe(403)
  })

  it('are exported by push as the list of pushes shows them, with the right', async () => {
    const { id: classId } = await sms.addClass({ name: '导出分类' })
    const push = await sms.sendTo(classId, [(await sms.makeReader()).id])
    await handed(push.id, today())
    const input = { ...file, columns: ['title', 'className', 'state', 'sent', 'cost'], query: { classId } } as const
    const started = await pusher.call(exportSmsPushes, { ...input, columns: [...input.columns] })
    const job = await endOf(pusher, started.data.jobId)
    const rows = await cellsOf(await download(server(), job.fileUrl))
    expect(rows.at(-2)).toEqual(['热卷日价', '导出分类', '已完成', '1', '0.05'])
    expect((await keeper.call(exportSmsPushes, { ...input, columns: ['title'] })).code).toBe(403)
  })
})

describe('saved lists of accounts', () => {
  it('§2 are shared with the mails of that sub-product, within scope', async () => {
    const { id: classId } = await sms.addClass()
    const [one, foreign] = [await sms.makeReader(), await sms.makeReader({ ownerId: keeper.id })]
    const subProduct = 'bigData' as const
    const { data } = await pusher.call(calls.saveList, { subProduct, name: '大客户', accountIds: [one.id] })
    expect((await pusher.call(calls.saveList, { subProduct, name: '他人', accountIds: [foreign.id] })).code).toBe(20404)
    const { data: lists } = await pusher.call(calls.lists, { subProduct })
    expect(lists).toEqual([{ id: data.id, name: '大客户', count: 1 }])
    expect((await pusher.call(calls.lists, { subProduct: 'aiWeb' })).data).toEqual([])
    const audience = { rule: null, listIds: [data.id], accountIds: [], excludedIds: [] }
    expect((await pusher.call(calls.audience, { classId, audience })).data).toMatchObject({ total: 1 })
    expect((await keeper.call(calls.lists, { subProduct })).code).toBe(403)
    expect((await pusher.call(calls.removeList, { subProduct: 'aiWeb', id: data.id })).code).toBe(20404)
    expect((await pusher.call(calls.removeList, { subProduct, id: data.id })).code).toBe(200)
  })
})
