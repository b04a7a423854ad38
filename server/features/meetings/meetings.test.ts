// Meetings over HTTP.
// Long because all acts on a meeting share its people, its tariffs and its public calls.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { API_KEY_HEADER, type BodyOf, CONFIRM_HEADER, type DataOf } from '#contract/endpoint.ts'
import {
  addMeeting,
  copyMeeting,
  editMeeting,
  getMeeting,
  getMeetingEditions,
  launchMeetings,
  type MeetingQuery,
  queryMeetings,
  removeMeetings,
  searchEarlierMeetings,
  setPreviousMeeting,
  takeDownMeetings,
} from '#contract/meetings/meetings.ts'
import { readMeeting, readMeetings } from '#contract/meetings/open-meetings.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { storeFile } from '#server/core/files/files.ts'
import { checkInLists } from '#server/db/schema/check-ins.ts'
import { dinnerTables } from '#server/db/schema/dinner.ts'
import { meetingQuotas } from '#server/db/schema/meeting-sign-ups.ts'
import { makeRole } from '#test/factories.ts'
import { pictures } from '#test/files.ts'
import { attacks, expectInert } from '#test/hostile-html.ts'
import { type Person, testServer } from '#test/http.ts'

import { copiedTables } from './meeting-copies.acts.ts'

const server = testServer()
const db = () => server().database.db
let keeper: Person
let other: Person
let reader: Person

const rights = ['view', 'add', 'edit', 'delete', 'details', 'copy', 'launch', 'takeDown']

beforeAll(async () => {
  const { code } = await makeRole(db(), ...rights.map((alias) => `meeting.${alias}`))
  keeper = await server().as(code, { realName: '会务' })
  other = await server().as(code)
  reader = await server().as((await makeRole(db(), 'meeting.view', 'meeting.details')).code)
})

type Form = BodyOf<typeof addMeeting>
const body = (text: string): Form['body'] => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})
const session = {
  day: '2027-03-18',
  from: '09:00',
  to: '10:00',
  hall: '主会场',
  title: '开幕',
  speaker: '王岚',
  company: '',
}
const form = (name: string, changes: Partial<Form> = {}): Form => ({
  name,
  nameEn: '',
  edition: '',
  kind: 'conference',
  startsOn: '2027-03-18',
  endsOn: '2027-03-19',
  city: '上海',
  venue: '',
  place: '',
  organisers: '',
  agenda: [session],
  fee: null,
  series: '',
  quotas: [{ id: null, name: '正式', seats: 300, isOpen: true }],
  smallerMayPass: true,
  ownFields: [],
  signUpReview: false,
  signUpFields: [],
  signUpFrom: null,
  signUpUntil: null,
  channels: ['officialWebsite'],
  coverId: null,
  body: body('欢迎参会'),
  bodyEn: null,
  contacts: [{ name: '李会务', mobile: '13812345678', email: '' }],
  ...changes,
})
const quota = (name: string, seats: number) => ({ id: null, name, seats, isOpen: true })
const asked = (label: string, key: string): Form['ownFields'][number] => ({
  key,
  label,
  kind: 'text',
  isRequired: false,
  options: [],
})
const choice = (label: string, ...options: string[]): Form['ownFields'][number] => ({
  ...asked(label, 'a'),
  kind: 'choice',
  options,
})
const add = async (name: string, changes: Partial<Form> = {}) => {
  const reply = await keeper.call(addMeeting, form(name, changes))
  expect(reply.msg).toBe('操作成功')
  return reply.data.id
}
const read = async (id: string, by = keeper) => (await by.call(getMeeting, { id })).data
const listed = async (query: MeetingQuery) =>
  (await keeper.call(queryMeetings, { size: 100, ...query })).data.records.map(({ name }) => name)
/** Confirms what is still missing. */
const launch = async (...ids: string[]) => {
  const asked = await keeper.call(launchMeetings, { ids })
  if (asked.code === 200) return
  const { confirmToken } = asked.data as unknown as { confirmToken: string }
  const headers = { [CONFIRM_HEADER]: confirmToken }
  const done = await server().send('POST', launchMeetings.path, { ids }, { token: keeper.token, headers })
  expect(done.code).toBe(200)
}
const link = async (id: string, previousId: string | null) =>
  keeper.call(setPreviousMeeting, { id, previousId, version: (await read(id)).version, paperIds: [] })

