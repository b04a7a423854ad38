// Every import that declares itself: rows a second of its saving, from the call to the end of its job, against a bare insert of as many
// rows in the same run. A declared import without rows in `imports-data.ts` ends the measurement.
import pg from 'pg'
import type { DataOf } from '#contract/endpoint.ts'
import type { ImportCalls, ImportMethod } from '#contract/sheets.ts'
import { sheets } from '#server/app.ts'
import type { Import } from '#server/core/sheets/imports.ts'
import { type Caller, callerOf } from './caller.ts'
import { type Bench, startContender } from './contenders.ts'
import { signIn } from './database.ts'
import { median, type Row, type Running } from './harness.ts'
import { csvOf, fillFor, type Sheet, sheetOf } from './imports-data.ts'
import { sized } from './sized.ts'
import { took } from './timed.ts'

/** Rows of each import. */
const IMPORTED = sized(5_000, 200)
/** Rows a second. */
const RATE = 1_000
const ROUNDS = sized(5, 1)

const rate = (ms: number) => (IMPORTED / ms) * 1_000
const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')} 行/秒`

/** @returns the time that saving took, ms */
async function save({ call, bring, ended }: Caller, calls: ImportCalls, rowOf: Sheet['row'], method: ImportMethod) {
  const rows = Array.from({ length: IMPORTED }, (_, n) => rowOf(n))
  const { id: fileId } = await bring(Buffer.from(csvOf(calls.columns, rows)))
  const view: DataOf<typeof calls.open> = await call(calls.open, { fileId, hasHeader: true, method })
  const { id, version, rows: found, wrongRows: wrong, records } = view
  if (found !== IMPORTED || wrong > 0) {
    const problems = records.flatMap((each) => each.problems).slice(0, 3)
    throw new Error(`${calls.kind}: ${found} rows, ${wrong} wrong ${JSON.stringify(problems)}`)
  }
  return took(async () => ended((await call(calls.save, { id, version, mode: 'all' })).jobId))
}

/** As many rows as an import has, of a few texts each, in a table of their own. */
async function bare(owner: pg.Client): Promise<number> {
  await owner.query(
    'create table bare_rows (id bigint generated always as identity primary key, a text, b text, c text)',
  )
  const cells = Array.from({ length: IMPORTED }, (_, n) => `导入${n}`)
  const time = await took(() =>
    owner.query('insert into bare_rows (a, b, c) select c, c, c from unnest($1::text[]) c', [cells]),
  )
  await owner.query('drop table bare_rows')
  return time
}

export async function measureImports({ cluster }: Bench): Promise<Row[]> {
  const database = await cluster.prepare('imports', 1_000)
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  let server: Running | undefined
  try {
    for (const statement of fillFor(IMPORTED)) await owner.query(statement)
    server = await startContender('server', database, cluster.folder, 'imports')
    const caller = callerOf(server, await signIn(owner, 'administrator', 'imports', '10000000003'))
    const bares: number[] = []
    const saved: { what: string; time: number }[] = []
    for (const { calls } of sheets.filter((sheet): sheet is Import => 'calls' in sheet)) {
      const { row, update } = sheetOf(calls.kind)
      bares.push(await bare(owner))
      saved.push({ what: `导入${calls.noun}`, time: await save(caller, calls, row, 'add') })
      if (update) saved.push({ what: `更新${calls.noun}`, time: await save(caller, calls, update, 'update') })
    }
    while (bares.length < ROUNDS) bares.push(await bare(owner))
    const plain = rate(median(bares))
    return saved.map(({ what, time }) => ({
      what: `${what}，${IMPORTED.toLocaleString('en')} 行`,
      figure: perSecond(rate(time)),
      against: `裸插入 ${perSecond(plain)}`,
      ratio: (rate(time) / plain).toFixed(3),
      toReach: `≥ ${RATE.toLocaleString('en')} 行/秒`,
      isReached: rate(time) >= RATE,
      why: '时间是绝对值，机器繁忙时成倍变慢',
    }))
  } finally {
    await server?.stop()
    await owner.end()
  }
}
