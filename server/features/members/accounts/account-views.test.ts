// Views beside an account of the list, over HTTP. Scope tests cover all such calls (test/customer-calls.ts).
import { beforeAll, describe, expect, it } from 'vitest'
import {
  queryAccountActs,
  queryAccountRecords,
  queryAccountSubs,
  queryAccountVisits,
} from '#contract/members/account-views.ts'
import { makeAccount, makeLogs, makeMember, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
const holder = async (alias: string): Promise<Person> =>
  server().as((await makeRole(db(), `bigData.accounts.${alias}`)).code)
const calls = [
  ['userLog', queryAccountActs],
  ['userAccessLog', queryAccountVisits],
  ['affiliatedAccount', queryAccountSubs],
  ['serviceRecords', queryAccountRecords],
] as const
const holders = new Map<string, Person>()
const of = (alias: (typeof calls)[number][0]): Person => holders.get(alias) as Person

beforeAll(async () => {
  for (const [alias] of calls) holders.set(alias, await holder(alias))
})

describe('beside an account', () => {
  it.each(calls)(
    '§6 %s is checked by the server, on the sub-product of the stored account',
    async (alias, endpoint) => {
      const [owner, stranger] = [of(alias), await holder('details')]
      const [here, elsewhere] = [
        await makeAccount(db(), 'bigData', { ownerId: owner.id }),
        await makeAccount(db(), 'app', { ownerId: owner.id }),
      ]
      expect((await owner.call(endpoint, { id: here.id })).code).toBe(200)
      expect(await owner.call(endpoint, { id: elsewhere.id })).toMatchObject({ status: 403 })
      expect(await stranger.call(endpoint, { id: here.id })).toMatchObject({ status: 403 })
      const foreign = await makeAccount(db(), 'bigData', { ownerId: stranger.id })
      expect(await owner.call(endpoint, { id: foreign.id })).toMatchObject({ status: 404, code: 20404 })
    },
  )

  it('§6 the log has everything that the account did, the access log only pages', async () => {
    const ids = []
    for (const alias of ['userLog', 'userAccessLog'] as const) {
      const { id } = await makeAccount(db(), 'bigData', { ownerId: of(alias).id })
      await makeLogs(db(), { id, subProduct: 'bigData' }, [
        { kind: 'view', module: '价格' },
        { kind: 'download', module: '报告' },
      ])
      ids.push(id)
    }
    const [acts = '', visits = ''] = ids
    const modules = (records: { module: string }[]) => records.map(({ module }) => module).toSorted()
    expect(modules((await of('userLog').call(queryAccountActs, { id: acts })).data.records)).toEqual(['价格', '报告'])
    const { data } = await of('userAccessLog').call(queryAccountVisits, { id: visits })
    expect(modules(data.records)).toEqual(['价格'])
  })

  it('§6 sub-accounts are those of this main account', async () => {
    const keeper = of('affiliatedAccount')
    const main = await makeAccount(db(), 'bigData', { ownerId: keeper.id, subQuota: 2 })
    const sub = await makeMember(db(), { ownerId: keeper.id, mainId: main.memberId, loginName: 'sub.of.main' })
    await makeAccount(db(), 'bigData', { memberId: sub.id })
    const { data } = await keeper.call(queryAccountSubs, { id: main.id })
    expect(data.map(({ loginName }) => loginName)).toEqual(['sub.of.main'])
  })
})
