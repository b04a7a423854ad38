// Import and export of staff accounts by the console's own calls, against the library alone, a bare insert of the same rows,
// and COPY; with the server's peak memory.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { DataOf, Input } from '#contract/endpoint.ts'
import { exportUsers, userImport } from '#contract/organisation/user-sheets.ts'
import { writeSheet } from '#server/core/sheets/sheets.ts'
import { type Caller, callerOf } from './caller.ts'
import { type Bench, startContender } from './contenders.ts'
import { type Prepared, signIn } from './database.ts'
import { factor, median, memoryOf, type Row, root } from './harness.ts'
import { sized } from './sized.ts'

const IMPORTED = sized(50_000, 1_000)
const XLSX_ROWS = sized(100_000, 1_000)
const CSV_ROWS = sized(1_000_000, 2_000)
const ROUNDS = sized(3, 1)
const MEMORY_MB = 300
const SAMPLE_MS = 25

const run = promisify(execFile)
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
const columns = userImport.columns.map(({ header, width }) => ({ header, width }))

/** Names and numbers are unique to the round. */
const rowOf = (round: number, n: number): string[] => {
  const number = String(n).padStart(5, '0')
  return [
    `r${round}u${n}`,
    '程远行',
    `1${round + 1}7${number}777`,
    `u${n}@example.com`,
    '总公司',
    '审核主管',
    '',
    '2031-05-01',
    '新员工',
  ]
}

async function workbook(folder: string, round: number): Promise<string> {
  const path = join(folder, `import-${round}.xlsx`)
  const rows = Array.from({ length: IMPORTED }, (_, n) => rowOf(round, n))
  const parts: Buffer[] = []
  for await (const part of writeSheet('xlsx', { name: '员工账号', columns, rows })) parts.push(Buffer.from(part))
  writeFileSync(path, Buffer.concat(parts))
  return path
}

async function library(what: 'read' | 'write', path: string, count = 0): Promise<number> {
  const env = { ...process.env, ROW: JSON.stringify({ row: rowOf(0, 12_345) }) }
  const { stdout } = await run(process.execPath, ['bench/sheets-library.ts', what, path, String(count)], {
    cwd: root,
    env,
  })
  return Number(stdout)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}

/** `over`: the peak of resident memory during the work, over the memory before it, MB. */
async function peakOver<T>(pid: number, work: () => Promise<T>): Promise<{ value: T; over: number }> {
  const before = memoryOf(pid)
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid))
  }, SAMPLE_MS)
  const value = await work().finally(() => clearInterval(timer))
  return { value, over: peak - before }
}

const BATCH = 1_000

/** The minimum for any program: the same rows, a thousand a statement, in one transaction. */
async function insertBare(client: pg.Client, round: number): Promise<void> {
  await client.query('begin')
  for (let from = 0; from < IMPORTED; from += BATCH) {
    const rows = Array.from({ length: BATCH }, (_, n) => rowOf(round, from + n))
    const values = rows.map(
      (_, n) => `($${n * 5 + 1},$${n * 5 + 2},$${n * 5 + 3},$${n * 5 + 4},'none',1,$${n * 5 + 5},1)`,
    )
    await client.query(
      `insert into users (user_name, real_name, mobile, email, password_hash, dept_id, remark, role_id) values ${values.join(',')}`,
      rows.flatMap((cells) => [cells[0], cells[1], cells[2], cells[3], cells[8]]),
    )
  }
  await client.query('commit')
}

/** COPY … TO STDOUT of the same rows; the output is discarded. */
const copyOut = (client: pg.Client, text: string) =>
  new Promise<void>((resolve, reject) => {
    const nothing = () => undefined
    client.query({
      submit: (connection: { query: (text: string) => void }) => connection.query(text),
      handleCopyData: nothing,
      handleCommandComplete: nothing,
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    } as unknown as pg.Submittable)
  })

type Measured = { check: number; save: number; over: number }

async function importOnce({ call, bring, ended }: Caller, pid: number, bytes: Buffer): Promise<Measured> {
  const { id: fileId } = await bring(bytes)
  const { value, over } = await peakOver(pid, async () => {
    let view: DataOf<typeof userImport.open> | undefined
    const check = await timed(async () => {
      view = await call(userImport.open, { fileId, hasHeader: true })
    })
    if (!view || view.wrongRows > 0) throw new Error(`${view?.wrongRows} rows are wrong`)
    const { id, version } = view
    const save = await timed(async () => {
      await ended((await call(userImport.save, { id, version, mode: 'all' })).jobId)
    })
    return { check, save }
  })
  return { ...value, over }
}

