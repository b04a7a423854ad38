// News of meetings over HTTP: written, reviewed by somebody else, published, taken down.
import { beforeAll, describe, expect, it } from 'vitest'
import type { BodyNode } from '#contract/articles/nodes.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import * as calls from '#contract/meetings/meeting-news.ts'
import { storeFile } from '#server/core/files/files.ts'
import { makeRole } from '#test/factories.ts'
import { pictures } from '#test/files.ts'
import { type Person, testServer } from '#test/http.ts'
import { makeMeeting } from '#test/meeting-factories.ts'

const server = testServer()
const db = () => server().database.db
const person = async (...rights: string[]) => server().as((await makeRole(db(), ...rights)).code)
let writer: Person
let reviewer: Person
let reader: Person
let meetingId: string

beforeAll(async () => {
  const all = ['view', 'details', 'add', 'edit', 'delete', 'launch', 'takeDown'].map((alias) => `meeting.${alias}`)
  writer = await person(...all)
  reviewer = await person(...all)
  reader = await person('meeting.view', 'meeting.details')
  meetingId = (await makeMeeting(db(), writer.id)).id
})

const paragraph = (text: string): BodyNode => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const bodyOf = (...content: BodyNode[]): BodyNode => ({ type: 'doc', content })
const form = (changes: Partial<BodyOf<typeof calls.addMeetingNews>> = {}) => ({
  meetingId,
  title: '大会议程公布',
  source: '会务组',
  day: '2026-05-20',
  coverId: null,
  body: bodyOf(paragraph('首日举行主论坛。')),
  ...changes,
})
const formWithout = (changes: object = {}) => {
  const { meetingId: _, ...rest } = form(changes)
  return rest
}
const add = async (changes: object = {}, by = writer) => {
  const reply = await by.call(calls.addMeetingNews, form(changes))
  expect(reply.msg).toBe('操作成功')
  return reply.data
}
const pending = async () => (await writer.call(calls.submitMeetingNews, await add())).data
const file = (by: Person, source: Buffer = pictures.png, purpose: 'image' | 'attachment' = 'image') =>
  db().transaction((tx) =>
    storeFile(tx, { core: server().server.core, name: '现场.png', source, purpose, ownerId: by.id }),
  )
const rowOf = async (id: string, by = reader) =>
  (await by.call(calls.listMeetingNews, { meetingId })).data.rows.find((row) => row.id === id)

