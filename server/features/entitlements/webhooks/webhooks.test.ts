// Webhooks as people keep them, over HTTP.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  addWebhook,
  disableWebhook,
  editWebhook,
  listDeliveries,
  listWebhooks,
  openWebhook,
  renewWebhookSecret,
  resendDeliveries,
  testWebhook,
  WEBHOOKS_MAX,
} from '#contract/entitlements/webhooks.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { webhookDeliveries, webhooks } from '#server/db/schema/webhooks.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
const person = async (...rights: string[]) => server().as((await makeRole(db(), ...rights)).code)
const all = ['view', 'add', 'edit', 'disable', 'open', 'setPassword'].map((alias) => `integration.${alias}`)
let keeper: Person

let count = 0
const form = (changes: object = {}) => ({ name: `地址${++count}`, url: 'https://hooks.invalid/in', ...changes })
const add = (changes: object = {}, subProduct: SubProductKey = 'bigData', by = keeper) =>
  by.call(addWebhook, { subProduct, ...form(changes) })
const rowOf = async (id: string) =>
  (await keeper.call(listWebhooks, { subProduct: 'bigData' })).data.find((row) => row.id === id)

beforeAll(async () => {
  keeper = await person(...all, 'bigData.accounts.view')
})

describe('entitlements.md "Webhooks": addresses', () => {
  it('are added with a secret that is shown once, and renewed with two that are valid', async () => {
    const { data } = await add()
    expect(data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const renewed = await keeper.call(renewWebhookSecret, { id: data.id })
    expect(renewed.data.secret).not.toBe(data.secret)
    const kept = JSON.stringify([await db().select().from(webhooks), await db().select().from(auditLog)])
    for (const { secret } of [data, renewed.data]) expect(kept).not.toContain(secret)
    const row = await rowOf(data.id)
    expect(row).toMatchObject({ isEnabled: true, oldSecretUntil: expect.any(String), failingSince: null, waiting: 0 })
    expect(JSON.stringify(row)).not.toContain('secret"')
  })

  it('are changed by version, disabled and enabled', async () => {
    const { id } = (await add()).data
    const change = { id, version: 1, ...form({ url: ' https://hooks.invalid/new ' }) }
    expect((await keeper.call(editWebhook, change)).code).toBe(200)
    const stale = await keeper.call(editWebhook, change)
    expect(stale).toMatchObject({ code: 601, data: { url: 'https://hooks.invalid/new' } })
    expect(JSON.stringify(stale)).not.toContain('"secret"')
    await keeper.call(disableWebhook, { id })
    expect(await rowOf(id)).toMatchObject({ isEnabled: false })
    expect(await keeper.call(testWebhook, { id })).toMatchObject({ status: 409, msg: '推送地址已禁用，请先启用' })
    await keeper.call(openWebhook, { id })
    expect(await rowOf(id)).toMatchObject({ isEnabled: true, disabledReason: '' })
  })

  it.each([
    [{ url: 'http://hooks.invalid/' }, '推送地址应以 https:// 开头'],
    [{ url: 'https://169.254.169.254/latest' }, '推送地址不能是内网地址'],
    [{ url: '' }, '请输入推送地址'],
    [{ name: ' ' }, '请输入名称'],
    [{ extra: 1 }, 'extra'],
  ])('entitlements.md "bad input": refuses %j', async (changes, msg) => {
    expect(await add(changes)).toMatchObject({ status: 400, msg: expect.stringContaining(msg) })
  })

  it('have names of their own, and so many at most', async () => {
    const by = await person(...all, 'steel.accounts.view')
    const [first] = await Promise.all(Array.from({ length: WEBHOOKS_MAX }, () => add({}, 'steel', by)))
    const [{ name = '' } = {}] = await db()
      .select()
      .from(webhooks)
      .where(eq(webhooks.id, first?.data.id ?? ''))
    expect(await add({ name: name.toUpperCase() }, 'steel', by)).toMatchObject({
      status: 400,
      msg: '已有同名的推送地址',
    })
    expect(await add({}, 'steel', by)).toMatchObject({ status: 409, msg: '每个子产品最多 20 个推送地址' })
  })

  it('entitlements.md "bad input": another sub-product is as if it did not exist', async () => {
    const { id } = (await add()).data
    await keeper.call(testWebhook, { id })
    const [delivery] = await db().select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, id))
    const stranger = await person(...all, 'steel.accounts.view')
    const missing = { code: 20404 }
    expect(await stranger.call(listWebhooks, { subProduct: 'bigData' })).toMatchObject(missing)
    expect(await stranger.call(listDeliveries, { subProduct: 'bigData' })).toMatchObject(missing)
    expect(await add({}, 'bigData', stranger)).toMatchObject(missing)
    expect(await stranger.call(editWebhook, { id, version: 1, ...form() })).toMatchObject(missing)
    for (const call of [disableWebhook, openWebhook, testWebhook, renewWebhookSecret]) {
      expect(await stranger.call(call, { id })).toMatchObject(missing)
      expect(await keeper.call(call, { id: '999999' })).toMatchObject(missing)
    }
    expect(await stranger.call(resendDeliveries, { ids: [delivery?.messageId ?? ''] })).toMatchObject(missing)
    const { data } = await stranger.call(listDeliveries, { subProduct: 'steel' })
    expect(data.records.map((row) => row.id)).not.toContain(delivery?.messageId)
  })

  it('§6 are refused without the right', async () => {
    const { id } = (await add()).data
    const reader = await person('integration.view', 'bigData.accounts.view')
    const refused = { status: 403, code: 403 }
    expect((await reader.call(listWebhooks, { subProduct: 'bigData' })).code).toBe(200)
    expect((await reader.call(listDeliveries, { subProduct: 'bigData' })).code).toBe(200)
    expect(await add({}, 'bigData', reader)).toMatchObject(refused)
    expect(await reader.call(editWebhook, { id, version: 1, ...form() })).toMatchObject(refused)
    for (const call of [disableWebhook, openWebhook, testWebhook, renewWebhookSecret]) {
      expect(await reader.call(call, { id })).toMatchObject(refused)
    }
    expect(await reader.call(resendDeliveries, { ids: ['1'] })).toMatchObject(refused)
    const outsider = await person('bigData.accounts.view')
    expect(await outsider.call(listWebhooks, { subProduct: 'bigData' })).toMatchObject(refused)
  })
})
