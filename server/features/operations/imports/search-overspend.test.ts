// What a report does not say is asked, and what was spent beyond the budget is given back: both over HTTP.
import { beforeAll, describe, expect, it } from 'vitest'
import { CONFIRM_HEADER } from '#contract/endpoint.ts'
import { querySemActs, querySemStrip, undoSemAct } from '#contract/operations/search-accounts.ts'
import { getSearchMarketing, querySearchMarketing } from '#contract/operations/search-marketing.ts'
import { searchImport } from '#contract/operations/search-sheets.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { bring, endOf } from '#test/sheets.ts'

const server = testServer()
let keeper: Person
let reader: Person

beforeAll(async () => {
  const { db } = server().database
  const rights = ['view', 'leadingIn', 'delete'].map((act) => `semData.${act}`)
  keeper = await server().as((await makeRole(db, ...rights)).code)
  reader = await server().as((await makeRole(db, 'semData.view')).code)
})

const open = async (sheet: string, name: string) =>
  (await keeper.call(searchImport.open, { fileId: await bring(server(), keeper, sheet, name), hasHeader: true })).data

const saved = async ({ id, version }: { id: string; version: number }) => {
  const { data } = await keeper.call(searchImport.save, { id, version, mode: 'all' })
  return endOf(keeper, data.jobId)
}

describe('the source of a report', () => {
  it('operations.md "asked where unsure, remembered": the source of each account, once', async () => {
    const sheet = (day: string) =>
      `日期,账户,展现,点击,消费\n${[1, 2].map((n) => `${day},asked-${n},${n}0,1,2.00`).join('\n')}\n${day},asked-1,7,1,x`
    const ask = (day: string) => open(sheet(day), '导出.csv')
    const first = await ask('2026-06-03')
    expect(first.asked).toEqual([
      { of: 'asked-1', rows: 2 },
      { of: 'asked-2', rows: 1 },
    ])
    const answers = [
      { of: 'asked-1', value: '搜狗' },
      { of: 'asked-2', value: '必应' },
    ]
    const place = { id: first.id, fixes: [], drop: [2] }
    const fixed = (await keeper.call(searchImport.fix, { ...place, version: first.version, answers })).data
    expect(fixed).toMatchObject({ rows: 2, wrongRows: 0, asked: [] })
    // what a cell says stays, and a value that is none is a problem of its own
    const again = { ...place, drop: [], version: fixed.version, answers: [{ of: 'asked-1', value: '火星' }] }
    expect((await keeper.call(searchImport.fix, again)).data).toMatchObject({ rows: 2, wrongRows: 0 })
    expect(
      await saved((await keeper.call(searchImport.rows, { id: first.id, onlyWrong: false, current: 1 })).data),
    ).toMatchObject({ state: 'done' })
    const { records } = (
      await keeper.call(querySearchMarketing, { from: '2026-06-03', to: '2026-06-03', by: 'account' })
    ).data
    expect(records.map(({ source, account }) => [source, account]).toSorted()).toEqual([
      ['bing', 'asked-2'],
      ['sogou', 'asked-1'],
    ])
    // the accounts are known by now
    expect((await ask('2026-06-04')).asked).toEqual([])
    expect(await reader.call(searchImport.fix, { ...place, version: 1, answers })).toMatchObject({ status: 403 })
  })
})

