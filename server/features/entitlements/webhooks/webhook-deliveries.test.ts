// Deliveries to a receiver on loopback that verifies their signatures, and fails in every way.
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  addWebhook,
  disableWebhook,
  listDeliveries,
  listWebhooks,
  openWebhook,
  renewWebhookSecret,
  resendDeliveries,
  testWebhook,
} from '#contract/entitlements/webhooks.ts'
import { notifyChange } from '#server/core/live/bus.ts'
import type { Provider } from '#server/core/outbox/provider.ts'
import { type Sender, startSender } from '#server/core/outbox/sender.ts'
import { messageRates, messages } from '#server/db/schema/core/outbox.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { memberAccounts } from '#server/db/schema/members/members.ts'
import { pushMessages } from '#server/db/schema/system/system.ts'
import { webhookDeliveries, webhooks } from '#server/db/schema/webhooks.ts'
import { readVerification } from '#test/doc-samples.ts'
import { makeAccount, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { openProviderServer, type ProviderServer } from '#test/provider-server.ts'
import { webhookProvider } from './webhook-provider.ts'
import { queueChanges, webhookCause } from './webhooks-queue.ts'

const server = testServer({ outboundAllow: ['127.0.0.1'] })
const db = () => server().database.db
let http: ProviderServer
let verify: Awaited<ReturnType<typeof readVerification>>
let keeper: Person
let hook: { id: string; secret: string }
let accountId: string

type Sent = { type: string; data: { accountId?: string; number?: string } }
const sentTo = (path: string) => http.received.filter((each) => each.path === path)
const contents = () => sentTo(`/${hook.id}`).map(({ body }) => JSON.parse(body) as Sent)
const numbersOf = (account: string) =>
  contents().flatMap(({ data }) => (data.accountId === account ? [Number(data.number)] : []))
const idsOf = () => sentTo(`/${hook.id}`).map(({ headers }) => headers['webhook-id'])

const deliveries = async () =>
  (await keeper.call(listDeliveries, { subProduct: 'bigData', webhookId: hook.id })).data.records
const newest = async () => (await deliveries())[0]
const becomes = (state: string) => expect.poll(async () => (await newest())?.state, { interval: 30 }).toBe(state)
/** The newest delivery after so many attempts. */
const attempted = (attempts: number) =>
  expect
    .poll(async () => [(await newest())?.attempts, (await newest())?.state], { interval: 30 })
    .toEqual([attempts, 'queued'])
const stored = async () => (await db().select().from(webhooks).where(eq(webhooks.id, hook.id)))[0]

const change = (id = accountId) =>
  db()
    .update(memberAccounts)
    .set({ modules: sql`case when ${memberAccounts.modules} = '{}' then '{price}'::text[] else '{}' end` })
    .where(eq(memberAccounts.id, id))
/** As if its pause were over. */
const hasten = () =>
  db().transaction(async (tx) => {
    await tx.update(webhooks).set({ restsUntil: null })
    await tx.update(messages).set({ notBefore: sql`now()` }).where(sql`channel = 'webhook' and state = 'queued'`)
    await notifyChange(tx, { type: 'messages' })
  })

const makeHook = async (name: string) => {
  const url = `${http.url}/path`
  const { data } = await keeper.call(addWebhook, { subProduct: 'bigData', name, url })
  // each has a path of its own
  await db()
    .update(webhooks)
    .set({ url: `${http.url}/${data.id}` })
    .where(eq(webhooks.id, data.id))
  return data
}

let count = 0
const senders: Sender[] = []

beforeAll(async () => {
  http = await openProviderServer()
  verify = await readVerification()
  const role = await makeRole(
    db(),
    ...['view', 'add', 'edit', 'disable', 'open', 'setPassword'].map((alias) => `integration.${alias}`),
    'bigData.accounts.view',
  )
  keeper = await server().as(role.code)
})
afterAll(() => http.close())

afterEach(async () => {
  await Promise.all(senders.splice(0).map((sender) => sender.stop()))
  http.moods.length = 0
  http.received.length = 0
  await db().update(webhooks).set({ isEnabled: false })
  await db().delete(webhookDeliveries)
  await db().delete(messages)
  await db().delete(messageRates)
})

const begin = async () => {
  accountId = (await makeAccount(db(), 'bigData')).id
  hook = await makeHook(`地址${++count}`)
}

describe('entitlements.md "Webhooks": deliveries', () => {
  it('carry the number of a change, not the truth', async () => {
    await begin()
    const day = sql`current_date`
    await db().insert(grants).values({ accountId, kind: 'formal', startsOn: day, endsOn: day })
    await expect.poll(() => contents().length, { interval: 10 }).toBe(1)
    const [body] = contents()
    expect(body).toEqual({
      type: 'entitlements.changed',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+08:00$/),
      data: { subProduct: 'bigData', accountId, number: expect.stringMatching(/^\d+$/) },
    })
    await becomes('sent')
    expect(await newest()).toMatchObject({
      accountId,
      number: body?.data.number,
      status: 200,
      attempts: 1,
      reason: '',
      ms: expect.any(Number),
      answer: expect.stringContaining('errmsg'),
      answeredAt: expect.any(String),
    })
  })

  it('are signed; with both secrets while one is renewed, for a day', async () => {
    await begin()
    const renewed = (await keeper.call(renewWebhookSecret, { id: hook.id })).data.secret
    await change()
    await expect.poll(() => contents().length).toBe(1)
    const [received] = sentTo(`/${hook.id}`)
    const isBy = (secret: string, of = received) => verify(of?.headers ?? {}, of?.body ?? '', secret)
    expect([isBy(hook.secret), isBy(renewed)]).toEqual([true, true])
    await db().update(webhooks).set({ oldSecretUntil: sql`now()` }).where(eq(webhooks.id, hook.id))
    await change()
    await expect.poll(() => contents().length).toBe(2)
    const second = sentTo(`/${hook.id}`)[1]
    expect([isBy(hook.secret, second), isBy(renewed, second)]).toEqual([false, true])
  })

  it('are tried again with the same id after 500 and redirects, which are not followed', async () => {
    await begin()
    const location = `${http.url}/elsewhere`
    http.moods.push({ status: 500, text: `<html>${'故障'.repeat(400)}` }, { status: 302, headers: { location } })
    await change()
    await attempted(1)
    const failed = await newest()
    expect(failed).toMatchObject({ status: 500, reason: 'HTTP 500' })
    expect(failed?.answer).toHaveLength(500)
    expect(Date.parse(failed?.notBefore ?? '') - Date.now()).toBeGreaterThan(20_000)
    await hasten()
    await attempted(2)
    expect(await newest()).toMatchObject({ status: 302, reason: 'HTTP 302' })
    expect((await stored())?.failures).toBe(2)
    await hasten()
    await becomes('sent')
    expect(new Set(idsOf()).size).toBe(1)
    expect(sentTo('/elsewhere')).toEqual([])
    expect(await stored()).toMatchObject({ failures: 0, failingSince: null })
  })

  it('to a receiver that hangs, or cuts the line, are tried again', async () => {
    await begin()
    await db().update(webhooks).set({ isEnabled: false })
    const provider = webhookProvider(server().server.core, http.patience)
    const message = { id: '1', address: `${hook.id}/1`, text: '{}' } as Parameters<Provider['send']>[0][number]
    await db().update(webhooks).set({ isEnabled: true }).where(eq(webhooks.id, hook.id))
    http.moods.push('never', 'cut')
    expect(await provider.send([message])).toMatchObject({
      kind: 'again',
      reason: expect.stringContaining('127.0.0.1'),
    })
    expect(await provider.send([message])).toMatchObject({ kind: 'again' })
    expect(await provider.send([message])).toMatchObject({ kind: 'sent' })
  })

  it('to a private address that the configuration does not allow are not sent', async () => {
    await begin()
    const { core } = server().server
    const provider = webhookProvider({ ...core, config: { ...core.config, outboundAllow: [] } })
    const message = { id: '1', address: `${hook.id}/1`, text: '{}' } as Parameters<Provider['send']>[0][number]
    expect(await provider.send([message])).toMatchObject({ kind: 'again', reason: expect.stringContaining('private') })
    expect(http.received).toEqual([])
  })

  it('a 410 ends them and says so; enabled again, what was withheld goes', async () => {
    await begin()
    http.moods.push({ status: 410 })
    await change()
    await becomes('failed')
    const [row] = (await keeper.call(listWebhooks, { subProduct: 'bigData' })).data.filter(({ id }) => id === hook.id)
    expect(row).toMatchObject({ isEnabled: false, disabledReason: '接收方已停止接收（HTTP 410）' })
    const bells = await db().select().from(pushMessages).where(eq(pushMessages.userId, keeper.id))
    expect(bells.map(({ data }) => (data as { title: string }).title)).toContainEqual(
      expect.stringMatching(/推送地址“地址\d+”已停止接收/),
    )
    const other = (await makeAccount(db(), 'bigData')).id
    await change(other)
    await queueChanges(db())
    expect(contents()).toHaveLength(1)
    await keeper.call(openWebhook, { id: hook.id })
    await expect.poll(() => contents().length).toBe(3)
    expect(
      contents()
        .map(({ data }) => data.accountId)
        .slice(1)
        .sort(),
    ).toEqual([accountId, other].sort())
  })

  it('to an address that fails for an hour are told to those who manage it, once', async () => {
    await begin()
    const onlooker = await server().as((await makeRole(db(), 'integration.view', 'bigData.accounts.view')).code)
    const stranger = await server().as((await makeRole(db(), 'integration.edit', 'steel.accounts.view')).code)
    http.moods.push('broken', 'broken', 'broken')
    await change()
    await attempted(1)
    await db()
      .update(webhooks)
      .set({ failingSince: sql`now() - interval '61 minutes'` })
      .where(eq(webhooks.id, hook.id))
    for (const attempts of [2, 3]) {
      await hasten()
      await attempted(attempts)
    }
    const bellsOf = async ({ id }: { id: string }) =>
      (await db().select().from(pushMessages).where(eq(pushMessages.userId, id))).filter(({ data }) =>
        JSON.stringify(data).includes('推送失败'),
      )
    expect(
      [await bellsOf(keeper), await bellsOf(onlooker), await bellsOf(stranger)].map(({ length }) => length),
    ).toEqual([...[1, 0, 0]])
    expect((await bellsOf(keeper))[0]?.data).toMatchObject({ link: '/application/integration?subProduct=bigData' })
  })

  it('are set aside after a day, and sent again by hand with the same id', async () => {
    await begin()
    http.moods.push('broken', 'broken')
    await change()
    await attempted(1)
    const [{ id = '' } = {}] = await deliveries()
    await db().update(messages).set({ attempts: 30 }).where(eq(messages.id, id))
    await hasten()
    await becomes('failed')
    expect(await keeper.call(resendDeliveries, { ids: [id] })).toMatchObject({ code: 200 })
    await becomes('sent')
    expect(new Set(idsOf()).size).toBe(1)
    // also what has arrived, and where the account has changed since
    await change()
    await expect.poll(() => numbersOf(accountId).length).toBe(4)
    await becomes('sent')
    expect((await keeper.call(resendDeliveries, { ids: [id] })).code).toBe(200)
    await expect.poll(() => numbersOf(accountId).length).toBe(5)
    expect(numbersOf(accountId)[4]).toBe(numbersOf(accountId)[0])
  })

  it('under way, or to a disabled address, are not sent again by hand', async () => {
    await begin()
    http.moods.push('broken')
    await change()
    await attempted(1)
    const [{ id = '' } = {}] = await deliveries()
    const again = () => keeper.call(resendDeliveries, { ids: [id] })
    expect(await again()).toMatchObject({ code: 602, data: [{ id, ok: false, msg: '正在推送' }] })
    await keeper.call(disableWebhook, { id: hook.id })
    await hasten()
    await becomes('withheld')
    expect(await again()).toMatchObject({ code: 602, data: [{ msg: '推送地址已禁用' }] })
  })

  it('a test is one without an account', async () => {
    await begin()
    await keeper.call(testWebhook, { id: hook.id })
    await becomes('sent')
    expect(contents()).toEqual([
      { type: 'entitlements.test', timestamp: expect.any(String), data: { subProduct: 'bigData' } },
    ])
    expect(await newest()).toMatchObject({ accountId: null, number: null, status: 200 })
  })

  it('what piles up of an account goes as its newest number alone', async () => {
    await begin()
    http.moods.push('broken')
    await change()
    await attempted(1)
    const [waiting] = await deliveries()
    for (let each = 0; each < 3; each++) {
      await change()
      await queueChanges(db())
    }
    expect(contents()).toHaveLength(1)
    await hasten()
    await becomes('sent')
    const [first, last] = [numbersOf(accountId)[0] ?? 0, numbersOf(accountId).at(-1) ?? 0]
    await expect.poll(async () => (await deliveries()).every(({ state }) => state !== 'queued')).toBe(true)
    expect(last).toBe(first + 3)
    expect(numbersOf(accountId)).toHaveLength(2)
    expect((await deliveries()).find(({ id }) => id === waiting?.id)).toMatchObject({
      state: 'withheld',
      reason: '该账号已有更新的变更',
    })
  })

  it('of one account go in order, of others meanwhile; what was acknowledged is sent once by three senders', async () => {
    await begin()
    const { core } = server().server
    // the usual lease: one that ends on a busy machine counts as a dead process, whose deliveries go again
    const options = { pollMs: 100 }
    for (let each = 0; each < 2; each++)
      senders.push(
        startSender(core, { providers: [webhookProvider(core)], causes: [webhookCause], quiet: null, options }),
      )
    const accounts = [
      accountId,
      ...(await Promise.all(Array.from({ length: 20 }, () => makeAccount(db(), 'bigData')))).map(({ id }) => id),
    ]
    for (let round = 0; round < 4; round++) {
      await Promise.all(accounts.map((id) => change(id)))
      await queueChanges(db())
    }
    const isOver = async () =>
      (await db().$count(messages, sql`channel = 'webhook' and state in ('queued', 'sending')`)) === 0 &&
      !(await queueChanges(db()))
    await expect.poll(isOver, { interval: 50 }).toBe(true)
    const { rows } = await db().execute<{ id: string; number: string }>(
      sql`select account_id::text as id, max(number)::text as number from entitlement_changes where sub_product = 'bigData' group by 1`,
    )
    for (const id of accounts) {
      const numbers = numbersOf(id)
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
      expect(String(numbers.at(-1))).toBe(rows.find((row) => row.id === id)?.number)
    }
    expect(new Set(idsOf()).size).toBe(idsOf().length)
  })

  it('of a process that ended before it noted the answer go again, with the same id', async () => {
    await begin()
    const { core } = server().server
    await change()
    await becomes('sent')
    const [{ id = '' } = {}] = await deliveries()
    await db()
      .update(messages)
      .set({ state: 'sending', sender: sql`gen_random_uuid()`, handover: id, endedAt: null, handedAt: sql`now()` })
      .where(eq(messages.id, id))
    const options = { pollMs: 100, leaseMs: 800 }
    senders.push(
      startSender(core, { providers: [webhookProvider(core)], causes: [webhookCause], quiet: null, options }),
    )
    await becomes('sent')
    expect(idsOf()).toEqual([`msg_${id}`, `msg_${id}`])
  })
})