describe('news of a meeting', () => {
  it('meetings-visits-sharing.md "news … with review": draft, pending, published by another, taken down', async () => {
    const draft = await add()
    expect(await rowOf(draft.id)).toMatchObject({
      title: '大会议程公布',
      state: 'draft',
      isOwn: false,
      publishedAt: null,
    })
    const submitted = (await writer.call(calls.submitMeetingNews, draft)).data
    expect(await rowOf(draft.id, writer)).toMatchObject({ state: 'pending', isOwn: true })
    expect(await writer.call(calls.launchMeetingNews, submitted)).toMatchObject({
      status: 403,
      msg: '不能审核自己编写的新闻，请由其他同事发布',
    })
    const published = (await reviewer.call(calls.launchMeetingNews, submitted)).data
    expect(await rowOf(draft.id)).toMatchObject({ state: 'published', publishedAt: expect.any(String) })
    const edit = { ...published, ...formWithout() }
    expect(await writer.call(calls.editMeetingNews, edit)).toMatchObject({ msg: '新闻已发布，请先下架再编辑' })
    const down = (await reviewer.call(calls.takeDownMeetingNews, published)).data
    expect((await writer.call(calls.editMeetingNews, { ...edit, ...down, title: '议程更新' })).code).toBe(200)
    expect(await rowOf(draft.id)).toMatchObject({ state: 'draft', title: '议程更新' })
  })

  it('whoever rewrote a text may not publish it either', async () => {
    const draft = await add()
    const edited = (await reviewer.call(calls.editMeetingNews, { ...draft, ...formWithout() })).data
    const submitted = (await writer.call(calls.submitMeetingNews, edited)).data
    expect((await reviewer.call(calls.launchMeetingNews, submitted)).status).toBe(403)
  })

  it('is returned with a reason, which the next submission clears', async () => {
    const submitted = await pending()
    const wrong = await reviewer.call(calls.returnMeetingNews, { ...submitted, opinion: ' ' })
    expect(wrong).toMatchObject({ status: 400, msg: '请输入退回原因' })
    const returned = (await reviewer.call(calls.returnMeetingNews, { ...submitted, opinion: '请补充嘉宾' })).data
    expect(await rowOf(submitted.id)).toMatchObject({ state: 'draft', opinion: '请补充嘉宾' })
    expect((await writer.call(calls.submitMeetingNews, returned)).code).toBe(200)
    expect(await rowOf(submitted.id)).toMatchObject({ state: 'pending', opinion: '' })
  })

  it('only drafts are deleted, and each step needs its state', async () => {
    const draft = await add()
    expect((await reviewer.call(calls.launchMeetingNews, draft)).msg).toBe('只有待审核的新闻可以发布')
    expect((await reviewer.call(calls.takeDownMeetingNews, draft)).msg).toBe('只有已发布的新闻可以下架')
    const submitted = await pending()
    expect((await writer.call(calls.removeMeetingNews, submitted)).msg).toBe('只能删除草稿；已发布的新闻请下架')
    expect((await writer.call(calls.removeMeetingNews, draft)).code).toBe(200)
    expect(await reader.call(calls.getMeetingNews, { id: draft.id })).toMatchObject({ code: 20404 })
  })

  it('§5 a stale save is refused with the newer text (601)', async () => {
    const draft = await add()
    expect((await writer.call(calls.editMeetingNews, { ...draft, ...formWithout({ title: '新标题' }) })).code).toBe(200)
    const stale = await writer.call(calls.editMeetingNews, { ...draft, ...formWithout() })
    expect(stale).toMatchObject({ code: 601, data: { title: '新标题', version: 2 } })
    expect(await writer.call(calls.submitMeetingNews, draft)).toMatchObject({ code: 601 })
  })

  it('shows its cover and the pictures of its text by links', async () => {
    const [cover, inText] = [await file(writer), await file(writer)]
    const picture = { type: 'picture', attrs: { fileId: inText.id, alt: '会场', src: 'https://evil.example/x.png' } }
    const { id } = await add({ coverId: cover.id, body: bodyOf(picture) })
    const { data } = await reader.call(calls.getMeetingNews, { id })
    expect(data.cover).toMatchObject({ id: cover.id, type: 'image/png' })
    expect(data.body.content?.[0]?.attrs?.src).toMatch(`/api/backend/file/${inText.id}?user=${reader.id}&`)
    expect(data.html).toContain(`/api/backend/file/${inText.id}?`)
    expect(JSON.stringify(data)).not.toContain('evil.example')
  })

  it.each([
    ['scripts', { type: 'script', content: [{ type: 'text', text: 'alert(1)' }] }, '正文含有不支持的内容：script'],
    ['raw HTML', { type: 'html', attrs: { html: '<img src=x onerror=alert(1)>' } }, '正文含有不支持的内容：html'],
    ['price tables', { type: 'priceTable' }, '会议新闻的正文不能含有引用的价格、价格表或走势图'],
    ['nothing', { type: 'paragraph' }, '请输入正文'],
  ])('product.md "hostile texts": %s in a text are refused', async (_, node, message) => {
    const reply = await writer.call(calls.addMeetingNews, form({ body: bodyOf(node) }))
    expect(reply).toMatchObject({ status: 400, msg: message, data: { fields: [{ field: 'body', message }] } })
  })

  it('keeps no address that runs a script', async () => {
    const link = { type: 'link', attrs: { href: 'javascript:alert(1)' } }
    const { id } = await add({
      body: bodyOf({ type: 'paragraph', content: [{ type: 'text', text: '看', marks: [link] }] }),
    })
    expect(JSON.stringify((await reader.call(calls.getMeetingNews, { id })).data)).not.toContain('javascript')
  })

  it('§5 bad input is refused with its field', async () => {
    const foreign = await file(reviewer)
    const sheet = await file(writer, Buffer.from('纯文本'), 'attachment')
    const refused = async (changes: object) => (await writer.call(calls.addMeetingNews, form(changes))).msg
    expect(await refused({ title: ' ' })).toBe('请输入标题')
    expect(await refused({ day: '2026-13-01' })).toBe('日期应为 YYYY-MM-DD')
    expect(await refused({ coverId: sheet.id })).toBe('封面不存在或已过期，请重新上传')
    expect(await refused({ coverId: foreign.id })).toBe('封面不存在或已过期，请重新上传')
    expect(await writer.call(calls.addMeetingNews, form({ meetingId: '999' }))).toMatchObject({ code: 20404 })
    expect(await reader.call(calls.listMeetingNews, { meetingId: '999' })).toMatchObject({ code: 20404 })
  })

  it('§6 each act needs its right', async () => {
    const draft = await add()
    const refused = { status: 403 }
    expect(await reader.call(calls.addMeetingNews, form())).toMatchObject(refused)
    expect(await reader.call(calls.editMeetingNews, { ...draft, ...formWithout() })).toMatchObject(refused)
    expect(await reader.call(calls.submitMeetingNews, draft)).toMatchObject(refused)
    expect(await reader.call(calls.launchMeetingNews, draft)).toMatchObject(refused)
    expect(await reader.call(calls.returnMeetingNews, { ...draft, opinion: '否' })).toMatchObject(refused)
    expect(await reader.call(calls.takeDownMeetingNews, draft)).toMatchObject(refused)
    expect(await reader.call(calls.removeMeetingNews, draft)).toMatchObject(refused)
    const lister = await person('meeting.view')
    expect(await lister.call(calls.listMeetingNews, { meetingId })).toMatchObject(refused)
    expect(await lister.call(calls.getMeetingNews, { id: draft.id })).toMatchObject(refused)
  })
})
