// The terms of an account: the grant in force today and the one that follows, on the day of an act and on later days.
import { desc, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#contract/days.ts'
import { radarCalls } from '#contract/home/boards.ts'
import { type AccountQuery, getAccount, queryAccounts } from '#contract/members/accounts.ts'
import { getGrantMatrix } from '#contract/members/matrix.ts'
import { type GrantState, grantKinds } from '#contract/members/members.ts'
import { databaseToday } from '#server/core/clock.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { memberAccounts } from '#server/db/schema/members/members.ts'
import { makeAccount, makeEnterprise, makeMember, makeProduct, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveGrants } from './grants.acts.ts'
import { turnTerms } from './grants.queries.ts'
import { termsOf } from './grants.rules.ts'

const RUNS = 40
const server = testServer()
const by = { id: null, name: '测试', address: '', requestId: 'test' }
let keeper: Person
let productIds: string[]
let now: string

const db = () => server().database.db

beforeAll(async () => {
  now = await databaseToday(db())
  keeper = await server().as(
    (await makeRole(db(), 'bigData.accounts.view', 'bigData.accounts.details', 'customerList.details')).code,
  )
  productIds = []
  for (let at = 0; at < 4; at++) productIds.push((await makeProduct(db())).id)
})

const give = (accountId: string, states: readonly GrantState[]) =>
  db().transaction((tx) =>
    giveGrants(
      tx,
      by,
      { via: 'single', reason: '' },
      states.map((state, at) => ({ accountId, productId: productIds[at] ?? null, ...state })),
    ),
  )
const state = (kind: GrantState['kind'], from: number, to: number): GrantState => ({
  kind,
  startsOn: addDays(now, from),
  endsOn: addDays(now, to),
  quota: null,
})
const storedOf = async (id: string) => (await db().select().from(memberAccounts).where(eq(memberAccounts.id, id)))[0]

/** Moves the days of an account and its grants back, as if so many had passed. */
async function passDays(accountId: string, days: number): Promise<void> {
  const back = (column: string) => sql.raw(`${column} = ${column} - ${days}`)
  await db().execute(sql`update ${grants} set ${back('starts_on')}, ${back('ends_on')} where account_id = ${accountId}`)
  await db().execute(sql`update ${memberAccounts} set ${back('starts_on')}, ${back('ends_on')},
    ${back('next_starts_on')}, ${back('next_ends_on')} where id = ${accountId}`)
}

describe('product.md: the status of a grant is derived from the dates', () => {
  it('an account with a trial in force and a later formal grant shows the trial, and the formal grant as the next', async () => {
    const enterprise = await makeEnterprise(db(), { ownerId: keeper.id })
    const { id: memberId } = await makeMember(db(), { ownerId: keeper.id, enterpriseId: enterprise.id })
    const { id } = await makeAccount(db(), 'bigData', { memberId })
    await give(id, [state('trial', -5, 10), state('formal', 30, 400)])
    const current = { kind: 'trial', validity: 'expiring', startsOn: addDays(now, -5), endsOn: addDays(now, 10) }
    const next = { kind: 'formal', startsOn: addDays(now, 30), endsOn: addDays(now, 400) }
    expect((await keeper.call(getAccount, { id })).data).toMatchObject({ ...current, next })

    const isFound = async (query: Partial<AccountQuery>) =>
      (await keeper.call(queryAccounts, { subProduct: 'bigData', ...query })).data.records.some((row) => row.id === id)
    expect(await isFound({ kind: 'trial', validity: 'expiring', endTo: addDays(now, 10) })).toBe(true)
    expect(await isFound({ kind: 'formal' })).toBe(false)
    expect(await isFound({ validity: 'active' })).toBe(false)

    const board = (await keeper.call(radarCalls.rows, { kind: 'expiring15', size: 100 })).data.records
    expect(board.find((row) => row.id === id)).toMatchObject({ daysLeft: 10, endsOn: current.endsOn, next })
    const matrix = (await keeper.call(getGrantMatrix, { enterpriseId: enterprise.id })).data
    expect(matrix.members[0]?.cells).toMatchObject([{ ...current, next }])
  })

  it('between two grants nothing is in force; then the next one is', async () => {
    const { id } = await makeAccount(db(), 'bigData', { ownerId: keeper.id })
    await give(id, [state('trial', -5, 10), state('formal', 30, 400)])
    const { version } = (await storedOf(id)) ?? {}
    const afterDays = async (days: number) => {
      await passDays(id, days)
      await db().transaction(turnTerms)
      return (await keeper.call(getAccount, { id })).data
    }
    expect(await afterDays(11)).toMatchObject({
      kind: 'formal',
      validity: 'future',
      startsOn: addDays(now, 19),
      next: null,
    })
    expect(await afterDays(19)).toMatchObject({ kind: 'formal', validity: 'active', startsOn: now, next: null })
    // a passing day does not raise the row version, so that open forms can still be saved
    expect((await storedOf(id))?.version).toBe(version)
  })

  it('database and rule agree, today and on every later day', async () => {
    const day = fc.integer({ min: -40, max: 60 })
    const states = fc.array(fc.tuple(fc.constantFrom(...grantKinds), day, day), { minLength: 1, maxLength: 4 })
    const steps = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(states, steps, async (drawn, days) => {
        const { id } = await makeAccount(db(), 'bigData')
        const states = drawn.map(([kind, one, other]) => state(kind, Math.min(one, other), Math.max(one, other)))
        await give(id, states)
        for (const passed of [0, ...days]) {
          if (passed > 0) await passDays(id, passed)
          await db().transaction(turnTerms)
          const live = await db().select().from(grants).where(eq(grants.accountId, id)).orderBy(desc(grants.id))
          const terms = termsOf(live, now)
          const stored = await storedOf(id)
          expect([stored?.grantKind, stored?.startsOn, stored?.endsOn]).toEqual([
            terms?.current.kind,
            terms?.current.startsOn,
            terms?.current.endsOn,
          ])
          expect([stored?.nextKind ?? null, stored?.nextStartsOn, stored?.nextEndsOn]).toEqual([
            terms?.next?.kind ?? null,
            terms?.next?.startsOn ?? null,
            terms?.next?.endsOn ?? null,
          ])
        }
      }),
      { numRuns: RUNS },
    )
  })
})
