// A report of more lines than are held at once, over HTTP: it is kept in chunks.
import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { CONFIRM_HEADER } from '#contract/endpoint.ts'
import { querySemActs, undoSemAct } from '#contract/operations/search-accounts.ts'
import { getSearchMarketing } from '#contract/operations/search-marketing.ts'
import { searchImport } from '#contract/operations/search-sheets.ts'
import type { ImportView } from '#contract/sheets.ts'
import { cancelJob, getJob } from '#contract/system/jobs.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { bring, cellsOf, endOf } from '#test/sheets.ts'

const server = testServer()
const db = () => server().database.db
let keeper: Person
let reader: Person

beforeAll(async () => {
  const rights = ['view', 'leadingIn', 'delete'].map((act) => `semData.${act}`)
  keeper = await server().as((await makeRole(db(), ...rights)).code)
  reader = await server().as((await makeRole(db(), 'semData.view')).code)
})

const head = '时间,账户,推广计划,推广组,关键词,展示次数,点击次数,总费用,平均每次点击费用'
const [first, second] = ['2026-05-01', '2026-05-02']
/** Fifty thousand rows take seconds, on a busy machine minutes. */
const LONG_MS = 300_000
/** More than the usual way takes, in as many days' lines as chunks cut in two. */
const KEYWORDS = 50_100
const SECOND = 40
const lineOf = (day: string, n: number) => `${day},large360,计划${n % 7},组,词${n},10,1,0.50,0.50`
const back = (cost: string, campaign: string) => `${first},large360,${campaign},,超投修正,0,0,${cost},`
/** The second day's lines are among the first's, and those of what is given back stand at both ends. */
const lines = Array.from({ length: KEYWORDS }, (_, n) => [
  lineOf(first, n),
  ...(n % 1_000 === 0 && n / 1_000 < SECOND ? [lineOf(second, n)] : []),
]).flat()
const right = [back('-1.25', '计划1'), ...lines, back('-2.00', '计划2')]
const ROWS = right.length
const file = (rows: readonly string[]) => [head, ...rows].join('\n')

const name = '点睛_关键词.csv'
/** As it is answered at once: a large file is checked by a job from then on. */
const begin = async (content: string | Buffer, fileName = name) =>
  (await keeper.call(searchImport.open, { fileId: await bring(server(), keeper, content, fileName), hasHeader: true }))
    .data
const rowsOf = async (id: string, onlyWrong = false, current = 1) =>
  (await keeper.call(searchImport.rows, { id, onlyWrong, current })).data
/** What the check has found, as the dialog shows it. */
const checked = async (view: ImportView) => {
  const { id, checkJobId } = view
  if (checkJobId === null) return view
  expect(await endOf(keeper, checkJobId, LONG_MS)).toMatchObject({ state: 'done' })
  const all = await rowsOf(id)
  return all.wrongRows > 0 ? rowsOf(id, true) : all
}
const open = async (content: string | Buffer, fileName = name) => checked(await begin(content, fileName))
const save = async ({ id, version }: Pick<ImportView, 'id' | 'version'>) => {
  const { data } = await keeper.call(searchImport.save, { id, version, mode: 'all' })
  return endOf(keeper, data.jobId, LONG_MS)
}
const at = { from: first, to: second, source: 'so360' as const }
const total = async () => (await keeper.call(getSearchMarketing, at)).data.total
const count = async (table: string) =>
  Number((await db().execute<{ n: string }>(sql.raw(`select count(*) as n from ${table}`))).rows[0]?.n)