describe('meetings', () => {
  it('meetings-visits-sharing.md are added whole, read again, and changed by version', async () => {
    const id = await add(' 中国热卷产业大会 ', {
      nameEn: 'HRC Summit',
      edition: '第三届',
      place: '121.50364512，31.23991',
      fee: '1800.5',
      signUpFrom: '2027-01-01',
      signUpUntil: '2027-03-19',
      bodyEn: body('Welcome'),
    })
    const stored = await read(id)
    expect(stored).toMatchObject({
      name: '中国热卷产业大会',
      state: 'draft',
      fee: '1800.50',
      place: '121.503645,31.239910',
      version: 1,
      agenda: [session],
      authorName: '会务',
      html: '<p>欢迎参会</p>',
      htmlEn: '<p>Welcome</p>',
      cover: null,
    })
    const change = { ...form('热卷大会', { agenda: [] }), id, version: 1 }
    expect(await other.call(editMeeting, change)).toMatchObject({ code: 200, data: { id, version: 2 } })
    expect(await keeper.call(editMeeting, change)).toMatchObject({
      code: 601,
      data: { id, version: 2, name: '热卷大会', agenda: [], html: '<p>欢迎参会</p>' },
    })
    expect(await keeper.call(editMeeting, { ...change, id: '999' })).toMatchObject({ code: 20404 })
  })

  it('§7 are found by name, kind, state, city, channel and days', async () => {
    await add('检索甲', { kind: 'salon', city: '检索杭州', startsOn: '2031-05-02', endsOn: '2031-05-04', agenda: [] })
    await add('检索100%乙', { startsOn: '2031-05-10', endsOn: '2031-05-10', agenda: [], channels: ['app'] })
    expect(await listed({ name: '检索' })).toEqual(['检索100%乙', '检索甲'])
    expect(await listed({ name: '检索', ascs: ['startsOn'] })).toEqual(['检索甲', '检索100%乙'])
    expect(await listed({ name: '%乙' })).toEqual(['检索100%乙'])
    expect(await listed({ name: '检索', kind: 'salon' })).toEqual(['检索甲'])
    expect(await listed({ city: '检索杭' })).toEqual(['检索甲'])
    expect(await listed({ name: '检索', channel: 'app' })).toEqual(['检索100%乙'])
    expect(await listed({ name: '检索', from: '2031-05-04', to: '2031-05-09' })).toEqual(['检索甲'])
    expect(await listed({ name: '检索', state: 'published' })).toEqual([])
  })

  it.each<[Partial<Form>, string, string]>([
    [{ name: ' ' }, 'name', '请输入会议名称'],
    [{ startsOn: '2027-13-01' }, 'startsOn', '开始日期应为 YYYY-MM-DD'],
    [{ endsOn: '2027-03-17' }, 'endsOn', '结束日期不能早于开始日期'],
    [{ endsOn: '2027-06-17' }, 'endsOn', '会议最长 31 天'],
    [{ signUpUntil: '2027-03-20' }, 'signUpUntil', '报名截止日期不能晚于会议最后一天'],
    [{ signUpFrom: '2027-03-11', signUpUntil: '2027-03-10' }, 'signUpFrom', '报名开始日期不能晚于截止日期'],
    [{ place: '2.35,48.85' }, 'place', '经度应在 73 到 136 之间（中国境内）'],
    [{ place: '上海' }, 'place', '位置坐标应为“经度,纬度”，例如 120.153576,30.287459'],
    [{ fee: '12.345' }, 'fee', '参会费应为最多 7 位整数、2 位小数的金额'],
    [{ quotas: [] }, 'quotas', '请至少设置一种名额'],
    [{ quotas: [quota('正式', 60_000), quota('嘉宾', 60_000)] }, 'quotas', '名额合计不能超过 100000'],
    [{ quotas: [quota('正式', 1), quota(' 正式', 2)] }, 'quotas', '名额类型“正式”重复'],
    [{ ownFields: [choice('车型', '轿车')] }, 'ownFields', '“车型”至少要有两个选项'],
    [{ ownFields: [choice('车型', '轿车', ' 轿车')] }, 'ownFields', '“车型”的选项重复'],
    [
      { ownFields: Array.from({ length: 31 }, (_, at) => asked(`问题${at}`, `k${at}`)) },
      'ownFields',
      '报名问题最多 30 个',
    ],
    [{ contacts: [] }, 'contacts', '请添加联系人'],
    [{ agenda: [session, { ...session, day: '2027-03-20' }] }, 'agenda', '第 2 项议程：日期不在会议日期内'],
    [{ agenda: [{ ...session, to: '09:00' }] }, 'agenda', '第 1 项议程：结束时间应晚于开始时间'],
    [
      { agenda: [session, { ...session, from: '09:59', to: '11:00', hall: ' 主会场 ' }] },
      'agenda',
      '第 1 项议程：与第 2 项在“主会场”时间重叠',
    ],
    [{ coverId: '999999' }, 'coverId', '封面不存在或已过期，请重新上传'],
  ])('§5 refuses %j', async (changes, field, message) => {
    const reply = await keeper.call(addMeeting, form('不会保存的会议', changes))
    expect(reply).toMatchObject({ status: 400, data: { fields: [{ field, message }] } })
  })

  it('§5 have name and edition of their own', async () => {
    await add('同名会议', { edition: '第一届' })
    await add('同名会议', { edition: '第二届' })
    const reply = await keeper.call(addMeeting, form('同名会议', { edition: '第一届' }))
    expect(reply).toMatchObject({ status: 400, data: { fields: [{ field: 'name', message: '已有同名同届次的会议' }] } })
  })

  it('quality.md hostile page texts are refused or shown as text; prices are refused', async () => {
    for (const [at, attack] of attacks.entries()) {
      const id = await add(`文本 ${at}`, { body: body(attack) })
      expectInert((await read(id)).html)
    }
    const node = (type: string) => ({ type: 'doc', content: [{ type }] })
    for (const type of ['script', 'iframe', 'priceTable', 'priceChart']) {
      const reply = await keeper.call(addMeeting, form('不会保存的会议', { body: node(type) }))
      expect(reply, type).toMatchObject({ status: 400, data: { fields: [{ field: 'body' }] } })
      const english = await keeper.call(addMeeting, form('不会保存的会议', { bodyEn: node(type) }))
      expect(english, type).toMatchObject({ status: 400, data: { fields: [{ field: 'bodyEn' }] } })
    }
  })

  it('meetings-visits-sharing.md a copy keeps fields, agenda and files, and is a draft of its own', async () => {
    const cover = await db().transaction((tx) =>
      storeFile(tx, {
        core: server().server.core,
        name: '封面.png',
        source: pictures.png,
        purpose: 'image',
        ownerId: keeper.id,
      }),
    )
    const id = await add('被复制的会议', { edition: '第一届', coverId: cover.id, signUpUntil: '2027-03-17', fee: '99' })
    await launch(id)
    const again = { id, name: '被复制的会议', startsOn: '2028-03-16' }
    expect(await keeper.call(copyMeeting, { ...again, edition: '第一届' })).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'name' }] },
    })
    const copy = await other.call(copyMeeting, { ...again, edition: '第二届' })
    expect(await read(copy.data.id)).toMatchObject({
      edition: '第二届',
      state: 'draft',
      publishedAt: null,
      fee: '99.00',
      agenda: [{ ...session, day: '2028-03-16' }],
      startsOn: '2028-03-16',
      endsOn: '2028-03-17',
      signUpFrom: null,
      signUpUntil: '2028-03-15',
      cover: { id: cover.id },
      html: '<p>欢迎参会</p>',
    })
    const saved = await other.call(editMeeting, {
      ...form('被复制的会议', { edition: '第二届', coverId: cover.id }),
      id: copy.data.id,
      version: 1,
    })
    expect(saved.code).toBe(200)
  })

  it('meetings-visits-sharing.md "copy": every table of meetings is named; what goes along is there', async () => {
    const { rows } = await server().database.pool.query<{ name: string }>(
      `select distinct conrelid::regclass::text as name from pg_constraint
        where contype = 'f' and confrelid = 'meetings'::regclass`,
    )
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(copiedTables).toSorted())
    const id = await add('带签到点的会议')
    await db().insert(checkInLists).values({ meetingId: id, name: '入场' })
    const [quota] = await db().select().from(meetingQuotas).where(eq(meetingQuotas.meetingId, id))
    const kept = { name: '主桌', zone: '贵宾区', seats: 12, position: 1 }
    await db()
      .insert(dinnerTables)
      .values({ ...kept, meetingId: id, quotaId: quota?.id ?? null })
    const body = { id, name: '带签到点的会议', edition: '第二届', startsOn: '2028-01-01' }
    const copy = (await keeper.call(copyMeeting, body)).data
    for (const [table, isCopied] of Object.entries(copiedTables)) {
      if (!isCopied) continue
      const counted = await server().database.pool.query(`select 1 from ${table} where meeting_id = $1`, [copy.id])
      expect(counted.rowCount, table).toBe(1)
    }
    const [table] = await db().select().from(dinnerTables).where(eq(dinnerTables.meetingId, copy.id))
    const [own] = await db().select().from(meetingQuotas).where(eq(meetingQuotas.meetingId, copy.id))
    expect(table, 'kept for the quota of that name').toMatchObject({ ...kept, quotaId: own?.id })
  })

  it('meetings-visits-sharing.md "a list that turns green before launch": publishing asks about what is missing', async () => {
    const id = await add('没有封面')
    expect(await keeper.call(launchMeetings, { ids: [id] })).toMatchObject({
      code: 600,
      data: { preview: { groups: [{ title: '没有封面', names: ['封面', '会场地址', '报名时间'] }] } },
    })
    await launch(id)
    await keeper.call(takeDownMeetings, { ids: [id] })
    expect((await keeper.call(launchMeetings, { ids: [id] })).code, 'published before: not asked again').toBe(200)
  })

  it('§6 are published, taken down and published again; only drafts are deleted', async () => {
    const id = await add('上下架')
    await launch(id)
    expect(await keeper.call(launchMeetings, { ids: [id] })).toMatchObject({ code: 409, msg: '“上下架”已经发布' })
    const none = { ...form('上下架', { channels: [] }), id, version: 2 }
    expect(await keeper.call(editMeeting, none)).toMatchObject({ data: { fields: [{ field: 'channels' }] } })
    expect((await keeper.call(takeDownMeetings, { ids: [id] })).code).toBe(200)
    expect(await keeper.call(takeDownMeetings, { ids: [id] })).toMatchObject({ code: 409 })
    expect(await keeper.call(removeMeetings, { ids: [id] })).toMatchObject({ code: 409 })
    await launch(id)
    expect(await read(id)).toMatchObject({ state: 'published', version: 4 })
    const silent = await add('没有渠道', { channels: [] })
    expect(await keeper.call(launchMeetings, { ids: [silent] })).toMatchObject({ status: 400 })
    expect((await keeper.call(removeMeetings, { ids: [silent] })).code).toBe(200)
    expect(await keeper.call(removeMeetings, { ids: [silent] })).toMatchObject({ code: 20404 })
  })

  it('§6 are refused without the right', async () => {
    const id = await add('无权')
    expect((await read(id, reader)).name).toBe('无权')
    const ids = { ids: [id] }
    const tries = [
      reader.call(addMeeting, form('无权新增')),
      reader.call(editMeeting, { ...form('无权'), id, version: 1 }),
      reader.call(copyMeeting, { id, name: '无权', edition: '二', startsOn: '2028-03-16' }),
      reader.call(launchMeetings, ids),
      reader.call(takeDownMeetings, ids),
      reader.call(removeMeetings, ids),
      reader.call(searchEarlierMeetings, { id }),
      reader.call(setPreviousMeeting, { id, version: 1, previousId: null, paperIds: [] }),
    ]
    for (const reply of await Promise.all(tries)) expect(reply).toMatchObject({ status: 403 })
    const nobody = await server().as((await makeRole(db(), 'visitRecord.view')).code)
    expect(await nobody.call(queryMeetings, {})).toMatchObject({ status: 403 })
    expect(await nobody.call(getMeeting, { id })).toMatchObject({ status: 403 })
    expect(await nobody.call(getMeetingEditions, { id })).toMatchObject({ status: 403 })
  })
})

