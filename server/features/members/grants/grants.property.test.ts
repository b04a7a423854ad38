// Sales scope over random organisations: nobody reads or changes grants, ledger or batches of customers out of scope.
import { eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#contract/days.ts'
import { batchGrant, getBatchOutcome } from '#contract/members/grant-batches.ts'
import { grantLedger, queryActChanges, queryGrantActs } from '#contract/members/grant-changes.ts'
import { grantsOfAccount, saveGrants } from '#contract/members/grants.ts'
import { databaseToday } from '#server/core/clock.ts'
import { openClient } from '#server/db/connection.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'
import { userCustomerParents, users } from '#server/db/schema/organisation.ts'
import { makeAccount, makeProduct, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { insertBatch } from './grant-batches.queries.ts'
import { giveGrants } from './grants.acts.ts'

const PEOPLE = 4
const ACCOUNTS = 5
const RUNS = 15

const server = testServer()
let people: Person[]
let accounts: { id: string; memberId: string }[]
let batches: string[]
let actId: string
let productId: string
let newProductId: string
let now: string

const db = () => server().database.db
const idsOf = (rows: readonly { accountId: string }[]) =>
  [...new Set(rows.map(({ accountId }) => accountId))].toSorted()

beforeAll(async () => {
  const alias = ['view', 'empower', 'batchEmpower'].map((each) => `bigData.accounts.${each}`)
  const pages = ['grantChange', 'systemGrantChange'].flatMap((page) => [
    `bigData.${page}.view`,
    `bigData.${page}.details`,
  ])
  const { code } = await makeRole(db(), ...alias, ...pages)
  now = await databaseToday(db())
  people = await Promise.all(Array.from({ length: PEOPLE }, () => server().as(code)))
  accounts = []
  for (let at = 0; at < ACCOUNTS; at++) accounts.push(await makeAccount(db(), 'bigData'))
  productId = (await makeProduct(db())).id
  newProductId = (await makeProduct(db())).id
  const by = { id: null, name: '测试', address: '', requestId: '' }
  const state = { kind: 'trial', startsOn: now, endsOn: addDays(now, 9), quota: null } as const
  const overrides = accounts.map(({ id }) => ({ accountId: id, productId, ...state }))
  const granted = await db().transaction((tx) => giveGrants(tx, by, { via: 'batch', reason: '' }, overrides))
  actId = granted.actId ?? ''
  batches = await Promise.all(
    people.map(({ id }) =>
      db().transaction((tx) =>
        insertBatch(
          tx,
          {
            kind: 'grant',
            subProduct: 'bigData',
            wish: { productIds: [productId], ...state },
            reason: '',
            ownerId: id,
          },
          accounts.map((account) => ({ id: account.id, name: account.id })),
        ),
      ),
    ),
  )
})

const person = fc.nat(PEOPLE - 1)
const parent = fc.option(person, { nil: null })
const organisation = fc.record({
  /** Each person's superior in the sales tree; cycles must not hang. */
  sale: fc.array(parent, { minLength: PEOPLE, maxLength: PEOPLE }),
  customer: fc.array(parent, { minLength: PEOPLE, maxLength: PEOPLE }),
  owners: fc.array(parent, { minLength: ACCOUNTS, maxLength: ACCOUNTS }),
  viewer: person,
})
type Organisation = typeof organisation extends fc.Arbitrary<infer T> ? T : never

function below(start: number, parents: readonly (number | null)[]): Set<number> {
  const found = new Set([start])
  for (const above of found) for (const [at, one] of parents.entries()) if (one === above) found.add(at)
  return found
}

/** The model: ids of the accounts in the viewer's scope. */
function visible({ sale, customer, owners, viewer }: Organisation): string[] {
  const seen = new Set([...below(viewer, sale), ...below(viewer, customer)])
  return accounts.flatMap(({ id }, at) => {
    const owner = owners[at]
    return owner !== null && owner !== undefined && seen.has(owner) ? [id] : []
  })
}

async function arrange({ sale, customer, owners }: Organisation): Promise<void> {
  const idAt = (at: number | null | undefined) => (at === null || at === undefined ? null : (people[at]?.id ?? null))
  for (const [at, { id }] of people.entries()) {
    await db()
      .update(users)
      .set({ saleParentId: idAt(sale[at]) })
      .where(eq(users.id, id))
    await db().delete(userCustomerParents).where(eq(userCustomerParents.userId, id))
    const parentId = idAt(customer[at])
    if (parentId !== null) await db().insert(userCustomerParents).values({ userId: id, parentId })
  }
  for (const [at, { memberId }] of accounts.entries()) {
    await db()
      .update(members)
      .set({ ownerId: idAt(owners[at]) })
      .where(eq(members.id, memberId))
  }
}

describe('§6 sales scope', () => {
  it('holds on every call that reads or changes grants, their ledger and their batches', async () => {
    await fc.assert(
      fc.asyncProperty(organisation, async (world) => {
        await arrange(world)
        const viewer = people[world.viewer] as Person
        const mine = visible(world).toSorted()

        const ledger = await viewer.call(grantLedger.list, { subProduct: 'bigData', size: 100 })
        const ofAct = ledger.data.records.filter(({ via }) => via === 'batch')
        expect(idsOf(ofAct)).toEqual(mine)
        const changes = await viewer.call(queryActChanges, { actId, size: 100 })
        expect(idsOf(changes.data.records)).toEqual(mine)
        const acts = await viewer.call(queryGrantActs, { via: 'batch' })
        expect(acts.data.records.map((act) => act.accounts)).toEqual(mine.length > 0 ? [mine.length] : [])

        for (const { id } of accounts) {
          const isMine = mine.includes(id)
          const read = await viewer.call(grantsOfAccount, { accountId: id })
          expect(read.code).toBe(isMine ? 200 : 20404)
          const state = { kind: 'trial', startsOn: now, endsOn: addDays(now, 9), quota: null } as const
          const set = [{ productId: newProductId, version: null, ...state }]
          const saved = await viewer.call(saveGrants, { accountId: id, set, revoke: [], reason: '' })
          expect(saved.code).toBe(isMine ? 200 : 20404)
          const wish = { productIds: [newProductId], ...state, endsOn: addDays(now, 30) }
          const batch = { subProduct: 'bigData' as const, accountIds: [id], wish, reason: '' }
          expect((await viewer.call(batchGrant, batch)).code).toBe(isMine ? 600 : 20404)
        }
        const stored = await db().select().from(grants).where(eq(grants.productId, newProductId))
        expect(idsOf(stored)).toEqual(mine)
        for (const [at, id] of batches.entries()) {
          expect((await viewer.call(getBatchOutcome, { id })).code).toBe(at === world.viewer ? 200 : 20404)
        }
        await forgetNew()
      }),
      { numRuns: RUNS },
    )
  })
})

/** Removes what the last run granted, so that each organisation starts with the same grants. */
async function forgetNew(): Promise<void> {
  // only the owner of the tables can disable the trigger, so that it never happens by accident
  const client = openClient(server().database.owner)
  await client.connect()
  await client.query(`alter table grant_changes disable trigger user;
    delete from grant_changes where product_id = ${newProductId};
    alter table grant_changes enable trigger user`)
  await client.end()
  await db().delete(grants).where(eq(grants.productId, newProductId))
  const ids = accounts.map(({ id }) => id)
  await db().update(memberAccounts).set({ version: 1 }).where(inArray(memberAccounts.id, ids))
}
