// Sign-ups of meetings over HTTP.
// Long because all acts on sign-ups share one set of people, keys and helpers.
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { API_KEY_HEADER, type BodyOf, type DataOf } from '#contract/endpoint.ts'
import { editMeeting, getMeeting } from '#contract/meetings/meetings.ts'
import { cancelOpenSignUp, sendSignUp } from '#contract/meetings/open-sign-ups.ts'
import { printPapers } from '#contract/meetings/papers.ts'
import { exportSignUps, signUpImport } from '#contract/meetings/sign-up-sheets.ts'
import {
  addSignUp,
  cancelSignUp,
  confirmSignUps,
  editSignUp,
  getSignUp,
  getSignUpCounts,
  getSignUpMeeting,
  listCustomerSignUps,
  querySignUps,
  restoreSignUp,
} from '#contract/meetings/sign-ups.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { meetings } from '#server/db/schema/meetings.ts'
import { registrations } from '#server/db/schema/members/registrations.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { makeEnterprise, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { makeMeeting, signUpForm } from '#test/meeting-factories.ts'
import { bring, cellsOf, download, endOf } from '#test/sheets.ts'

const server = testServer()
const db = () => server().database.db
let host: Person
/** In sales: sees what concerns their customers. */
let seller: Person
let key: string
const today = dayOf(Date.now())
const soon = { startsOn: addDays(today, 30), endsOn: addDays(today, 31), channels: ['officialWebsite', 'app'] }

const createKey = async (scopes: ('meetings' | 'meetingSignUps')[]) =>
  (
    await db().transaction((tx) =>
      createApiKey(tx, { name: `站点${scopes[0]}`, scopes, dailyQuota: 10_000, createdBy: null }),
    )
  ).key

beforeAll(async () => {
  const rights = ['view', 'details', 'edit', 'count', 'exportBtn']
  host = await server().as((await makeRole(db(), ...rights.map((alias) => `meeting.${alias}`))).code)
  seller = await server().as((await makeRole(db(), 'meeting.view', 'meeting.details', 'meeting.invite')).code)
  key = await createKey(['meetingSignUps'])
})

let numbers = 0
const mobile = () => `139${String(++numbers).padStart(8, '0')}`
const meetingWith = async (changes: Partial<typeof meetings.$inferInsert> = {}) =>
  (await makeMeeting(db(), host.id, { ...soon, seats: 2, ...changes })).id

type Form = BodyOf<typeof addSignUp>
const form = (meetingId: string, changes: Partial<Form> = {}): Form => ({
  meetingId,
  ...signUpForm({ name: '王参会', company: '未知钢贸', mobile: mobile() }),
  ...changes,
})
const add = (meetingId: string, changes: Partial<Form> = {}, by = host) => by.call(addSignUp, form(meetingId, changes))
const added = async (meetingId: string, changes: Partial<Form> = {}) => (await add(meetingId, changes)).data
const heads = (count: number) => Array.from({ length: count }, (_, at) => `随行${at + 1}`)
const send = async (body: Partial<BodyOf<typeof sendSignUp>> & { meetingId: string }, by = key) => {
  const { meetingId, ...changes } = body
  const { invoiceState: _, meetingId: _id, ...usual } = form(meetingId)
  const sent = { ...usual, channel: 'officialWebsite', ...changes }
  const headers = { [API_KEY_HEADER]: by }
  const reply = await server().send('POST', sendSignUp.path.replace(':id', meetingId), sent, { headers })
  return { ...reply, data: reply.data as DataOf<typeof sendSignUp> }
}
const cancelOpen = ({ meetingId, ...body }: { meetingId: string; ticket?: unknown; mobile?: string }) =>
  server().send(
    'POST',
    cancelOpenSignUp.path.replace(':id', meetingId),
    { reason: '', ...body },
    { headers: { [API_KEY_HEADER]: key } },
  )
const stored = async (id: string) => (await db().select().from(signUps).where(eq(signUps.id, id)))[0]
const pick = ({ id, name, isOpen }: { id: string; name: string; isOpen: boolean }) => ({ id, name, isOpen })
const stateOf = async (id: string) => (await stored(id))?.state
const takenBy = async (meetingId: string) => (await host.call(getSignUpMeeting, { meetingId })).data.taken
const listed = async (meetingId: string, query: object = {}, by = host) =>
  (await by.call(querySignUps, { meetingId, ascs: ['appliedAt'], ...query })).data.records

