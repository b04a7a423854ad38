// Access statistics over HTTP: totals of the sub-product, shares, and ranking of the viewer's own customers.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { countVisits, exportVisitors, getVisitor, getVisits, queryVisitors } from '#contract/members/account-visits.ts'
import { makeAccount, makeEnterprise, makeLogs, makeMember, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { cellsOf, download, endOf } from '#test/sheets.ts'

const server = testServer({ dataDir: mkdtempSync(join(tmpdir(), 'visits-')) })
const site = { subProduct: 'officialWebsite' } as const
const range = { ...site, from: '2026-10-01', to: '2026-10-03' } as const
let reader: Person
let viewer: Person
let busy: string
let stranger: string

beforeAll(async () => {
  const { as, database } = server()
  const { db } = database
  const right = (alias: string) => `officialWebsite.visitsInfo.${alias}`
  reader = await as((await makeRole(db, right('view'), right('count'), right('details'), right('exportBtn'))).code)
  viewer = await as((await makeRole(db, right('view'))).code)
  const make = async (ownerId: string | null, loginName: string) => {
    const enterprise = await makeEnterprise(db, { name: `${loginName}公司`, ownerId })
    const member = await makeMember(db, { enterpriseId: enterprise.id, ownerId, loginName, realName: `姓${loginName}` })
    const dates = { startsOn: '2020-01-01', endsOn: '2099-01-01' }
    const { id } = await makeAccount(db, 'officialWebsite', { memberId: member.id, ...dates })
    return { id, subProduct: 'officialWebsite' as const }
  }
  const [mine, also, theirs] = [await make(reader.id, 'busy'), await make(reader.id, 'calm'), await make(null, 'other')]
  busy = mine.id
  stranger = theirs.id
  await makeLogs(db, mine, [
    { at: '2026-10-01T08:00:00+08:00', kind: 'signIn' },
    { at: '2026-10-01T08:01:00+08:00', module: '价格', seconds: 30 },
    { at: '2026-10-02T23:59:59.999+08:00', module: '价格', seconds: 12 },
    { at: '2026-10-04T00:00:00+08:00', module: '资讯' },
    { at: '2026-10-02T10:00:00+08:00', kind: 'failed' },
  ])
  await makeLogs(db, also, [{ at: '2026-10-01T09:00:00+08:00', module: '资讯', seconds: 100 }])
  await makeLogs(db, theirs, [{ at: '2026-10-01T00:00:00+08:00', module: '价格' }])
})

describe('POST /api/backend/member/visit/…', () => {
  it('§2 visitsInfo: totals by day, days without a visit too, failed sign-ins left out', async () => {
    const { data } = await viewer.call(getVisits, range)
    expect(data).toEqual({
      from: '2026-10-01',
      to: '2026-10-03',
      acts: 5,
      accounts: 3,
      granted: 3,
      days: [
        { day: '2026-10-01', acts: 4, views: 3, signIns: 1, accounts: 3 },
        { day: '2026-10-02', acts: 1, views: 1, signIns: 0, accounts: 1 },
        { day: '2026-10-03', acts: 0, views: 0, signIns: 0, accounts: 0 },
      ],
    })
    expect((await viewer.call(getVisits, site)).data.days).toHaveLength(7)
  })

  it('§6 count: by module and by kind, largest first', async () => {
    expect((await reader.call(countVisits, range)).data).toEqual({
      modules: [
        { name: '价格', acts: 3, accounts: 2 },
        { name: '其他', acts: 1, accounts: 1 },
        { name: '资讯', acts: 1, accounts: 1 },
      ],
      kinds: [
        { kind: 'view', acts: 4, accounts: 3 },
        { kind: 'signIn', acts: 1, accounts: 1 },
      ],
    })
    expect(await viewer.call(countVisits, range)).toMatchObject({ status: 403 })
  })

  it('§6 ranks one’s own customers, sorted and filtered', async () => {
    const { data } = await reader.call(queryVisitors, range)
    expect(data.records).toMatchObject([
      { id: busy, loginName: 'busy', enterprise: 'busy公司', acts: 3, days: 2, seconds: 42 },
      { loginName: 'calm', acts: 1, days: 1, seconds: 100 },
    ])
    expect(data.total).toBe(2)
    const names = async (query: object) =>
      (await reader.call(queryVisitors, { ...range, ...query })).data.records.map(({ loginName }) => loginName)
    expect(await names({ descs: ['seconds'] })).toEqual(['calm', 'busy'])
    expect(await names({ ascs: ['acts'] })).toEqual(['calm', 'busy'])
    expect(await names({ enterprise: 'calm' })).toEqual(['calm'])
    expect(await names({ realName: '姓b' })).toEqual(['busy'])
    expect((await viewer.call(queryVisitors, range)).data.records).toEqual([])
    const admin = await server().as('administrator')
    expect((await admin.call(queryVisitors, range)).data.total).toBe(3)
  })

  it('§6 details: what one of one’s own customers did; other customers are not found', async () => {
    const days = { from: range.from, to: range.to }
    const { data } = await reader.call(getVisitor, { accountId: busy, ...days })
    expect(data.modules).toEqual([
      { name: '价格', acts: 2, accounts: 1 },
      { name: '其他', acts: 1, accounts: 1 },
    ])
    expect(data.rows.map(({ kind }) => kind)).toEqual(['view', 'view', 'signIn'])
    expect(await reader.call(getVisitor, { accountId: stranger, ...days })).toMatchObject({ status: 404, code: 20404 })
    expect(await viewer.call(getVisitor, { accountId: busy, ...days })).toMatchObject({ status: 403 })
  })

  it.each([
    [{ ...site, from: '2026-01-01', to: '2026-06-01' }, '查询范围最多 92 天'],
    [{ ...site, from: '2026-13-01' }, '开始日期应为 YYYY-MM-DD'],
    [{}, '子产品不能为空'],
  ])('§9 refuses %j', async (query, msg) => {
    for (const { path } of [getVisits, countVisits, queryVisitors]) {
      expect(await server().send('POST', path, query, { token: reader.token })).toMatchObject({ status: 400, msg })
    }
  })

  it('§6 does not serve sub-products without this page', async () => {
    const query = { ...range, subProduct: 'bigData' as const }
    for (const call of [getVisits, queryVisitors, countVisits]) {
      expect(await reader.call(call, query)).toMatchObject({ status: 403 })
    }
  })

  it('§6 exportBtn: exports the ranking in scope', async () => {
    const input = { query: range, columns: ['loginName', 'acts', 'lastAt'], format: 'csv' as const, reason: '月报' }
    const { data } = await reader.call(exportVisitors, input)
    const { state, fileUrl } = await endOf(reader, data.jobId)
    expect(state).toBe('done')
    expect((await cellsOf(await download(server(), fileUrl))).slice(1, -1)).toEqual([
      ['busy', '3', '2026-10-02 23:59'],
      ['calm', '1', '2026-10-01 09:00'],
    ])
    expect(await viewer.call(exportVisitors, input)).toMatchObject({ status: 403 })
  })
})
