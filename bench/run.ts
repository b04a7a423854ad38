// `npm run bench`: every measurement side by side on this machine, as a table here and in bench/results.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureAccess } from './access.ts'
import { measureById } from './by-id.ts'
import type { Bench } from './contenders.ts'
import { openCluster } from './database.ts'
import { CONNECTIONS, type Row, root } from './harness.ts'
import { measureLarge } from './large.ts'
import { measureList } from './list.ts'
import { measureMembers } from './members.ts'
import { measureMemory } from './memory.ts'
import { measureMenuSearch } from './menu-search.ts'
import { measureOpenLists } from './open-lists.ts'
import { measureScroll } from './scroll.ts'
import { measureSelect } from './select.ts'
import { measureSheets } from './sheets.ts'
import { measureSockets } from './sockets.ts'
import { measureStart } from './start.ts'
import { measureTabs } from './tabs.ts'

const PRICES = 1_000_000
const measurements: Record<string, (bench: Bench) => Promise<Row[]>> = {
  list: measureList,
  'by-id': measureById,
  access: measureAccess,
  start: measureStart,
  memory: measureMemory,
  members: measureMembers,
  sockets: measureSockets,
  sheets: measureSheets,
  'menu-search': measureMenuSearch,
  tabs: measureTabs,
  select: measureSelect,
  scroll: measureScroll,
  'open-lists': measureOpenLists,
  large: measureLarge,
}
/** Minutes of work, so only on request. */
const onRequest = new Set(['large', 'members'])

const say = (line: string) => console.log(line)

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, quick: { type: 'boolean' }, large: { type: 'boolean' } },
})
const chosen =
  options.only?.split(',') ?? Object.keys(measurements).filter((name) => options.large || !onRequest.has(name))
const unknown = chosen.filter((name) => !(name in measurements))
if (unknown.length > 0) {
  console.error(`没有这项测量：${unknown.join('、')}。可选：${Object.keys(measurements).join('、')}`)
  process.exit(1)
}

// Many short turns: what else the machine does then hits both sides alike.
const pace = options.quick ? { seconds: 2, rounds: 3 } : { seconds: 2, rounds: 15 }
const cluster = await openCluster(say)
const rows: Row[] = []
try {
  const database = await cluster.prepare('bench', PRICES)
  for (const name of chosen) {
    say(`正在测量 ${name}……`)
    const found = (await measurements[name]?.({ cluster, database, pace })) ?? []
    for (const row of found) say(`  ${row.what}：${row.figure}，${row.against}，${row.ratio}（${row.toReach}）`)
    rows.push(...found)
  }
} finally {
  await cluster.stop()
}

const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
}
const line = (cells: string[]) => `| ${cells.join(' | ')} |`
const table = [
  line(['测量', '结果', '对照', '比值', '目标', '']),
  line(['---', '---', '---', '---', '---', '---']),
  ...rows.map(({ what, figure, against, ratio, toReach, isReached }) =>
    line([what, figure, against, ratio, toReach, isReached ? '达到' : '未达到']),
  ),
].join('\n')
const reasons = rows.flatMap(({ what, isReached, why }) => (isReached ? [] : [`- ${what}：${why ?? '原因待查'}`]))
const versions = `Node ${process.versions.node}，PostgreSQL ${cluster.version}，Fastify ${dependencies.fastify}，pg ${dependencies.pg}`
const report = `# 性能测量

由 \`npm run bench\` 写出。机器有快慢和干扰，只看同一次运行内的比值：各方轮流，每轮 ${pace.seconds} 秒，共 ${pace.rounds} 轮，取中位数。
${availableParallelism()} 核，${versions}，${CONNECTIONS} 个连接，${PRICES.toLocaleString('en')} 条价格；负载程序与数据库在同一台机器上。

${[table, ...(reasons.length > 0 ? [reasons.join('\n')] : [])].join('\n\n')}
`
say(`\n${report}`)
if (options.only || options.quick) say('只测了一部分，bench/results.md 没有改动。')
else writeFileSync(join(import.meta.dirname, 'results.md'), report)