describe('operations.md "超投修正 later"', () => {
  const day = '2026-07-20'
  const head = '时间,推广计划,推广组,关键词,展示次数,点击次数,总费用,平均每次点击费用'
  const rows = [`="${day}",品牌,核心,钢价,200,10,50.00,5.00`, `="${day}",品牌,核心,螺纹钢,100,4,30.00,7.50`]
  const file = (...lines: string[]) => [head, ...lines].join('\n')
  const at = { from: day, to: day, source: 'so360' as const }
  const total = async () => (await keeper.call(getSearchMarketing, at)).data.total
  const name = '点睛_over360_关键词_20260720.csv'

  it('comes in a file of its own, is of the account, and every breakdown still ends in the total', async () => {
    await saved(await open(file(...rows, '合计,,,,300,14,80.00,'), name))
    expect(await total()).toMatchObject({ cost: '80.00', clicks: 14 })
    const later = await open(file(`="${day}",,,超投修正,-,-,-12.30,-`, '合计,,,,0,0,-12.30,'), '点睛_over360_超投.csv')
    expect(later).toMatchObject({ rows: 1, wrongRows: 0 })
    expect(later.notes).toContain('各行之和与合计行一致。')
    expect(await saved(later)).toMatchObject({ state: 'done', message: '导入 1 行' })
    expect(await total()).toMatchObject({ cost: '67.70', clicks: 14, shows: 300 })
    const { records, sums } = (await keeper.call(querySearchMarketing, { ...at, by: 'keyword' })).data
    expect(records.map(({ name: keyword, cost }) => [keyword, cost])).toEqual([
      ['钢价', '50.00'],
      ['螺纹钢', '30.00'],
      ['未细分', '-12.30'],
    ])
    expect(sums?.cost).toBe('67.70')
    // a campaign has nothing of it
    expect((await keeper.call(getSearchMarketing, { ...at, campaign: '品牌' })).data.total.cost).toBe('80.00')
  })

  it('stays where the day is replaced, which is said; it is replaced by another, and taken back', async () => {
    const changed = await open(file(rows[0] ?? '', '合计,,,,200,10,50.00,'), name)
    expect(changed.notes).toContain(
      `这些天另有超投修正，仍会计入：${day} over360 -12.30。新报表已扣除时，请删除这些修正。`,
    )
    await saved(changed)
    expect((await total()).cost).toBe('37.70')
    const other = await open(file(`="${day}",超投返还,,,0,0,"-1,000.00",`), '点睛_over360_超投.csv')
    expect(other.notes).toContain(`将整份替换 1 份：${day} over360 账号 超投修正（1 行，消费 -12.30 → -1000.00）。`)
    await saved(other)
    expect((await total()).cost).toBe('-950.00')
    const [newest] = (await keeper.call(querySemActs, {})).data
    const undo = { act: newest?.act ?? '' }
    const asked = await keeper.call(undoSemAct, undo)
    expect(asked).toMatchObject({ code: 600 })
    const { confirmToken } = asked.data as unknown as { confirmToken: string }
    const sent = { token: keeper.token, headers: { [CONFIRM_HEADER]: confirmToken } }
    expect(await server().send('POST', undoSemAct.path, undo, sent)).toMatchObject({ code: 200, data: { slices: 1 } })
    expect((await total()).cost).toBe('37.70')
  })

  it('several lines of a day are added, as they come one of each campaign; one that stands there twice is refused', async () => {
    const own = '2026-07-22'
    const day = { ...at, from: own, to: own }
    const lines = [`="${own}",品牌,,超投修正,-,-,-12.30,-`, `="${own}",行业,,超投修正,-,-,-0.71,-`]
    const sum = (cost: string) => `合计,,,,0,0,${cost},`
    const first = await open(file(...lines, sum('-13.01')), '点睛_over360_超投.csv')
    expect(first).toMatchObject({ rows: 2, wrongRows: 0 })
    expect(await saved(first)).toMatchObject({ state: 'done', message: '导入 2 行' })
    expect((await keeper.call(getSearchMarketing, day)).data.total.cost).toBe('-13.01')
    // the same in another order is the same
    const again = await open(file(...lines.toReversed()), '点睛_over360_超投.csv')
    expect(again).toMatchObject({ same: 2, parts: { total: 0 } })
    expect(again.notes).toContain('1 份与已有的相同，将跳过。')
    const more = await open(file(...lines, `="${own}",竞品,,超投修正,-,-,-1.00,-`), '点睛_over360_超投.csv')
    expect(more).toMatchObject({ updated: 3, parts: { records: [{ changed: 1, added: 0, gone: 0 }], total: 1 } })
    expect(more.notes).toContain(`将整份替换 1 份：${own} over360 账号 超投修正（1 行，消费 -13.01 → -14.01）。`)
    const twice = await open(file(...lines, lines[0] ?? ''), '点睛_over360_超投.csv')
    // which of them is right is not known: the day does not come without one
    expect(twice).toMatchObject({ rows: 3, wrongRows: 3 })
    const held = { key: 'day', message: '第 4 行有错误，这一天的报表要整份导入' }
    expect(twice.records.flatMap((row) => row.problems)).toEqual([
      held,
      held,
      { key: 'cost', message: '与第 2 行是同一笔超投修正：重复的请移除，确是两笔时请合成一行' },
    ])
  })

  it('§5 is below 0, of an account, and alone no day of a report', async () => {
    const template = '来源,层级,流量,日期,账号,计划,展现量,点击量,消费'
    const of = (line: string) => open(`${template}\n${line}`, '模板.csv')
    const problems = async (line: string) => (await of(line)).records.flatMap((row) => row.problems)
    expect(await problems(`360,账号,超投修正,${day},over360,,0,0,5`)).toEqual([
      { key: 'cost', message: '超投修正是退回的消费，应为负数' },
    ])
    expect(await problems(`360,计划,全部,${day},over360,品牌,0,0,-5`)).toEqual([
      { key: 'cost', message: '应为数字，最多两位小数，可以有千分位' },
    ])
    await saved(await of(`360,账号,超投修正,2026-07-21,over360,,0,0,-5`))
    const strip = (await keeper.call(querySemStrip, { from: day, to: '2026-07-21' })).data
    const own = strip.accounts.find((account) => account.name === 'over360')
    expect(own?.days.map(({ state }) => state)).toEqual(['there', 'missing'])
    expect(strip.mismatches).toEqual([])
  })

  it('§6 without the right nobody brings it', async () => {
    expect(await reader.call(searchImport.open, { fileId: '1', hasHeader: true })).toMatchObject({ status: 403 })
  })
})
