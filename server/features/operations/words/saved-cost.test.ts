// What an exclusion has saved, once later reports prove it.
import { expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { markSearchWord, querySearchWords, takeMarkedWords } from '#contract/operations/search-words.ts'
import { storeReport } from '#server/features/operations/imports/search-reports.queries.ts'
import { makeRole } from '#test/factories.ts'
import { testServer } from '#test/http.ts'
import { reportLine } from '#test/search-reports.ts'

const server = testServer()

it('operations.md "later sheets prove what it saved": what the word cost in the 30 days before', async () => {
  const { db } = server().database
  const rights = ['view', 'edit', 'exportBtn'].map((alias) => `semSearch.${alias}`)
  const keeper = await server().as((await makeRole(db, ...rights)).code)
  const today = dayOf(Date.now())
  const bring = (day: string, costs: Readonly<Record<string, string>>) => {
    const lines = Object.entries(costs).map(([word, cost]) =>
      reportLine({ level: 'word', campaign: '通用', word, day, cost, shows: 9 }),
    )
    return db.transaction((tx) => storeReport(tx, 'baidu', lines))
  }
  const found = async () => {
    const { records } = (await keeper.call(querySearchWords, { from: addDays(today, -60), to: addDays(today, 1) })).data
    const word = records.find((row) => row.word === '钢厂招聘')
    if (!word) throw new Error('no such word')
    return word
  }
  await bring(addDays(today, -31), { 钢厂招聘: '100.00' })
  await bring(addDays(today, -30), { 钢厂招聘: '2.50', 今日钢价: '9.00' })
  await bring(addDays(today, -1), { 钢厂招聘: '1.25' })
  const { id, version, accountId } = await found()
  await keeper.call(markSearchWord, { words: [{ id, version, mark: 'excluded' }] })
  await keeper.call(takeMarkedWords, { accountId, mark: 'excluded' })
  expect(await found()).toMatchObject({ state: 'exported', savedCost: null })
  await bring(addDays(today, 1), { 今日钢价: '8.00' })
  expect(await found()).toMatchObject({ state: 'effective', savedCost: '3.75' })
})
