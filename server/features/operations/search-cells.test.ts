// Cells of the pivot over HTTP: a figure and the list that it opens are one question.
import { beforeAll, describe, expect, it } from 'vitest'
import { queryCellLeads, querySearchCell, type SearchCell } from '#contract/operations/search-cells.ts'
import { searchDimensions } from '#contract/operations/search-labels.ts'
import {
  getSearchMarketing,
  pivotSearchMarketing,
  querySearchMarketing,
} from '#contract/operations/search-marketing.ts'
import { touchOf } from '#server/features/members/registrations/touches.rules.ts'
import { makeRegistration, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { reportLine } from '#test/search-reports.ts'
import { storeReport } from './imports/search-reports.queries.ts'

const server = testServer()
const asked = { from: '2024-06-01', to: '2024-06-30', rows: 'campaign' as const, columns: 'day' as const }
let counter: Person
let viewer: Person

beforeAll(async () => {
  const { db } = server().database
  counter = await server().as((await makeRole(db, 'semData.view', 'semData.count')).code)
  viewer = await server().as((await makeRole(db, 'semData.view')).code)
  const of = { account: '格户', level: 'campaign' as const }
  await db.transaction((tx) =>
    storeReport(tx, 'baidu', [
      reportLine({ ...of, day: '2024-06-03', campaign: '格计划', shows: 90, clicks: 9, cost: '30.10' }),
      reportLine({ ...of, day: '2024-06-03', campaign: '另一计划', shows: 10, clicks: 1, cost: '5' }),
      reportLine({ ...of, day: '2024-06-04', campaign: '格计划', shows: 20, clicks: 2, cost: '8.05' }),
      reportLine({ account: '格户', day: '2024-06-04', shows: 25, clicks: 3, cost: '9' }),
      // only a part of the campaign's day
      reportLine({ ...of, level: 'keyword', day: '2024-06-03', campaign: '格计划', keyword: '钢价', cost: '20' }),
    ]),
  )
  const lastTouch = touchOf({ medium: 'cpc', source: 'baidu', campaign: '格计划' })
  for (const at of ['2024-06-03T10:00:00+08:00', '2024-06-03T11:00:00+08:00', '2024-06-04T10:00:00+08:00'])
    await makeRegistration(db, { createdAt: at, lastTouch })
})

describe('operations.md "Rules"', () => {
  it("“the figure is the list's total”: each cell, row, column and the whole, by every other dimension", async () => {
    const { rows, columns, total } = (await counter.call(pivotSearchMarketing, asked)).data
    // 未细分: what the account's day holds besides
    expect(rows.map(({ name }) => name)).toContain('未细分 · 格户 · 百度')
    const figures = [
      ...rows.flatMap(({ id: row, cells }) =>
        columns.flatMap(({ id: column }, at) => (cells[at] ? [{ place: { row, column }, of: cells[at] }] : [])),
      ),
      ...rows.map(({ id: row, total: of }) => ({ place: { row }, of })),
      ...columns.map(({ id: column, total: of }) => ({ place: { column }, of })),
      { place: {}, of: total },
    ]
    for (const { place, of } of figures) {
      for (const by of ['keyword', 'account', 'device'] as const) {
        const { sums } = (await counter.call(querySearchCell, { ...asked, ...place, by })).data
        expect(sums, `${by} ${JSON.stringify(place)}`).toMatchObject({
          cost: of.cost,
          shows: String(of.shows),
          leads: String(of.leads),
        })
      }
      const { data } = await counter.call(queryCellLeads, { ...asked, ...place })
      expect([data.leads, data.records.reduce((sum, { share }) => sum + share, 0)]).toEqual([of.leads, of.leads])
      // nobody's registrations are out of a scope: they count, without their names
      expect(data.records.every(({ isMasked, company }) => isMasked && company === '***')).toBe(true)
    }
  })

  it("“the figure is the list's total”: registrations of the overview and of each row of the list", async () => {
    const { from, to } = asked
    const leadsOf = async (cell: Omit<SearchCell, 'from' | 'to'>) => {
      const { data } = await counter.call(queryCellLeads, { from, to, ...cell })
      expect(data.records.reduce((sum, { share }) => sum + share, 0)).toBe(data.leads)
      return data.leads
    }
    const { total } = (await counter.call(getSearchMarketing, { from, to })).data
    expect([total.leads, await leadsOf({ rows: 'campaign', columns: 'source' })]).toEqual([3, 3])
    for (const by of searchDimensions) {
      const columns = by === 'source' ? 'account' : 'source'
      const { records } = (await counter.call(querySearchMarketing, { from, to, by })).data
      const found = await Promise.all(records.map(({ id: row }) => leadsOf({ rows: by, columns, row })))
      expect(found, by).toEqual(records.map(({ leads }) => leads))
      expect(
        found.reduce((sum, leads) => sum + leads, 0),
        by,
      ).toBe(total.leads)
    }
  })

  it('“its predicate in words”, and what the cell is divided into', async () => {
    const { rows, columns } = (await counter.call(pivotSearchMarketing, asked)).data
    const row = rows.find(({ name }) => name.startsWith('格计划'))?.id ?? ''
    const column = columns.find(({ name }) => name === '2024-06-03')?.id ?? ''
    const { data } = await counter.call(querySearchCell, { ...asked, row, column, by: 'keyword' })
    expect(data.text).toBe('计划：格计划 · 格户 · 百度，日：2024-06-03')
    expect(data.records.map(({ name, cost }) => [name, cost])).toEqual([
      ['钢价', '20.00'],
      ['未细分', '10.10'],
    ])
  })

  it('§5 refuses what is no head of a pivot, and one dimension twice; §6 without the right', async () => {
    for (const row of ['x', '{}', '[1,2]', '["a"]'])
      expect(await counter.call(querySearchCell, { ...asked, row, by: 'day' })).toMatchObject({ status: 400 })
    expect(await counter.call(queryCellLeads, { ...asked, columns: 'campaign' })).toMatchObject({ status: 400 })
    expect(await viewer.call(querySearchCell, { ...asked, by: 'day' })).toMatchObject({ status: 403 })
    expect(await viewer.call(queryCellLeads, asked)).toMatchObject({ status: 403 })
  })
})
