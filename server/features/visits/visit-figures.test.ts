// The enterprises that the statistics of visits count, over HTTP.
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { getVisitFigures, queryVisitedSites } from '#contract/visits/visit-figures.ts'
import { users } from '#server/db/schema/organisation.ts'
import { visitEnterprises as sites, visits } from '#server/db/schema/visits.ts'
import { makeRole } from '#test/factories.ts'
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
