// The enterprises that the statistics of visits count, over HTTP.
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import {
  getSiteProvinces,
  queryVisitEnterprises,
  type VisitEnterpriseQuery,
} from '#contract/visits/visit-enterprises.ts'
import { getVisitFigures, queryVisitedSites } from '#contract/visits/visit-figures.ts'
import { regions } from '#server/db/schema/catalogue.ts'
import { users } from '#server/db/schema/organisation.ts'
import { visitEnterprises as sites, visits } from '#server/db/schema/visits.ts'
import { makeEnterprise, makeRole } from '#test/factories.ts'
import { testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db

it('meetings-visits-sharing.md "count": 到访企业 equals its list, by the scope of the visits', async () => {
  const rights = ['view', 'count'].map((alias) => `visitRecord.${alias}`)
  const role = (await makeRole(db(), ...rights)).code
  const [seller, superior, stranger] = [await server().as(role), await server().as(role), await server().as(role)]
  await db().update(users).set({ saleParentId: superior.id }).where(eq(users.id, seller.id))
  const now = new Date().toISOString()
  const before = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const site = async (name: string, ownerId = seller.id) => {
    const [made] = await db().insert(sites).values({ name, kind: 'mill', ownerId }).returning()
    return made?.id ?? ''
  }
  const visit = (enterpriseId: string, changes: Partial<typeof visits.$inferInsert> = {}) =>
    db()
      .insert(visits)
      .values({
        enterpriseId,
        ownerId: seller.id,
        createdById: seller.id,
        plannedAt: now,
        aim: '走访',
        state: 'visited',
        arrivedAt: now,
        ...changes,
      })
  const twice = await site('去了两次的厂')
  await visit(twice)
  await visit(twice, { plannedAt: before(20), arrivedAt: before(20) })
  await visit(await site('计划中的厂'), { state: 'planned', arrivedAt: null })
  await visit(await site('早先去过的厂'), { plannedAt: before(60), arrivedAt: before(60) })
  // the enterprise has gone to somebody else: the visit stays the seller's
  await visit(await site('已转给别人的厂', stranger.id))
  await visit(await site('别人去的厂'), { ownerId: stranger.id, createdById: stranger.id })

  const names = async (person: typeof seller, days: number) => {
    const { records, total } = (await person.call(queryVisitedSites, { days })).data
    const figures = (await person.call(getVisitFigures, { days })).data
    expect(total).toBe(figures.sites)
    expect(records.reduce((sum, each) => sum + each.visits, 0)).toBe(figures.visited)
    return records.map(({ name }) => name).toSorted()
  }
  for (const person of [seller, superior]) {
    expect(await names(person, 7)).toEqual(['去了两次的厂', '已转给别人的厂'].toSorted())
    expect(await names(person, 90)).toEqual(['去了两次的厂', '已转给别人的厂', '早先去过的厂'].toSorted())
  }
  expect(await names(stranger, 90)).toEqual(['别人去的厂'])
  const { records } = (await seller.call(queryVisitedSites, { days: 30 })).data
  expect(records[0]).toMatchObject({ id: twice, kind: 'mill', visits: 2 })

  const reader = await server().as((await makeRole(db(), 'visitRecord.view')).code)
  expect(await reader.call(queryVisitedSites, { days: 30 })).toMatchObject({ status: 403, code: 403 })
  expect(await seller.call(queryVisitedSites, { days: 0 })).toMatchObject({ status: 400 })
})

it('issue 32 企业分布: each figure is the total of the list that it opens', async () => {
  const person = await server().as((await makeRole(db(), 'visitEnterprise.view', 'visitEnterprise.add')).code)
  const stranger = await server().as('sales')
  const [province] = await db().insert(regions).values({ name: '分布省', level: 1 }).returning()
  const [city] = await db()
    .insert(regions)
    .values({ name: '分布市', level: 2, parentId: province?.id ?? null })
    .returning()
  const customer = await makeEnterprise(db(), { ownerId: person.id })
  const place = { longitude: '120.15', latitude: '30.28' }
  const [here] = await db()
    .insert(sites)
    .values([
      { name: '分布一', kind: 'port', ownerId: person.id, regionId: city?.id ?? null, ...place },
      { name: '分布二', kind: 'port', ownerId: person.id, regionId: province?.id ?? null },
      { name: '分布三', kind: 'mill', ownerId: person.id, customerId: customer.id },
      { name: '别人的', kind: 'mill', ownerId: stranger.id, regionId: city?.id ?? null, ...place },
    ])
    .returning()
  await db().execute(sql`insert into visits (enterprise_id, owner_id, created_by_id, planned_at, aim, state, arrived_at)
    values (${here?.id}, ${person.id}, ${person.id}, now(), '走访', 'visited', now())`)
  const { data } = await person.call(getSiteProvinces, {})
  expect(data).toEqual({
    total: 3,
    withPlace: 1,
    withCustomer: 1,
    silent: 2,
    provinces: [
      { id: province?.id, name: '分布省', count: 2 },
      { id: null, name: '', count: 1 },
    ],
    kinds: [
      { kind: 'port', count: 2 },
      { kind: 'mill', count: 1 },
    ],
  })
  const total = async (query: VisitEnterpriseQuery) => (await person.call(queryVisitEnterprises, query)).data.total
  expect({
    total: await total({}),
    withPlace: await total({ hasPlace: true }),
    withCustomer: await total({ hasCustomer: true }),
    silent: await total({ silentDays: 90 }),
  }).toEqual({ total: 3, withPlace: 1, withCustomer: 1, silent: 2 })
  for (const { id, count } of data.provinces)
    expect(await total(id === null ? { hasRegion: false } : { regionId: id })).toBe(count)
  for (const { kind, count } of data.kinds) expect(await total({ kind })).toBe(count)
})
