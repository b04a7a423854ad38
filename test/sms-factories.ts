// Short messages for tests: the editor of classes and the pushers, classes, entitled readers, pushes.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { smsClassCalls } from '#contract/push/sms-classes.ts'
import { smsPushCalls as calls, type SmsForm } from '#contract/push/sms-pushes.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { pushes } from '#server/db/schema/push.ts'
import { confirm } from './confirm.ts'
import { makeAccount, makeMember, makeRole } from './factories.ts'
import type { Person, TestServer } from './http.ts'
import { giveProduct, type Item, makeQuoteItem } from './price-factories.ts'
import { publishPrice } from './push-factories.ts'

export const daysAgo = (days: number) => addDays(dayOf(Date.now()), -days)
export const today = () => daysAgo(0)
export const rightsOn = (menu: string, ...aliases: string[]) => aliases.map((alias) => `${menu}.${alias}`)

/** Call `begin` first: it makes the people and an item published today. */
export function smsFixture(server: () => TestServer) {
  const db = () => server().database.db
  let keeper: Person
  let pusher: Person
  let item: Item
  let count = 0

  async function begin() {
    const classRights = rightsOn('smsClassAttr', 'view', 'add', 'edit', 'delete', 'open', 'disable', 'dragSort')
    keeper = await server().as((await makeRole(db(), ...classRights)).code)
    const own = ['view', 'add', 'edit', 'delete', 'details', 'count', 'launch', 'takeDown', 'exportBtn']
    const loads = rightsOn('smsClassLoad', 'view', 'details', 'launch')
    const { code } = await makeRole(db(), ...rightsOn('smsListPush', ...own), ...loads)
    pusher = await server().as(code, { mobile: '13900001111' })
    const other = await server().as(code)
    item = await makeQuoteItem(db(), { productName: '热轧卷板' })
    await giveProduct(db(), [keeper], item.productId)
    await publishPrice(db(), item, daysAgo(3), '3500')
    await publishPrice(db(), item, today(), '3520')
    return { keeper, pusher, other, item }
  }

  const classForm = (overrides: object = {}) => ({
    name: `热卷日价${++count}`,
    purpose: 'push' as const,
    subProductKey: 'bigData' as const,
    productId: null,
    sign: '价格中心',
    template: `SMS_${count}`,
    text: '{{姓名}}：{{日期}}{{品名1}}{{价格1}}元，{{涨跌1}}',
    quoteItemIds: [item.quoteItemId],
    isAdvert: false,
    sendTime: '17:00',
    partPrice: '0.045',
    correctionText: '',
    correctionTemplate: '',
    remark: '',
    ...overrides,
  })
  async function addClass(overrides: object = {}) {
    const reply = await keeper.call(smsClassCalls.add, classForm(overrides))
    if (reply.code !== 200) throw new Error(JSON.stringify(reply))
    return reply.data
  }

  async function makeReader(overrides: { mobile?: string; ownerId?: string; grant?: boolean } = {}) {
    const { ownerId = pusher.id, grant = true, ...rest } = overrides
    const member = await makeMember(db(), { ownerId, realName: `读者${++count}`, ...rest })
    const account = await makeAccount(db(), 'bigData', { memberId: member.id })
    const term = { kind: 'formal' as const, startsOn: '2026-01-01', endsOn: '2036-01-01' }
    if (grant)
      await db()
        .insert(grants)
        .values({ accountId: account.id, ...term })
    return { ...account, memberId: member.id, name: `读者${count}` }
  }

  const form = (classId: string, accountIds: string[], overrides: Partial<SmsForm> = {}): SmsForm => ({
    title: '热卷日价',
    classId,
    timing: 'now',
    sendAt: null,
    sendTime: '',
    audience: { rule: null, listIds: [], accountIds, excludedIds: [] },
    ...overrides,
  })
  async function add(classId: string, accountIds: string[], overrides: Partial<SmsForm> = {}) {
    const reply = await pusher.call(calls.add, form(classId, accountIds, overrides))
    if (reply.code !== 200) throw new Error(JSON.stringify(reply))
    return reply.data
  }
  const launch = (push: { id: string; version: number }, person = pusher) =>
    confirm(server(), person, calls.launch, push)
  const messagesOf = (pushId: string) =>
    db().select().from(messages).where(eq(messages.pushId, pushId)).orderBy(messages.id)
  const sent = (id: string) =>
    expect.poll(async () => (await db().select().from(pushes).where(eq(pushes.id, id)))[0]?.state).not.toBe('scheduled')
  async function sendTo(classId: string, accountIds: string[]) {
    const push = await add(classId, accountIds)
    expect((await launch(push)).done.code).toBe(200)
    await sent(push.id)
    return push
  }
  const rowOf = async (id: string) => (await pusher.call(calls.list, {})).data.records.find((row) => row.id === id)

  return { begin, addClass, classForm, makeReader, form, add, launch, messagesOf, sent, sendTo, rowOf }
}
