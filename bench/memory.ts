// Resident memory of a fresh server, and after it has answered the list for a while.
import { setTimeout } from 'node:timers/promises'
import { type Bench, listCalls, startContender, type Who } from './contenders.ts'
import { type Call, factor, load, loadTimes, memoryOf, type Row } from './harness.ts'
import { sized } from './sized.ts'

/** The goals were set where bare Fastify and pg took 67 and 98 MB; here they scale with the peer. */
const IDLE = 120 / 67
const LOADED = 200 / 98
const SETTLE_MS = sized(3_000, 0)
const LOAD_S = sized(20, 1)
/** Compressed replies after which the memory is compared, and how much more it may be. */
const COMPRESSED = { first: sized(5_000, 100), last: sized(200_000, 200), limit: 1.3 }

async function measure(who: Who, { cluster, database }: Bench): Promise<{ idle: number; loaded: number }> {
  const running = await startContender(who, database, cluster.folder)
  try {
    await setTimeout(SETTLE_MS)
    const idle = memoryOf(running.pid)
    await load(running.url, listCalls(database), LOAD_S)
    return { idle, loaded: memoryOf(running.pid) }
  } finally {
    await running.stop()
  }
}

/** As browsers ask. */
const accepting = (calls: Call[], coding: string) =>
  calls.map((call) => ({ ...call, headers: { ...call.headers, 'accept-encoding': coding } }))

async function measureCompressed({ cluster, database }: Bench, coding: string): Promise<Row> {
  const running = await startContender('server', database, cluster.folder)
  try {
    const calls = accepting(listCalls(database), coding)
    await loadTimes(running.url, calls, COMPRESSED.first)
    const first = memoryOf(running.pid)
    await loadTimes(running.url, calls, COMPRESSED.last - COMPRESSED.first)
    const last = memoryOf(running.pid)
    return {
      what: `服务进程内存，${COMPRESSED.last.toLocaleString('en')} 次 ${coding} 压缩的列表之后`,
      figure: `${Math.round(last)} MB`,
      against: `${COMPRESSED.first.toLocaleString('en')} 次之后 ${Math.round(first)} MB`,
      ratio: factor(last / first),
      toReach: `≤ ${COMPRESSED.limit}`,
      isReached: last <= first * COMPRESSED.limit,
    }
  } finally {
    await running.stop()
  }
}

export async function measureMemory(bench: Bench): Promise<Row[]> {
  // The first start after a change fills the compile cache for the others.
  await (await startContender('server', bench.database, bench.cluster.folder)).stop()
  const server = await measure('server', bench)
  const peer = await measure('fastify', bench)
  const row = (what: string, ours: number, theirs: number, limit: number): Row => ({
    what,
    figure: `${Math.round(ours)} MB`,
    against: `裸 Fastify + pg ${Math.round(theirs)} MB`,
    ratio: factor(ours / theirs),
    toReach: `≤ ${factor(limit)}，即 ${Math.round(theirs * limit)} MB`,
    isReached: ours <= theirs * limit,
    why: '启动时载入整个服务端，对照只有几百个模块',
  })
  return [
    row('服务进程内存，空闲', server.idle, peer.idle, IDLE),
    row('服务进程内存，列表负载之后', server.loaded, peer.loaded, LOADED),
    await measureCompressed(bench, 'br'),
    await measureCompressed(bench, 'gzip'),
  ]
}