describe('meetings-visits-sharing.md sign-ups', () => {
  it('"Over-booking is impossible under parallel sign-ups": companions count, the rest waits', async () => {
    const meetingId = await meetingWith({ seats: 10 })
    const replies = await Promise.all(
      Array.from({ length: 24 }, (_, at) => send({ meetingId, name: `并发${at}`, companionNames: heads(at % 3) })),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(24).fill(200))
    const rows = await db().select().from(signUps).where(eq(signUps.meetingId, meetingId))
    const people = (state: string) =>
      rows.filter((row) => row.state === state).reduce((sum, { companions }) => sum + companions + 1, 0)
    expect(people('confirmed')).toBeGreaterThan(7)
    expect(people('confirmed')).toBeLessThanOrEqual(10)
    expect(people('confirmed') + people('waiting')).toBe(48)
    expect(new Set(rows.map(({ ticket }) => ticket)).size).toBe(24)
  })

  it('"idempotent": the same person sent at once, in parallel and later is one sign-up', async () => {
    const meetingId = await meetingWith()
    const body = { meetingId, name: '李同一', mobile: mobile() }
    const replies = await Promise.all(Array.from({ length: 6 }, () => send(body)))
    expect(new Set(replies.map(({ data }) => data.ticket)).size).toBe(1)
    expect(replies.filter(({ data }) => data.isNew)).toHaveLength(1)
    expect((await send({ ...body, name: '冒名' })).data, 'a ticket of somebody else').toMatchObject({
      isNew: false,
      ticket: null,
    })
    expect(await takenBy(meetingId)).toBe(1)
    // also after the days of signing up, but nobody new
    await db()
      .update(meetings)
      .set({ signUpUntil: addDays(today, -1) })
      .where(eq(meetings.id, meetingId))
    expect((await send(body)).status).toBe(200)
    expect(await send({ meetingId })).toMatchObject({ status: 409, msg: '报名已截止' })
  })

  it('a cancelled seat goes to the next who waits and fits, who is told', async () => {
    const meetingId = await meetingWith({ seats: 3 })
    const [first, second] = [await added(meetingId), await added(meetingId, { companionNames: heads(1) })]
    const group = await added(meetingId, { name: '三人行', companionNames: heads(2) })
    const next = await added(meetingId, { name: '候补甲', email: 'wait@example.com' })
    const last = await added(meetingId, { name: '候补乙' })
    expect([first, second, group, next, last].map(({ state }) => state)).toEqual([
      ...['confirmed', 'confirmed', 'waiting', 'waiting', 'waiting'],
    ])
    const cancelled = await host.call(cancelSignUp, { id: first.id, reason: '行程有变' })
    expect(cancelled.data.promoted, 'three do not fit one seat').toEqual(['候补甲'])
    expect([await stateOf(group.id), await stateOf(next.id)]).toEqual(['waiting', 'confirmed'])
    expect(await stored(first.id)).toMatchObject({ state: 'cancelled', reason: '行程有变' })
    const told = await db()
      .select({ channel: messages.channel, cause: messages.cause })
      .from(messages)
      .where(sql`${messages.about} = ${`${next.id}:confirmed`} or ${messages.key} like ${`meetingSeat:${next.id}:%`}`)
    expect(told).toContainEqual({ channel: 'mail', cause: 'meeting.signUp' })
    expect(told).toContainEqual({ channel: 'bell', cause: 'notice.meetingSeat' })
    // taken back: the seat is gone, so they wait behind the others
    expect((await host.call(restoreSignUp, { id: first.id })).data.state).toBe('waiting')
    await host.call(cancelSignUp, { id: second.id, reason: '出差' })
    expect([await stateOf(group.id), await stateOf(last.id), await stateOf(first.id)]).toEqual([
      ...['waiting', 'confirmed', 'confirmed'],
    ])
    expect(await takenBy(meetingId)).toBe(3)
    expect(await host.call(cancelSignUp, { id: second.id, reason: '再次' })).toMatchObject({ status: 409 })
  })

  it('"seats below confirmed" is refused; more seats go to those who wait', async () => {
    const meetingId = await meetingWith({ seats: 2 })
    await added(meetingId, { companionNames: heads(1) })
    const waiting = await added(meetingId)
    const editor = await server().as((await makeRole(db(), 'meeting.edit', 'meeting.details')).code)
    const { data } = await editor.call(getMeeting, { id: meetingId })
    const seats = (count: number) => {
      const { id, version, name, nameEn, edition, kind, startsOn, endsOn, city, venue, place, organisers } = data
      const { agenda, fee, signUpFrom, signUpUntil, signUpReview, signUpFields, channels } = data
      const { series, smallerMayPass, ownFields, quotas } = data
      return editor.call(editMeeting, {
        id,
        version,
        name,
        nameEn,
        edition,
        kind,
        startsOn,
        endsOn,
        city,
        venue,
        place,
        organisers,
        agenda,
        fee,
        signUpFrom,
        signUpUntil,
        signUpReview,
        signUpFields,
        coverId: null,
        series,
        smallerMayPass,
        ownFields,
        quotas: quotas.map((quota) => ({ ...pick(quota), seats: count })),
        contacts: [{ name: '会务', mobile: '13800000000', email: '' }],
        channels: channels as BodyOf<typeof editMeeting>['channels'],
        body: { type: 'doc', content: [{ type: 'paragraph' }] },
        bodyEn: null,
      })
    }
    expect(await seats(1)).toMatchObject({
      code: 603,
      data: [{ name: '正式', by: [{ kind: '已占用的名额', count: 2 }] }],
    })
    expect((await seats(3)).code).toBe(200)
    expect(await stateOf(waiting.id)).toBe('confirmed')
  })

  it('where a meeting confirms by hand, sites’ sign-ups hold no seat until then; many are confirmed in their order', async () => {
    const meetingId = await meetingWith({ seats: 2, signUpReview: true })
    const ids = []
    for (const companions of [1, 0, 0]) ids.push((await send({ meetingId, companionNames: heads(companions) })).data.id)
    expect(await takenBy(meetingId)).toBe(0)
    const reply = await host.call(confirmSignUps, { meetingId, ids: ids.toReversed() })
    expect(reply).toMatchObject({ code: 602 })
    expect((reply.data as unknown as { ok: boolean; msg: string }[]).map(({ ok, msg }) => [ok, msg])).toEqual([
      ...[
        [true, ''],
        [false, '名额不足：需要 1 个，还剩 0 个'],
        [false, '名额不足：需要 1 个，还剩 0 个'],
      ],
    ])
    expect(await stateOf(ids[0] ?? '')).toBe('confirmed')
    const again = await host.call(confirmSignUps, { meetingId, ids: [ids[0] ?? ''] })
    expect(again).toMatchObject({ code: 602, data: [{ msg: '已经确认' }] })
    expect(await host.call(confirmSignUps, { meetingId: await meetingWith(), ids })).toMatchObject({ code: 20404 })
  })

  it('an unknown company becomes a registration, once; a customer’s shows at the customer', async () => {
    const meetingId = await meetingWith({ seats: 9 })
    const number = mobile()
    const { data } = await send({ meetingId, company: '新来钢贸', mobile: number })
    const found = () => db().select().from(registrations).where(eq(registrations.mobile, number))
    expect(await found()).toMatchObject([
      { company: '新来钢贸', source: 'meeting', subProduct: 'officialWebsite', ownerId: null },
    ])
    await host.call(cancelSignUp, { id: data.id, reason: '改期' })
    expect((await send({ meetingId, company: '新来钢贸', mobile: number })).data).toMatchObject({
      isNew: true,
      state: 'confirmed',
    })
    expect(await found(), 'signed up again').toHaveLength(1)

    const customer = await makeEnterprise(db(), { name: '澄湖客户钢铁', ownerId: seller.id })
    const known = mobile()
    const at = (await send({ meetingId, company: '澄湖客户钢铁 ', mobile: known, name: '客户代表' })).data
    expect(await db().$count(registrations, eq(registrations.mobile, known))).toBe(0)
    const ask = (by: Person, enterpriseId: string) => by.call(listCustomerSignUps, { enterpriseId })
    expect((await ask(seller, customer.id)).data).toMatchObject([{ id: at.id, name: '客户代表', state: 'confirmed' }])
    expect(await ask(host, customer.id), 'of somebody else').toMatchObject({ code: 20404 })
  })

  it('§6 salespeople see those of their customers, registrations and own entries; organisers all, numbers masked', async () => {
    const meetingId = await meetingWith({ seats: 20 })
    await makeEnterprise(db(), { name: '甲方客户', ownerId: seller.id })
    await makeEnterprise(db(), { name: '他人客户', ownerId: host.id })
    const number = mobile()
    await send({ meetingId, name: '甲方来宾', company: '甲方客户', mobile: number, email: 'guest@example.com' })
    const others = (await send({ meetingId, name: '他人来宾', company: '他人客户' })).data
    expect((await add(meetingId, { name: '自己登记', company: '生面孔' }, seller)).data.state).toBe('confirmed')
    const seen = await listed(meetingId, {}, seller)
    expect(seen.map(({ name }) => name)).toEqual(['甲方来宾', '自己登记'])
    const masked = { mobile: `139****${number.slice(7)}`, email: 'g****@example.com' }
    expect(seen).toMatchObject([{ ...masked, isCustomer: true }, { email: '' }])
    expect((await listed(meetingId)).map(({ name }) => name)).toEqual(['甲方来宾', '他人来宾', '自己登记'])
    const whole = { mobile: number, email: 'guest@example.com' }
    expect((await seller.call(getSignUp, { id: seen[0]?.id ?? '' })).data).toMatchObject(whole)
    const ofSignUp = and(eq(auditLog.targetType, 'meetingSignUp'), eq(auditLog.targetId, seen[0]?.id ?? ''))
    expect((await db().select().from(auditLog).where(ofSignUp))[0]?.after).toMatchObject(masked)
    expect(await seller.call(getSignUp, { id: others.id })).toMatchObject({ code: 20404 })
    expect((await listed(meetingId, { text: '他人', isCustomer: true })).map(({ name }) => name)).toEqual(['他人来宾'])
    expect(await listed(meetingId, { source: 'hand' })).toHaveLength(1)
    expect(await listed(meetingId, { from: addDays(today, 1) })).toEqual([])
    const counts = (await host.call(getSignUpCounts, { meetingId })).data
    expect(counts).toMatchObject({ states: { confirmed: 3 }, channels: [{ name: 'officialWebsite', count: 2 }] })
    expect(counts.days).toContainEqual({ day: today, source: 'open', count: 2 })
  })

  it('"characters the font lacks are named before printing": then a job makes the PDF, of heads in scope', async () => {
    const meetingId = await meetingWith({ seats: 3, signUpFields: ['position'] })
    await added(meetingId, { name: '乙胸牌', company: '乙厂', extra: { position: '厂长' } })
    await added(meetingId, { name: '甲😀胸牌', company: '甲厂' })
    const print = (text: string, by = host) => by.call(printPapers, { meetingId, kind: 'badges', text })
    expect(await print('')).toMatchObject({
      code: 600,
      data: { preview: { groups: [{ title: '😀', names: ['甲😀胸牌'] }] } },
    })
    const started = await print('乙厂')
    expect(started.code).toBe(200)
    expect(Number(started.data.jobId)).toBeGreaterThan(0)
    expect(await print('乙厂', seller), 'not their customers').toMatchObject({ status: 409, msg: '没有已确认的报名' })
    const tables = { meetingId, kind: 'tableCards' as const, text: '' }
    expect(await host.call(printPapers, tables)).toMatchObject({ status: 409, msg: '晚宴还没有人入座' })
  })

  it('§6 is refused without the right; unknown meetings, numbers and fields too', async () => {
    const meetingId = await meetingWith({ signUpFields: ['diet'] })
    const { id } = await added(meetingId, { extra: { diet: ' 清真 ' } })
    expect((await stored(id))?.extra).toEqual({ diet: '清真' })
    const reader = await server().as((await makeRole(db(), 'meeting.view')).code)
    const denied = { status: 403 }
    expect(await reader.call(querySignUps, { meetingId })).toMatchObject(denied)
    expect(await reader.call(printPapers, { meetingId, kind: 'badges', text: '' })).toMatchObject(denied)
    expect(await add(meetingId, {}, reader)).toMatchObject(denied)
    for (const reply of [
      await seller.call(editSignUp, { ...form(meetingId), id, version: 1 } as never),
      await seller.call(cancelSignUp, { id, reason: '越权' }),
      await seller.call(restoreSignUp, { id }),
      await seller.call(confirmSignUps, { meetingId, ids: [id] }),
      await seller.call(getSignUpCounts, { meetingId }),
    ])
      expect(reply).toMatchObject(denied)
    expect(await send({ meetingId }, await createKey(['meetings'])), 'a key that reads').toMatchObject(denied)
    expect(await host.call(querySignUps, { meetingId: '999999' })).toMatchObject({ code: 20404 })
    expect(await add('999999')).toMatchObject({ code: 20404 })
    const wrong: [Partial<Form>, string][] = [
      [{ mobile: '123' }, 'mobile'],
      [{ name: ' ' }, 'name'],
      [{ companionNames: heads(21) }, 'companionNames'],
      [{ quotaId: '999999' }, 'quotaId'],
      [{ answers: { nope: 'x' } }, 'answers'],
      [{ extra: { plate: '沪A' } }, 'extra'],
      [{ invoiceTax: 'abc' }, 'invoiceTax'],
      [{ email: 'x' }, 'email'],
    ]
    for (const [changes, field] of wrong)
      expect(await add(meetingId, changes), field).toMatchObject({ status: 400, data: { fields: [{ field }] } })
    expect(await send({ meetingId, channel: 'oilGas' as never })).toMatchObject({ code: 20404 })
    await db().update(meetings).set({ state: 'takenDown' }).where(eq(meetings.id, meetingId))
    expect(await send({ meetingId })).toMatchObject({ status: 409 })
  })

  it('are changed by version; more companions need seats, fewer free them', async () => {
    const meetingId = await meetingWith({ seats: 2 })
    const number = mobile()
    const { id } = await added(meetingId, { mobile: number })
    const other = await added(meetingId)
    const waiting = await added(meetingId)
    const { meetingId: _, ...values } = form(meetingId, { mobile: number })
    const edit = (changes: object) => host.call(editSignUp, { id, version: 1, ...values, ...changes })
    expect(await edit({ companionNames: heads(1) })).toMatchObject({ status: 400, msg: '名额不足，最多再加 0 人' })
    const taken = (await stored(other.id))?.mobile ?? ''
    expect(await edit({ mobile: taken })).toMatchObject({ status: 400, data: { fields: [{ field: 'mobile' }] } })
    await host.call(cancelSignUp, { id: waiting.id, reason: '不来了' })
    await host.call(cancelSignUp, { id: other.id, reason: '不来了' })
    expect((await edit({ companionNames: heads(1), invoiceTitle: '某公司' })).code).toBe(200)
    expect(await stored(id)).toMatchObject({ companions: 1, invoiceState: 'requested', version: 2 })
    expect(await edit({})).toMatchObject({ code: 601, data: { id, version: 2 } })
    const next = await added(meetingId, { name: '等的人' })
    expect(next.state).toBe('waiting')
    expect((await edit({ version: 2, companionNames: heads(0) })).code).toBe(200)
    expect(await stateOf(next.id)).toBe('confirmed')
    expect(await add(meetingId, { mobile: number })).toMatchObject({ status: 409 })
  })

  it('are found by name, company, number and ticket, companions by their names', async () => {
    const meetingId = await meetingWith({})
    const { id } = await added(meetingId, { name: '寻来宾', mobile: '13655501234', companionNames: ['随行欧阳'] })
    await added(meetingId, { name: '别来宾' })
    const idsOf = async (text: string) => (await listed(meetingId, { text })).map((row) => row.id)
    for (const text of ['寻来', '欧阳', '13655501234', '136 5550 1234', '501234'])
      expect(await idsOf(text), text).toEqual([id])
    expect(await idsOf('234'), 'digits of many numbers').toEqual([])
  })

  it('are cancelled by ticket and number together, and by nothing else', async () => {
    const meetingId = await meetingWith()
    const number = mobile()
    const { ticket } = (await send({ meetingId, mobile: number })).data
    const wrong = ticket?.startsWith('2') ? `3${ticket.slice(1)}` : `2${ticket?.slice(1)}`
    expect(await cancelOpen({ meetingId, ticket: wrong, mobile: number })).toMatchObject({ code: 20404 })
    expect(await cancelOpen({ meetingId, ticket, mobile: mobile() })).toMatchObject({ code: 20404 })
    expect(await cancelOpen({ meetingId, ticket: "' or 1=1", mobile: number })).toMatchObject({ status: 400 })
    expect(await cancelOpen({ meetingId, ticket, mobile: number })).toMatchObject({ status: 200 })
    expect(await cancelOpen({ meetingId, ticket, mobile: number }), 'again').toMatchObject({ status: 200 })
    const [row] = await db()
      .select()
      .from(signUps)
      .where(and(eq(signUps.meetingId, meetingId), eq(signUps.mobile, number)))
    expect(row).toMatchObject({ state: 'cancelled', reason: '本人取消' })
  })

  it('§7 are exported with their labels, in scope', async () => {
    const meetingId = await meetingWith({ signUpFields: ['diet'] })
    await added(meetingId, { name: '=导出人', extra: { diet: '素食' }, invoiceTitle: '抬头' })
    const columns = exportSignUps.columns.map(({ key: name }) => name)
    const { data } = await host.call(exportSignUps, { query: { meetingId }, columns, format: 'csv', reason: '签到' })
    const { fileUrl } = await endOf(host, data.jobId)
    const text = JSON.stringify(await cellsOf(await download(server(), fileUrl)))
    for (const part of ['已确认', '手工登记', '饮食要求：素食', '待开票', '****']) expect(text).toContain(part)
  })

  it('"import": wrong cells are reported by row; the rest takes seats in its order, and then waits', async () => {
    const importer = await server().as((await makeRole(db(), 'meeting.view', 'meeting.leadingIn')).code)
    const meeting = await makeMeeting(db(), host.id, { ...soon, seats: 2, edition: '第 九 届' })
    const here = `${meeting.name} ${meeting.edition}`
    await added(meeting.id, { mobile: '13700000001' })
    const line = (values: Partial<Record<string, string>>) =>
      signUpImport.columns.map(({ key: name }) => values[name] ?? '').join(',')
    const sheet = [
      signUpImport.columns.map(({ header }) => header).join(','),
      line({ meeting: here, name: '导入甲', company: '甲厂', mobile: '13700000002' }),
      line({ meeting: here, name: '导入乙', company: '乙厂', mobile: '13700000003', companions: '随行人' }),
      line({ meeting: here, name: '重复', company: '丙厂', mobile: '13700000002' }),
      line({ meeting: here, name: '报过', company: '丙厂', mobile: '13700000001' }),
      line({ meeting: '没有的会', name: '丁', company: '丁厂', mobile: '13700000004' }),
      line({
        meeting: here,
        name: '戊',
        company: '戊厂',
        mobile: '13700000005',
        companions: Array(21).fill('某').join('、'),
        position: '总监',
      }),
    ].join('\n')
    const fileId = await bring(server(), importer, sheet)
    const opened = (await importer.call(signUpImport.open, { fileId, hasHeader: true })).data
    const problems = opened.records.flatMap(({ number, problems: some }) =>
      some.map(({ key: name }) => `${number} ${name}`),
    )
    expect(problems.toSorted()).toEqual(['4 mobile', '5 mobile', '6 meeting', '7 companions', '7 position'])
    const saving = { id: opened.id, version: opened.version, mode: 'correct' as const }
    const { data } = await importer.call(signUpImport.save, saving)
    expect((await endOf(importer, data.jobId)).message).toContain('其中 1 条名额不足，列入候补')
    const imported = await listed(meeting.id, { source: 'import', ascs: ['companions'] })
    expect(imported.map(({ name, state }) => [name, state])).toEqual([
      ...[
        ['导入甲', 'confirmed'],
        ['导入乙', 'waiting'],
      ],
    ])
  })

  it('"import": nobody passes those who wait where the meeting keeps its order, and a cancelled one takes nobody', async () => {
    const importer = await server().as((await makeRole(db(), 'meeting.view', 'meeting.leadingIn')).code)
    const strict = await makeMeeting(db(), host.id, { ...soon, edition: '', seats: 2, smallerMayPass: false })
    const cancelled = await makeMeeting(db(), host.id, {
      ...soon,
      edition: '',
      state: 'cancelled',
      cancelReason: '停办',
      cancelledAt: new Date().toISOString(),
    })
    await added(strict.id)
    const group = await added(strict.id, { companionNames: heads(1) })
    expect(group.state).toBe('waiting')
    const line = (values: Partial<Record<string, string>>) =>
      signUpImport.columns.map(({ key: name }) => values[name] ?? '').join(',')
    const sheet = [
      signUpImport.columns.map(({ header }) => header).join(','),
      line({ meeting: strict.name, name: '后来的人', company: '甲厂', mobile: '13700000012' }),
      line({ meeting: cancelled.name, name: '无处可去', company: '甲厂', mobile: '13700000013' }),
    ].join('\n')
    const fileId = await bring(server(), importer, sheet)
    const opened = (await importer.call(signUpImport.open, { fileId, hasHeader: true })).data
    const problems = opened.records.flatMap(({ number, problems: some }) =>
      some.map(({ message }) => `${number} ${message}`),
    )
    expect(problems).toEqual([`3 会议“${cancelled.name}”已取消`])
    const saving = { id: opened.id, version: opened.version, mode: 'correct' as const }
    const { data } = await importer.call(signUpImport.save, saving)
    await endOf(importer, data.jobId)
    const imported = await listed(strict.id, { source: 'import' })
    expect(imported.map(({ name, state }) => [name, state])).toEqual([['后来的人', 'waiting']])
    expect(await listed(cancelled.id)).toEqual([])
  })
})
