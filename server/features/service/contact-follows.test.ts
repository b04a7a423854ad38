// Contacts by their follow-ups over HTTP.
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { type ContactFollowQuery, queryContactFollows } from '#contract/service/contact-follows.ts'
import { enterpriseContacts } from '#server/db/schema/members/members.ts'
import { followUps } from '#server/db/schema/service.ts'
import { makeEnterprise, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
let seller: Person
let reader: Person
let enterpriseId: string
let otherId: string

const inDays = (days: number) => addDays(dayOf(Date.now()), days)
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

async function contact(name: string, values: Partial<typeof enterpriseContacts.$inferInsert> = {}): Promise<string> {
  const [made] = await db()
    .insert(enterpriseContacts)
    .values({ enterpriseId, name, ...values })
    .returning()
  return made?.id ?? ''
}
const follow = (contactId: string, days: number, changes: Partial<typeof followUps.$inferInsert> = {}) =>
  db()
    .insert(followUps)
    .values({
      enterpriseId,
      contactId,
      way: 'phone',
      at: ago(days),
      result: 'reached',
      content: '回访',
      authorId: seller.id,
      ...changes,
    })

const listed = async (query: ContactFollowQuery = {}, by = seller) =>
  (await by.call(queryContactFollows, { size: 100, ...query })).data.records
const namesOf = async (query: ContactFollowQuery) => (await listed(query)).map(({ name }) => name)

beforeAll(async () => {
  seller = await server().as((await makeRole(db(), 'followUp.view', 'followUp.details')).code, { realName: '联系销售' })
  enterpriseId = (await makeEnterprise(db(), { ownerId: seller.id, name: '联系石化' })).id
  otherId = (await makeEnterprise(db(), { ownerId: seller.id, name: '另一化工' })).id
  reader = await server().as((await makeRole(db(), 'followUp.view')).code, {})
  const main = await contact('李决策', {
    isMain: true,
    role: 'decision',
    position: '总经理',
    mobile: '13912345678',
    email: 'li@example.com',
    wechat: 'li-wx',
  })
  await follow(main, 30, { way: 'visit', nextOn: inDays(2) })
  await follow(main, 5, { way: 'wechat', result: 'agreed', mood: 'good' })
  const buyer = await contact('王采购', { role: 'purchase', enterpriseId: otherId, mobile: '0571-8812345' })
  await follow(buyer, 50, { enterpriseId: otherId, mood: 'bad' })
  await contact('新联系人')
  const former = await contact('赵离职', { role: 'decision', leftOn: inDays(-3) })
  await follow(former, 1)
})

describe('POST /api/backend/service/contactFollow/page', () => {
  it('product.md "Service": a contact with its channels, and the last of its follow-ups', async () => {
    expect((await listed({ name: '李决策' }))[0]).toEqual({
      id: expect.any(String),
      name: '李决策',
      position: '总经理',
      role: 'decision',
      isMain: true,
      leftOn: null,
      enterpriseId,
      enterpriseName: '联系石化',
      ownerName: '联系销售',
      mobile: '13912345678',
      email: 'li@example.com',
      wechat: 'li-wx',
      count: 2,
      lastAt: expect.stringMatching(/\+08:00$/),
      lastWay: 'wechat',
      lastResult: 'agreed',
      lastMood: 'good',
      silentDays: 5,
      nextOn: inDays(2),
    })
    expect((await listed({ name: '新联系人' }))[0]).toMatchObject({
      count: 0,
      lastAt: null,
      lastWay: null,
      lastResult: null,
      lastMood: null,
      silentDays: null,
      nextOn: null,
      mobile: '',
      role: null,
    })
  })

  it('§2 the latest contacted first; who left is last in any order', async () => {
    expect(await namesOf({})).toEqual(['李决策', '王采购', '新联系人', '赵离职'])
    expect(await namesOf({ ascs: ['lastAt'] })).toEqual(['王采购', '李决策', '新联系人', '赵离职'])
    expect(await namesOf({ descs: ['lastAt'] })).toEqual(['李决策', '王采购', '新联系人', '赵离职'])
    expect(await namesOf({ descs: ['count'] })).toEqual(['李决策', '王采购', '新联系人', '赵离职'])
    expect(await namesOf({ descs: ['name'] })).toEqual(['新联系人', '王采购', '李决策', '赵离职'])
    expect(await namesOf({ descs: ['enterpriseName'] })).toEqual(['王采购', '新联系人', '李决策', '赵离职'])
    expect((await namesOf({ ascs: ['nextOn'] }))[0]).toBe('李决策')
  })

  it.each<[string, ContactFollowQuery, string[]]>([
    ['name', { name: '采' }, ['王采购']],
    ['customer', { enterpriseName: '另一' }, ['王采购']],
    ['role', { role: 'decision' }, ['李决策', '赵离职']],
    ['way of the last one', { way: 'wechat' }, ['李决策']],
    ['another way', { way: 'visit' }, []],
    ['silent, or never contacted', { silentFrom: 10 }, ['王采购', '新联系人']],
    ['never contacted', { isNever: true }, ['新联系人']],
  ])('§2 filters by %s', async (_, query, expected) => {
    expect(await namesOf(query)).toEqual(expected)
  })

  it('§6 masks telephone numbers, mail and WeChat without the right to details', async () => {
    const id = (await makeEnterprise(db(), { ownerId: reader.id })).id
    await contact('甲', { enterpriseId: id, mobile: '13912345678', email: 'wang.gang@steel.cn', wechat: 'wanggang88' })
    await contact('乙', { enterpriseId: id, mobile: '0571-8812345' })
    await contact('丙', { enterpriseId: id })
    const channels = (await listed({ ascs: ['name'] }, reader)).map(({ name, mobile, email, wechat }) => [
      name,
      [mobile, email, wechat],
    ])
    expect(Object.fromEntries(channels)).toEqual({
      甲: ['139****5678', 'w****@steel.cn', 'wa****'],
      乙: ['057****2345', '', ''],
      丙: ['', '', ''],
    })
  })

  it('§6 shows contacts of own customers alone; refuses without the right, and bad input', async () => {
    expect(await listed({ enterpriseName: '联系石化' }, reader)).toEqual([])
    expect(await listed({ enterpriseName: '联系石化' }, await server().as('administrator'))).toHaveLength(3)
    const stranger = await server().as((await makeRole(db(), 'customerList.view')).code)
    expect(await stranger.call(queryContactFollows, {})).toMatchObject({ status: 403 })
    expect(await seller.call(queryContactFollows, { silentFrom: 4_000 })).toMatchObject({ status: 400 })
    expect(await seller.call(queryContactFollows, { way: 'fax' as never })).toMatchObject({ status: 400 })
  })
})
