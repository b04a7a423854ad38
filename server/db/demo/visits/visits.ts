// Enterprises that the demo company's salespeople visit, and their visits: mostly reported, some to come, a few late.

import { sql } from 'drizzle-orm'
import { type SiteKind, siteKinds, type TalkMood, talkMoods } from '#contract/visits/visit-labels.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import { visitEnterprises, visitHeard, visitPeople, visits } from '../../schema/visits.ts'
import { placeIn } from '../city-places.ts'
import { createDays, type Days } from '../members/customers-days.ts'
import { type Chance, createChance } from '../random.ts'
import * as texts from './visits-texts.ts'

const SEED = 20_261_103
const PLANTS_SEED = 20_261_127
/** Customers of each salesperson whose works are visited; the other enterprises are no customers. */
const LINKED = 3
const SITES = 160
const VISITS = 1_200
const HEARD = 600
/** Visits began so many days ago: within the time in which positions are exact. */
const DAYS = 170

type Customer = Record<'id' | 'name' | 'ownerId' | 'address', string> &
  Record<'regionId' | 'longitude' | 'latitude', string | null>
type Quoted = { id: string; name: string; unit: string; price: string }
type Site = typeof visitEnterprises.$inferInsert
type Visit = typeof visits.$inferInsert
type Talk = typeof visitHeard.$inferInsert

const shared = { people: [], pictureIds: [] }

function siteOf(
  chance: Chance,
  quoted: readonly Quoted[],
  regionIds: ReadonlyMap<string, string>,
): Omit<Site, 'name' | 'ownerId'> & { city: string } {
  const kind = chance.pick<SiteKind>(siteKinds.filter((each) => each !== 'other'))
  const city = chance.pick(texts.cities)
  const offset = () => chance.between(-1_000, 1_000) / 1_000
  const place = chance.happens(0.8) ? placeIn(city, [offset(), offset()]) : null
  const products = new Set([chance.pick(quoted).name, chance.pick(quoted).name])
  const person = () => ({
    name: `${chance.pick(texts.surnames)}${chance.pick(['工', '经理', '总', '主任'])}`,
    role: chance.pick(texts.posts),
    mobile: `13${chance.between(100_000_000, 999_999_999)}`,
  })
  return {
    ...shared,
    kind,
    city,
    products: [...products].join('、'),
    capacity: chance.pick(texts.capacities[kind]),
    devices: chance.pick(texts.devices),
    regionId: regionIds.get(city) ?? null,
    address: chance.pick(texts.streets),
    longitude: place?.[0] ?? null,
    latitude: place?.[1] ?? null,
    people: chance.happens(0.7) ? [person(), person()] : [person()],
    remark: chance.happens(0.3) ? '进厂须提前一天报备，带安全帽。' : '',
  }
}

/** Of each product so much, and one to three devices, some of which stand. */
function plantOf(chance: Chance, { kind, products = '' }: Site): Pick<Site, 'capacities' | 'equipment'> {
  const { unit, most, device } = texts.plants[kind]
  const amount = (of: number) => String(chance.between(Math.ceil(of / 10), of))
  const capacities = products.split('、').map((product) => ({ product, amount: amount(most), unit }))
  const names = device === '' ? [] : Array.from({ length: chance.between(1, 3) }, (_, at) => `${at + 1} 号${device}`)
  const equipment = names.map((name) => ({
    name,
    amount: kind === 'mill' ? amount(most / 2) : null,
    unit,
    state: chance.pick(['running', 'running', 'running', 'repairing', 'stopped'] as const),
  }))
  return { capacities, equipment }
}

/** Days between visits: every third enterprise has a rhythm. */
const rhythms = [30, 60, 90, null, null, null, null, null, null]

