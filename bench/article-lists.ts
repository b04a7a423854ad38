// Whether lists and search of articles stay as quick with a hundred times the articles.
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { articleCalls } from '#contract/articles/articles.ts'
import type { Db } from '#server/db/connection.ts'
import { passagesFor } from '#server/features/ai/answering/found.queries.ts'
import { wordsToQuery } from '#server/features/articles/search.rules.ts'
import { fillArticles, rareWord, rareWords } from './articles-data.ts'
import { type Bench, startContender } from './contenders.ts'
import type { Prepared } from './database.ts'
import { type Call, duel, factor, median, type Row } from './harness.ts'
import { sized } from './sized.ts'
import { took } from './timed.ts'

const LARGE = sized(1_000_000, 10_000)
const SMALL = 10_000
const P99 = 1.5
const VARIED = 20

type Asked = (n: number, articles: number) => Record<string, unknown>
/** `isTold`: what it finds grows with all there is, so that only the figure is told. */
type Case = { what: string; isTold?: boolean; asked: Asked }

const cases: readonly Case[] = [
  { what: '资讯列表', asked: (n) => ({ current: 1 + (n % 5) }) },
  { what: '资讯列表，一个产品', asked: (n) => ({ productId: String(1 + (n % 5)) }) },
  { what: '检索一个词（100 篇）', asked: (n, articles) => ({ words: rareWord((n * 37) % rareWords(articles)) }) },
  {
    what: '检索一个词，一个产品内',
    asked: (n, articles) => ({ words: rareWord((n * 37) % rareWords(articles)), productId: String(1 + (n % 5)) }),
  },
  { what: '检索处处都有的词', isTold: true, asked: () => ({ words: '库存继续下降' }) },
  { what: '资讯列表，一个分类', isTold: true, asked: (n) => ({ newsCategoryId: String(1 + (n % 20)) }) },
]
const roles = [
  { code: 'sjgly', name: '看全部' },
  { code: 'newsEditor', name: '编辑' },
] as const

const callsOf = ({ asked }: Case, articles: number, { token }: Prepared): Call[] =>
  Array.from({ length: VARIED }, (_, n) => ({
    method: 'POST',
    path: articleCalls.zh.list.path,
    headers: { 'content-type': 'application/json', 'console-auth': `bearer ${token}` },
    body: JSON.stringify({ size: 20, ...asked(n, articles) }),
  }))

const LOOKS = sized(40, 2)
const looks: readonly { what: string; words: (n: number, articles: number) => string }[] = [
  { what: '一个词（100 篇）', words: (n, articles) => rareWord((n * 37) % rareWords(articles)) },
  { what: '处处都有的词', words: () => '库存继续下降' },
]

/** As an answer of AI finds its passages: in turns, of which the median counts; each word once before, as in the lists. */
async function measurePassages(large: Prepared, small: Prepared): Promise<Row[]> {
  const [many, few] = [large, small].map(({ ownerUrl }) => new pg.Pool({ connectionString: ownerUrl, max: 1 }))
  if (!many || !few) throw new Error('no pools')
  const asker = { kind: 'check', productIds: [] } as const
  const look = (pool: pg.Pool, words: string) => {
    const db: Db = drizzle(pool)
    return took(() => passagesFor(db, asker, wordsToQuery(words), { most: 4, from: null }))
  }
  try {
    const rows: Row[] = []
    for (const { what, words } of looks) {
      const turns: { many: number; few: number }[] = []
      for (let n = -VARIED; n < LOOKS; n++) {
        const word = (n + VARIED) % VARIED
        const turn = { many: await look(many, words(word, LARGE)), few: await look(few, words(word, SMALL)) }
        if (n >= 0) turns.push(turn)
      }
      const ratio = median(turns.map((turn) => turn.many / turn.few))
      rows.push({
        what: `问答找资讯段落，${what}，1,000,000 篇`,
        figure: `${median(turns.map((turn) => turn.many)).toFixed(1)} ms`,
        against: `10,000 篇 ${median(turns.map((turn) => turn.few)).toFixed(1)} ms`,
        ratio: factor(ratio),
        toReach: `≤ ${P99}`,
        isReached: ratio <= P99,
      })
    }
    return rows
  } finally {
    await Promise.all([many.end(), few.end()])
  }
}

async function onDatabase(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

export async function measureArticleLists({ cluster, pace }: Bench): Promise<Row[]> {
  const [small, large] = [await cluster.prepare('articles_small', 0), await cluster.prepare('articles_large', 0)]
  await onDatabase(small.ownerUrl, (client) => fillArticles(client, SMALL))
  await onDatabase(large.ownerUrl, (client) => fillArticles(client, LARGE))
  const rows = await measurePassages(large, small)
  for (const { code, name } of roles) {
    for (const { ownerUrl } of [small, large]) {
      const become = "update users set role_id = (select id from roles where code = $1) where user_name = 'bench'"
      await onDatabase(ownerUrl, (client) => client.query(become, [code]))
    }
    const first = (database: Prepared) => callsOf(cases[0] as Case, SMALL, database)[0]
    const [many, few] = [
      await startContender('server', large, cluster.folder, `articles-large-${code}`, first(large)),
      await startContender('server', small, cluster.folder, `articles-small-${code}`, first(small)),
    ]
    try {
      for (const each of cases) {
        const {
          first: mine,
          second,
          p99Ratio,
        } = await duel(
          { url: many.url, calls: callsOf(each, LARGE, large) },
          { url: few.url, calls: callsOf(each, SMALL, small) },
          sized({ seconds: 3, rounds: 3 }, pace),
        )
        // no answer within a turn is no p99 of 0
        const isAnswered = mine.rate > 0 && second.rate > 0
        const isReached = isAnswered && (each.isTold === true || p99Ratio <= P99)
        rows.push({
          what: `${each.what}，1,000,000 篇（${name}），p99`,
          figure: isAnswered ? `${mine.p99} ms` : '没有应答',
          against: `10,000 篇 ${second.p99} ms`,
          ratio: factor(p99Ratio),
          toReach: each.isTold ? '仅记录' : `≤ ${P99}`,
          isReached,
        })
      }
    } finally {
      await many.stop()
      await few.stop()
    }
  }
  return rows
}
