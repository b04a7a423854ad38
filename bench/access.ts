// The whole access check (token, session, right, scope) against the same call without it.
import { type Bench, getCalls, listCalls, startContender } from './contenders.ts'
import { duel, factor, type Row, rate } from './harness.ts'

const COST = 0.1

export async function measureAccess({ cluster, database, pace }: Bench): Promise<Row[]> {
  const server = await startContender('server', database, cluster.folder)
  const open = await startContender('open', database, cluster.folder)
  try {
    const rows: Row[] = []
    for (const [name, calls] of [
      ['列表', listCalls(database)],
      ['按编号读取', getCalls(database)],
    ] as const) {
      const { first, second, rateRatio } = await duel({ url: server.url, calls }, { url: open.url, calls }, pace)
      rows.push({
        what: `全部权限检查的代价，${name}`,
        figure: rate(first),
        against: `不检查 ${rate(second)}`,
        ratio: factor(rateRatio),
        toReach: `≥ ${1 - COST}`,
        isReached: rateRatio >= 1 - COST,
      })
    }
    return rows
  } finally {
    await server.stop()
    await open.stop()
  }
}
