// The stream of one customer over HTTP: every kind from its own table, in scope, newest first.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { queryCustomerStream, streamKindLabels } from '#contract/service/customer-stream.ts'
import { audit } from '#server/core/audit/audit.ts'
import { grantPresets } from '#server/db/schema/members/grants.ts'
import { ownerChanges } from '#server/db/schema/members/members.ts'
import { permissionSets } from '#server/db/schema/members/partners.ts'
import { registrations } from '#server/db/schema/members/registrations.ts'
import { users } from '#server/db/schema/organisation.ts'
import { type Customer, makeCustomer } from '#test/customers.ts'
import { makeMember, makeProduct, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { makeGuests, makeMeeting } from '#test/meeting-factories.ts'

const server = testServer()
const db = () => server().database.db
let seller: Person
let colleague: Person
let customer: Customer

beforeAll(async () => {
  const role = await makeRole(
    db(),
    'customerList.view',
    'customerList.serviceRecords',
    'followUp.view',
    'complaint.view',
    'visitRecord.view',
    'meeting.details',
  )
  seller = await server().as(role.code)
  colleague = await server().as(role.code)
  const productId = (await makeProduct(db())).id
  const [preset] = await db()
    .insert(grantPresets)
    .values({ subProduct: 'officialWebsite', name: '方案', kind: 'trial', days: 90, productIds: [productId] })
    .returning()
  const [set] = await db()
    .insert(permissionSets)
    .values({ name: '权限', subProducts: ['apiData'] })
    .returning()
  const shared = { productId, presetId: preset?.id ?? '', setId: set?.id ?? '', thirdId: seller.id }
  customer = await makeCustomer(db(), seller.id, shared)
  const { enterpriseId, registrationId } = customer
  await db().update(registrations).set({ enterpriseId })
  await db()
    .insert(ownerChanges)
    .values({ target: 'enterprise', targetId: enterpriseId, toId: seller.id, actorName: 'a' })
  await makeGuests(db(), (await makeMeeting(db(), seller.id)).id, { customerId: enterpriseId, companions: 1 })
  const by = { id: seller.id, name: 'a', address: '', requestId: registrationId }
  const edited = { action: 'enterprise.edit', targetType: 'enterprise', targetId: enterpriseId, after: { level: 'A' } }
  await db().transaction((tx) => audit(tx, by, edited))
})

const stream = async (by: Person, input: object = {}) =>
  (await by.call(queryCustomerStream, { enterpriseId: customer.enterpriseId, ...input })).data

describe('POST /api/backend/service/customer/stream', () => {
  it('operations-service-ai.md "one customer in one page": every kind, newest first', async () => {
    const records = await stream(seller)
    expect(new Set(records.map(({ kind }) => kind))).toEqual(new Set(Object.keys(streamKindLabels)))
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length)
    const moments = records.map(({ at }) => Date.parse(at))
    expect(moments).toEqual(moments.toSorted((one, other) => other - one))
    expect(records.find(({ kind }) => kind === 'followUp')).toMatchObject({
      title: `电话 · ${customer.mark} · 已沟通`,
      text: customer.mark,
      followUpId: customer.followUpId,
      note: expect.stringMatching(/^下次 \d{4}-\d\d-\d\d$/),
    })
  })

  it('§2 of one kind is that part of it', async () => {
    const all = await stream(seller)
    for (const kind of Object.keys(streamKindLabels)) {
      expect(await stream(seller, { kind }), kind).toEqual(all.filter((record) => record.kind === kind))
    }
  })

  it('§6 shows what the caller may see: no customer of others, no members of others, no follow-ups, complaints and visits without the right', async () => {
    const input = { enterpriseId: customer.enterpriseId }
    expect(await colleague.call(queryCustomerStream, input)).toMatchObject({ code: 20404 })
    const viewer = await server().as((await makeRole(db(), 'customerList.view')).code)
    expect(await viewer.call(queryCustomerStream, input)).toMatchObject({ status: 403 })
    const other = await makeMember(db(), { enterpriseId: customer.enterpriseId, ownerId: colleague.id })
    expect(JSON.stringify(await stream(seller))).not.toContain(other.loginName)
    const { code } = await makeRole(db(), 'customerList.view', 'customerList.serviceRecords')
    const superior = await server().as(code)
    await db().update(users).set({ saleParentId: superior.id }).where(eq(users.id, seller.id))
    const kinds = new Set((await stream(superior)).map(({ kind }) => kind))
    expect(kinds).toEqual(
      new Set(
        Object.keys(streamKindLabels).filter(
          (kind) => !['followUp', 'complaint', 'fieldVisit', 'meeting'].includes(kind),
        ),
      ),
    )
  })
})
