// Both scopes over random organisations, against a plain model of them in memory.
import { inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '#server/db/connection.ts'
import { roleProducts, userProducts } from '#server/db/schema/authorisation.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { roles, userCustomerParents, userDeputyRoles, users } from '#server/db/schema/organisation.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { rootDepartment } from '#test/factories.ts'
import { editorialScope, salesScope, type Viewer } from './scope.ts'

const PEOPLE = 7
const PRODUCTS = 6
/** Two roles that see all, and three that see what is assigned to them. */
const roleCodes = ['administrator', 'sjgly', 'one', 'two', 'three']

type Person = {
  role: number
  deputies: number[]
  editParent: number | null
  saleParent: number | null
  customerParents: number[]
  isDeleted: boolean
}
/** References are indexes. `own`: person, role, product. Parents are random: a cycle must not hang. */
type Organisation = { people: Person[]; roleProducts: [number, number][]; own: [number, number, number][] }

const person = fc.nat(PEOPLE - 1)
const role = fc.oneof({ weight: 1, arbitrary: fc.nat(1) }, { weight: 8, arbitrary: fc.integer({ min: 2, max: 4 }) })
const product = fc.nat(PRODUCTS - 1)
const parent = fc.option(person, { nil: null, freq: 2 })

const organisation: fc.Arbitrary<Organisation> = fc.record({
  people: fc.array(
    fc.record({
      role,
      deputies: fc.uniqueArray(role, { maxLength: 2 }),
      editParent: parent,
      saleParent: parent,
      customerParents: fc.uniqueArray(person, { maxLength: 2 }),
      isDeleted: fc.boolean(),
    }),
    { minLength: PEOPLE, maxLength: PEOPLE },
  ),
  roleProducts: fc.uniqueArray(fc.tuple(role, product), { maxLength: 4, selector: String }),
  own: fc.uniqueArray(fc.tuple(person, role, product), { maxLength: 10, selector: String }),
})

/** The model. */
const heldBy = ({ role: main, deputies }: Person) => new Set([main, ...deputies])
const seesAll = (who: Person) => [...heldBy(who)].some((each) => each < 2)

function below(people: Person[], start: number, parentsOf: (who: Person) => readonly (number | null)[]): Set<number> {
  const found = new Set([start])
  for (const above of found) {
    for (const [at, each] of people.entries()) if (!each.isDeleted && parentsOf(each).includes(above)) found.add(at)
  }
  return found
}

function editorial({ people, roleProducts: byRole, own }: Organisation, start: number): number[] {
  const who = people[start] as Person
  if (seesAll(who)) return Array.from({ length: PRODUCTS }, (_, at) => at)
  const seen = new Set<number>()
  for (const at of below(people, start, ({ editParent }) => [editParent])) {
    const held = heldBy(people[at] as Person)
    for (const [each, id] of byRole) if (held.has(each)) seen.add(id)
    for (const [owner, each, id] of own) if (owner === at && held.has(each)) seen.add(id)
  }
  return [...seen].toSorted()
}

function sales({ people }: Organisation, start: number): number[] {
  const who = people[start] as Person
  if (heldBy(who).has(0)) return people.map((_, at) => at)
  const bySale = below(people, start, ({ saleParent }) => [saleParent])
  const byCustomer = below(people, start, ({ customerParents }) => customerParents)
  return [...new Set([...bySale, ...byCustomer])].toSorted()
}

let database: TestDatabase
let roleIds: string[]
let productIds: string[]
let userIds: string[]

beforeAll(async () => {
  database = await cloneDatabase()
  const { db } = database
  await db.insert(roles).values(roleCodes.slice(2).map((code) => ({ code, name: code })))
  const found = await db.select().from(roles).where(inArray(roles.code, roleCodes))
  roleIds = roleCodes.map((code) => found.find((each) => each.code === code)?.id ?? '')
  const named = Array.from({ length: PRODUCTS }, (_, at) => ({ name: `产品${at}` }))
  productIds = (await db.insert(products).values(named).returning({ id: products.id })).map(({ id }) => id)
  const deptId = await rootDepartment(db)
  const rows = Array.from({ length: PEOPLE }, (_, at) => ({
    userName: `scope${at}`,
    realName: '某人',
    mobile: `1990000000${at}`,
    passwordHash: 'none',
    deptId,
    roleId: roleIds[2] ?? '',
  }))
  userIds = (await db.insert(users).values(rows).returning({ id: users.id })).map(({ id }) => id)
})
afterAll(() => database.close())

const user = (at: number) => userIds[at] ?? ''
const maybe = (at: number | null) => (at === null ? null : user(at))

async function store(tx: Tx, { people, roleProducts: byRole, own }: Organisation): Promise<void> {
  for (const [at, each] of people.entries()) {
    await tx
      .update(users)
      .set({
        roleId: roleIds[each.role] ?? '',
        editParentId: maybe(each.editParent),
        saleParentId: maybe(each.saleParent),
        deletedAt: each.isDeleted ? '2026-11-01T00:00:00Z' : null,
      })
      .where(sql`${users.id} = ${user(at)}`)
  }
  const deputies = people.flatMap((each, at) =>
    each.deputies.map((held) => ({ userId: user(at), roleId: roleIds[held] ?? '' })),
  )
  const parents = people.flatMap((each, at) =>
    each.customerParents.map((above) => ({ userId: user(at), parentId: user(above) })),
  )
  const granted = byRole.map(([each, id]) => ({ roleId: roleIds[each] ?? '', productId: productIds[id] ?? '' }))
  const assigned = own.map(([at, each, id]) => ({
    userId: user(at),
    roleId: roleIds[each] ?? '',
    productId: productIds[id] ?? '',
  }))
  if (deputies.length > 0) await tx.insert(userDeputyRoles).values(deputies)
  if (parents.length > 0) await tx.insert(userCustomerParents).values(parents)
  if (granted.length > 0) await tx.insert(roleProducts).values(granted)
  if (assigned.length > 0) await tx.insert(userProducts).values(assigned)
}

const viewerOf = (who: Person, at: number): Viewer => {
  const codes = [...heldBy(who)].map((each) => roleCodes[each] ?? '')
  return { id: user(at), isAdministrator: codes.includes('administrator'), roleCodes: codes }
}

class Undo extends Error {}

describe('scopes', () => {
  it('equal those of the model for every viewer', async () => {
    await fc.assert(
      fc.asyncProperty(organisation, async (made) => {
        const check = database.db.transaction(async (tx) => {
          await store(tx, made)
          for (const [at, who] of made.people.entries()) {
            const viewer = viewerOf(who, at)
            const seen = await tx.select({ id: products.id }).from(products).where(editorialScope(viewer, products.id))
            expect(seen.map(({ id }) => productIds.indexOf(id)).toSorted()).toEqual(editorial(made, at))
            const cared = await tx
              .select({ id: users.id })
              .from(users)
              .where(sql`${inArray(users.id, userIds)} and ${salesScope(viewer, users.id)}`)
            expect(cared.map(({ id }) => userIds.indexOf(id)).toSorted()).toEqual(sales(made, at))
          }
          throw new Undo()
        })
        await check.catch((error: unknown) => {
          if (!(error instanceof Undo)) throw error
        })
      }),
      { numRuns: 60 },
    )
  })
})
