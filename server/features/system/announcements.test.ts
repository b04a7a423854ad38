// Announcements over HTTP: from draft to launched to taken down, for their recipients only.
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type AnnouncementForm,
  addAnnouncement,
  editAnnouncement,
  getAnnouncement,
  getOwnAnnouncements,
  launchAnnouncement,
  queryAnnouncements,
  queryReaders,
  readAnnouncement,
  removeAnnouncement,
  takeDownAnnouncement,
} from '#contract/system/announcements.ts'
import { departments, userDeputyRoles } from '#server/db/schema/organisation.ts'
import { announcements } from '#server/db/schema/system/announcements.ts'
import { pushMessages } from '#server/db/schema/system/system.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
let author: Person
let near: Person
let deputy: Person
let far: Person
let roleId: string
let upper: string

const rights = ['view', 'add', 'edit', 'delete', 'launch', 'takeDown', 'count'].map((alias) => `announcement.${alias}`)

const form = (changes: Partial<AnnouncementForm> = {}): AnnouncementForm => ({
  title: '系统维护',
  body: '周六 22:00 起停机\n两小时',
  audience: 'everybody',
  targetIds: [],
  isPinned: false,
  endsOn: null,
  ...changes,
})

const draft = async (changes: Partial<AnnouncementForm> = {}) =>
  (await author.call(addAnnouncement, form(changes))).data.id
const launched = async (changes: Partial<AnnouncementForm> = {}) => {
  const id = await draft(changes)
  await author.call(launchAnnouncement, { id })
  return id
}
const ownOf = async (person: Person) => (await person.call(getOwnAnnouncements)).data.map(({ title }) => title)

beforeAll(async () => {
  const { database, as } = server()
  const { db } = database
  const role = await makeRole(db, 'userList.view')
  const other = await makeRole(db, 'userList.view')
  const [top] = await db.insert(departments).values({ name: '公告总部' }).returning()
  const [below] = await db
    .insert(departments)
    .values({ name: '公告分部', parentId: top?.id ?? null })
    .returning()
  roleId = role.id
  upper = top?.id ?? ''
  author = await as((await makeRole(db, ...rights)).code)
  near = await as(role.code, { deptId: below?.id ?? '' })
  deputy = await as(other.code)
  far = await as(other.code)
  await db.insert(userDeputyRoles).values({ userId: deputy.id, roleId })
})

beforeEach(async () => {
  await server().database.db.delete(announcements)
  await server().database.db.delete(pushMessages)
})

