// What a meeting's days and seats change beside it, over HTTP: its check-in lists, how its sign-up stands, what sites ask.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { API_KEY_HEADER, type DataOf } from '#contract/endpoint.ts'
import type { MeetingPhase } from '#contract/meetings/meeting-labels.ts'
import {
  editMeeting,
  getMeeting,
  getMeetingEditions,
  launchMeetings,
  queryMeetings,
  setPreviousMeeting,
} from '#contract/meetings/meetings.ts'
import { readMeetingContents } from '#contract/meetings/open-contents.ts'
import { readMeeting } from '#contract/meetings/open-meetings.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { storeFile } from '#server/core/files/files.ts'
import { checkInLists } from '#server/db/schema/check-ins.ts'
import { meetingImages } from '#server/db/schema/meeting-contents.ts'
import { meetingQuotas } from '#server/db/schema/meeting-sign-ups.ts'
import type { meetings } from '#server/db/schema/meetings.ts'
import { makeRole } from '#test/factories.ts'
import { pictures } from '#test/files.ts'
import { type Person, testServer } from '#test/http.ts'
import { makeGuests, makeMeeting } from '#test/meeting-factories.ts'

const server = testServer()
const db = () => server().database.db
const today = dayOf(Date.now())
let host: Person

beforeAll(async () => {
  const rights = ['view', 'edit', 'details', 'launch'].map((alias) => `meeting.${alias}`)
  host = await server().as((await makeRole(db(), ...rights)).code)
})

const meetingWith = (changes: Partial<typeof meetings.$inferInsert> = {}) => makeMeeting(db(), host.id, changes)
const read = async (id: string) => (await host.call(getMeeting, { id })).data

describe('meetings-visits-sharing.md "Check lists are objects (入场 per day …)"', () => {
  it('the lists of a meeting that is put off go along, so that its doors are open when it is held', async () => {
    const { id } = await meetingWith({ startsOn: addDays(today, 9), endsOn: addDays(today, 10) })
    const list = (name: string, day: string | null) => ({ meetingId: id, name, day, kind: 'entry' as const })
    await db()
      .insert(checkInLists)
      .values([list('首日', addDays(today, 9)), list('次日', addDays(today, 10)), list('资料', null)])
    const { version, name, quotas } = await read(id)
    const saved = await host.call(editMeeting, {
      id,
      version,
      name,
      nameEn: '',
      series: '',
      edition: '',
      kind: 'conference',
      city: '',
      venue: '',
      place: '',
      organisers: '',
      agenda: [],
      fee: null,
      startsOn: addDays(today, 16),
      endsOn: addDays(today, 17),
      quotas: quotas.map(({ taken: _, ...quota }) => quota),
      smallerMayPass: true,
      signUpFrom: null,
      signUpUntil: null,
      signUpReview: false,
      signUpFields: [],
      ownFields: [],
      contacts: [{ name: '周会务', mobile: '13800001111', email: '' }],
      channels: ['officialWebsite'],
      coverId: null,
      body: { type: 'doc', content: [{ type: 'paragraph' }] },
      bodyEn: null,
    })
    expect(saved.msg).toBe('操作成功')
    const days = await db().select().from(checkInLists).where(eq(checkInLists.meetingId, id)).orderBy(checkInLists.id)
    expect(days.map(({ day }) => day)).toEqual([addDays(today, 16), addDays(today, 17), null])
  })
})

describe('meetings-visits-sharing.md "报名中/候补中/已截止/已结束 follow from dates and seats"', () => {
  it('in details and in the list, which finds by it', async () => {
    const ahead = { startsOn: addDays(today, 9), endsOn: addDays(today, 9) }
    const cases: [Partial<typeof meetings.$inferInsert>, MeetingPhase | null][] = [
      [{ ...ahead, seats: 1 }, 'full'],
      [ahead, 'open'],
      [{ ...ahead, signUpFrom: today, signUpUntil: today }, 'open'],
      [{ ...ahead, signUpFrom: addDays(today, 1) }, 'early'],
      [{ ...ahead, signUpUntil: addDays(today, -1) }, 'closed'],
      [{ startsOn: addDays(today, -2), endsOn: addDays(today, -1) }, 'over'],
      [{ startsOn: addDays(today, -2), endsOn: today }, 'open'],
      [{ ...ahead, state: 'takenDown' }, null],
    ]
    const made: { id: string; phase: MeetingPhase | null }[] = []
    for (const [changes, phase] of cases) made.push({ id: (await meetingWith({ city: '湖州', ...changes })).id, phase })
    const full = made[0]?.id ?? ''
    await makeGuests(db(), full)
    await db().update(meetingQuotas).set({ taken: 1 }).where(eq(meetingQuotas.meetingId, full))
    for (const { id, phase } of made) expect((await read(id)).phase, `${phase}`).toBe(phase)
    const listed = async (query: object) =>
      (await host.call(queryMeetings, { city: '湖州', size: 100, ...query })).data.records
    expect((await listed({})).map(({ phase }) => phase).toSorted()).toEqual(made.map(({ phase }) => phase).toSorted())
    for (const phase of ['early', 'open', 'full', 'closed', 'over'] as const)
      expect((await listed({ phase })).map(({ id }) => id).toSorted(), phase).toEqual(
        made.flatMap((each) => (each.phase === phase ? [each.id] : [])).toSorted(),
      )
    await db().insert(meetingQuotas).values({ meetingId: full, name: '媒体', seats: 5 })
    expect((await read(full)).phase, 'another quota has room').toBe('open')
  })
})

