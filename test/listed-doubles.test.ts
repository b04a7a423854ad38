// Doubles from before names were unique by the key of texts are found by a filter of their lists, over HTTP.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { queryAccounts } from '#contract/members/accounts.ts'
import { queryUserList } from '#contract/organisation/users.ts'
import { quoteItemCalls } from '#contract/prices/quote-items.ts'
import { wordCalls } from '#contract/system/dictionary.ts'
import { members } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { dictionaryWords } from '#server/db/schema/system/dictionary.ts'
import { makeAccount, makeMember, makeUser } from './factories.ts'
import { type Person, testServer } from './http.ts'
import { makeQuoteItem } from './price-factories.ts'

const server = testServer()
const db = () => server().database.db
let admin: Person

beforeAll(async () => {
  admin = await server().as('administrator')
})

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted()
const doubles = { isDouble: true, size: 100 }

describe('imports.md "Existing doubles stay and are listed for merging"', () => {
  it('logins of members, until one of them is gone', async () => {
    const one = await makeMember(db(), { loginName: 'Twice.Bought' })
    const other = await makeMember(db(), { loginName: 'twice.bought', namesake: 1 })
    const [account, second] = [one, other].map(({ id }) => makeAccount(db(), 'bigData', { memberId: id }))
    await makeAccount(db(), 'bigData')
    const listed = async () =>
      ids((await admin.call(queryAccounts, { subProduct: 'bigData', ...doubles })).data.records)
    expect(await listed()).toEqual(ids([(await account) ?? { id: '' }, (await second) ?? { id: '' }]))
    await db().update(members).set({ deletedAt: new Date().toISOString() }).where(eq(members.id, one.id))
    expect(await listed()).toEqual([])
  })

  it('user names of staff', async () => {
    const one = await makeUser(db(), { userName: 'Twice.Here' })
    const other = await makeUser(db(), { userName: 'twice.here', namesake: 1 })
    const listed = async (isDouble: boolean) =>
      ids((await admin.call(queryUserList, { ...doubles, isDouble })).data.records)
    expect(await listed(true)).toEqual(ids([one, other]))
    expect(await listed(false)).not.toContain(one.id)
    await db().update(users).set({ deletedAt: new Date().toISOString() }).where(eq(users.id, one.id))
    expect(await listed(true)).toEqual([])
  })

  it('words of one dictionary', async () => {
    const made = await db()
      .insert(dictionaryWords)
      .values([
        { dictionary: 'industry', word: '鋼材（貿易）' },
        { dictionary: 'industry', word: '钢材(贸易)', namesake: 1 },
        { dictionary: 'position', word: '钢材(贸易)' },
      ])
      .returning({ id: dictionaryWords.id })
    expect(ids((await admin.call(wordCalls.list, doubles)).data.records)).toEqual(ids(made.slice(0, 2)))
  })

  it('quote items of one product and specification', async () => {
    const one = await makeQuoteItem(db(), { name: '上海 螺纹钢' })
    const same = { productId: one.productId, name: '上海螺紋鋼' }
    const other = await makeQuoteItem(db(), same)
    await makeQuoteItem(db(), { ...same, specification: 'HRB500E' })
    await makeQuoteItem(db(), { name: '上海螺纹钢' })
    const listed = (await admin.call(quoteItemCalls.list, doubles)).data.records
    expect(ids(listed)).toEqual(ids([one, other].map(({ quoteItemId }) => ({ id: quoteItemId }))))
  })
})
