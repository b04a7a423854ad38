// What counts as bought now: exclusions must not stop it, and our products are set against it.
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { analyseSearchWords, markSearchWord, querySearchWords } from '#contract/operations/search-words.ts'
import { storeReport } from '#server/features/operations/imports/search-reports.queries.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { reportLine } from '#test/search-reports.ts'

const server = testServer()
const db = () => server().database.db
let keeper: Person

/** A sheet of keywords and one of search words. */
const bring = (day: string, keywords: readonly string[]) =>
  db().transaction((tx) =>
    storeReport(tx, 'sogou', [
      ...keywords.map((keyword) => reportLine({ level: 'keyword', campaign: '通用', keyword, day, cost: '1.00' })),
      ...['停投词', '在投词'].map((word) => reportLine({ level: 'word', campaign: '通用', word, day, cost: '1.00' })),
    ]),
  )
const wordOn = async (day: string, word: string) => {
  const [found] = (await keeper.call(querySearchWords, { from: day, to: day, word })).data.records
  if (!found) throw new Error('no such word')
  return found
}
const exclude = async (day: string, word: string, match: 'exact' | 'phrase' = 'exact') => {
  const { id, version } = await wordOn(day, word)
  return keeper.call(markSearchWord, { words: [{ id, version, mark: 'excluded', match }] })
}
const boughtOn = async (day: string) => {
  const { data } = await keeper.call(analyseSearchWords, { from: day, to: day })
  return Object.fromEntries(data.products.map(({ name, isBought }) => [name, isBought]))
}

beforeAll(async () => {
  keeper = await server().as(
    (await makeRole(db(), ...['view', 'edit', 'count'].map((alias) => `semSearch.${alias}`))).code,
  )
  await db().execute(sql`insert into products (name) values ('停投'), ('在投')`)
})

it('operations.md "An exclusion that would stop a bought keyword is refused": not for one that is in no report of the last 30 days', async () => {
  const refused = { status: 409, msg: '排除“停投词”会停掉正在投放的关键词“停投词”' }
  await bring('2026-01-31', ['停投词', '在投词'])
  expect(await exclude('2026-01-31', '停投词')).toMatchObject(refused)
  await bring('2026-03-01', ['在投词'])
  expect(await exclude('2026-03-01', '停投词'), 'a rare one').toMatchObject(refused)
  expect(await boughtOn('2026-03-01')).toMatchObject({ 停投: true, 在投: true })
  await bring('2026-03-02', ['在投词'])
  expect(await boughtOn('2026-03-02'), 'offered as not bought').toMatchObject({ 停投: false, 在投: true })
  expect(await exclude('2026-03-02', '停投词', 'phrase')).toMatchObject({ code: 200 })
  expect(await exclude('2026-03-02', '在投词')).toMatchObject({ status: 409 })
})
