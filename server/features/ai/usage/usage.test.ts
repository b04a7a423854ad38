// Sums of the ledger, over HTTP.
import { beforeAll, expect, it } from 'vitest'
import { readUsage, type UsageKind, usageKinds } from '#contract/ai/usage.ts'
import { addDays, dayOf } from '#contract/days.ts'
import { makeAccount, makeMember, makeRole, makeUser } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { type CallSubject, recordCall } from '../provider/ledger.acts.ts'

const server = testServer()
let keeper: Person
const today = dayOf(Date.now())
const names: Record<string, string> = {}

beforeAll(async () => {
  const { db } = server().database
  keeper = await server().as((await makeRole(db, 'aiWeb.assistants.details')).code)
  const staff = await makeUser(db, { realName: '甲员工' })
  const ownerId = keeper.id
  const member = await makeMember(db, { ownerId, realName: '张三' })
  const own = await makeAccount(db, 'aiWeb', { memberId: member.id })
  const foreign = await makeAccount(db, 'aiWeb', { ownerId: staff.id })
  names.member = `张三（${member.loginName}）`
  const call = (subject: Omit<CallSubject, 'purpose'>, input: number, ago = 0) =>
    recordCall(db, {
      purpose: 'chat',
      ...subject,
      modelId: null,
      model: input > 5_000 ? 'large' : 'small',
      tokens: { input, cached: 0, output: 100, reasoning: 0, isEstimated: false },
      usualPrice: input === 1 ? null : { input: '2', cached: '1', output: '8' },
      requestId: '',
      outcome: input === 1 ? 'failed' : 'done',
      failure: input === 1 ? 'rate' : null,
      retries: 0,
      // noon in Shanghai, so that no zone moves the day
      startedAt: new Date(`${addDays(today, -ago)}T12:00:00+08:00`),
      firstAt: null,
      endedAt: new Date(),
    })
  await call({ userId: staff.id, assistantId: '7' }, 1_000)
  await call({ userId: staff.id, assistantId: '7' }, 1)
  await call({ accountId: own.id }, 2_000, 1)
  await call({ accountId: foreign.id }, 10_000, 2)
  await call({ accountId: foreign.id }, 10_000, 90)
})

const usage = async (kind: UsageKind) =>
  (await keeper.call(readUsage, { kind, from: addDays(today, -9), to: today })).data
const micro = (yuan: string) => Math.round(Number(yuan) * 1_000_000)

it.each(usageKinds)('areas/ai.md "ai_calls": the rows %s add up to the ledger', async (kind) => {
  const { total, rows } = await usage(kind)
  const { rows: ledger } = await server().database.pool.query(`select sum(cost)::text as cost, count(*)::int as calls,
    sum(input_tokens)::text as tokens from ai_calls where started_at > now() - interval '30 days'`)
  expect(total).toMatchObject({
    cost: ledger[0].cost,
    calls: ledger[0].calls,
    inputTokens: ledger[0].tokens,
    failed: 1,
    unpriced: 1,
  })
  expect(rows.reduce((sum, { cost }) => sum + micro(cost), 0)).toBe(micro(total.cost))
  expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(total.calls)
})

it('areas/ai.md "ai_calls": people by name, members out of sales scope in one row; the dearest first', async () => {
  expect((await usage('person')).rows.map(({ name, calls }) => [name, calls])).toEqual([
    ['范围外的会员', 1],
    [names.member, 1],
    ['甲员工', 2],
  ])
  expect((await usage('day')).rows.map(({ name }) => name)).toEqual([addDays(today, -2), addDays(today, -1), today])
  expect((await usage('model')).rows.map(({ name }) => name)).toEqual(['large', 'small'])
  expect((await usage('assistant')).rows.map(({ name }) => name)).toEqual(['不属于助手', '已删除的助手'])
})

it('§6 needs the details of assistants; a range has its limit', async () => {
  const reader = await server().as((await makeRole(server().database.db, 'aiWeb.assistants.view')).code)
  expect(await reader.call(readUsage, { kind: 'day' })).toMatchObject({ status: 403 })
  expect(await keeper.call(readUsage, { kind: 'day', from: addDays(today, -400), to: today })).toMatchObject({
    status: 400,
  })
})