describe('meetings-visits-sharing.md "by key GET /api/open/meetings/:id"', () => {
  it('a site learns what it has to ask: the meeting’s own questions and the quotas that are open', async () => {
    const ownFields = [
      { key: 'car', label: '车型', kind: 'choice' as const, isRequired: true, options: ['轿车', '大巴'] },
    ]
    const { id } = await meetingWith({ series: '年会', channels: ['oilGas'], ownFields, seats: 0 })
    await db()
      .insert(meetingQuotas)
      .values([
        { meetingId: id, name: '媒体', seats: 2, position: 2 },
        { meetingId: id, name: '嘉宾', seats: 2, position: 3, isOpen: false },
      ])
    const { key } = await db().transaction((tx) =>
      createApiKey(tx, { name: '站点', scopes: ['meetings'], dailyQuota: 1_000, createdBy: null }),
    )
    const ask = async () => {
      const headers = { [API_KEY_HEADER]: key }
      const reply = await fetch(`${server().base}${readMeeting.path.replace(':id', id)}?channel=oilGas`, { headers })
      const { data } = (await reply.json()) as { data: DataOf<typeof readMeeting> }
      return { tag: reply.headers.get('etag'), data }
    }
    const { tag, data } = await ask()
    expect(data).toMatchObject({ series: '年会', ownFields })
    expect(data.quotas.map(({ name, isFull }) => [name, isFull])).toEqual([
      ['正式', true],
      ['媒体', false],
    ])
    await db().update(meetingQuotas).set({ taken: 2 }).where(eq(meetingQuotas.name, '媒体'))
    const later = await ask()
    expect(later.tag, 'a full quota is a change').not.toBe(tag)
    expect(later.data.quotas[1]?.isFull).toBe(true)
  })
})

describe('meetings-visits-sharing.md "previousForm: editions, pictures, papers"', () => {
  it('the papers of a meeting are kept for the next edition and for sites, also by whoever saves after', async () => {
    const held = { channels: ['oilGas'], previousId: null }
    const { id: first } = await meetingWith({ ...held, startsOn: '2021-06-01', endsOn: '2021-06-02' })
    const { id: second } = await meetingWith({ ...held, previousId: first })
    const { core } = server().server
    const file = (name: string, purpose: 'attachment' | 'image') =>
      db().transaction((tx) => storeFile(tx, { core, name, source: pictures.png, purpose, ownerId: host.id }))
    const paper = await file('参会名录.png', 'attachment')
    const picture = await file('展台.png', 'image')
    await db()
      .insert(meetingImages)
      .values({ meetingId: first, kind: 'picture', fileId: picture.id, title: '展台', sort: 1 })
    const save = async (by: Person, paperIds: string[]) =>
      by.call(setPreviousMeeting, { id: first, version: (await read(first)).version, previousId: null, paperIds })
    expect((await save(host, [paper.id])).code).toBe(200)
    const colleague = await server().as((await makeRole(db(), 'meeting.details', 'meeting.edit')).code)
    expect((await save(colleague, [paper.id])).code).toBe(200)
    const foreign = await meetingWith()
    const stolen = { id: foreign.id, version: 1, previousId: null, paperIds: [paper.id] }
    expect(await colleague.call(setPreviousMeeting, stolen), 'of another meeting').toMatchObject({ status: 400 })
    const editions = async () => (await colleague.call(getMeetingEditions, { id: second })).data
    const { papers, pictures: own, editions: before } = await editions()
    expect([papers, own]).toEqual([[], []])
    expect(before).toMatchObject([{ id: first, papers: [{ name: '参会名录.png' }], pictures: [{ name: '展台.png' }] }])
    expect((await fetch(`${server().base}${before[0]?.papers[0]?.url}`)).status).toBe(200)
    const { key } = await db().transaction((tx) =>
      createApiKey(tx, { name: '资料站点', scopes: ['meetings'], dailyQuota: 1_000, createdBy: null }),
    )
    const headers = { [API_KEY_HEADER]: key }
    const contents = await server().send('GET', `${readMeetingContents.path}?id=${first}`, undefined, { headers })
    expect(contents.data).toMatchObject({ papers: [{ fileId: paper.id, name: '参会名录.png' }] })
    expect((await save(colleague, [])).code).toBe(200)
    expect((await editions()).editions[0]?.papers).toEqual([])
  })
})

describe('meetings-visits-sharing.md "a list that turns green before launch"', () => {
  it('a page of pictures alone has a text', async () => {
    const body = { type: 'doc', content: [{ type: 'picture', attrs: { fileId: '7', alt: '' } }] }
    const { id, name } = await meetingWith({ state: 'draft', publishedAt: null, channels: ['oilGas'], body })
    expect(await host.call(launchMeetings, { ids: [id] })).toMatchObject({
      code: 600,
      data: { preview: { groups: [{ title: name, names: ['议程', '封面', '会场地址', '联系人', '报名时间'] }] } },
    })
  })
})
