// One row by its id, everything switched on, against the same SQL on bare node:http and pg.
import { type Bench, getCalls, startContender } from './contenders.ts'
import { duel, factor, type Row, rate, refuseDifferentAnswers } from './harness.ts'

const RATE = 0.65

export async function measureById({ cluster, database, pace }: Bench): Promise<Row[]> {
  const server = await startContender('server', database, cluster.folder)
  const peer = await startContender('http', database, cluster.folder)
  try {
    const calls = getCalls(database)
    const contenders = [
      { url: server.url, calls },
      { url: peer.url, calls },
    ] as const
    await refuseDifferentAnswers(...contenders)
    const { first, second, rateRatio } = await duel(...contenders, pace)
    return [
      {
        what: '按编号读取一条，每秒请求',
        figure: rate(first),
        against: `裸 node:http + pg ${rate(second)}`,
        ratio: factor(rateRatio),
        toReach: `≥ ${RATE}`,
        isReached: rateRatio >= RATE,
        why: '每次多用的处理器时间（日志、响应头、权限、校验、序列化）见记录 164',
      },
    ]
  } finally {
    await server.stop()
    await peer.stop()
  }
}
