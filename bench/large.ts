// Whether the list stays as quick when there are a hundred times the prices.
import { type Bench, listCalls, startContender } from './contenders.ts'
import { duel, factor, type Row } from './harness.ts'
import { sized } from './sized.ts'

const SMALL = sized(100_000, 1_000)
const LARGE = sized(10_000_000, 2_000)
const P99 = 1.5

export async function measureLarge({ cluster, pace }: Bench): Promise<Row[]> {
  const databases = [await cluster.prepare('large', LARGE), await cluster.prepare('small', SMALL)] as const
  const [large, small] = [
    await startContender('server', databases[0], cluster.folder, 'large'),
    await startContender('server', databases[1], cluster.folder, 'small'),
  ]
  try {
    const { first, second, p99Ratio } = await duel(
      { url: large.url, calls: listCalls(databases[0]) },
      { url: small.url, calls: listCalls(databases[1]) },
      pace,
    )
    return [
      {
        what: '列表 p99，10,000,000 条价格',
        figure: `${first.p99} ms`,
        against: `100,000 条 ${second.p99} ms`,
        ratio: factor(p99Ratio),
        toReach: `≤ ${P99}`,
        isReached: p99Ratio <= P99,
      },
    ]
  } finally {
    await large.stop()
    await small.stop()
  }
}
