// Carousel and pictures of meetings, and what sites read of a meeting, over HTTP.
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { API_KEY_HEADER, type BodyOf, type DataOf } from '#contract/endpoint.ts'
import { carouselCalls, pictureCalls } from '#contract/meetings/meeting-images.ts'
import * as news from '#contract/meetings/meeting-news.ts'
import { readMeetingContents } from '#contract/meetings/open-contents.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { storeFile } from '#server/core/files/files.ts'
import { meetingImages } from '#server/db/schema/meeting-contents.ts'
import { makeRole } from '#test/factories.ts'
import { pictures } from '#test/files.ts'
import { type Person, testServer } from '#test/http.ts'
import { makeMeeting } from '#test/meeting-factories.ts'

const server = testServer()
const db = () => server().database.db
const person = async (...rights: string[]) => server().as((await makeRole(db(), ...rights)).code)
let keeper: Person
let reader: Person

beforeAll(async () => {
  const all = ['view', 'details', 'add', 'edit', 'delete', 'dragSort', 'launch'].map((alias) => `meeting.${alias}`)
  keeper = await person(...all)
  reader = await person('meeting.view', 'meeting.details')
})

const meeting = async (changes: object = {}) => (await makeMeeting(db(), keeper.id, changes)).id
const file = async (name = '签到现场.png', by = keeper) => {
  const { core } = server().server
  const made = { core, name, source: pictures.png, purpose: 'image', ownerId: by.id } as const
  return (await db().transaction((tx) => storeFile(tx, made))).id
}
const entry = async (meetingId: string, changes: Partial<BodyOf<typeof carouselCalls.add>> = {}) => ({
  meetingId,
  title: '主论坛',
  fileId: await file(),
  fileEnId: null,
  channels: [],
  link: '',
  showFrom: null,
  showUntil: null,
  isOn: true,
  ...changes,
})
const addEntry = async (meetingId: string, changes: object = {}) => {
  const reply = await keeper.call(carouselCalls.add, await entry(meetingId, changes))
  expect(reply.msg).toBe('操作成功')
  return reply.data
}
const titles = async (meetingId: string) =>
  (await reader.call(carouselCalls.list, { meetingId })).data.rows.map(({ title }) => title)
const today = dayOf(Date.now())

