// Orders over HTTP: received from the app, moved through their states, with a history of every change.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { API_KEY_HEADER, CONFIRM_HEADER } from '#contract/endpoint.ts'
import {
  changeOrderAmount,
  changeOrderSalesman,
  closeOrder,
  exportOrders,
  getOrder,
  presaleOrder,
  queryOrders,
  sellOrder,
  sendOrder,
} from '#contract/members/orders.ts'
import { getUserInfoByDeptId } from '#contract/organisation/users.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { jobRuns } from '#server/db/schema/core/jobs.ts'
import { orders } from '#server/db/schema/members/orders.ts'
import { makeAccount, makeMember, makeRole, makeUser } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
const subProduct = 'app' as const
let seller: Person
let stranger: Person
let reader: Person
let key: string
let accountId: string

beforeAll(async () => {
  const codes = (names: string[]) => names.map((alias) => `app.orders.${alias}`)
  const all = ['details', 'presale', 'forSale', 'changeAmount', 'closeDingDan', 'changeSalesman', 'exportBtn']
  const role = await makeRole(db(), ...codes(['view', ...all]))
  seller = await server().as(role.code, { realName: '订单销售' })
  stranger = await server().as(role.code)
  reader = await server().as((await makeRole(db(), ...codes(['view']))).code)
  const { id } = await makeMember(db(), { ownerId: seller.id, loginName: 'order.buyer' })
  accountId = (await makeAccount(db(), subProduct, { memberId: id })).id
  const made = await db().transaction((tx) => createApiKey(tx, { name: 'app', scopes: ['orders'], dailyQuota: 1_000 }))
  key = made.key
})

let count = 0
async function make(changes: Partial<typeof orders.$inferInsert> = {}): Promise<string> {
  const [row] = await db()
    .insert(orders)
    .values({
      number: `T${String(++count).padStart(6, '0')}`,
      accountId,
      subProduct,
      item: '年度会员',
      months: 12,
      amount: '1000.00',
      ...changes,
    })
    .returning()
  return row?.id ?? ''
}
const stored = async (id: string) => (await db().select().from(orders).where(eq(orders.id, id)))[0]

describe('POST /api/open/orders', () => {
  const order = {
    subProduct,
    number: 'APP-2026-0001',
    loginName: 'ORDER.BUYER',
    item: '月度会员',
    months: 1,
    amount: '99.9',
  }
  const send = (body: object, by = key) =>
    server().send('POST', sendOrder.path, body, { headers: { [API_KEY_HEADER]: by } })

  it('§7 is stored once for its number; the salesman is the owner of the customer', async () => {
    const first = await send(order)
    expect(first).toMatchObject({ code: 200, data: { isNew: true } })
    const { id } = first.data as unknown as { id: string }
    expect(await send(order)).toMatchObject({ data: { id, isNew: false } })
    expect(await stored(id)).toMatchObject({ amount: '99.90', salesmanId: seller.id, state: 'created' })
    const { changes } = (await seller.call(getOrder, { id })).data
    expect(changes).toMatchObject([{ action: 'create', before: null, after: '99.90 元', actorName: 'app' }])
    await seller.call(changeOrderAmount, { id, version: 1, amount: '100', reason: '取整' })
    const later = (await seller.call(getOrder, { id })).data
    expect(later.changes.map(({ actorName }) => actorName)).toEqual(['订单销售', 'app'])
    expect(await send(order)).toMatchObject({ data: { id, isNew: false } })
    expect(await send({ ...order, amount: '100' })).toMatchObject({ status: 409 })
    expect(await send({ ...order, item: '其他' })).toMatchObject({ status: 409 })
  })

  it('§7 is stored once when it arrives twice at the same time', async () => {
    const twice = { ...order, number: 'APP-2026-0002' }
    const replies = await Promise.all([send(twice), send(twice)])
    const data = replies.map((reply) => reply.data as unknown as { id: string; isNew: boolean })
    expect(new Set(data.map(({ id }) => id)).size).toBe(1)
    expect(data.filter(({ isNew }) => isNew)).toHaveLength(1)
  })

  it('§7 refuses unknown buyers, invalid amounts, and keys without the scope', async () => {
    const other = { ...order, number: 'APP-2026-0003' }
    expect(await send({ ...other, loginName: 'nobody' })).toMatchObject({ status: 400 })
    expect(await send({ ...other, amount: '-1' })).toMatchObject({ status: 400 })
    expect(await send({ ...other, amount: '1.234' })).toMatchObject({ status: 400 })
    const weak = await db().transaction((tx) =>
      createApiKey(tx, { name: 'other', scopes: ['registrations'], dailyQuota: 10 }),
    )
    expect(await send(other, weak.key)).toMatchObject({ status: 403 })
  })
})

