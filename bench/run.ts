// `npm run bench`: measurements side by side on this machine, as tables here and in bench/results.md. With `--smoke` each runs
// once and small, and nothing is stored: whether all still work.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureAccess } from './access.ts'
import { measureAi } from './ai.ts'
import { measureArticleLists } from './article-lists.ts'
import { measureArticles } from './articles.ts'
import { measureById } from './by-id.ts'
import type { Bench } from './contenders.ts'
import { openCluster } from './database.ts'
import { measureEntitlements } from './entitlements.ts'
import { measureGrid } from './grid.ts'
import { CONNECTIONS, type Row, root } from './harness.ts'
import { measureImports } from './imports.ts'
import { measureLargeImport } from './imports-large.ts'
import { measureLarge } from './large.ts'
import { measureList } from './list.ts'
import { measureMeetings } from './meetings.ts'
import { measureMembers } from './members.ts'
import { measureMemory } from './memory.ts'
import { measureMenuSearch } from './menu-search.ts'
import { measureMonitoring } from './monitoring.ts'
import { measureOpenLists } from './open-lists.ts'
import { measureOperations } from './operations.ts'
import { measureOutbox } from './outbox.ts'
import { measurePivot } from './pivot.ts'
import { measurePrices } from './prices.ts'
import { measurePublicPages } from './public-pages.ts'
import { sectionOf, withSection } from './results.ts'
import { measureScroll } from './scroll.ts'
import { measureSelect } from './select.ts'
import { measureSeries } from './series.ts'
import { measureSheets } from './sheets.ts'
import { isSmoke, sized } from './sized.ts'
import { smoke, type Tried, writeReport } from './smoke.ts'
import { measureSockets } from './sockets.ts'
import { measureStart } from './start.ts'
import { measureTabs } from './tabs.ts'
import { measureVisits } from './visits.ts'

const PRICES = sized(1_000_000, 1_000)
const measurements: Record<string, (bench: Bench) => Promise<Row[]>> = {
  list: measureList,
  'by-id': measureById,
  access: measureAccess,
  start: measureStart,
  memory: measureMemory,
  members: measureMembers,
  sockets: measureSockets,
  sheets: measureSheets,
  imports: measureImports,
  'imports-large': measureLargeImport,
  'menu-search': measureMenuSearch,
  tabs: measureTabs,
  select: measureSelect,
  scroll: measureScroll,
  grid: measureGrid,
  'open-lists': measureOpenLists,
  large: measureLarge,
  prices: measurePrices,
  series: measureSeries,
  monitoring: measureMonitoring,
  meetings: measureMeetings,
  visits: measureVisits,
  'public-pages': measurePublicPages,
  outbox: measureOutbox,
  operations: measureOperations,
  pivot: measurePivot,
  articles: measureArticles,
  'article-lists': measureArticleLists,
  entitlements: measureEntitlements,
  ai: measureAi,
}
/** These take minutes, so they run on request only. */
const onRequest = new Set(['large', 'imports-large', 'members', 'article-lists', 'visits'])

const say = (line: string) => console.log(line)

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean' },
    large: { type: 'boolean' },
    smoke: { type: 'boolean' },
    /** The small run's outcome as JSON, in this file. */
    report: { type: 'string' },
    facts: { type: 'string' },
  },
})
/** `--facts=10000000`: of search marketing. */
const facts = options.facts === undefined ? undefined : Number(options.facts)
if (facts !== undefined && !(Number.isInteger(facts) && facts > 0)) {
  console.error('--facts 应为正整数，如 10000000')
  process.exit(1)
}
const chosen =
  options.only?.split(',') ??
  Object.keys(measurements).filter((name) => isSmoke || options.large || !onRequest.has(name))
const unknown = chosen.filter((name) => !(name in measurements))
if (unknown.length > 0) {
  console.error(`没有这项测量：${unknown.join('、')}。可选：${Object.keys(measurements).join('、')}`)
  process.exit(1)
}

// the server is measured as `npm start` runs it
execFileSync(process.execPath, [join('scripts', 'build.mjs')], { cwd: root, stdio: 'inherit' })
// Many short rounds: other load on the machine then hits both sides alike.
const pace = sized({ seconds: 2, rounds: options.quick ? 3 : 15 }, { seconds: 1, rounds: 1 })
const cluster = await openCluster(say)
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
}
const versions = `Node ${process.versions.node}，PostgreSQL ${cluster.version}，Fastify ${dependencies.fastify}，pg ${dependencies.pg}`
const conditions = `${availableParallelism()} 核，${versions}，${CONNECTIONS} 个连接，${PRICES.toLocaleString('en')} 条价格。`
const results = join(import.meta.dirname, 'results.md')
const store = (name: string, section: string) =>
  writeFileSync(results, withSection(readFileSync(results, 'utf8'), name, section, Object.keys(measurements)))
const measured = new Map<string, string>()
const tried: Tried[] = []

try {
  let database = await cluster.prepare('bench', PRICES)
  for (const name of chosen) {
    say(`正在测量 ${name}……`)
    const measure = async () => (await measurements[name]?.({ cluster, database, pace, ...(facts && { facts }) })) ?? []
    if (isSmoke) {
      // the others run all the same, so that one run tells of all
      const since = performance.now()
      const outcome = await smoke(name, measure, async () => {
        database = await cluster.prepare('bench', PRICES)
      })
      tried.push(outcome)
      say(`  ${((performance.now() - since) / 1_000).toFixed(1)} 秒`)
      continue
    }
    const rows = await measure()
    for (const row of rows) say(`  ${row.what}：${row.figure}，${row.against}，${row.ratio}（${row.toReach}）`)
    const section = sectionOf(rows, conditions)
    measured.set(name, section)
    if (!options.quick) store(name, section)
  }
} finally {
  await cluster.stop()
}

if (isSmoke) {
  if (options.report) writeReport(join(root, options.report), tried)
  const broken = tried.filter(({ isRunning }) => !isRunning).map(({ name }) => name)
  if (broken.length > 0) throw new Error(`不能运行的测量：${broken.join('、')}`)
  say(`${chosen.length} 项测量都能运行。`)
} else {
  say([...measured].map(([name, section]) => `\n## ${name}\n\n${section}`).join('\n'))
  if (options.quick) say('\n只粗测了一遍，bench/results.md 没有改动。')
}
