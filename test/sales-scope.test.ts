// Sales scope over every call (spec §6): in random organisations, nobody sees or changes a customer who belongs neither to
// them nor to their subordinates. A call missing from customer-calls.ts fails.
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { routes } from '#server/app.ts'
import { spellNames } from '#server/core/search/spellings.ts'
import { grantPresets } from '#server/db/schema/members/grants.ts'
import { permissionSets } from '#server/db/schema/members/partners.ts'
import { userCustomerParents, users } from '#server/db/schema/organisation.ts'
import { menuRows } from '#server/db/seed/menus.ts'
import { type CustomerCall, exports, lists, reads, withoutCustomers, writes } from './customer-calls.ts'
import { type Customer, makeCustomer, type Shared, storedOf } from './customers.ts'
import { asOwner } from './database.ts'
import { makeProduct, makeRole } from './factories.ts'
import { type Person, type Reply, testServer } from './http.ts'
import { cellsOf, download, endOf } from './sheets.ts'

const PEOPLE = 4
const RUNS = 12

const server = testServer()
const db = () => server().database.db
let people: Person[]
/** One customer for each of `people`, in the same order. */
let customers: Customer[]
let shared: Shared

beforeAll(async () => {
  // everybody holds every right, so that only the scope can refuse
  const { code } = await makeRole(db(), ...menuRows.flatMap((row) => (row.type === 3 ? [row.code] : [])))
  people = await Promise.all(Array.from({ length: PEOPLE }, () => server().as(code)))
  const productId = (await makeProduct(db())).id
  const preset = { subProduct: 'officialWebsite', name: '方案', kind: 'trial', days: 90 } as const
  const [stored] = await db()
    .insert(grantPresets)
    .values({ ...preset, productIds: [productId] })
    .returning()
  const [set] = await db()
    .insert(permissionSets)
    .values({ name: '权限方案', subProducts: ['apiData'] })
    .returning()
  shared = { productId, presetId: stored?.id ?? '', setId: set?.id ?? '', thirdId: (await server().as(code)).id }
  customers = []
  for (const { id } of people) customers.push(await makeCustomer(db(), id, shared))
})

const nameOf = ({ endpoint: { method, path } }: Pick<CustomerCall, 'endpoint'>) => `${method} ${path}`
const send = (by: Person, { endpoint, input }: CustomerCall, customer: Customer, own: Customer) =>
  (by.call as (endpoint: Endpoint, input: object) => Promise<Reply<unknown>>)(endpoint, input(customer, own))
/** Refused as a missing row or a missing enterprise would be. */
const isUnknown = ({ code, msg }: Reply<unknown>) => code === errors.notFound.code || msg === '企业不存在'
const names = (reply: object, { mark }: Customer) => JSON.stringify(reply).includes(mark)

type FieldSchema = Partial<{
  type: string
  enum: string[]
  items: FieldSchema
  format: string
  pattern: string
  minimum: number
  maxLength: number
}>
const today = new Date().toISOString().slice(0, 10)

const person = fc.nat(PEOPLE - 1)
const parents = fc.array(fc.option(person, { nil: null }), { minLength: PEOPLE, maxLength: PEOPLE })
/** The superior of each person by index; cycles must not hang. */
type Organisation = { sale: (number | null)[]; service: (number | null)[] }

function below(start: number, above: readonly (number | null)[]): Set<number> {
  const found = new Set([start])
  for (const one of found) for (const [at, parent] of above.entries()) if (parent === one) found.add(at)
  return found
}

async function arrange({ sale, service }: Organisation): Promise<void> {
  const idAt = (at: number | null | undefined) => (typeof at === 'number' ? (people[at]?.id ?? null) : null)
  await db().delete(userCustomerParents)
  for (const [at, { id }] of people.entries()) {
    await db()
      .update(users)
      .set({ saleParentId: idAt(sale[at]) })
      .where(eq(users.id, id))
    const parentId = idAt(service[at])
    if (parentId !== null) await db().insert(userCustomerParents).values({ userId: id, parentId })
  }
}

/** Every leak of one customer in the replies to one person. */
async function wrongs(by: Person, own: Customer, customer: Customer, isTheirs: boolean): Promise<string[]> {
  const wrong: string[] = []
  for (const each of lists) {
    const reply = await send(by, each, customer, own)
    if (names(reply, customer) !== isTheirs) wrong.push(`${nameOf(each)} ${reply.code} shows=${!isTheirs}`)
  }
  for (const each of reads) {
    const reply = await send(by, each, customer, own)
    if (reply.code !== (isTheirs ? 200 : errors.notFound.code)) wrong.push(`${nameOf(each)} ${reply.code} ${reply.msg}`)
  }
  if (isTheirs) return wrong
  // the server fills in spellings in the background: that must not count as a change
  await spellNames(db())
  const before = await storedOf(db(), customer)
  for (const each of writes) {
    const reply = await send(by, each, customer, own)
    if (!isUnknown(reply)) wrong.push(`${nameOf(each)} ${reply.code} ${reply.msg}`)
    if (names(reply, customer)) wrong.push(`${nameOf(each)} names it`)
  }
  const after = await storedOf(db(), customer)
  return [...wrong, ...after.filter((text, at) => text !== before[at])]
}

