// What it costs to queue a push: against one bare insert of the same rows, into a table with nothing but its key; and what the
// process keeps meanwhile, against a tenth of the recipients.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { type NewMessage, queueMessages, wakeOutbox } from '../server/core/outbox/queue.ts'
import type { Db, Tx } from '../server/db/connection.ts'
import type { Bench } from './contenders.ts'
import { factor, median, type Row } from './harness.ts'
import { timed } from './timed.ts'

const RECIPIENTS = 100_000
const ROUNDS = 3
const RATIO = 4
/** How much more 100,000 may keep than 10,000, MB. */
const GROWTH_MB = 16
const SAMPLE_MS = 20

const fill = [
  "insert into message_bodies (subject, text) values ('日报', '{{姓名}}，您好')",
  `create table bare_messages (id bigint generated always as identity primary key, key text not null, channel text not null,
    address text not null, recipient_kind text not null, recipient_id bigint, recipient_name text not null,
    body_id bigint, fields jsonb, push_id bigint, cause text not null)`,
]

/** As a push queues its audience: from rows of the database, in one statement. */
const asSet = (table: 'messages' | 'bare_messages') => sql`
  insert into ${sql.identifier(table)} (key, channel, address, recipient_kind, recipient_id, recipient_name, body_id, fields,
      push_id, cause)
    select 'push:1:' || n, 'mail', 'reader' || n || '@example.com', 'member', n, '读者' || n, 1,
      jsonb_build_object('姓名', '读者' || n), 1, 'push.report'
    from generate_series(1, ${RECIPIENTS}::int) n`

async function queueSet(tx: Tx): Promise<void> {
  await tx.execute(sql`${asSet('messages')} on conflict (key) do nothing`)
  await wakeOutbox(tx)
}

const rows = Array.from(
  { length: RECIPIENTS },
  (_, n): NewMessage => ({
    ...{ key: `push:1:${n}`, channel: 'mail', address: `reader${n}@example.com`, recipientKind: 'member', bodyId: '1' },
    ...{
      recipientId: String(n),
      recipientName: `读者${n}`,
      fields: { 姓名: `读者${n}` },
      pushId: '1',
      cause: 'push.report',
    },
  }),
)

/** The most that the process keeps while it queues that many, beyond the rows that it was given, MB. */
async function keptBy(db: Db, count: number): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used = () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / 1_048_576
  }
  const given = rows.slice(0, count)
  const before = used()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, used())
  }, SAMPLE_MS)
  await timed(db, (tx) => queueMessages(tx, given))
  clearInterval(timer)
  return most - before
}

export async function measureOutbox({ cluster }: Bench): Promise<Row[]> {
  const { ownerUrl } = await cluster.prepare('outbox', 0)
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  const db: Db = drizzle(pool)
  try {
    for (const statement of fill) await pool.query(statement)
    const turns: { set: number; list: number; bare: number }[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const set = await timed(db, queueSet)
      const list = await timed(db, (tx) => queueMessages(tx, rows))
      const bare = await timed(db, (tx) => tx.execute(asSet('bare_messages')))
      if (round > 0) turns.push({ set, list, bare })
    }
    const rowOf = (what: string, pick: (turn: (typeof turns)[number]) => number, why: string): Row => {
      const ratio = median(turns.map((turn) => pick(turn) / turn.bare))
      return {
        what,
        figure: `${Math.round(median(turns.map(pick)))} ms`,
        against: `只写入 ${Math.round(median(turns.map(({ bare }) => bare)))} ms`,
        ratio: factor(ratio),
        toReach: `≤ ${RATIO}`,
        isReached: ratio <= RATIO,
        why,
      }
    }
    const [many, few] = [await keptBy(db, RECIPIENTS), await keptBy(db, RECIPIENTS / 10)]
    const count = RECIPIENTS.toLocaleString('en')
    return [
      rowOf(`${count} 个收件人排队，由一条语句`, ({ set }) => set, '主键、唯一键和两个索引'),
      rowOf(`${count} 个收件人排队，由程序给出`, ({ list }) => list, '同上，另加传递'),
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
