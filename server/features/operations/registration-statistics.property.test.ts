// Figures add up: whatever the data, the person and the filters, each figure equals the number of rows in its list.
import { beforeAll, describe, expect, it } from 'vitest'
import { registrationSources, registrationStates } from '../../../contract/members/members.ts'
import {
  type Breakdown,
  breakdowns,
  type DetailsQuery,
  getRegistrationBreakdown,
  getRegistrationFigures,
  getRegistrationHours,
  getRegistrationPeople,
  getRegistrationTrend,
  hourKinds,
  NO_PROVINCE,
  queryRegistrationDetails,
  type Reached,
  type StatisticsQuery,
} from '../../../contract/operations/registration-statistics.ts'
import { trendSteps } from '../../../contract/operations/registration-statistics-periods.ts'
import { makeAccount, makeMember, makeProduct, makeRegistration, makeRole } from '../../../test/factories.ts'
import { type Person, testServer } from '../../../test/http.ts'
import { recordGrant } from '../../../test/ledger.ts'
import { createChance } from '../../db/demo/random.ts'

const server = testServer()
const db = () => server().database.db
const days = { from: '2026-01-22', to: '2026-02-05' }
const HOUR_MS = 3_600_000
const START = Date.parse('2026-01-15T00:00:00+08:00')
const DAYS = 24
const REGISTRATIONS = 80

let head: Person
let distributor: Person
let boss: Person
let products: string[]
let ownerIds: (string | null)[]
const chance = createChance(20_260_701)

async function makeOne(): Promise<void> {
  const createdAt = START + chance.between(0, DAYS * 24 * 60) * 60_000
  const later = (from: number, hours: number) => from + chance.between(0, hours * 60) * 60_000
  const text = (ms: number) => new Date(ms).toISOString()
  const contactAt = chance.happens(0.6) ? later(createdAt, 72) : null
  const member = chance.happens(0.5) ? await makeMember(db()) : null
  if (member) {
    const accounts = [await makeAccount(db(), 'bigData', { memberId: member.id })]
    if (chance.happens(0.5)) accounts.push(await makeAccount(db(), 'app', { memberId: member.id }))
    for (const { id } of accounts) {
      for (let n = chance.between(0, 3); n > 0; n--) {
        await recordGrant(db(), id, {
          at: text(createdAt + chance.between(-48, 240) * HOUR_MS),
          kind: chance.pick(['trial', 'formal']),
          isUndone: chance.happens(0.2),
          ...(chance.happens(0.7) && { productId: chance.pick(products) }),
        })
      }
    }
  }
  const state = chance.pick(registrationStates)
  const isClosed = state === 'granted' || state === 'invalid'
  await makeRegistration(db(), {
    subProduct: chance.pick(['bigData', 'app', 'steel']),
    source: chance.pick(registrationSources),
    province: chance.pick(['', '上海市', '江苏省']),
    ownerId: chance.pick(ownerIds),
    state,
    memberId: member?.id ?? null,
    createdAt: text(createdAt),
    firstContactAt: contactAt === null ? null : text(contactAt),
    closedAt: isClosed ? text(later(contactAt ?? createdAt, 48)) : null,
  })
}

beforeAll(async () => {
  const aliases = ['view', 'details', 'count'].map((alias) => `registrationStatistics.${alias}`)
  const usual = await makeRole(db(), ...aliases)
  const distributing = await makeRole(db(), ...aliases, 'registration.memberBelong')
  head = await server().as(usual.code)
  const seller = await server().as(usual.code, { saleParentId: head.id })
  distributor = await server().as(distributing.code)
  boss = await server().as('administrator')
  products = [(await makeProduct(db())).id, (await makeProduct(db())).id]
  ownerIds = [null, head.id, seller.id, distributor.id]
  for (let n = 0; n < REGISTRATIONS; n++) await makeOne()
})

const none = undefined
const sliceOf: Record<Breakdown, (key: string) => DetailsQuery> = {
  source: (key) => ({ source: key as (typeof registrationSources)[number] }),
  province: (key) => ({ province: key as typeof NO_PROVINCE }),
  subProduct: (key) => ({ subProduct: key as 'app' }),
  product: (key) => (key === '' ? { hasProduct: false } : { productId: key }),
}

