// Settings and views of lists, over HTTP.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  getListSettings,
  type ListViewForm,
  queryListViews,
  removeListView,
  saveListSettings,
  saveListView,
  VIEWS_MAX,
} from '#contract/system/list-settings.ts'
import { roles } from '#server/db/schema/organisation.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
const list = 'userList'
const columns = [
  { key: 'realName', isShown: true, isPinned: true, width: 180 },
  { key: 'remark', isShown: false, isPinned: false, width: null },
]
const form = (name: string, change: Partial<ListViewForm> = {}): ListViewForm => ({
  list,
  name,
  filters: [{ key: 'status', text: 'disabled' }],
  sort: '-createdAt',
  columns,
  share: 'nobody',
  roleId: null,
  ...change,
})

let role: { id: string; code: string }
let other: { id: string; code: string }
let owner: Person
let colleague: Person
let outsider: Person
let admin: Person

beforeAll(async () => {
  role = await makeRole(db(), 'userList.view')
  other = await makeRole(db(), 'userList.view')
  owner = await server().as(role.code)
  colleague = await server().as(role.code)
  outsider = await server().as(other.code)
  admin = await server().as('administrator')
})

const namesOf = async (person: Person) =>
  (await person.call(queryListViews, { list })).data.views.map(({ name, isOwn }) => `${name}${isOwn ? '' : '*'}`)
const audited = async (id: string) =>
  (await db().select().from(auditLog).where(eq(auditLog.targetId, id)))
    .filter(({ targetType }) => targetType === 'listView')
    .map(({ action }) => action)

describe('the columns of a list', () => {
  it('issue 36.4 "column settings of by value and by contact": a second list of a page has its own, by the right to the page', async () => {
    const second = `${list}-other`
    expect((await owner.call(saveListSettings, { list: second, columns })).code).toBe(200)
    expect((await owner.call(getListSettings, { list: second })).data.columns).toEqual(columns)
    expect((await colleague.call(getListSettings, { list: second })).data.columns).toEqual([])
    const stranger = await server().as((await makeRole(db(), 'role.view')).code)
    expect(await stranger.call(getListSettings, { list: second })).toMatchObject({ status: 403 })
  })

  it('§2 are as declared at first, then stored for each person and list, apart from the default view', async () => {
    const person = await server().as(role.code)
    expect((await person.call(getListSettings, { list })).data).toEqual({ columns: [], defaultViewId: null })
    expect(await person.call(saveListSettings, { list, columns })).toMatchObject({ code: 200 })
    const { id } = (await person.call(saveListView, form('我的'))).data
    await person.call(saveListSettings, { list, defaultViewId: id })
    expect((await person.call(getListSettings, { list })).data).toEqual({ columns, defaultViewId: id })
    await person.call(saveListSettings, { list, columns: [] })
    expect((await person.call(getListSettings, { list })).data).toEqual({ columns: [], defaultViewId: id })
    expect((await owner.call(getListSettings, { list })).data.columns).toEqual([])
    // deleting the view clears the default
    await person.call(removeListView, { list, id })
    expect((await person.call(getListSettings, { list })).data.defaultViewId).toBe(null)
  })

  it('§7 refuse a default view that the person does not see, and drop one that is no longer shared', async () => {
    const { id } = (await owner.call(saveListView, form('默认', { share: 'everybody' }))).data
    expect(await outsider.call(saveListSettings, { list, defaultViewId: id })).toMatchObject({ code: 200 })
    await owner.call(saveListView, form('默认', { id, version: 1 }))
    expect((await outsider.call(getListSettings, { list })).data.defaultViewId).toBe(null)
    const reply = await outsider.call(saveListSettings, { list, defaultViewId: id })
    expect(reply).toMatchObject({ status: 404, code: 20404 })
    await owner.call(removeListView, { list, id })
  })

  it.each([
    [{ list: 'no such list' }, '列表不正确'],
    [{ list, columns: [{ ...columns[0], width: 39 }] }, '列宽不能小于40'],
    [{ list, columns: [{ ...columns[0], width: 1_001 }] }, '列宽不能大于1000'],
    [{ list, columns: [{ ...columns[0], isShown: 1 }] }, '是否显示应为是或否'],
    [{ list, columns: [{ ...columns[0], colour: 'red' }] }, undefined],
  ])('§9 refuses %j', async (input, msg) => {
    const reply = await server().send('POST', saveListSettings.path, input, { token: owner.token })
    expect(reply).toMatchObject({ status: 400, code: 400, ...(msg && { msg }) })
  })

  it('§9 are limited to 80', async () => {
    const many = Array.from({ length: 81 }, (_, n) => ({ key: `c${n}`, isShown: true, isPinned: false, width: null }))
    expect(await owner.call(saveListSettings, { list, columns: many })).toMatchObject({
      status: 400,
      msg: '列设置最多80项',
    })
  })
})