/** Random filters and orders of a list that could find the customer; each combination makes its own SQL. */
function narrowing({ endpoint: { body, query } }: CustomerCall, { mark, loginName, ownerId }: Customer) {
  const { properties } = (body ?? query) as unknown as { properties: Record<string, FieldSchema> }
  const arbitraryOf = ({ type, enum: choices, items, format, pattern, minimum, maxLength }: FieldSchema) => {
    if (items?.enum) return fc.subarray(items.enum, { maxLength: 1 })
    if (choices) return fc.constantFrom(...choices)
    if (type === 'boolean') return fc.boolean()
    if (type === 'integer') return fc.constant(minimum ?? 1)
    if (type !== 'string') return undefined
    if (format === 'date') return fc.constant(today)
    if (pattern) return pattern.startsWith('^[1-9]') ? fc.constant(ownerId) : undefined
    return fc.constantFrom(mark, loginName).map((text) => text.slice(0, maxLength))
  }
  const values = Object.entries(properties).flatMap(([name, field]) => {
    const value = name === 'current' ? undefined : arbitraryOf(field)
    return value ? [[name, value] as const] : []
  })
  return fc.record(Object.fromEntries<fc.Arbitrary<unknown>>(values), { requiredKeys: [] })
}

describe('§6 sales scope', () => {
  it('every call on customers is listed in customer-calls.ts', () => {
    const listed = new Set([...lists, ...reads, ...writes, ...exports].map(nameOf))
    const concerned = routes.flatMap(({ endpoint }) => {
      const { path } = endpoint
      const isOfCustomers =
        path.startsWith('/api/backend/member/') ||
        path.startsWith('/api/backend/push/') ||
        path.startsWith('/api/backend/service/') ||
        path.startsWith('/api/backend/share/') ||
        path.startsWith('/api/backend/visits/') ||
        path.startsWith('/api/backend/ai/session/') ||
        /AdminLinkUser|\/(set|get)\w*Handle|HintInfo/.test(path)
      const isOther = withoutCustomers.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one))
      return isOfCustomers && !isOther ? [nameOf({ endpoint })] : []
    })
    expect(concerned.filter((name) => !listed.has(name))).toEqual([])
  })

  it('every call respects it in any organisation', async () => {
    await fc.assert(
      fc.asyncProperty(parents, parents, person, person, async (sale, service, who, whose) => {
        await arrange({ sale, service })
        const [by, own, customer] = [people[who], customers[who], customers[whose]]
        if (!by || !own || !customer) throw new Error('out of range')
        const isTheirs = new Set([...below(who, sale), ...below(who, service)]).has(whose)
        expect(await wrongs(by, own, customer, isTheirs)).toEqual([])
      }),
      { numRuns: RUNS },
    )
  })

  it('every filter and order of each list respects it', async () => {
    await arrange({ sale: [], service: [] })
    const [by] = people
    const [own, stranger] = customers
    if (!by || !own || !stranger) throw new Error('nobody')
    for (const each of lists) {
      await fc.assert(
        fc.asyncProperty(narrowing(each, stranger), async (filters) => {
          const input = (customer: Customer) => ({ ...filters, ...each.input(customer, own) })
          const reply = await send(by, { ...each, input }, stranger, own)
          const isAnswer = reply.code === 200 || isUnknown(reply)
          const request = `${nameOf(each)} ${JSON.stringify(filters)}`
          expect({ request, isAnswer, shows: names(reply, stranger) }).toEqual({
            request,
            isAnswer: true,
            shows: false,
          })
        }),
        { numRuns: RUNS },
      )
    }
  })

  it('only scope refused them: each call accepts the caller’s own customer', async () => {
    await arrange({ sale: [], service: [] })
    const [by] = people
    if (!by) throw new Error('nobody')
    const refused: string[] = []
    for (const each of writes) {
      const mine = await makeCustomer(db(), by.id, shared)
      const { status, code, msg } = await send(by, each, mine, mine)
      const isAboutInput = status === 400 || status === 403 || code === errors.notFound.code
      if (isAboutInput) refused.push(`${nameOf(each)} ${code} ${msg}`)
    }
    expect(refused).toEqual([])
  })

  describe('in files', () => {
    // with the statistics of empty tables a list of customers takes a minute: autovacuum has not come by yet
    beforeAll(() => asOwner(server().database.owner, (tx) => tx.execute(sql`analyze`)))

    it.each(exports.map((each) => [each.endpoint.noun, each] as const))(
      'exports of %s hold only customers in scope',
      async (_, { endpoint, query }) => {
        await arrange({ sale: [null, 0], service: [] })
        const [by, own, belowThem, stranger] = [people[0], customers[0], customers[1], customers[2]]
        if (!by || !own || !belowThem || !stranger) throw new Error('nobody')
        const columns = endpoint.columns.map(({ key }) => key)
        const { data } = await by.call(endpoint, { query, columns, format: 'csv', reason: '核对' } as never)
        const { fileUrl } = await endOf(by, data.jobId)
        const rows = await cellsOf(await download(server(), fileUrl))
        expect([own, belowThem, stranger].map((each) => names(rows, each))).toEqual([true, true, false])
      },
    )
  })
})
