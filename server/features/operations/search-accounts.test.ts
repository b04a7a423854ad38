// Accounts of search marketing over HTTP: management, missing days, and taking back what was imported.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { CONFIRM_HEADER } from '#contract/endpoint.ts'
import {
  querySemAccounts,
  querySemActs,
  querySemStrip,
  saveSemAccount,
  undoSemAct,
} from '#contract/operations/search-accounts.ts'
import { findSearchCampaigns } from '#contract/operations/search-detail.ts'
import { getSearchMarketing, querySearchAccounts, removeSearchFigures } from '#contract/operations/search-marketing.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { reportLine } from '#test/search-reports.ts'
import { type ReportLine, storeReport } from './imports/search-reports.queries.ts'

const server = testServer()
const db = () => server().database.db
let keeper: Person
let viewer: Person

const line = (changes: Partial<ReportLine>) =>
  reportLine({ level: 'campaign', day: '2026-03-01', campaign: '品牌', shows: 10, clicks: 1, cost: '1.00', ...changes })
const store = (lines: readonly ReportLine[]) =>
  db().transaction((tx) =>
    storeReport(tx, 'baidu', lines, { author: { byId: keeper.id, kind: 'import', importId: null } }),
  )

beforeAll(async () => {
  const rights = ['view', 'edit', 'delete'].map((right) => `semData.${right}`)
  keeper = await server().as((await makeRole(db(), ...rights)).code)
  viewer = await server().as((await makeRole(db(), 'semData.view')).code)
})

const form = {
  id: null,
  code: 'bj-1',
  source: 'baidu' as const,
  name: '北京户',
  currency: 'CNY',
  timeZone: 'Asia/Shanghai',
  subProduct: null,
  ownerId: null,
  monthlyBudget: '3000',
  settlingDays: 3,
  isEnabled: true,
  cashFactors: [] as { fromDay: string; factor: string }[],
}

describe('accounts', () => {
  it('operations.md "sem_accounts": are added and changed by version, with a cash factor from a day', async () => {
    const { data } = await keeper.call(saveSemAccount, form)
    expect(data).toMatchObject({ version: 1 })
    const cashFactors = [{ fromDay: '2026-04-02', factor: '0.8' }]
    const edit = { ...form, id: data.id, version: 1, cashFactors }
    expect((await keeper.call(saveSemAccount, edit)).data.version).toBe(2)
    expect(await keeper.call(saveSemAccount, edit)).toMatchObject({ code: 601 })
    const [row] = (await viewer.call(querySemAccounts, {})).data
    expect(row).toMatchObject({ code: 'bj-1', cashFactors, monthlyBudget: '3000.00', spent: '0.00' })
    await store([
      line({ account: '北京户', day: '2026-04-01', cost: '100.00' }),
      line({ account: '北京户', day: '2026-04-02', cost: '100.00' }),
    ])
    const april = { from: '2026-04-01', to: '2026-04-30', accountId: data.id }
    // 消费 and 实付 are two measures
    expect((await viewer.call(getSearchMarketing, april)).data.total).toMatchObject({ cost: '200.00', paid: '180.00' })
    expect(await keeper.call(saveSemAccount, { ...edit, version: 2, source: 'bing' })).toMatchObject({
      status: 409,
      msg: '账号已有数据，不能改变来源',
    })
  })

  it('§5 codes and names are one however they are typed, zones exist, factors have a day each', async () => {
    expect(await keeper.call(saveSemAccount, { ...form, code: 'ＢＪ-1', name: '别的' })).toMatchObject({
      status: 400,
      msg: '已有同编码的账号',
    })
    expect(await keeper.call(saveSemAccount, { ...form, code: 'new', name: '北 京户' })).toMatchObject({
      status: 400,
      msg: '这个来源已有同名的账号',
    })
    const other = { ...form, code: 'new', name: '上海户' }
    expect(await keeper.call(saveSemAccount, { ...other, timeZone: 'Mars/City' })).toMatchObject({ status: 400 })
    const twice = { fromDay: '2026-04-02', factor: '0.8' }
    expect(await keeper.call(saveSemAccount, { ...other, cashFactors: [twice, twice] })).toMatchObject({
      status: 400,
      msg: '同一天有两个返点系数',
    })
    expect(await keeper.call(saveSemAccount, { ...other, cashFactors: [{ ...twice, factor: '1.2' }] })).toMatchObject({
      status: 400,
    })
  })
})