describe('views of a list', () => {
  it('are one’s own, those of one’s roles and those for everybody', async () => {
    const own = (await owner.call(saveListView, form('自己的'))).data
    const ours = (await owner.call(saveListView, form('角色的', { share: 'role', roleId: role.id }))).data
    const all = (await owner.call(saveListView, form('大家的', { share: 'everybody' }))).data
    expect(await namesOf(owner)).toEqual(['大家的', '角色的', '自己的'])
    expect(await namesOf(colleague)).toEqual(['大家的*', '角色的*'])
    expect(await namesOf(outsider)).toEqual(['大家的*'])
    const [seen] = (await colleague.call(queryListViews, { list })).data.views.slice(-1)
    const { list: _, ...shared } = form('角色的', { share: 'role', roleId: role.id })
    expect(seen).toMatchObject({ ...shared, version: 1 })
    expect(seen).not.toHaveProperty('list')
    // only what others see is audited
    expect(await audited(own.id)).toEqual([])
    await owner.call(removeListView, { list, id: ours.id })
    expect(await audited(ours.id)).toEqual(['listView.create', 'listView.delete'])
    for (const { id } of [own, all]) await owner.call(removeListView, { list, id })
    expect(await namesOf(colleague)).toEqual([])
  })

  it('are renamed and deleted only by their owner', async () => {
    const { id } = (await owner.call(saveListView, form('旧名', { share: 'everybody' }))).data
    for (const person of [colleague, admin]) {
      const edit = await person.call(saveListView, form('他名', { id, version: 1 }))
      expect(edit).toMatchObject({ status: 404, code: 20404 })
      expect(await person.call(removeListView, { list, id })).toMatchObject({ status: 404, code: 20404 })
    }
    expect((await owner.call(saveListView, form('新名', { id, version: 1 }))).data).toEqual({ id, version: 2 })
    expect(await namesOf(owner)).toEqual(['新名'])
    expect(await namesOf(outsider)).toEqual([])
    const late = await owner.call(saveListView, form('晚到', { id, version: 1 }))
    expect(late).toMatchObject({ status: 200, code: 601, data: { id, version: 2, name: '新名' } })
    await owner.call(removeListView, { list, id })
  })

  it('§5 601 carries the view as it is listed: shared with nobody once its role is gone', async () => {
    const gone = await makeRole(db())
    const { id } = (await admin.call(saveListView, form('给角色', { share: 'role', roleId: gone.id }))).data
    await db().delete(roles).where(eq(roles.id, gone.id))
    const late = await admin.call(saveListView, form('晚到', { id, version: 9 }))
    const listed = (await admin.call(queryListViews, { list })).data.views.find((view) => view.id === id)
    expect(late).toMatchObject({ code: 601, data: { version: 1, share: 'nobody', roleId: null } })
    expect(late.data).toEqual(listed)
    await admin.call(removeListView, { list, id })
  })

  it('have unique names and a limited number', async () => {
    const person = await server().as(role.code)
    await person.call(saveListView, form('视图1'))
    expect(await person.call(saveListView, form(' 视图1 '))).toMatchObject({ status: 400, msg: '已有同名视图' })
    const twice = await Promise.all(['并发', '并发'].map((name) => person.call(saveListView, form(name))))
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 400])
    for (let n = 3; n <= VIEWS_MAX; n += 1) await person.call(saveListView, form(`视图${n}`))
    const reply = await person.call(saveListView, form('多一个'))
    expect(reply).toMatchObject({ status: 409, msg: `每个列表最多保存 ${VIEWS_MAX} 个视图` })
  })

  it('§6 are shared with own roles; an administrator shares with any', async () => {
    expect((await owner.call(queryListViews, { list })).data.roles.map(({ id }) => id)).toEqual([role.id])
    const foreign = form('给别人', { share: 'role', roleId: other.id })
    expect(await owner.call(saveListView, foreign)).toMatchObject({ status: 403, code: 403 })
    const { id } = (await admin.call(saveListView, foreign)).data
    expect(await namesOf(outsider)).toEqual(['给别人*'])
    // once the role is deleted it is visible to the owner only
    const gone = await makeRole(db())
    await admin.call(saveListView, form('给别人', { id, version: 1, share: 'role', roleId: gone.id }))
    await db().delete(roles).where(eq(roles.id, gone.id))
    const [view] = (await admin.call(queryListViews, { list })).data.views
    expect(view).toMatchObject({ id, share: 'nobody', roleId: null })
    await admin.call(removeListView, { list, id })
  })

  it.each([
    [{ name: ' ' }, '请输入视图名称'],
    [{ name: '长'.repeat(33) }, '视图名称最多32个字符'],
    [{ share: 'friends' }, '共享范围不在可选范围内'],
    [{ share: 'role' }, '请选择角色'],
    [{ roleId: '1' }, '只有共享给角色时才选择角色'],
    [{ filters: [{ key: 'status', text: 'x'.repeat(201) }] }, '筛选值最多200个字符'],
    [{ filters: { status: 'disabled' } }, undefined],
    [{ ownerId: '1' }, undefined],
  ])('§9 refuses %j', async (change, msg) => {
    const input = { ...form('不行'), ...change }
    const reply = await server().send('POST', saveListView.path, input, { token: owner.token })
    expect(reply).toMatchObject({ status: 400, code: 400, ...(msg && { msg }) })
  })
})

describe.each([
  [getListSettings, {}],
  [saveListSettings, { columns }],
  [queryListViews, {}],
  [saveListView, form('不给看')],
  [removeListView, { id: '1' }],
])('$path', (endpoint, input) => {
  const send = (of: string, token?: string) =>
    server().send('POST', endpoint.path, { ...input, list: of }, token === undefined ? {} : { token })

  it('§6 is refused for a page that the person does not see, and without signing in', async () => {
    expect(await send(list)).toMatchObject({ status: 401, code: 401 })
    expect(await send('role', owner.token)).toMatchObject({ status: 403, code: 403 })
    // people who see all pages may learn that one does not exist
    expect(await send('noSuchPage', admin.token)).toMatchObject({ status: 404, code: 20404 })
  })
})