async function exportOnce({ call, ended }: Caller, pid: number, format: 'xlsx' | 'csv', userName: string) {
  const keys = exportUsers.columns.map(({ key }) => key)
  const input = { query: { userName }, columns: keys.slice(0, 9), format, reason: 'bench' } as Input<typeof exportUsers>
  const { value, over } = await peakOver(pid, () => timed(async () => ended((await call(exportUsers, input)).jobId)))
  return { time: value, over }
}

const row = (what: string, ours: number, against: string, theirs: number, limit: number): Row => ({
  what,
  figure: seconds(ours),
  against: `${against} ${seconds(theirs)}`,
  ratio: factor(ours / theirs),
  toReach: `≤ ${limit}`,
  isReached: ours / theirs <= limit,
  why: '读取另起线程，先核对压缩包再解析，结果逐行检查后压缩存库；保存时再检查一遍，生成密码与结果文件',
})
const memory = (what: string, over: number): Row => ({
  what,
  figure: `${Math.round(over)} MB`,
  against: '空闲时',
  ratio: '—',
  toReach: `≤ ${MEMORY_MB} MB`,
  isReached: over <= MEMORY_MB,
})

async function measure(caller: Caller, pid: number, owner: pg.Client, folder: string): Promise<Row[]> {
  const imports: (Measured & { library: number; bare: number })[] = []
  // the first round compiles and warms both sides, and does not count
  for (let round = 0; round <= ROUNDS; round++) {
    const path = await workbook(folder, round)
    const alone = await library('read', path)
    const ours = await importOnce(caller, pid, readFileSync(path))
    const bare = await timed(() => insertBare(owner, round + 5))
    if (round > 0) imports.push({ ...ours, library: alone, bare })
  }
  await owner.query(
    `insert into users (user_name, real_name, mobile, email, password_hash, dept_id, role_id, remark)
     select case when n <= ${XLSX_ROWS} then 'qxl' else 'qcs' end || n, '程远行', '2' || lpad(n::text, 10, '0'), 'u@example.com', 'none', 1, 1, '新员工'
     from generate_series(1, ${CSV_ROWS}) n`,
  )
  await owner.query('vacuum (analyze) users')
  const xlsx: { ours: { time: number; over: number }; library: number }[] = []
  const csv: { ours: { time: number; over: number }; copy: number }[] = []
  const copied = `copy (select user_name, real_name, mobile, email, d.name, r.name, status, locked, expires_at from users u
    join departments d on d.id = u.dept_id join roles r on r.id = u.role_id where user_name ilike '%q%'
    order by u.created_at desc, u.id desc limit ${CSV_ROWS}) to stdout (format csv)`
  for (let round = 0; round <= ROUNDS; round++) {
    const turn = {
      xlsx: {
        ours: await exportOnce(caller, pid, 'xlsx', 'qxl'),
        library: await library('write', join(folder, 'w.xlsx'), XLSX_ROWS),
      },
      csv: { ours: await exportOnce(caller, pid, 'csv', 'q'), copy: await timed(() => copyOut(owner, copied)) },
    }
    if (round === 0) continue
    xlsx.push(turn.xlsx)
    csv.push(turn.csv)
  }
  const of = <T>(list: readonly T[], pick: (each: T) => number) => median(list.map(pick))
  const worst = (list: readonly number[]) => Math.max(...list)
  return [
    row(
      '导入 50,000 行：读取、检查、报告',
      of(imports, ({ check }) => check),
      '仅用库读取',
      of(imports, (each) => each.library),
      2,
    ),
    row(
      '导入 50,000 行：保存（含初始密码）',
      of(imports, ({ save }) => save),
      '直接插入',
      of(imports, ({ bare }) => bare),
      3,
    ),
    memory('导入 50,000 行时增加的内存', worst(imports.map(({ over }) => over))),
    row(
      '导出 100,000 行 xlsx',
      of(xlsx, ({ ours }) => ours.time),
      '仅用库写出',
      of(xlsx, (each) => each.library),
      2,
    ),
    row(
      '导出 1,000,000 行 CSV',
      of(csv, ({ ours }) => ours.time),
      'COPY',
      of(csv, ({ copy }) => copy),
      4,
    ),
    memory('导出时增加的内存', worst([...xlsx, ...csv].map(({ ours }) => ours.over))),
  ]
}

export async function measureSheets({ cluster }: Bench): Promise<Row[]> {
  const database: Prepared = await cluster.prepare('sheets', 1_000)
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const server = await startContender('server', database, cluster.folder, 'sheets')
  try {
    // a user who may import and export; the prepared one only reads prices
    const caller = callerOf(server, await signIn(owner, 'administrator', 'sheets', '10000000002'))
    return await measure(caller, server.pid, owner, cluster.folder)
  } finally {
    await server.stop()
    await owner.end()
  }
}