/** Adds nothing where there are some; needs customers and prices. */
export async function addVisits(tx: Tx, today: Date): Promise<void> {
  if (!(await isEmpty(tx, visitEnterprises))) return
  const { rows: customers } =
    await tx.execute<Customer>(sql`select id::text, name, owner_id::text as "ownerId", address,
      region_id::text as "regionId", longitude::text, latitude::text
    from (select e.*, row_number() over (partition by e.owner_id order by e.id) as place from enterprises e
      join users u on u.id = e.owner_id join roles r on r.id = u.role_id where r.code = 'sales') e
    where place <= ${LINKED} order by owner_id, place`)
  const { rows: quoted } = await tx.execute<Quoted>(sql`select p.id::text, p.name, q.unit, q.average::text as price
    from products p join lateral (select i.unit, x.average from quote_items i join prices x on x.quote_item_id = i.id
      where i.product_id = p.id and x.status = 'verified' order by x.day desc, i.id limit 1) q on true
    where p.is_show order by p.id`)
  const { rows: regions } = await tx.execute<{ id: string; name: string }>(
    sql`select id::text, name from regions where level = 2 order by id`,
  )
  if (quoted.length === 0) return
  const regionIds = new Map(regions.map(({ id, name }) => [name, id]))
  const chance = createChance(SEED)
  const owners = [...new Set(customers.map(({ ownerId }) => ownerId))]
  const sites: Site[] = []
  for (const ownerId of owners) {
    for (const { id, ...customer } of customers.filter((each) => each.ownerId === ownerId)) {
      const { city: _, ...site } = siteOf(chance, quoted, regionIds)
      sites.push({ ...site, ...customer, customerId: id })
    }
  }
  while (owners.length > 0 && sites.length < SITES) {
    const ownerId = owners[sites.length % owners.length] ?? ''
    const { city, ...site } = siteOf(chance, quoted, regionIds)
    const name = `${city.replace('市', '')}${chance.pick(texts.brands)}${chance.pick(texts.suffixes[site.kind])}`
    // two of one name at one owner would not be accepted either
    if (sites.some((other) => other.ownerId === ownerId && other.name === name)) continue
    sites.push({ ...site, name, ownerId, customerId: null })
  }
  const plants = createChance(PLANTS_SEED)
  // the visits of one person stand together below
  sites.sort((one, other) => owners.indexOf(one.ownerId) - owners.indexOf(other.ownerId))
  const siteIds = await insertRows(
    tx,
    visitEnterprises,
    sites.map((site, at) => ({ ...site, ...plantOf(plants, site), visitDays: rhythms[at % rhythms.length] ?? null })),
  )
  await addVisitsAt(tx, { chance, days: createDays(today), quoted, owners, sites, siteIds })
}

type Facts = {
  chance: Chance
  days: Days
  quoted: readonly Quoted[]
  owners: readonly string[]
  sites: readonly Site[]
  siteIds: readonly string[]
}

const HOUR_MS = 3_600_000

