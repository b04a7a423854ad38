// An import of more rows than are held at once: rows a second from the upload to the end of its job, and the memory that it takes.
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { addDays } from '#contract/days.ts'
import { searchImport } from '#contract/operations/search-sheets.ts'
import { type Caller, callerOf } from './caller.ts'
import { type Bench, startContender } from './contenders.ts'
import { signIn } from './database.ts'
import { memoryOf, type Row, type Running } from './harness.ts'
import { sized } from './sized.ts'
import { took } from './timed.ts'

/** One file: more than 50,000, so that it is kept in chunks also when all is small. */
const ROWS = sized(1_000_000, 50_500)
const DAYS = 40
/** Of checking and of saving, each. */
const RATE = 1_000
const MORE_MB = 300
const LOOK_MS = 100
const FIRST_DAY = '2026-01-01'

/** Keywords in the order of their names, each for all days: every slice is in every chunk. */
function file(): Buffer {
  const lines = Array.from({ length: ROWS }, (_, n) => {
    const [keyword, day] = [Math.floor(n / DAYS), addDays(FIRST_DAY, n % DAYS)]
    return `百度,${day},large-${keyword % 4},计划${keyword % 50},单元${keyword % 400},大宗商品价格${keyword},${keyword % 900},${keyword % 9},${keyword % 70}.5`
  })
  return gzipSync(['来源,日期,账户,推广计划名称,推广单元名称,关键词,展现量,点击量,消费', ...lines].join('\n'), {
    level: 1,
  })
}

/** @returns the most memory that the server had meanwhile, MB */
async function watched<T>({ pid }: Running, work: () => Promise<T>): Promise<{ value: T; most: number }> {
  let most = memoryOf(pid)
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid))
  }, LOOK_MS)
  try {
    return { value: await work(), most }
  } finally {
    clearInterval(timer)
  }
}

async function measure(server: Running, { call, bring, ended }: Caller): Promise<Row[]> {
  const { id: fileId } = await bring(file())
  const before = memoryOf(server.pid)
  let view: { id: string; version: number; rows: number; wrongRows: number } | undefined
  const { value: times, most } = await watched(server, async () => {
    const checked = await took(async () => {
      const { id, checkJobId } = await call(searchImport.open, { fileId, hasHeader: true })
      if (checkJobId !== null) await ended(checkJobId)
      view = await call(searchImport.rows, { id, onlyWrong: false, current: 1 })
    })
    if (view?.rows !== ROWS || view.wrongRows > 0) throw new Error(`${view?.rows} rows, ${view?.wrongRows} wrong`)
    const { id, version } = view
    const saved = await took(async () => ended((await call(searchImport.save, { id, version, mode: 'all' })).jobId))
    return { checked, saved }
  })
  const what = `${ROWS.toLocaleString('en')} 行的推广数据`
  const of = (name: string, ms: number): Row => ({
    what: `${name} ${what}`,
    figure: `${Math.round((ROWS / ms) * 1_000).toLocaleString('en')} 行/秒，${Math.round(ms / 1_000)} 秒`,
    against: '一个文件，分块保存',
    ratio: '',
    toReach: `≥ ${RATE.toLocaleString('en')} 行/秒`,
    isReached: (ROWS / ms) * 1_000 >= RATE,
    why: '时间是绝对值，机器繁忙时成倍变慢',
  })
  return [
    of('检查', times.checked),
    of('导入', times.saved),
    {
      what: `${what}增加的内存`,
      figure: `${Math.round(most - before)} MB`,
      against: `此前 ${Math.round(before)} MB`,
      ratio: '',
      toReach: `≤ ${MORE_MB} MB`,
      isReached: most - before <= MORE_MB,
      why: '读取的线程与保存的线程各有自己的堆，垃圾要等它们回收',
    },
  ]
}

export async function measureLargeImport({ cluster }: Bench): Promise<Row[]> {
  const database = await cluster.prepare('imports_large', 1_000)
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  let server: Running | undefined
  try {
    server = await startContender('server', database, cluster.folder, 'imports_large')
    return await measure(server, callerOf(server, await signIn(owner, 'administrator', 'imports_large', '10000000004')))
  } finally {
    await server?.stop()
    await owner.end()
  }
}
