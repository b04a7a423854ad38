// A report that replaces days and has faulty lines, over HTTP.
import { beforeAll, expect, it } from 'vitest'
import { getSearchMarketing } from '#contract/operations/search-marketing.ts'
import { searchImport } from '#contract/operations/search-sheets.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { bring, cellsOf, endOf } from '#test/sheets.ts'

const server = testServer()
let keeper: Person

beforeAll(async () => {
  keeper = await server().as((await makeRole(server().database.db, 'semData.view', 'semData.leadingIn')).code)
})

const open = async (sheet: string) =>
  keeper.call(searchImport.open, { fileId: await bring(server(), keeper, sheet, '搜狗报表.csv'), hasHeader: true })

async function load(sheet: string, mode: 'all' | 'correct' = 'all') {
  const { data } = await open(sheet)
  const saved = await keeper.call(searchImport.save, { id: data.id, version: data.version, mode })
  return endOf(keeper, saved.data.jobId)
}

it('operations.md "replaced whole": a day with a faulty line does not come without it, and its workbook has all lines', async () => {
  const head = '日期,账户,计划,展现,点击,消费'
  const whole = ['2026-04-11,whole,甲,100,10,20.00', '2026-04-11,whole,乙,50,5,10.50']
  await load([head, ...whole].join('\n'))
  const next = ['2026-04-11,whole,甲,100,10,21.00', '2026-04-11,whole,乙,x,5,10.50', '2026-04-12,whole,甲,7,1,3.00']
  const { data } = await open([head, ...next].join('\n'))
  const found = data.records.map(({ number, problems }) => [number, problems.map(({ message }) => message)])
  expect(found).toEqual([
    [2, ['第 3 行有错误，这一天的报表要整份导入']],
    [3, ['应为整数，可以有千分位']],
  ])
  const { content } = (await keeper.call(searchImport.failed, { id: data.id })).data
  expect(await cellsOf(Buffer.from(content, 'base64'))).toHaveLength(3)
  expect(await load([head, ...next].join('\n'), 'correct')).toMatchObject({ state: 'partly' })
  const costOf = async (day: string) =>
    (await keeper.call(getSearchMarketing, { from: day, to: day, source: 'sogou' })).data.total.cost
  expect([await costOf('2026-04-11'), await costOf('2026-04-12')]).toEqual(['30.50', '3.00'])

  // a line without its day may be of any day of its account
  const dayless = await open([head, ...whole, ',whole,丙,1,1,1.00', '2026-04-11,other,甲,1,1,1'].join('\n'))
  expect(dayless.data).toMatchObject({ rows: 4, wrongRows: 3 })
})