describe('operations.md "A strip of account × day shows gaps"', () => {
  it('missing days, lone parts and unsettled ones; finer reports that exceed coarser ones are listed', async () => {
    const today = dayOf(Date.now())
    const day = (back: number) => addDays(today, -back)
    await store([
      line({ account: '条', day: day(10) }),
      line({ account: '条', day: day(8), part: 'pc' }),
      line({ account: '条', day: day(7), part: 'pc' }),
      line({ account: '条', day: day(7), part: 'mobile' }),
      line({ account: '条', day: day(6) }),
      line({ account: '条', day: day(6), level: 'keyword', keyword: '钢价', cost: '1.01' }),
      line({ account: '条', day: day(1) }),
    ])
    const { data } = await viewer.call(querySemStrip, { from: day(30), to: today })
    const own = data.accounts.find(({ name }) => name === '条')
    expect(own?.days.map(({ state }) => state)).toEqual([
      ...['there', 'missing', 'half', 'there', 'there', 'missing', 'missing', 'missing', 'missing', 'unsettled'],
    ])
    expect(own).toMatchObject({ present: 4, expected: 10 })
    expect(data.mismatches).toEqual([
      { account: '条', day: day(6), coarse: '计划', coarseCost: '1.00', fine: '关键词', fineCost: '1.01' },
    ])
  })
})

describe('experience.md "nothing moves"', () => {
  it('an account that was changed keeps its place among the days', async () => {
    const made: { id: string; code: string; name: string }[] = []
    for (const name of ['位甲', '位乙']) {
      const own = { code: `place-${name}`, name }
      made.push({ ...own, id: (await keeper.call(saveSemAccount, { ...form, ...own })).data.id })
    }
    const places = async () =>
      (await viewer.call(querySemStrip, { from: '2026-06-01', to: '2026-06-02' })).data.accounts.map(({ id }) => id)
    const before = await places()
    for (const own of made) await keeper.call(saveSemAccount, { ...form, ...own, version: 1, monthlyBudget: '1' })
    await keeper.call(saveSemAccount, { ...form, ...made[0], version: 2, monthlyBudget: '2' })
    expect(await places()).toEqual(before)
    expect(before).toEqual((await viewer.call(querySemAccounts, {})).data.map(({ id }) => id))
  })
})

describe('operations.md "Days younger than the settling time are 未结算 and asked for again"', () => {
  it('what was brought in before it was settled is marked until it is brought in again, changed or not; an undo marks it again', async () => {
    const today = dayOf(Date.now())
    const day = addDays(today, -6)
    const stateOf = async () =>
      (await viewer.call(querySemStrip, { from: day, to: day })).data.accounts.find(({ name }) => name === '结')
        ?.days[0]
    await store([line({ account: '结', day })])
    expect(await stateOf()).toEqual({ day, state: 'there' })
    // as if it was brought in on the day after
    await db().execute(sql`update sem_slices s set imported_at = s.day + 1, settled_at = null from sem_accounts a
      where a.id = s.account_id and a.name = '结'`)
    expect(await stateOf()).toEqual({ day, state: 'outdated' })
    expect((await store([line({ account: '结', day })])).outcomes).toMatchObject([{ state: 'same' }])
    expect(await stateOf()).toEqual({ day, state: 'there' })
    await store([line({ account: '结', day, cost: '2.00' })])
    expect(await stateOf()).toEqual({ day, state: 'there' })
    const [act] = (await viewer.call(querySemActs, {})).data
    const asked = await keeper.call(undoSemAct, { act: act?.act ?? '' })
    const { confirmToken } = asked.data as unknown as { confirmToken: string }
    const sent = { token: keeper.token, headers: { [CONFIRM_HEADER]: confirmToken } }
    await server().send('POST', undoSemAct.path, { act: act?.act ?? '' }, sent)
    expect(await stateOf()).toEqual({ day, state: 'outdated' })
  })
})

