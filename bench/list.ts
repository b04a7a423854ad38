// The list call, everything switched on, against the same SQL on bare node:http and pg.
import { type Bench, listCalls, startContender } from './contenders.ts'
import { duel, factor, type Row, rate, refuseDifferentAnswers } from './harness.ts'

const RATE = 0.75
const P99 = 2

export async function measureList({ cluster, database, pace }: Bench): Promise<Row[]> {
  const server = await startContender('server', database, cluster.folder)
  const peer = await startContender('http', database, cluster.folder)
  try {
    const calls = listCalls(database)
    const contenders = [
      { url: server.url, calls },
      { url: peer.url, calls },
    ] as const
    await refuseDifferentAnswers(...contenders)
    const { first, second, rateRatio, p99Ratio } = await duel(...contenders, pace)
    const name = '列表：令牌、权限、按产品筛选、按日期排序、20 行与总数'
    return [
      {
        what: `${name}，每秒请求`,
        figure: rate(first),
        against: `裸 node:http + pg ${rate(second)}`,
        ratio: factor(rateRatio),
        toReach: `≥ ${RATE}`,
        isReached: rateRatio >= RATE,
        why: '每次多用的处理器时间见记录 164',
      },
      {
        what: `${name}，p99`,
        figure: `${first.p99} ms`,
        against: `裸 node:http + pg ${second.p99} ms`,
        ratio: factor(p99Ratio),
        toReach: `≤ ${P99}`,
        isReached: p99Ratio <= P99,
      },
    ]
  } finally {
    await server.stop()
    await peer.stop()
  }
}
