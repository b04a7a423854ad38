// The page 子产品接入, over HTTP: figures, and questions on trial.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkEntitlements } from '#contract/entitlements/check.ts'
import { askAsMember, readIntegrationFigures } from '#contract/entitlements/integration.ts'
import { queryApiKeys } from '#contract/system/api-keys.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { makeAccount, makeMember, makeProduct, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { entitlementsOf } from './service.ts'

const server = testServer()
const db = () => server().database.db
const person = async (...rights: string[]) => server().as((await makeRole(db(), ...rights)).code)
let keeper: Person

beforeAll(async () => {
  keeper = await person('integration.view', 'bigData.accounts.view')
})

const makeKey = (subProduct: 'bigData' | 'steel') =>
  db().transaction((tx) =>
    createApiKey(tx, { name: subProduct, scopes: ['entitlements'], subProduct, dailyQuota: 10_000 }),
  )
async function account(subProduct: 'bigData' | 'steel', ownerId: string | null, more: { modules?: ['price'] } = {}) {
  const { id: memberId, loginName } = await makeMember(db(), { ownerId })
  return { ...(await makeAccount(db(), subProduct, { memberId, ...more })), loginName }
}
const nothing = { products: [], modules: [], dataSets: [] }

describe('entitlements.md "Screens": a question on trial', () => {
  it('is answered as the open call answers it, and not counted', async () => {
    const { id, loginName } = await account('bigData', keeper.id, { modules: ['price'] })
    const [held, other] = [await makeProduct(db()), await makeProduct(db())]
    const day = sql`current_date`
    await db().insert(grants).values({ accountId: id, productId: held.id, kind: 'trial', startsOn: day, endsOn: day })
    const questions = {
      products: [held.id, other.id],
      modules: ['price' as const, 'news' as const],
      dataSets: ['stock' as const],
    }
    const { data } = await keeper.call(askAsMember, { subProduct: 'bigData', name: loginName, ...questions })
    expect(await readChecks()).toBe(0)
    const { key } = await makeKey('bigData')
    const open = await server().send(
      'POST',
      checkEntitlements.path,
      { checks: [{ accountId: id, ...questions }] },
      { headers: { 'x-api-key': key } },
    )
    expect({ day: data.day, checks: [data.answer] }).toEqual(open.data)
    expect(data.answer.products.map(({ allowed, why }) => [allowed, why])).toEqual([
      [true, null],
      [false, 'noGrant'],
    ])
  })

  it('"bad input": accounts out of scope, of other sub-products and unknown ones do not exist; who must not is refused', async () => {
    const own = await account('bigData', keeper.id)
    const elsewhere = await account('steel', keeper.id)
    const foreign = await account('bigData', null)
    const ask = (name: string, by = keeper) => by.call(askAsMember, { subProduct: 'bigData', name, ...nothing })
    expect((await ask(own.loginName)).code).toBe(200)
    for (const { loginName } of [elsewhere, foreign, { loginName: 'nobody' }]) {
      expect((await ask(loginName)).code).toBe(20404)
    }
    const ofSteel = await person('integration.view', 'steel.accounts.view')
    expect((await ask(own.loginName, ofSteel)).code).toBe(20404)
    expect((await ask(own.loginName, await person('bigData.accounts.view'))).code).toBe(403)
    const many = Array.from({ length: 21 }, (_, at) => String(at + 1))
    const refused = await keeper.call(askAsMember, {
      subProduct: 'bigData',
      name: own.loginName,
      ...nothing,
      products: many,
    })
    expect(refused).toMatchObject({ status: 400, msg: expect.stringContaining('产品') })
  })
})

const readChecks = async (by = keeper) => {
  await entitlementsOf(server().server.core).counter.flush()
  const { data } = await by.call(readIntegrationFigures, { subProduct: 'bigData' })
  return data.minutes.reduce((sum, { checks }) => sum + checks, 0)
}

describe('entitlements.md "Screens": figures and keys', () => {
  it('are those of the sub-product; another is as if it did not exist', async () => {
    const { key } = await makeKey('bigData')
    const before = await readChecks()
    const body = { checks: [{ loginName: 'nobody' }] }
    await server().send('POST', checkEntitlements.path, body, { headers: { 'x-api-key': key } })
    expect(await readChecks()).toBe(before + 1)
    const { data } = await keeper.call(readIntegrationFigures, { subProduct: 'bigData' })
    expect(data.refused).toContainEqual({ why: 'noAccount', count: 1 })
    expect(data.feed).toBeNull()
    const ofSteel = await person('integration.view', 'steel.accounts.view')
    expect((await ofSteel.call(readIntegrationFigures, { subProduct: 'bigData' })).code).toBe(20404)
    const outsider = await person('bigData.accounts.view')
    expect((await outsider.call(readIntegrationFigures, { subProduct: 'bigData' })).code).toBe(403)
  })

  it('keys are found by sub-product', async () => {
    await makeKey('steel')
    const reader = await person('apiKeys.view')
    const { data } = await reader.call(queryApiKeys, { subProduct: 'steel' })
    expect(data.records.map(({ name }) => name)).toEqual(['steel'])
  })
})