describe('earlier editions', () => {
  const held = (edition: string, year: number) =>
    add('年度铜会', { edition, startsOn: `${year}-06-01`, endsOn: `${year}-06-02`, agenda: [] })

  it('meetings-visits-sharing.md are linked by version, only backwards, and read as a chain', async () => {
    const [first, second, third] = [await held('第一届', 2021), await held('第二届', 2022), await held('第三届', 2023)]
    const search = (id: string, text: string) => keeper.call(searchEarlierMeetings, { id, text })
    expect((await search(third, '铜会 第')).data.map(({ edition }) => edition)).toEqual(['第二届', '第一届'])
    expect((await search(first, '铜会')).data).toEqual([])
    expect((await link(third, second)).code).toBe(200)
    expect((await link(second, first)).code).toBe(200)
    const { data } = await reader.call(getMeetingEditions, { id: third })
    expect(data.editions.map(({ id }) => id)).toEqual([second, first])
    expect(await read(third)).toMatchObject({ previousId: second, previousName: '年度铜会 第二届' })
    const wrong = { status: 400, data: { fields: [{ field: 'previousId', message: '上一届应在本届开始之前结束' }] } }
    expect(await link(first, third), 'a cycle').toMatchObject(wrong)
    expect(await link(first, first), 'itself').toMatchObject(wrong)
    expect(await link(first, '999999')).toMatchObject({ data: { fields: [{ message: '所选会议不存在' }] } })
    expect(
      await keeper.call(setPreviousMeeting, { id: third, version: 1, previousId: null, paperIds: [] }),
    ).toMatchObject({
      code: 601,
      data: { previousId: second, version: 2 },
    })

    const moved = { startsOn: '2024-06-01', endsOn: '2024-06-02', agenda: [], edition: '第二届' }
    expect(
      await keeper.call(editMeeting, { ...form('年度铜会', moved), id: second, version: 2 }),
      'days past the next edition',
    ).toMatchObject({ status: 400, data: { fields: [{ field: 'endsOn' }] } })
    expect(await keeper.call(removeMeetings, { ids: [first] })).toMatchObject({ code: 603 })
    expect((await link(second, null)).code).toBe(200)
    expect((await keeper.call(removeMeetings, { ids: [first] })).code).toBe(200)
  })
})