async function addVisitsAt(tx: Tx, { chance, days, quoted, owners, sites, siteIds }: Facts): Promise<void> {
  const rows: Visit[] = []
  const moods: TalkMood[] = []
  const plan = (site: Site, enterpriseId: string, offset: number): Visit => ({
    enterpriseId,
    ownerId: site.ownerId,
    createdById: site.ownerId,
    aim: chance.pick(texts.aims),
    plannedAt: `${days.day(offset)}T${String(chance.between(9, 16)).padStart(2, '0')}:${chance.pick(['00', '30'])}:00+08:00`,
    state: 'planned',
    departedAt: null,
    arrivedAt: null,
    longitude: null,
    latitude: null,
    reportedAt: null,
    accuracy: null,
    distance: null,
    placeReason: '',
    cancelReason: '',
    met: '',
    result: '',
    pictureIds: [],
    nextOn: null,
    nextText: '',
    nextUserId: null,
  })
  const made = (site: Site, visit: Visit): Visit => ({
    ...visit,
    state: 'visited',
    departedAt: new Date(Date.parse(visit.plannedAt) - HOUR_MS).toISOString(),
    arrivedAt: visit.plannedAt,
    longitude: site.longitude ?? null,
    latitude: site.latitude ?? null,
    ...(site.longitude
      ? { accuracy: chance.between(8, 60), distance: chance.between(0, 400) }
      : { placeReason: '厂区没有信号' }),
  })
  const reported = (site: Site, visit: Visit, mood: TalkMood): Visit => ({
    ...made(site, visit),
    state: 'reported',
    reportedAt: new Date(Date.parse(visit.plannedAt) + 5 * HOUR_MS).toISOString(),
    met: (site.people ?? []).map(({ name }) => name).join('、'),
    result: chance.pick(texts.results[mood]),
    ...(chance.happens(0.4) && { nextOn: days.day(chance.between(1, 20)), nextText: chance.pick(texts.nexts) }),
  })
  const keep = (visit: Visit, mood: TalkMood) => {
    rows.push(visit)
    moods.push(mood)
  }
  for (const [at, site] of sites.entries()) {
    const id = siteIds[at] ?? ''
    for (let ago = chance.between(1, DAYS); ago > 0; ago -= chance.between(12, 30)) {
      const mood = chance.pick(talkMoods)
      const visit = plan(site, id, -ago)
      if (chance.happens(0.08)) keep({ ...visit, state: 'cancelled', cancelReason: chance.pick(texts.cancels) }, mood)
      // what is late for more than two weeks is seldom left so
      else if (ago < 14 && chance.happens(0.1)) keep(visit, mood)
      else if (ago > 1 && ago < 14 && chance.happens(0.12)) keep(made(site, visit), mood)
      else keep(reported(site, visit, mood), mood)
    }
    // everybody has one that is late
    if (sites[at - 1]?.ownerId !== site.ownerId) keep(plan(site, id, -2), 'steady')
    const later = chance.between(0, 9)
    if (later < 6) keep(plan(site, id, later === 0 ? 0 : chance.between(1, 14)), 'steady')
  }
  while (sites.length > 0 && rows.length < VISITS) {
    const at = chance.between(0, sites.length - 1)
    const [site, mood] = [sites[at], chance.pick(talkMoods)]
    if (site) keep(reported(site, plan(site, siteIds[at] ?? '', -chance.between(15, DAYS)), mood), mood)
  }
  const ids = await insertRows(tx, visits, rows)
  const talkOf = (at: number): Talk => {
    const { id: productId, unit, price } = chance.pick(quoted)
    const [low, width] = [Number(price) * (1 + chance.between(-20, 20) / 1_000), chance.between(0, 3) * 10]
    const isPriced = chance.happens(0.9)
    return {
      visitId: ids[at] ?? '',
      productId,
      unit,
      hasTax: chance.happens(0.6) ? true : null,
      remark: '',
      priceLow: isPriced ? low.toFixed(0) : null,
      priceHigh: isPriced ? (low + width).toFixed(0) : null,
      delivery: chance.pick(['', '自提', '送到']),
      isConfidential: chance.happens(0.1),
      stock: chance.pick(texts.stocks),
      rate: chance.happens(0.6) ? chance.between(50, 100) : null,
      mood: moods[at] ?? null,
    }
  }
  // the newest reports first: something was heard in most of them
  const told = rows.flatMap(({ state }, at) => (state === 'reported' ? [at] : []))
  told.sort((one, other) => String(rows[other]?.plannedAt).localeCompare(String(rows[one]?.plannedAt)))
  await insertRows(tx, visitHeard, told.slice(0, HEARD).map(talkOf))
  const companions = rows.flatMap((row, at) => {
    const userId = chance.pick(owners)
    const goes = chance.happens(0.25) && userId !== row.ownerId
    return goes ? [{ visitId: ids[at] ?? '', userId, kind: 'companion' as const }] : []
  })
  await insertRows(tx, visitPeople, companions)
}
