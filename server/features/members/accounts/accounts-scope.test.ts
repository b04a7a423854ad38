// Which accounts a person reaches; test/sales-scope.test.ts covers all calls at random.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { exportAccounts } from '#contract/members/account-sheets.ts'
import {
  associateAccount,
  clearMember,
  countAccount,
  disableAccount,
  generateAiAccounts,
  getAccount,
  inviteByAccount,
  lockMember,
  lookupMember,
  openAccount,
  queryAccounts,
  removeAccounts,
  saveAccount,
  setMemberPassword,
  unbindMember,
  unlockMember,
} from '#contract/members/accounts.ts'
import { querySubAccounts } from '#contract/members/sub-accounts.ts'
import { enterpriseContacts, enterprises } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { makeAccount, makeEnterprise, makeMember, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const aliases =
  'view add edit delete disable open details count lock unLock setPassword unbinding clear invite association generateAIAccount exportBtn'
let keeper: Person
let other: Person
let weak: Person
/** Salespeople: each is below an earlier one, or at the top. */
let team: Person[]
const parents = [null, 0, 1, 0, null, 4] as const
type Held = { id: string; loginName: string; ownerAt: number; subId: string }
let accounts: Held[]

beforeAll(async () => {
  const { database, as } = server()
  const { code } = await makeRole(
    database.db,
    ...aliases.split(' ').map((alias) => `bigData.accounts.${alias}`),
    'bigData.subsidiaryAccount.view',
    'aiWeb.accounts.empower',
  )
  keeper = await as(code)
  other = await as(code)
  weak = await as((await makeRole(database.db, 'app.accounts.view', 'app.accounts.edit')).code)
  team = []
  for (const parent of parents) {
    const saleParentId = parent === null ? null : (team[parent]?.id ?? null)
    team.push(await as(code, { saleParentId }))
  }
  accounts = []
  for (const [ownerAt, { id: ownerId }] of team.entries()) {
    const main = await makeMember(database.db, { ownerId })
    const { id } = await makeAccount(database.db, 'bigData', { memberId: main.id, subQuota: 5 })
    const sub = await makeMember(database.db, { ownerId, mainId: main.id, enterpriseId: main.enterpriseId })
    const subAccount = await makeAccount(database.db, 'bigData', { memberId: sub.id })
    const { loginName } = main
    accounts.push({ id, loginName, ownerAt, subId: subAccount.id })
  }
})

const db = () => server().database.db
const mine = () => makeAccount(db(), 'bigData', { ownerId: keeper.id })
const audited = async (id: string) =>
  (await db().select().from(auditLog).where(eq(auditLog.targetId, id))).map(({ action }) => action)

const acts = [
  [getAccount, {}],
  [countAccount, {}],
  [disableAccount, {}],
  [openAccount, {}],
  [lockMember, {}],
  [unlockMember, {}],
  [unbindMember, {}],
  [clearMember, {}],
  [inviteByAccount, {}],
  [setMemberPassword, { password: 'Given@1234' }],
  [associateAccount, { enterpriseId: '1', takesOwner: false, reason: '原因' }],
  [
    saveAccount,
    {
      version: 2,
      loginName: 'abc',
      realName: '某',
      mobile: '13800000000',
      email: '',
      modules: [],
      subQuota: 0,
      remark: '',
    },
  ],
] as const

describe('§6 every act on one account', () => {
  it.each(acts.map(([endpoint, more]) => [endpoint.path, more] as const))(
    '%s: 403 without the right, 20404 for another’s customer and for none',
    async (path, more) => {
      const send = (id: string, by: Person) => server().send('POST', path, { id, ...more }, { token: by.token })
      const { id } = await mine()
      expect(await send(id, weak)).toMatchObject({ status: 403 })
      expect(await send(id, other)).toMatchObject({ status: 404, code: 20404 })
      expect(await send('999999999', keeper)).toMatchObject({ status: 404, code: 20404 })
      expect((await send('0', keeper)).status).toBe(400)
      expect(await audited(id)).toEqual([])
    },
  )

  it.each([
    [removeAccounts.path, {}],
    [generateAiAccounts.path, { days: 7 }],
  ])('%s: the same for several', async (path, more) => {
    const { id } = await mine()
    const own = await makeAccount(db(), 'bigData', { ownerId: other.id })
    const send = (ids: string[], by: Person) => server().send('POST', path, { ids, ...more }, { token: by.token })
    expect(await send([id], weak)).toMatchObject({ status: 403 })
    expect(await send([own.id, id], other)).toMatchObject({ code: 20404 })
    expect((await send([], keeper)).status).toBe(400)
    expect(await audited(id)).toEqual([])
  })
})

const isBelow = (at: number, above: number): boolean => {
  if (at === above) return true
  const parent = parents[at]
  return parent !== null && parent !== undefined && isBelow(parent, above)
}

describe('§6 sales scope', () => {
  it('lists and look-ups show exactly one’s own and those of subordinates', async () => {
    for (const [who, person] of team.entries()) {
      const expected = accounts.filter(({ ownerAt }) => isBelow(ownerAt, who))
      const { data } = await person.call(queryAccounts, { subProduct: 'bigData', size: 100 })
      const wanted = expected.flatMap(({ id, subId }) => [id, subId]).toSorted()
      expect(data.records.map(({ id }) => id).toSorted()).toEqual(wanted)
      const subs = await person.call(querySubAccounts, { subProduct: 'bigData', size: 100 })
      expect(subs.data.records.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
      for (const { loginName, ownerAt } of accounts) {
        const found = await person.call(lookupMember, { subProduct: 'bigData', text: loginName })
        expect(found.data !== null).toBe(isBelow(ownerAt, who))
      }
    }
  })

  it('somebody who moves to another superior leaves the old one’s scope at once', async () => {
    const [top, , , leaf] = team
    if (!top || !leaf) throw new Error('no team')
    const seen = async () => {
      const { data } = await top.call(queryAccounts, { subProduct: 'bigData', ownerId: leaf.id })
      return data.total
    }
    expect(await seen()).toBe(2)
    await db().update(users).set({ saleParentId: null }).where(eq(users.id, leaf.id))
    expect(await seen()).toBe(0)
    await db().update(users).set({ saleParentId: top.id }).where(eq(users.id, leaf.id))
  })

  it('§6 exports need their right on that sub-product', async () => {
    const input = { query: { subProduct: 'bigData' }, columns: ['loginName'], format: 'csv', reason: '核对' }
    const send = (by: Person) => server().send('POST', exportAccounts.path, input, { token: by.token })
    expect(await send(weak)).toMatchObject({ status: 403 })
    expect((await send(keeper)).code).toBe(200)
    const foreign = { ...input, query: { subProduct: 'app' } }
    expect((await server().send('POST', exportAccounts.path, foreign, { token: keeper.token })).status).toBe(403)
  })

  it('§6 the details of an account hide contacts of an enterprise out of scope', async () => {
    const theirs = await makeEnterprise(db(), { ownerId: other.id, address: '中山路 1 号' })
    await db().insert(enterpriseContacts).values({ enterpriseId: theirs.id, name: '钱某', mobile: '13911112222' })
    const member = await makeMember(db(), { ownerId: keeper.id, enterpriseId: theirs.id })
    const { id } = await makeAccount(db(), 'bigData', { memberId: member.id })
    const { data } = await keeper.call(getAccount, { id })
    expect(data).toMatchObject({
      enterpriseName: theirs.name,
      enterpriseAddress: '',
      enterpriseLevel: '',
      contacts: [],
    })
    await db().update(enterprises).set({ ownerId: keeper.id }).where(eq(enterprises.id, theirs.id))
    const own = (await keeper.call(getAccount, { id })).data
    expect(own).toMatchObject({ enterpriseAddress: '中山路 1 号', contacts: [{ mobile: '13911112222' }] })
  })

  it('linking to an enterprise out of scope is refused', async () => {
    const { id } = await mine()
    const { id: enterpriseId } = await makeEnterprise(db(), { ownerId: other.id })
    const reply = await keeper.call(associateAccount, { id, enterpriseId, takesOwner: true, reason: '试' })
    expect(reply).toMatchObject({ code: 20404 })
  })
})