describe('the open call', () => {
  it('product.md "Meetings" sites read what is published for their channel, page by page', async () => {
    const days = { startsOn: '2030-01-01', endsOn: '2030-01-02', agenda: [] }
    const channel = 'oilGas'
    const open: Partial<Form> = { ...days, channels: [channel] }
    const first = await add('开放一', open)
    const second = await add('开放二', { ...open, startsOn: '2030-02-01', endsOn: '2030-02-02' })
    const draft = await add('开放草稿', open)
    const elsewhere = await add('别的渠道', { ...days, channels: ['officialWebsite'] })
    await launch(first, second, elsewhere)
    await link(second, first)
    const key = async (...scopes: ('meetings' | 'ai')[]) =>
      (
        await db().transaction((tx) =>
          createApiKey(tx, { name: `站点${scopes[0]}`, scopes, dailyQuota: 1_000, createdBy: null }),
        )
      ).key
    const good = await key('meetings')
    const ask = async (query: string, by = good) => {
      const address = `${readMeetings.path}?channel=${channel}${query}`
      return server().send('GET', address, undefined, { headers: { [API_KEY_HEADER]: by } })
    }
    const page = async (query = '') => (await ask(query)).data as DataOf<typeof readMeetings>
    const { records, next } = await page('&size=1')
    expect([records.map(({ name }) => name), next]).toEqual([['开放一'], first])
    const rest = await page(`&size=1&after=${next}`)
    expect(rest).toMatchObject({
      records: [{ name: '开放二', previousId: first, html: '<p>欢迎参会</p>' }],
      next: null,
    })
    const tagged = async (address: string, tag?: string) => {
      const headers = { [API_KEY_HEADER]: good, ...(tag && { 'if-none-match': tag }) }
      const reply = await fetch(`${server().base}${address}`, { headers })
      return { status: reply.status, tag: reply.headers.get('etag') ?? '', text: await reply.text() }
    }
    const list = `${readMeetings.path}?channel=${channel}`
    const one = `${readMeeting.path.replace(':id', second)}?channel=${channel}`
    for (const address of [list, one]) {
      const { tag } = await tagged(address)
      expect(await tagged(address, tag), address).toMatchObject({ status: 304, text: '' })
    }
    const before = await tagged(one)
    expect(JSON.parse(before.text).data).toMatchObject({ id: second, name: '开放二', previousId: first })
    await keeper.call(takeDownMeetings, { ids: [first] })
    for (const address of [list, one]) expect((await tagged(address, before.tag)).status, address).toBe(200)
    for (const id of [first, draft, '999999', 'x'])
      expect((await tagged(`${readMeeting.path.replace(':id', id)}?channel=${channel}`)).text, id).toContain('20404')
    expect((await tagged(one.replace(channel, 'officialWebsite'))).text).toContain('20404')
    expect(await page()).toMatchObject({ records: [{ id: second, previousId: null }], next: null })
    expect((await page()).records.map(({ id }) => id)).not.toContain(draft)
    expect(await ask('', await key('ai'))).toMatchObject({ status: 403 })
    expect(await ask('&size=51')).toMatchObject({ status: 400 })
  })
})
