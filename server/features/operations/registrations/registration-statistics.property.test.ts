// Figures add up: whatever the data, the person and the filters, each figure equals the number of rows in its list.
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#contract/days.ts'
import { registrationSources, registrationStates } from '#contract/members/members.ts'
import { cohortStages, cohortWeeks, type Reached } from '#contract/operations/registration-measures.ts'
import {
  type Breakdown,
  breakdowns,
  type DetailsQuery,
  getRegistrationBreakdown,
  getRegistrationCohorts,
  getRegistrationFigures,
  getRegistrationHours,
  getRegistrationPeople,
  getRegistrationTrend,
  hourKinds,
  NO_PROVINCE,
  queryRegistrationDetails,
  type StatisticsQuery,
} from '#contract/operations/registration-statistics.ts'
import { trendSteps } from '#contract/operations/registration-statistics-periods.ts'
import { createChance } from '#server/db/demo/random.ts'
import { registrationTouches } from '#server/db/schema/members/registration-touches.ts'
import { registrationSteps } from '#server/db/schema/members/registrations.ts'
import { makeAccount, makeMember, makeProduct, makeRegistration, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { recordGrant } from '#test/ledger.ts'

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
/** Sees all figures, and in lists only the names within the scope. */
let counter: Person
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
  const { id } = await makeRegistration(db(), {
    subProduct: chance.pick(['bigData', 'app', 'steel']),
    source: chance.pick(registrationSources),
    province: chance.pick(['', '上海市', '江苏省']),
    ownerId: chance.pick(ownerIds),
    state,
    memberId: member?.id ?? null,
    createdAt: text(createdAt),
    firstContactAt: contactAt === null ? null : text(contactAt),
    closedAt: isClosed ? text(later(contactAt ?? createdAt, 48)) : null,
    ...(chance.happens(0.3) && { mobile: `1390000000${chance.between(0, 4)}` }),
  })
  if (state === 'invalid')
    await db()
      .insert(registrationSteps)
      .values({
        registrationId: id,
        action: 'invalid',
        actorName: '客服',
        remark: chance.pick(['', '没有需求', '号码有误']),
      })
  for (let n = chance.between(0, 2); n > 0; n--)
    await db()
      .insert(registrationTouches)
      .values({
        registrationId: id,
        at: text(createdAt - n * HOUR_MS),
        source: 'baidu',
        campaign: chance.pick(['', '品牌', '螺纹钢']),
      })
}

beforeAll(async () => {
  const aliases = ['view', 'details'].map((alias) => `registrationStatistics.${alias}`)
  const usual = await makeRole(db(), ...aliases)
  const distributing = await makeRole(db(), ...aliases, 'registration.memberBelong')
  head = await server().as(usual.code)
  const seller = await server().as(usual.code, { saleParentId: head.id })
  distributor = await server().as(distributing.code)
  boss = await server().as('administrator')
  counter = await server().as((await makeRole(db(), ...aliases, 'registrationStatistics.count')).code)
  products = [(await makeProduct(db())).id, (await makeProduct(db())).id]
  ownerIds = [null, head.id, seller.id, distributor.id]
  for (let n = 0; n < REGISTRATIONS; n++) await makeOne()
})

const none = undefined
const sliceOf: Record<Breakdown, (key: string) => DetailsQuery> = {
  source: (key) => ({ source: key as (typeof registrationSources)[number] }),
  province: (key) => ({ province: key as typeof NO_PROVINCE }),
  subProduct: (key) => ({ subProduct: key as 'app' }),
  campaign: (campaign) => ({ campaign }),
  reason: (reason) => ({ reason }),
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
  for (const reached of ['waiting', 'overdue', 'invalid', 'contactedUp', 'trialUp'] as const)
    await compare(reached, figures[reached], { reached })
  await compare('duplicates', figures.duplicates, { reached: 'duplicate' })
  const funnel = [figures.count, figures.contactedUp, figures.trialUp, figures.formals]
  if (funnel.some((stage, n) => n > 0 && stage > (funnel[n - 1] ?? 0))) wrong.push(`funnel ${funnel}`)

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
    const whole = way === 'reason' ? figures.invalid : figures.count
    if (way !== 'product' && sum !== whole) wrong.push(`${way}: ${sum} of ${whole}`)
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
  for (const of of cohortStages) {
    const weeks = (await by.call(getRegistrationCohorts, { ...query, of })).data
    for (const { from, to, within } of weeks)
      for (const [n, cell] of within.entries())
        await compare(`cohort ${from} ${of} ${n}`, cell ?? -1, { from, to, within: `${of}-${cohortWeeks[n] ?? 1}` })
    const sum = weeks.reduce((all, { count }) => all + count, 0)
    if (sum !== figures.count) wrong.push(`cohorts: ${sum} of ${figures.count}`)
  }
  if (by !== boss && by !== counter) return { wrong, asked }
  const people = (await by.call(getRegistrationPeople, query)).data
  for (const { id, waiting, overdue, ...counts } of people) {
    const slice = id === null ? { isOwned: false } : { ownerId: id }
    await compareCounts(`person ${id}`, counts, slice)
    await compare(`person ${id} waiting`, waiting, { ...slice, reached: 'waiting' })
    await compare(`person ${id} overdue`, overdue, { ...slice, reached: 'overdue' })
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

  it('operations.md "Rules" so does every figure of whoever counts: those of all, with the others masked in the list', async () => {
    expect((await differences(counter, { campaign: '品牌' })).wrong).toEqual([])
    const all = (await boss.call(getRegistrationFigures, days)).data
    expect((await counter.call(getRegistrationFigures, days)).data).toEqual(all)
    const { total, records } = (await counter.call(queryRegistrationDetails, { ...days, size: 100 })).data
    expect(total).toBe(all.figures.count)
    expect(records.every(({ isMasked, company }) => isMasked && company === '***')).toBe(true)
    const byName = (await counter.call(queryRegistrationDetails, { ...days, company: '注册公司' })).data
    expect(byName.total).toBe(0)
  })

  it('operations.md "Rules" figures of any filters equal their lists, for each kind of person', async () => {
    const maybe = (value: StatisticsQuery): StatisticsQuery => (chance.happens(0.3) ? value : {})
    for (let n = 0; n < 24; n++) {
      const by = chance.pick([head, distributor, counter, boss])
      const from = addDays(days.from, chance.between(-6, 10))
      const query: StatisticsQuery = {
        from,
        to: addDays(from, chance.between(0, 12)),
        ...maybe({ subProduct: 'bigData' }),
        ...maybe({ source: chance.pick(registrationSources) }),
        ...maybe({ province: chance.pick([NO_PROVINCE, '上海市'] as const) }),
        ...maybe({ ownerId: head.id }),
        ...maybe({ productId: products[0] ?? '' }),
        ...maybe({ campaign: chance.pick(['品牌', '未标记']) }),
      }
      const { figures } = (await by.call(getRegistrationFigures, query)).data
      const { count, contacted, trials: trial, formals: formal, duplicates: duplicate } = figures
      const { waiting, overdue, invalid, contactedUp, trialUp } = figures
      const expected = { contacted, waiting, overdue, invalid, trial, formal, contactedUp, trialUp, duplicate }
      const total = async (reached?: Reached) =>
        (await by.call(queryRegistrationDetails, { ...query, ...(reached && { reached }), size: 1 })).data.total
      expect(await total()).toBe(count)
      for (const [reached, figure] of Object.entries(expected))
        expect([reached, await total(reached as Reached)]).toEqual([reached, figure])
    }
  })
})