describe('carousel of a meeting', () => {
  it('meetings-visits-sharing.md "carouselForm": entries are added, edited by version, sorted and deleted', async () => {
    const id = await meeting()
    const rows = []
    for (const title of ['一', '二', '三']) rows.push(await addEntry(id, { title }))
    const [first, second, third] = rows.map((row) => row.id) as [string, string, string]
    expect((await keeper.call(carouselCalls.sort, { meetingId: id, ids: [third, first, second] })).code).toBe(200)
    expect(await titles(id)).toEqual(['三', '一', '二'])
    const { meetingId: _, ...form } = await entry(id, { title: '一改', link: 'https://www.example.com/a' })
    const change = { id: first, version: 1, ...form }
    expect((await keeper.call(carouselCalls.edit, change)).data.version).toBe(2)
    expect(await keeper.call(carouselCalls.edit, change)).toMatchObject({
      code: 601,
      data: { title: '一改', version: 2 },
    })
    expect((await keeper.call(carouselCalls.remove, { ids: [second] })).code).toBe(200)
    expect(await titles(id)).toEqual(['三', '一改'])
    const gone = await keeper.call(carouselCalls.sort, { meetingId: id, ids: [second, third] })
    expect(gone.msg).toBe('图片已变化，请刷新后重试')
  })

  it('meetings-visits-sharing.md "picture zh/en, link, channels": each language has its picture, each channel its entries', async () => {
    const id = await meeting({ channels: ['app', 'officialWebsite'] })
    const [zh, en] = [await file('主视觉.png'), await file('key-visual.png')]
    const { id: both } = await addEntry(id, { title: '两种语言', fileId: zh, fileEnId: en, channels: ['app'] })
    await addEntry(id, { title: '各渠道' })
    const { rows } = (await reader.call(carouselCalls.list, { meetingId: id })).data
    expect(rows).toMatchObject([
      { title: '两种语言', file: { id: zh }, fileEn: { id: en, name: 'key-visual.png' }, channels: ['app'] },
      { title: '各渠道', fileEn: null, channels: [] },
    ])
    const { key } = await db().transaction((tx) =>
      createApiKey(tx, { name: '站点', scopes: ['meetings'], dailyQuota: 1_000, createdBy: null }),
    )
    const read = async (channel = '') => {
      const address = `${readMeetingContents.path}?id=${id}${channel && `&channel=${channel}`}`
      const reply = await server().send('GET', address, undefined, { headers: { [API_KEY_HEADER]: key } })
      return reply.data as DataOf<typeof readMeetingContents>
    }
    const titlesIn = async (channel?: string) => (await read(channel)).carousel.map(({ title }) => title)
    expect(await titlesIn()).toEqual(['两种语言', '各渠道'])
    expect(await titlesIn('app')).toEqual(['两种语言', '各渠道'])
    expect(await titlesIn('officialWebsite')).toEqual(['各渠道'])
    const [first, second] = (await read()).carousel
    expect(first).toMatchObject({ fileId: zh, fileEnId: en, channels: ['app'] })
    expect((await fetch(`${server().base}${first?.urlEn}`)).status).toBe(200)
    expect(second).toMatchObject({ fileEnId: null, urlEn: '' })
    // the English picture is let go of; the entry is shown everywhere again
    const { meetingId: _, ...form } = await entry(id, { title: '两种语言', fileId: zh })
    expect((await keeper.call(carouselCalls.edit, { id: both, version: 1, ...form })).code).toBe(200)
    expect(await titlesIn('officialWebsite')).toEqual(['两种语言', '各渠道'])
    const foreign = await entry(id, { fileEnId: await file('别人的.png', reader) })
    expect(await keeper.call(carouselCalls.add, foreign)).toMatchObject({ status: 400 })
    expect(
      await keeper.call(carouselCalls.add, { ...foreign, fileEnId: null, channels: ['无'] as never }),
    ).toMatchObject({
      status: 400,
    })
  })

  it('holds at most 20 entries', async () => {
    const id = await meeting()
    const fileId = await file()
    const row = { meetingId: id, kind: 'carousel' as const, fileId, title: '满', sort: 10 }
    await db()
      .insert(meetingImages)
      .values(Array.from({ length: 20 }, () => row))
    const reply = await keeper.call(carouselCalls.add, await entry(id))
    expect(reply.msg).toBe('一个会议最多 20 张轮播图，现有 20 张')
  })

  it.each([
    [{ title: ' ' }, '请输入标题'],
    [{ link: 'javascript:alert(1)' }, '链接应以 http:// 或 https:// 开头，不能有空格'],
    [{ link: 'https://' }, '链接应以 http:// 或 https:// 开头，不能有空格'],
    [{ showFrom: '2026-05-02', showUntil: '2026-05-01' }, '展示结束日期不能早于开始日期'],
    [{ fileId: '999999' }, '图片不存在或已过期，请重新上传'],
  ])('§5 refuses %j', async (changes, message) => {
    const reply = await keeper.call(carouselCalls.add, await entry(await meeting(), changes))
    expect(reply).toMatchObject({ status: 400, msg: message })
  })

  it('§6 each act needs its right, and the id must be of a carousel', async () => {
    const id = await meeting()
    const { id: rowId, version } = await addEntry(id)
    const { meetingId: _, ...form } = await entry(id)
    const refused = { status: 403 }
    expect(await reader.call(carouselCalls.add, await entry(id))).toMatchObject(refused)
    expect(await reader.call(carouselCalls.edit, { id: rowId, version, ...form })).toMatchObject(refused)
    expect(await reader.call(carouselCalls.remove, { ids: [rowId] })).toMatchObject(refused)
    expect(await reader.call(carouselCalls.sort, { meetingId: id, ids: [rowId] })).toMatchObject(refused)
    const lister = await person('meeting.view')
    expect(await lister.call(carouselCalls.list, { meetingId: id })).toMatchObject(refused)
    expect(await lister.call(carouselCalls.get, { id: rowId })).toMatchObject(refused)
    expect(await keeper.call(pictureCalls.remove, { ids: [rowId] })).toMatchObject({ code: 20404 })
    expect(await keeper.call(pictureCalls.get, { id: rowId })).toMatchObject({ code: 20404 })
    expect(await keeper.call(carouselCalls.add, await entry('999'))).toMatchObject({ code: 20404 })
  })
})