describe('an order', () => {
  it('§6 goes from created over presale to for sale and is closed with a reason, each change in its history', async () => {
    const id = await make()
    expect((await seller.call(presaleOrder, { id, version: 1 })).code).toBe(200)
    expect(await seller.call(presaleOrder, { id, version: 1 })).toMatchObject({
      code: 601,
      data: { version: 2, state: 'presale' },
    })
    expect((await seller.call(sellOrder, { id, version: 2 })).code).toBe(200)
    expect(await seller.call(presaleOrder, { id, version: 3 })).toMatchObject({
      status: 409,
      msg: '“在售”的订单不能改为“预售”',
    })
    expect((await seller.call(closeOrder, { id, version: 3, reason: ' ' })).status).toBe(400)
    expect((await seller.call(closeOrder, { id, version: 3, reason: '客户取消' })).code).toBe(200)
    expect(await seller.call(sellOrder, { id, version: 4 })).toMatchObject({ msg: '订单已关闭，不能再操作' })
    const detail = (await seller.call(getOrder, { id })).data
    expect(detail).toMatchObject({ state: 'closed', closeReason: '客户取消' })
    expect(detail.changes.map(({ action, before, after, reason }) => [action, before, after, reason])).toEqual([
      ['close', '在售', '已关闭', '客户取消'],
      ['forSale', '预售', '在售', ''],
      ['presale', '待处理', '预售', ''],
    ])
  })

  it('§8 needs confirmation to change its amount by more than a fifth (600), and none below', async () => {
    const id = await make()
    const small = { id, version: 1, amount: '1200', reason: '加购' }
    expect((await seller.call(changeOrderAmount, small)).code).toBe(200)
    const body = { id, version: 2, amount: '900.5', reason: '优惠' }
    const refused = await seller.call(changeOrderAmount, body)
    expect(refused.code).toBe(600)
    const { preview, confirmToken } = refused.data as unknown as { preview: { text: string }; confirmToken: string }
    expect(preview.text).toContain('1200.00 元改为 900.50 元（-24.9%）')
    expect((await stored(id))?.amount).toBe('1200.00')
    const done = await server().send('POST', changeOrderAmount.path, body, {
      token: seller.token,
      headers: { [CONFIRM_HEADER]: confirmToken },
    })
    expect(done.code).toBe(200)
    expect((await stored(id))?.amount).toBe('900.50')
    const same = await seller.call(changeOrderAmount, { ...body, version: 3, amount: '900.50' })
    expect(same).toMatchObject({ status: 400, msg: '金额没有变化' })
    for (const amount of ['1e3', '-5', '1.234', '12345678901']) {
      expect((await seller.call(changeOrderAmount, { ...body, version: 3, amount })).status).toBe(400)
    }
  })

  it('§6 gets another salesman, alone or with others; closed ones are refused (602)', async () => {
    const sells = await makeRole(db(), 'app.orders.view')
    const next = await makeUser(db(), { realName: '新销售', roleCode: sells.code })
    const open = await make()
    const closed = await make({ state: 'closed' })
    const ids = [open, closed]
    const partly = await seller.call(changeOrderSalesman, { ids, salesmanId: next.id, reason: '交接' })
    expect(partly).toMatchObject({
      code: 602,
      data: [
        { id: open, ok: true },
        { id: closed, ok: false, msg: '订单已关闭，不能再操作' },
      ],
    })
    expect((await stored(open))?.salesmanId).toBe(next.id)
    const again = await seller.call(changeOrderSalesman, { ids: [open], salesmanId: next.id, reason: '' })
    expect(again).toMatchObject({ status: 409, msg: '销售已是“新销售”' })
    const unknown = await seller.call(changeOrderSalesman, { ids: [open], salesmanId: '999999', reason: '' })
    expect(unknown).toMatchObject({ status: 400, msg: '销售不存在' })
    // who has no right to orders is not chosen, and is named
    const other = await makeRole(db(), 'customerList.view', 'oilGas.documents.view')
    const idle = await makeUser(db(), { realName: '不管订单', roleCode: other.code })
    const gone = await makeUser(db(), { realName: '已离职', roleCode: sells.code, status: 'disabled' })
    const asked = async (salesmanId: string) =>
      (await seller.call(changeOrderSalesman, { ids: [open], salesmanId, reason: '' })).msg
    expect(await asked(idle.id)).toBe('销售“不管订单”没有订单的权限')
    expect(await asked(gone.id)).toBe('销售“已离职”的账号已禁用、锁定或到期')
    const people = (await seller.call(getUserInfoByDeptId, { work: 'orders', subProduct })).data
    const canWork = new Map(people.map((person) => [person.id, person.canWork]))
    expect([next, idle, gone].map(({ id }) => canWork.get(id))).toEqual([true, false, true])
  })

  it('§6 is in the scope of the customer’s owner and of its salesman only', async () => {
    const own = await make({ item: '范围内' })
    const sold = await make({ item: '范围内', salesmanId: stranger.id })
    const listed = async (by: Person) =>
      (await by.call(queryOrders, { subProduct, item: '范围内' })).data.records.map(({ id }) => id)
    expect(await listed(seller)).toEqual([sold, own])
    expect(await listed(stranger)).toEqual([sold])
    expect((await stranger.call(getOrder, { id: own })).code).toBe(20404)
    expect((await stranger.call(presaleOrder, { id: own, version: 1 })).code).toBe(20404)
    const both = { ids: [own, sold], salesmanId: stranger.id, reason: '' }
    expect((await stranger.call(changeOrderSalesman, both)).code).toBe(20404)
    expect((await stranger.call(presaleOrder, { id: sold, version: 1 })).code).toBe(200)
  })

  it('§2 sums amounts over all orders found within the scope, whatever the page', async () => {
    await make({ item: '求和', amount: '10.10' })
    await make({ item: '求和', amount: '10.20' })
    await make({ item: '求和', amount: '9999999999.99', salesmanId: stranger.id })
    const sums = async (by: Person, query: object = {}) =>
      (await by.call(queryOrders, { subProduct, item: '求和', size: 1, ...query })).data.sums
    expect(await sums(seller)).toEqual({ amount: '10000000020.29' })
    expect(await sums(seller, { current: 2, ascs: ['amount'] })).toEqual({ amount: '10000000020.29' })
    expect(await sums(stranger)).toEqual({ amount: '9999999999.99' })
    expect(await sums(seller, { state: 'closed' })).toEqual({ amount: '0' })
  })

  it('§6 refuses each act without its right', async () => {
    const id = await make()
    expect((await reader.call(getOrder, { id })).status).toBe(403)
    expect((await reader.call(presaleOrder, { id, version: 1 })).status).toBe(403)
    expect((await reader.call(sellOrder, { id, version: 1 })).status).toBe(403)
    expect((await reader.call(closeOrder, { id, version: 1, reason: '无' })).status).toBe(403)
    expect((await reader.call(changeOrderAmount, { id, version: 1, amount: '1', reason: '无' })).status).toBe(403)
    const salesman = { ids: [id], salesmanId: seller.id, reason: '' }
    expect((await reader.call(changeOrderSalesman, salesman)).status).toBe(403)
  })

  it('§7 is found by number, customer, state, salesman and day, and sorted', async () => {
    const { id: salesmanId } = await makeUser(db())
    const id = await make({ item: '可查找', salesmanId, number: 'FIND-1', amount: '5.00' })
    const found = async (query: object) =>
      (await seller.call(queryOrders, { subProduct, ...query })).data.records.map((row) => row.id)
    for (const query of [
      { number: 'FIND' },
      { item: '可查找', state: 'created' },
      { salesmanId },
      { item: '可查找', loginName: 'order.' },
      { item: '可查找', from: '2000-01-01', to: '2199-01-01' },
    ]) {
      expect(await found(query)).toEqual([id])
    }
    expect(await found({ item: '可查找', to: '2000-01-01' })).toEqual([])
    expect((await found({ ascs: ['amount'], size: 1 }))[0]).toBe(id)
  })

  it('§2 is exported within the scope, by a job', async () => {
    const body = {
      query: { subProduct, item: '可查找' },
      columns: ['number', 'amount', 'state'] as ('number' | 'amount' | 'state')[],
      format: 'csv' as const,
      reason: '对账',
    }
    const { jobId } = (await seller.call(exportOrders, body)).data
    const job = async () => (await db().select().from(jobRuns).where(eq(jobRuns.id, jobId)))[0]
    await expect.poll(async () => (await job())?.state).toBe('done')
    expect((await job())?.message).toBe('共 1 行')
    expect((await reader.call(exportOrders, body)).status).toBe(403)
  })
})