describe('announcements', () => {
  it('§1 launched, reaches everybody, in their list and as a durable notice; a draft reaches nobody', async () => {
    const id = await draft()
    expect(await ownOf(far)).toEqual([])
    const { data } = await author.call(launchAnnouncement, { id })
    expect(await ownOf(far)).toEqual(['系统维护'])
    const pushed = await server().database.db.select().from(pushMessages)
    expect(pushed).toHaveLength(data.receivers)
    expect(pushed.find(({ userId }) => userId === near.id)?.data).toEqual({
      title: '系统维护',
      content: '周六 22:00 起停机\n两小时',
    })
    expect(await author.call(launchAnnouncement, { id })).toMatchObject({ code: 409, msg: '公告已发布' })
  })

  it('§1 for a role, reaches its holders and deputies; for a department, everybody below it', async () => {
    await launched({ title: '给角色', audience: 'roles', targetIds: [roleId] })
    await launched({ title: '给部门', audience: 'departments', targetIds: [upper], isPinned: true })
    expect(await ownOf(near)).toEqual(['给部门', '给角色'])
    expect(await ownOf(deputy)).toEqual(['给角色'])
    expect(await ownOf(far)).toEqual([])
    const { data } = await author.call(queryAnnouncements, { descs: ['launchedAt'] })
    expect(data.records.map(({ title, targetNames }) => [title, targetNames])).toEqual([
      ['给部门', ['公告总部']],
      ['给角色', [expect.any(String)]],
    ])
  })

  it('lists who has read it, once; an announcement for others is not found', async () => {
    const id = await launched({ audience: 'roles', targetIds: [roleId] })
    expect(await near.call(readAnnouncement, { id })).toMatchObject({ code: 200 })
    expect(await near.call(readAnnouncement, { id })).toMatchObject({ code: 200 })
    expect(await far.call(readAnnouncement, { id })).toMatchObject({ code: 20404 })
    expect((await near.call(getOwnAnnouncements)).data).toMatchObject([{ isRead: true }])
    const { data } = await author.call(queryReaders, { id })
    expect(data.records.map((each) => [each.id, each.readAt !== null])).toEqual([
      [near.id, true],
      [deputy.id, false],
    ])
    expect((await author.call(queryReaders, { id, isRead: false })).data.records).toMatchObject([{ id: deputy.id }])
    expect((await author.call(queryAnnouncements, {})).data.records).toMatchObject([{ readCount: 1 }])
  })

  it('§6 shows its text with the right to details, or to edit', async () => {
    const id = await draft()
    const holder = async (right: string) => server().as((await makeRole(server().database.db, right)).code)
    expect((await (await holder('announcement.details')).call(getAnnouncement, { id })).data).toMatchObject({ id })
    expect(await (await holder('announcement.view')).call(getAnnouncement, { id })).toMatchObject({ status: 403 })
  })

  it('can be edited only while it is not shown; a stale version gets 601', async () => {
    const id = await launched()
    const changed = form({ title: '改期' })
    expect(await author.call(editAnnouncement, { ...changed, id, version: 2 })).toMatchObject({
      code: 409,
      msg: '公告正在展示，请先下架再编辑',
    })
    expect(await author.call(removeAnnouncement, { id })).toMatchObject({ code: 409 })
    expect(await author.call(takeDownAnnouncement, { id })).toMatchObject({ code: 200 })
    expect(await author.call(takeDownAnnouncement, { id })).toMatchObject({ code: 409 })
    expect(await ownOf(far)).toEqual([])
    expect(await author.call(editAnnouncement, { ...changed, id, version: 2 })).toMatchObject({
      code: 601,
      data: { version: 3, title: '系统维护' },
    })
    expect(await author.call(editAnnouncement, { ...changed, id, version: 3 })).toMatchObject({ code: 200 })
    expect((await author.call(getAnnouncement, { id })).data).toMatchObject({ title: '改期', state: 'takenDown' })
    expect(await author.call(removeAnnouncement, { id })).toMatchObject({ code: 200 })
    expect(await author.call(getAnnouncement, { id })).toMatchObject({ code: 20404 })
  })

  it('is not shown after its last day, and cannot be launched then', async () => {
    const id = await launched({ endsOn: '2199-12-31' })
    expect(await ownOf(far)).toEqual(['系统维护'])
    await server()
      .database.db.update(announcements)
      .set({ endsOn: sql`((now() at time zone 'Asia/Shanghai')::date - 1)` })
      .where(eq(announcements.id, id))
    expect(await ownOf(far)).toEqual([])
    const over = await draft({ endsOn: '2020-01-01' })
    expect(await author.call(launchAnnouncement, { id: over })).toMatchObject({
      code: 409,
      msg: '展示截止日期已过，请先修改',
    })
  })

  it('§6 needs a right of its own for each act; an unknown one answers 20404', async () => {
    const id = await draft()
    const viewer = await server().as((await makeRole(server().database.db, 'announcement.view')).code)
    for (const reply of [
      await viewer.call(addAnnouncement, form()),
      await viewer.call(editAnnouncement, { ...form(), id, version: 1 }),
      await viewer.call(launchAnnouncement, { id }),
      await viewer.call(takeDownAnnouncement, { id }),
      await viewer.call(removeAnnouncement, { id }),
      await viewer.call(queryReaders, { id }),
      await far.call(queryAnnouncements, {}),
      await far.call(getAnnouncement, { id }),
    ]) {
      expect(reply).toMatchObject({ status: 403, code: 403 })
    }
    for (const endpoint of [launchAnnouncement, takeDownAnnouncement, removeAnnouncement] as const) {
      expect(await author.call(endpoint, { id: '999999' })).toMatchObject({ code: 20404 })
    }
  })

  it.each([
    [{ title: ' ' }, '请输入标题'],
    [{ audience: 'roles' as const }, '请选择接收对象'],
    [{ audience: 'roles' as const, targetIds: ['999999'] }, '接收对象不存在'],
    [{ targetIds: ['1'] }, '全体员工不需要选择接收对象'],
    [{ endsOn: '2026-13-01' }, '展示截止日期应为 YYYY-MM-DD'],
    [{ body: 'x'.repeat(5_001) }, '内容最多5000个字符'],
  ])('refuses %#', async (changes, msg) => {
    const reply = await author.call(addAnnouncement, form(changes))
    expect(reply).toMatchObject({ status: 400, code: 400, msg })
  })
})