/** Every difference between a figure and its list. */
async function differences(by: Person, filters: StatisticsQuery): Promise<{ wrong: string[]; asked: number }> {
  const wrong: string[] = []
  let asked = 0
  const query = { ...days, ...filters }
  const compare = async (what: string, figure: number, slice: DetailsQuery) => {
    const { data } = await by.call(queryRegistrationDetails, { ...query, ...slice, size: 1 })
    asked++
    if (data.total !== figure) wrong.push(`${what}: ${figure}, list ${data.total}`)
  }
  type Counts = { count: number; contacted: number; trials: number; formals: number }
  const compareCounts = async (what: string, counts: Counts, slice: DetailsQuery) => {
    const steps = [
      ['count', none],
      ['contacted', 'contacted'],
      ['trials', 'trial'],
      ['formals', 'formal'],
    ] as const
    for (const [key, reached] of steps) {
      await compare(`${what} ${key}`, counts[key], { ...slice, ...(reached && { reached }) })
    }
  }

  const { figures, figuresBefore, before } = (await by.call(getRegistrationFigures, query)).data
  await compareCounts('figures', figures, {})
  await compareCounts('before', figuresBefore, before)
  for (const reached of ['waiting', 'invalid'] satisfies Reached[])
    await compare(reached, figures[reached], { reached })

  for (const step of trendSteps) {
    const points = (await by.call(getRegistrationTrend, { ...query, step })).data
    for (const { from, to, ...counts } of points) await compareCounts(`${step} ${from}`, counts, { from, to })
    const sum = points.reduce((all, { count }) => all + count, 0)
    if (sum !== figures.count) wrong.push(`${step}: ${sum} of ${figures.count}`)
  }
  for (const way of breakdowns) {
    const rows = (await by.call(getRegistrationBreakdown, { ...query, by: way })).data
    for (const { key, name: _, ...counts } of rows) await compareCounts(`${way} ${key}`, counts, sliceOf[way](key))
    const sum = rows.reduce((all, { count }) => all + count, 0)
    if (way !== 'product' && sum !== figures.count) wrong.push(`${way}: ${sum} of ${figures.count}`)
  }
  for (const of of hourKinds) {
    const cells = (await by.call(getRegistrationHours, { ...query, of })).data
    for (const { weekday, hour, count } of cells) {
      const slice = of === 'registered' ? { weekday, hour } : { contactWeekday: weekday, contactHour: hour }
      await compare(`${of} ${weekday} ${hour}`, count, slice)
    }
    const sum = cells.reduce((all, { count }) => all + count, 0)
    const whole = of === 'registered' ? figures.count : figures.contacted
    if (sum !== whole) wrong.push(`${of}: ${sum} of ${whole}`)
  }
  const people = (await by.call(getRegistrationPeople, query)).data
  for (const { id, waiting, ...counts } of people) {
    const slice = id === null ? { isOwned: false } : { ownerId: id }
    await compareCounts(`person ${id}`, counts, slice)
    await compare(`person ${id} waiting`, waiting, { ...slice, reached: 'waiting' })
  }
  const sum = people.reduce((all, { count }) => all + count, 0)
  if (sum !== figures.count) wrong.push(`people: ${sum} of ${figures.count}`)
  return { wrong, asked }
}

describe('figures add up', () => {
  it('operations-service-ai.md "Operations" every figure of an administrator equals its list', async () => {
    const { wrong, asked } = await differences(boss, {})
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThan(100)
  })

  it('operations-service-ai.md "Operations" so does every figure within the scope of sales', async () => {
    expect((await differences(head, { source: 'page' })).wrong).toEqual([])
    expect((await differences(head, { productId: products[0] ?? '' })).wrong).toEqual([])
  })

  it('operations-service-ai.md "Operations" so does every figure of whoever sees what nobody has', async () => {
    expect((await differences(distributor, { province: NO_PROVINCE })).wrong).toEqual([])
  })
})