describe('operations.md "1,000,000 rows"', { timeout: 3 * LONG_MS }, () => {
  let view: ImportView

  it('is checked by a job: what it refuses is its message, and stopped it leaves nothing behind', async () => {
    const content = file(right)
    const begun = await begin(content)
    expect(begun).toMatchObject({ rows: 0, records: [], checkJobId: expect.stringMatching(/^\d+$/) })
    const { id, checkJobId } = begun
    const jobId = checkJobId ?? ''
    const job = async () => (await keeper.call(getJob, { id: jobId })).data
    expect(await job()).toMatchObject({ title: '检查要导入的推广数据', total: 0 })
    expect(await reader.call(getJob, { id: jobId })).toMatchObject({ code: 20404 })
    await expect.poll(async () => (await job()).done, { interval: 10, timeout: LONG_MS }).toBeGreaterThan(0)
    expect((await job()).note).toMatch(/^正在检查，已检查 \d+ 行$/)
    expect((await keeper.call(cancelJob, { id: jobId })).code).toBe(200)
    expect(await endOf(keeper, jobId, LONG_MS)).toMatchObject({ state: 'cancelled' })
    expect(await count('import_chunks')).toBe(0)
    const stopped = await rowsOf(id)
    expect(stopped).toMatchObject({ rows: 0, wrongRows: 0, records: [], checkJobId: null })
    const nothing = { id, version: stopped.version, mode: 'all' } as const
    expect(await keeper.call(searchImport.save, nothing)).toMatchObject({ code: 409, msg: '没有可以导入的行' })

    const refused = await begin(content.replace(lineOf(first, KEYWORDS - 1), `${lineOf(first, KEYWORDS - 1)},,多一格`))
    expect(await endOf(keeper, refused.checkJobId ?? '', LONG_MS)).toMatchObject({
      state: 'failed',
      message: `第 ${ROWS} 行在表头之外还有内容，请检查是否错列`,
    })
    expect(await count('import_chunks')).toBe(0)
    expect(await reader.call(searchImport.open, { fileId: '1', hasHeader: true })).toMatchObject({ status: 403 })
  })

  it('a file longer than a chunk is checked: faults by page and as a workbook, corrected, checked again', async () => {
    view = await open(file([...right, lineOf(second, 0), lineOf(second, 1).replace(',10,1,', ',-10,1,')]))
    expect(view).toMatchObject({ rows: ROWS + 2, wrongRows: 2, total: 2, updated: 0, same: 0 })
    expect(view.notes).toEqual([
      '识别为“360”的“关键词”层级数据。',
      '未使用的列：平均每次点击费用；比率由合计重新计算。',
      `“${second} large360”：第 ${ROWS + 2} 行有错误，这一天的报表要整份导入，请先更正或移除。`,
      '将新增账号：360 large360；账号写错时请更正。',
      '新增 3 份报表（2026-05-01 至 2026-05-02）。',
    ])
    expect(view.records.map(({ number, problems }) => [number, problems])).toEqual([
      [ROWS + 2, [{ key: 'day', message: '与第 4 行是同一天的同一项' }]],
      [ROWS + 3, [{ key: 'shows', message: '应为整数，可以有千分位' }]],
    ])
    const page = (current: number) => rowsOf(view.id, false, current)
    // a page on both sides of the end of a chunk
    const across = await page(101)
    expect([across.total, across.records.map(({ number }) => number)]).toEqual([
      ROWS + 2,
      Array.from({ length: 50 }, (_, n) => 5_002 + n),
    ])
    expect((await page(Math.ceil((ROWS + 2) / 50))).records.at(-1)?.number).toBe(ROWS + 3)
    const failed = (await keeper.call(searchImport.failed, { id: view.id })).data
    const written = await cellsOf(Buffer.from(failed.content, 'base64'))
    expect(written.slice(1).map((cells) => cells.at(-1))).toEqual([
      '与第 4 行是同一天的同一项',
      '应为整数，可以有千分位',
    ])

    const partly = { id: view.id, version: view.version, mode: 'correct' as const }
    expect(await endOf(keeper, (await keeper.call(searchImport.save, partly)).data.jobId, LONG_MS)).toMatchObject({
      state: 'failed',
      message: `“${second} large360”：第 ${ROWS + 2} 行有错误，这一天的报表要整份导入，没有导入任何行`,
    })
    view = await rowsOf(view.id, true)
    const [doubled, negative] = view.records.map((row) => row.at)
    const fixes = [{ row: negative ?? 0, key: 'shows' as const, value: '10' }]
    const { id, version } = view
    const fixing = (await keeper.call(searchImport.fix, { id, version, fixes, drop: [doubled ?? 0] })).data
    expect(fixing).toMatchObject({ checkJobId: expect.stringMatching(/^\d+$/), wrongRows: 2 })
    const meanwhile = { id, version: fixing.version, fixes, drop: [] }
    expect(await keeper.call(searchImport.fix, meanwhile)).toMatchObject({ code: 409, msg: '正在导入，请等待完成' })
    view = await checked(fixing)
    expect(view).toMatchObject({ rows: ROWS + 1, wrongRows: 0, records: { length: 50 } })
    expect(await keeper.call(searchImport.fix, { id, version, fixes, drop: [] })).toMatchObject({ code: 409 })
    const stranger = await server().as('administrator')
    expect(await stranger.call(searchImport.rows, { id, onlyWrong: false, current: 1 })).toMatchObject({ code: 20404 })
    expect(await reader.call(searchImport.rows, { id, onlyWrong: false, current: 1 })).toMatchObject({ status: 403 })
  })

  it('stopped between two chunks, it leaves nothing half saved', async () => {
    const { id, version } = view
    const { jobId } = (await keeper.call(searchImport.save, { id, version, mode: 'all' })).data
    const job = async () => (await keeper.call(getJob, { id: jobId })).data
    // some chunks are written, some are not
    await expect.poll(async () => (await job()).done, { interval: 10 }).toBeGreaterThan(0)
    expect((await keeper.call(cancelJob, { id: jobId })).code).toBe(200)
    expect(await endOf(keeper, jobId)).toMatchObject({ state: 'cancelled' })
    for (const table of ['sem_slices', 'sem_facts', 'sem_months', 'sem_nodes', 'sem_accounts', 'sem_replacements'])
      expect([table, await count(table)]).toEqual([table, 0])
    // and may be saved again
    view = await rowsOf(id)
  })

  it('it is saved, is the same as in one piece, and is taken back', async () => {
    expect(await save(view)).toMatchObject({ state: 'done', message: `导入 ${ROWS + 1} 行` })
    const cost = ((KEYWORDS + SECOND + 1) * 0.5 - 3.25).toFixed(2)
    expect(await total()).toMatchObject({ shows: (KEYWORDS + SECOND + 1) * 10, cost })
    expect(await count('sem_facts')).toBe(KEYWORDS + SECOND + 2)
    // the second day alone goes the usual way, in another order
    const day = [...lines.filter((line) => line.startsWith(second)), lineOf(second, 1)]
    expect((await open(file(day.toReversed()))).notes).toContain('1 份与已有的相同，将跳过。')
    // packed, with one line less: one slice is replaced, two stay
    const fewer = gzipSync(file(right.filter((line) => line !== lineOf(first, 7)).concat(lineOf(second, 1))))
    const again = await open(fewer, '点睛_关键词.csv.gz')
    expect(again.parts).toMatchObject({
      total: 1,
      records: [{ sums: [{ was: '50100', is: '50099' }, {}, {}, {}, {}] }],
    })
    expect(again.notes).toContain('2 份与已有的相同，将跳过。')
    const [act] = (await keeper.call(querySemActs, {})).data
    const undo = { act: act?.act ?? '' }
    const asked = await keeper.call(undoSemAct, undo)
    const { confirmToken } = asked.data as unknown as { confirmToken: string }
    const sent = { token: keeper.token, headers: { [CONFIRM_HEADER]: confirmToken } }
    expect(await server().send('POST', undoSemAct.path, undo, sent)).toMatchObject({ code: 200, data: { slices: 3 } })
    expect(await count('sem_facts')).toBe(0)
    expect(await save(again)).toMatchObject({ state: 'done', message: `导入 ${ROWS} 行` })
    expect(await count('sem_facts')).toBe(KEYWORDS + SECOND + 1)
  })

  it('its chunks go with it', async () => {
    expect(await count('import_chunks')).toBeGreaterThan(20)
    await db().execute(sql`delete from imports`)
    expect(await count('import_chunks')).toBe(0)
  })
})
