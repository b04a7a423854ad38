// One locked table does not starve the calls that have nothing to do with it.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { queryEnterprises } from '#contract/members/customers.ts'
import { listPrices } from '#contract/prices/prices.ts'
import { LOCK_TIMEOUT_MS, openClient, openPool } from '#server/db/connection.ts'
import { PASSWORD } from './constants.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { makeUser } from './factories.ts'
import { openTestServer, type Person, type TestServer } from './http.ts'

const CONNECTIONS = 4

let database: TestDatabase
let small: ReturnType<typeof openPool>
let server: TestServer
let administrator: Person
beforeAll(async () => {
  database = await cloneDatabase()
  small = openPool(database.connection, CONNECTIONS, { lockTimeoutMs: LOCK_TIMEOUT_MS.request })
  server = await openTestServer({ ...database, ...small })
  administrator = await server.as('administrator')
})
afterAll(async () => {
  await server.server.close()
  await small.pool.end()
  await database.close()
})

const signIn = async () => {
  const { userName } = await makeUser(database.db)
  const fields = { grant_type: 'captcha', client_id: 'console', client_secret: 'console' }
  const form = new URLSearchParams({ ...fields, username: userName, password: PASSWORD })
  return (await server.send('POST', '/api/adminauth/oauth/token', form)).status
}

// each page is a query of its own: identical ones share one
const pricesOf = async (current: number) => (await administrator.call(listPrices, { current })).status
const customers = async () => (await administrator.call(queryEnterprises, {})).status
const ready = async () => (await fetch(`${server.base}/readyz`)).status

describe('with the table of prices locked', () => {
  let locking: ReturnType<typeof openClient>
  beforeEach(async () => {
    // warm: what a first call compiles and reads is not what is asked here
    await Promise.all([pricesOf(1), customers(), signIn()])
    locking = openClient(database.owner)
    await locking.connect()
    await locking.query('begin; lock table prices in access exclusive mode')
  })
  afterEach(() => locking.end())

  it('§38 its list answers 503; signing in, readiness and customers are served; afterwards all is', async () => {
    const hanging = Array.from({ length: CONNECTIONS * 3 }, (_, at) => pricesOf(at + 1))
    await wait(500)
    expect(await Promise.all([signIn(), ready(), customers()])).toEqual([200, 200, 200])
    expect(new Set(await Promise.all(hanging))).toEqual(new Set([503]))

    await locking.query('rollback')
    await expect.poll(() => pricesOf(1)).toBe(200)
    expect(await customers()).toBe(200)
  })

  it('people with cold rights are admitted at once', async () => {
    const hanging = Array.from({ length: CONNECTIONS }, (_, at) => pricesOf(at + 1))
    await wait(200)
    const nobody = await server.as('administrator')
    const began = performance.now()
    const menu = await server.send('GET', '/api/admin/menu/routes_v2', undefined, { token: nobody.token })
    expect(menu.status).toBe(200)
    expect(performance.now() - began).toBeLessThan(1_500)
    await Promise.all(hanging)
  })
})