describe('operations.md "undo for 90 days"', () => {
  const june = { from: '2026-06-01', to: '2026-06-30' }
  const total = async () => (await viewer.call(getSearchMarketing, june)).data.total
  const newest = async () => {
    const [act] = (await viewer.call(querySemActs, {})).data
    if (!act) throw new Error('no act')
    return act
  }
  async function undo(act: string) {
    const asked = await keeper.call(undoSemAct, { act })
    if (asked.code !== 600) return asked
    const { confirmToken } = asked.data as unknown as { confirmToken: string }
    const sent = { token: keeper.token, headers: { [CONFIRM_HEADER]: confirmToken } }
    return server().send('POST', undoSemAct.path, { act }, sent)
  }

  it('puts back what slices held, also deleted ones, and is itself undone', async () => {
    await store([line({ day: '2026-06-01', account: '撤', cost: '5.00' }), line({ day: '2026-06-02', account: '撤' })])
    const first = await newest()
    expect(first).toMatchObject({ kind: 'import', slices: 2, costBefore: '0', costAfter: '6.00', mayUndo: true })
    await store([line({ day: '2026-06-01', account: '撤', cost: '9.00' })])
    const second = await newest()
    expect(await total()).toMatchObject({ cost: '10.00' })
    expect(await keeper.call(undoSemAct, { act: first.act })).toMatchObject({
      status: 409,
      msg: '1 份报表之后又有变化，不能撤销：撤 2026-06-01 计划',
    })
    expect(await undo(second.act)).toMatchObject({ code: 200, data: { slices: 1 } })
    expect(await total()).toMatchObject({ cost: '6.00' })
    // the same report again is what stands
    expect((await store([line({ day: '2026-06-01', account: '撤', cost: '5.00' })])).outcomes).toMatchObject([
      { state: 'same' },
    ])
    await undo((await newest()).act)
    expect(await total()).toMatchObject({ cost: '10.00' })
    const accountId = (await viewer.call(querySemAccounts, {})).data.find(({ name }) => name === '撤')?.id ?? ''
    const asked = await keeper.call(removeSearchFigures, { accountId, ...june })
    const { confirmToken } = asked.data as unknown as { confirmToken: string }
    await server().send(
      'POST',
      removeSearchFigures.path,
      { accountId, ...june },
      { token: keeper.token, headers: { [CONFIRM_HEADER]: confirmToken } },
    )
    expect(await total()).toMatchObject({ cost: '0.00' })
    await undo((await newest()).act)
    expect(await total()).toMatchObject({ cost: '10.00', shows: 20 })
  })

  it('§6 is refused without the right', async () => {
    const refused = { status: 403, code: 403 }
    expect(await viewer.call(saveSemAccount, form)).toMatchObject(refused)
    expect(await viewer.call(undoSemAct, { act: '00000000-0000-4000-8000-000000000000' })).toMatchObject(refused)
    const stranger = await server().as((await makeRole(db(), 'semDetail.view')).code)
    expect(await stranger.call(querySemAccounts, {})).toMatchObject(refused)
    expect(await stranger.call(querySemStrip, june)).toMatchObject(refused)
    expect(await stranger.call(querySemActs, {})).toMatchObject(refused)
    expect(await keeper.call(undoSemAct, { act: '00000000-0000-4000-8000-000000000000' })).toMatchObject({
      code: 20404,
    })
  })
})

describe('Ctrl+K', () => {
  it('§4 finds accounts as they are called, and leads to the figures of the one', async () => {
    await store([
      line({ day: '2026-06-20', account: '速查一户', cost: '3.00' }),
      line({ day: '2026-06-20', account: '速查二户', cost: '4.00' }),
    ])
    const found = (await viewer.call(querySearchAccounts, {})).data.filter(({ name }) => name.includes('速查'))
    expect(found.map(({ name }) => name).toSorted()).toEqual(['速查一户', '速查二户'])
    const accountId = found.find(({ name }) => name === '速查一户')?.id ?? ''
    const opened = { from: '2026-06-20', to: '2026-06-20', accountId }
    expect((await viewer.call(getSearchMarketing, opened)).data.total).toMatchObject({ cost: '3.00' })
  })

  it('§6 tells names to those who may see figures or words, and what leads there to the former alone', async () => {
    const refused = { status: 403, code: 403 }
    const ofWords = await server().as((await makeRole(db(), 'semSearch.view')).code)
    expect(await ofWords.call(querySearchAccounts, {})).toMatchObject({ code: 200 })
    // the search offers the page of figures by this call's access
    expect(await ofWords.call(getSearchMarketing, { from: '2026-06-20', to: '2026-06-20' })).toMatchObject(refused)
    const stranger = await server().as((await makeRole(db(), 'semDetail.view', 'customerList.view')).code)
    expect(await stranger.call(querySearchAccounts, {})).toMatchObject(refused)
    const ofCustomers = await server().as((await makeRole(db(), 'customerList.view')).code)
    expect(await ofCustomers.call(findSearchCampaigns, { text: '速查' })).toMatchObject(refused)
    expect(await server().nobody.call(querySearchAccounts, {})).toMatchObject({ status: 401 })
  })
})
