// Queueing a push: the product's statement, which selects the recipients, decides who may get it and writes their messages,
// against one bare insert of the same rows into a table with a primary key only; and the memory of the process meanwhile,
// against a tenth of the recipients.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { leftOutLabels } from '#contract/push/push-labels.ts'
import { wakeOutbox } from '#server/core/outbox/queue.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import type { AudienceCriteria } from '#server/features/push/pushes/audience.queries.ts'
import { extendTimeout } from '#server/features/push/pushes/mails.ts'
import { queueMessagesOf } from '#server/features/push/pushes/queueing.queries.ts'
import type { Bench } from './contenders.ts'
import { factor, median, type Row } from './harness.ts'
import { sized } from './sized.ts'
import { timed } from './timed.ts'

const RECIPIENTS = sized(100_000, 1_000)
const AN_ENTERPRISE = 5
const ROUNDS = sized(5, 1)
const RATIO = 4
/** How much more memory 100,000 recipients may take than 10,000, MB. */
const GROWTH_MB = 16
const SAMPLE_MS = 20

/** Every tenth enterprise is of level A. */
const fill = (owner: string) => [
  `insert into enterprises (name, level, owner_id)
     select '公司' || n, case when n % 10 = 0 then 'A' else 'B' end, ${owner} from generate_series(1, ${RECIPIENTS / AN_ENTERPRISE}) n`,
  `insert into members (enterprise_id, login_name, real_name, mobile, email, owner_id)
     select e.id, 'reader' || n, '读者' || n, '1' || lpad(n::text, 10, '0'), 'reader' || n || '@example.com', ${owner}
     from generate_series(1, ${RECIPIENTS}) n join enterprises e on e.name = '公司' || (1 + (n - 1) / ${AN_ENTERPRISE})`,
  "insert into member_accounts (member_id, sub_product) select id, 'bigData' from members order by id",
  `insert into grants (account_id, kind, starts_on, ends_on)
     select id, 'formal', current_date - 30, current_date + 300 from member_accounts`,
  "insert into message_bodies (subject, text) values ('日报', '{{姓名}}，您好')",
  `create table bare_messages (id bigint generated always as identity primary key, channel text not null, address text not null,
     recipient_kind text not null, recipient_id bigint not null, recipient_name text not null, body_id bigint, fields jsonb,
     push_id bigint, cause text not null, about text not null, state text not null)`,
  'vacuum analyze',
]

const bare = sql`
  insert into bare_messages (channel, address, recipient_kind, recipient_id, recipient_name, body_id, fields, push_id, cause, about, state)
    select 'mail', m.email, 'member', m.id, m.real_name, 1, jsonb_build_object('姓名', m.real_name), 1, 'push.mail', a.id::text, 'queued'
    from member_accounts a join members m on m.id = a.member_id where a.sub_product = 'bigData'`

type Level = 'A' | 'B'
const criteriaOf = (owner: string, levels: Level[]): AudienceCriteria => ({
  channel: 'mail',
  viewer: { id: owner, isAdministrator: false, roleCodes: [] },
  subProduct: 'bigData',
  audience: {
    rule: { productIds: [], kinds: [], levels, ownerIds: [] },
    listIds: [],
    accountIds: [],
    excludedIds: [],
  },
  topic: 'reports',
  productIds: [],
  fields: ['姓名'],
  correctionOf: null,
})

async function queuePush(tx: Tx, criteria: AudienceCriteria): Promise<number> {
  await extendTimeout(tx)
  const sent = { cause: 'push.mail', labels: leftOutLabels, fields: sql`j.fields`, parts: sql`null::smallint` }
  const made = await queueMessagesOf(tx, '1', '1', criteria, sent)
  await wakeOutbox(tx)
  return made
}

/** @returns the peak of live memory during the work, over the memory before it, MB */
async function peakOf(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used = () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / 1_048_576
  }
  const before = used()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, used())
  }, SAMPLE_MS)
  await timed(db, work)
  clearInterval(timer)
  return most - before
}

export async function measureOutbox({ cluster }: Bench): Promise<Row[]> {
  const { ownerUrl } = await cluster.prepare('outbox', 0)
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  const db: Db = drizzle(pool)
  try {
    const { rows } = await pool.query<{ id: string }>("select id::text from users where user_name = 'bench'")
    const owner = rows[0]?.id ?? ''
    for (const statement of fill(owner)) await pool.query(statement)
    const all = criteriaOf(owner, [])

    const turns: { push: number; bare: number }[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const turn = {
        push: await timed(db, (tx) => queuePush(tx, all)),
        bare: await timed(db, (tx) => tx.execute(bare)),
      }
      if (round > 0) turns.push(turn)
    }
    const ratio = median(turns.map(({ push, bare }) => push / bare))
    const [many, few] = [
      await peakOf(db, (tx) => queuePush(tx, all)),
      await peakOf(db, (tx) => queuePush(tx, criteriaOf(owner, ['A']))),
    ]
    const count = RECIPIENTS.toLocaleString('en')
    return [
      {
        what: `一个推送的 ${count} 个收件人：选出、判断、排队`,
        figure: `${median(turns.map(({ push }) => push)).toFixed(0)} ms`,
        against: `只写入 ${median(turns.map(({ bare }) => bare)).toFixed(0)} ms`,
        ratio: factor(ratio),
        toReach: `≤ ${RATIO}`,
        isReached: ratio <= RATIO,
        why: '对每人判断授权、地址、退订等，另有按推送和收件人的唯一键、队列的索引',
      },
      {
        what: `${count} 个收件人排队时程序多占的内存`,
        figure: `${many.toFixed(1)} MB`,
        against: `十分之一的收件人 ${few.toFixed(1)} MB`,
        ratio: `多 ${(many - few).toFixed(1)} MB`,
        toReach: `多 ≤ ${GROWTH_MB} MB`,
        isReached: many - few <= GROWTH_MB,
      },
    ]
  } finally {
    await pool.end()
  }
}