describe('pictures of a meeting', () => {
  it('meetings-visits-sharing.md "drop many pictures, sort by drag, alt text, from/until, link"', async () => {
    const id = await meeting()
    const fileIds = [await file('签到.png'), await file('展台.jpg'), await file('晚宴.webp')]
    const { ids } = (await keeper.call(pictureCalls.add, { meetingId: id, fileIds })).data
    expect(ids).toHaveLength(3)
    const list = async () => (await reader.call(pictureCalls.list, { meetingId: id })).data.rows
    expect((await list()).map(({ title }) => title)).toEqual(['签到', '展台', '晚宴'])
    const [first = '', second = ''] = ids
    const change = { title: '嘉宾签到', caption: '上午九点', link: '', showFrom: null, showUntil: addDays(today, -1) }
    expect((await keeper.call(pictureCalls.edit, { id: first, version: 1, ...change })).code).toBe(200)
    expect((await list())[0]).toMatchObject({ title: '嘉宾签到', caption: '上午九点', isShown: false })
    expect(await keeper.call(pictureCalls.edit, { id: first, version: 1, ...change })).toMatchObject({ code: 601 })
    expect((await keeper.call(pictureCalls.sort, { meetingId: id, ids: [second, first] })).code).toBe(200)
    expect((await keeper.call(pictureCalls.remove, { ids: [ids[2] ?? ''] })).code).toBe(200)
    expect((await list()).map(({ title }) => title)).toEqual(['展台', '嘉宾签到'])
    const { data } = await reader.call(pictureCalls.get, { id: first })
    expect(data.file.url).toContain(`user=${reader.id}`)
  })

  it('meetings-visits-sharing.md "meetingPicturesForm (crop)": a cropped picture takes the place of the other', async () => {
    const id = await meeting()
    const { ids } = (await keeper.call(pictureCalls.add, { meetingId: id, fileIds: [await file('合影.png')] })).data
    const one = { id: ids[0] ?? '', title: '合影', caption: '', link: '', showFrom: null, showUntil: null }
    const get = async () => (await keeper.call(pictureCalls.get, { id: one.id })).data
    const before = (await get()).file.id
    expect((await keeper.call(pictureCalls.edit, { ...one, version: 1 })).code).toBe(200)
    expect((await get()).file.id).toBe(before)
    const cropped = await file('合影-裁剪.png')
    expect((await keeper.call(pictureCalls.edit, { ...one, version: 2, fileId: cropped })).code).toBe(200)
    expect((await get()).file).toMatchObject({ id: cropped, name: '合影-裁剪.png' })
    // who did not upload it may keep it, and nothing else
    const colleague = await person('meeting.view', 'meeting.details', 'meeting.edit')
    expect((await colleague.call(pictureCalls.edit, { ...one, version: 3, fileId: cropped })).code).toBe(200)
    const foreign = { ...one, version: 4, fileId: await file('别人的.png', reader) }
    expect(await colleague.call(pictureCalls.edit, foreign)).toMatchObject({ status: 400 })
    expect(await reader.call(pictureCalls.edit, { ...one, version: 4, fileId: cropped })).toMatchObject({ status: 403 })
  })

  it('takes at most 200, and only own pictures', async () => {
    const id = await meeting()
    const fileId = await file()
    const row = { meetingId: id, kind: 'picture' as const, fileId, title: '满', sort: 10 }
    await db()
      .insert(meetingImages)
      .values(Array.from({ length: 199 }, () => row))
    const two = { meetingId: id, fileIds: [await file(), await file()] }
    expect((await keeper.call(pictureCalls.add, two)).msg).toBe('一个会议最多 200 张会议图片，现有 199 张')
    const foreign = { meetingId: await meeting(), fileIds: [await file('别人的.png', reader)] }
    expect(await keeper.call(pictureCalls.add, foreign)).toMatchObject({
      status: 400,
      msg: '图片不存在或已过期，请重新上传',
    })
    expect((await keeper.call(pictureCalls.add, { meetingId: id, fileIds: [] })).msg).toBe('请选择图片')
    expect((await reader.call(pictureCalls.add, two)).status).toBe(403)
  })
})

describe('what sites read', () => {
  it('§7 of a published meeting: published news, and the images that are on today', async () => {
    const keyOf = async (scope: 'meetings' | 'orders') =>
      (
        await db().transaction((tx) =>
          createApiKey(tx, { name: scope, scopes: [scope], dailyQuota: 1_000, createdBy: null }),
        )
      ).key
    const key = await keyOf('meetings')
    const read = (id: string, as = key) =>
      server().send('GET', `${readMeetingContents.path}?id=${id}`, undefined, { headers: { [API_KEY_HEADER]: as } })
    const id = await meeting()
    await addEntry(id, { title: '现在', showFrom: today, showUntil: today, link: 'https://www.example.com' })
    await addEntry(id, { title: '已关', isOn: false })
    await addEntry(id, { title: '以后', showFrom: addDays(today, 2) })
    await keeper.call(pictureCalls.add, { meetingId: id, fileIds: [await file('展台.png')] })
    const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '参会指南' }] }] }
    const write = async (title: string) => {
      const form = { meetingId: id, title, source: '', day: '2026-05-01', coverId: await file(), body }
      return (await keeper.call(news.submitMeetingNews, (await keeper.call(news.addMeetingNews, form)).data)).data
    }
    const reviewer = await person('meeting.view', 'meeting.launch')
    expect((await reviewer.call(news.launchMeetingNews, await write('指南'))).code).toBe(200)
    await write('未审核')

    const data = (await read(id)).data as DataOf<typeof readMeetingContents>
    expect(data.news).toMatchObject([
      { title: '指南', html: '<p>参会指南</p>', coverUrl: expect.stringContaining('key') },
    ])
    expect(data.carousel).toMatchObject([{ title: '现在', link: 'https://www.example.com' }])
    expect(data.pictures).toMatchObject([{ title: '展台', url: expect.stringContaining('/api/backend/file/') }])
    expect((await fetch(`${server().base}${data.pictures[0]?.url}`)).status).toBe(200)
    expect(await read(await meeting({ state: 'draft' }))).toMatchObject({ code: 20404 })
    expect((await read(id, await keyOf('orders'))).status).toBe(403)
    expect((await read('0')).status).toBe(400)
  })
})
