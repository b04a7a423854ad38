// Slices of search marketing from other systems, over HTTP.
import { beforeAll, describe, expect, it } from 'vitest'
import { API_KEY_HEADER } from '#contract/endpoint.ts'
import { bringSemSlice, readSemDays } from '#contract/operations/open-sem.ts'
import { getSearchMarketing } from '#contract/operations/search-marketing.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { semAccounts } from '#server/db/schema/operations.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
let key: string
let other: string
let maker: Person

beforeAll(async () => {
  const { db } = server().database
  maker = await server().as((await makeRole(db, 'semData.view', 'semData.leadingIn', 'registration.edit')).code)
  const make = async (...scopes: ('bringSem' | 'registrations')[]) =>
    (
      await db.transaction((tx) =>
        createApiKey(tx, { name: '推广接口', scopes, dailyQuota: 1_000, createdBy: maker.id }),
      )
    ).key
  key = await make('bringSem')
  other = await make('registrations')
  await db.insert(semAccounts).values([
    { code: 'feed-1', source: 'baidu', name: '接口户' },
    { code: 'feed-off', source: 'baidu', name: '停用户', isEnabled: false },
  ])
})

const rows = [
  { campaign: '品牌', keyword: '钢价', shows: 100, clicks: 10, cost: '20.50' },
  { campaign: '品牌', keyword: '螺纹钢', shows: 50, clicks: 5, cost: '9.5' },
]
const slice = {
  account: 'FEED-1',
  day: '2026-05-01',
  level: 'keyword',
  cut: 'none',
  part: 'all',
  chunk: 1,
  chunks: 1,
  sums: { rows: 2, shows: 150, clicks: 15, cost: '30' },
  rows,
}
const send = (changes: object = {}, by = key) =>
  server().send('POST', bringSemSlice.path, { ...slice, ...changes }, { headers: { [API_KEY_HEADER]: by } })
const total = async () => (await maker.call(getSearchMarketing, { from: '2026-05-01', to: '2026-05-01' })).data.total

describe('operations.md "Feed"', () => {
  it('a slice is there once it is complete with agreeing sums; the same answers unchanged', async () => {
    const [first, second] = rows
    const half = (chunk: number, row: unknown) => send({ chunk, chunks: 2, rows: [row] })
    expect(await half(2, second)).toMatchObject({ code: 200, data: { state: 'waiting', received: 1 } })
    expect(await total()).toMatchObject({ shows: 0 })
    expect(await half(1, first)).toMatchObject({ data: { state: 'new', received: 2 } })
    expect(await total()).toMatchObject({ shows: 150, cost: '30.00' })
    expect(await send()).toMatchObject({ data: { state: 'unchanged' } })
    const [row] = rows
    const fewer = { rows: [row], sums: { rows: 1, shows: 100, clicks: 10, cost: '20.50' } }
    expect(await send(fewer)).toMatchObject({ data: { state: 'replaced' } })
    expect(await total()).toMatchObject({ shows: 100, cost: '20.50' })
  })

  it('is refused where sums disagree, a row says too much or little, or the account is not there', async () => {
    const sums = { ...slice.sums, cost: '31' }
    expect(await send({ sums })).toMatchObject({ status: 400, msg: '各行之和与 sums.cost 不符：应为 31，实际 30.00' })
    const [row] = rows
    expect(await send({ rows: [{ ...row, keyword: '' }] })).toMatchObject({ status: 400, msg: '第 1 行：缺少 keyword' })
    expect(await send({ rows: [{ ...row, region: '江苏' }] })).toMatchObject({ msg: '第 1 行：细分 none 没有 region' })
    expect(await send({ rows: [row, row], sums: { rows: 2, shows: 200, clicks: 20, cost: '41' } })).toMatchObject({
      status: 400,
      msg: '同一项出现了两次',
    })
    expect(await send({ day: '2199-01-01' })).toMatchObject({ status: 400, msg: '日期不能晚于今天' })
    expect(await send({ chunk: 3 })).toMatchObject({ status: 400, msg: '分片不能大于分片数' })
    expect(await send({ account: 'nobody' })).toMatchObject({ code: 20404 })
    expect(await send({ account: 'feed-off' })).toMatchObject({ code: 20404, msg: '账号已禁用' })
    expect(await send({ rows: [{ ...row, shows: -1 }] })).toMatchObject({ status: 400 })
  })

  it('says what is there', async () => {
    const read = (query: string, by = key) =>
      server().send('GET', `${readSemDays.path}?${query}`, undefined, { headers: { [API_KEY_HEADER]: by } })
    const { data } = await read('from=2026-05-01&to=2026-05-31&account=feed-1')
    expect(data).toMatchObject([
      { account: 'feed-1', day: '2026-05-01', level: 'keyword', cut: 'none', part: 'all', rows: 1 },
    ])
    expect(await read('from=2026-05-01&to=2026-05-31', other)).toMatchObject({ status: 403 })
  })

  it('takes what was spent beyond the budget and is given back, of the account as a whole', async () => {
    const back = {
      day: '2026-06-02',
      level: 'account',
      part: 'overspend',
      rows: [{ shows: 0, clicks: 0, cost: '-4.50' }],
    }
    const sums = { rows: 1, shows: 0, clicks: 0, cost: '-4.5' }
    expect(await send({ ...back, sums })).toMatchObject({ data: { state: 'new' } })
    const days = { from: '2026-06-02', to: '2026-06-02' }
    expect((await maker.call(getSearchMarketing, days)).data.total).toMatchObject({ shows: 0, cost: '-4.50' })
    const [own] = back.rows
    expect(await send({ ...back, sums, rows: [{ ...own, cost: '4.50' }] })).toMatchObject({
      msg: '第 1 行：超投修正的消费不能大于 0',
    })
    expect(await send({ ...back, sums, level: 'campaign' })).toMatchObject({ code: 400 })
    expect(await send({ ...back, sums, part: 'all' })).toMatchObject({ msg: '第 1 行：消费不能小于 0' })
  })

  it('§6 is refused without the right', async () => {
    expect(await send({}, other)).toMatchObject({ status: 403 })
    expect(await send({}, 'nothing')).toMatchObject({ status: 401 })
  })
})
