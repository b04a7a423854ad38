// An export filtered by another owner's name holds none of their customers (spec §6).
import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ExportCall } from '#contract/exports.ts'
import { exportAccounts } from '#contract/members/account-sheets.ts'
import { exportSignals } from '#contract/members/account-signals.ts'
import { exportCustomers } from '#contract/members/customer-sheets.ts'
import { exportOrders } from '#contract/members/orders.ts'
import { exportPartners } from '#contract/members/partners.ts'
import { exportRegistrations } from '#contract/members/registration-handling.ts'
import { grantPresets } from '#server/db/schema/members/grants.ts'
import { permissionSets } from '#server/db/schema/members/partners.ts'
import { menuRows } from '#server/db/seed/menus.ts'
import { type Customer, makeCustomer } from './customers.ts'
import { makeProduct, makeRole } from './factories.ts'
import { type Person, type Reply, testServer } from './http.ts'
import { cellsOf, download, endOf } from './sheets.ts'

const server = testServer()
let seller: Person
let stranger: Person
let own: Customer
let foreign: Customer

beforeAll(async () => {
  const { db } = server().database
  const { code } = await makeRole(db, ...menuRows.flatMap((row) => (row.type === 3 ? [row.code] : [])))
  seller = await server().as(code)
  stranger = await server().as(code)
  const preset = { subProduct: 'officialWebsite', name: '方案', kind: 'trial', days: 90 } as const
  const { id: productId } = await makeProduct(db)
  const [stored] = await db
    .insert(grantPresets)
    .values({ ...preset, productIds: [productId] })
    .returning()
  const [set] = await db
    .insert(permissionSets)
    .values({ name: '权限方案', subProducts: ['apiData'] })
    .returning()
  const shared = { productId, presetId: stored?.id ?? '', setId: set?.id ?? '', thirdId: (await server().as(code)).id }
  own = await makeCustomer(db, seller.id, shared)
  foreign = await makeCustomer(db, stranger.id, shared)
})

/** @returns the file's text */
async function exported(by: Person, endpoint: ExportCall, query: object): Promise<string> {
  const input = { format: 'csv', reason: '核对', query, columns: endpoint.columns.map(({ key }) => key) }
  const { data } = await (by.call as (endpoint: Endpoint, input: object) => Promise<Reply<{ jobId: string }>>)(
    endpoint,
    input,
  )
  const { fileUrl } = await endOf(by, data.jobId)
  return JSON.stringify(await cellsOf(await download(server(), fileUrl)))
}

describe('exports filtered by an owner', () => {
  it.each([
    ['customers', exportCustomers, {}, 'ownerId'],
    ['accounts', exportAccounts, { subProduct: 'bigData' }, 'ownerId'],
    ['signals', exportSignals, {}, 'ownerId'],
    ['registrations', exportRegistrations, {}, 'ownerId'],
    ['partners', exportPartners, {}, 'ownerId'],
    ['orders', exportOrders, { subProduct: 'app' }, 'salesmanId'],
  ] as const)('%s', async (_, endpoint, query, name) => {
    const theirs = await exported(seller, endpoint, { ...query, [name]: stranger.id })
    expect(theirs).not.toContain(foreign.mark)
    expect(theirs).not.toContain(own.mark)
    expect(await exported(seller, endpoint, { ...query, [name]: seller.id })).toContain(own.mark)
    expect(await exported(stranger, endpoint, { ...query, [name]: stranger.id })).toContain(foreign.mark)
  })
})
