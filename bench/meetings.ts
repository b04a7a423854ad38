// A sign-up and a scan at the door, a crowd at once, 1,000 badges. The first two each against the bare statements that it cannot do without, both with their commit.
import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Db, Tx } from '#server/db/connection.ts'
import { listOf } from '#server/features/meetings/door/check-ins.queries.ts'
import { recordScans } from '#server/features/meetings/door/door.acts.ts'
import { writePapers } from '#server/features/meetings/papers/papers.pdf.ts'
import { lockSeats } from '#server/features/meetings/sign-ups/seats.queries.ts'
import { signUp } from '#server/features/meetings/sign-ups/sign-ups.acts.ts'
import type { Bench } from './contenders.ts'
import { factor, median, type Row } from './harness.ts'
import { sized } from './sized.ts'
import { took } from './timed.ts'

const ROUNDS = sized(40, 1)
/** meetings-visits-sharing.md, "Speed". */
const SIGN_UP_RATIO = 3
const SCAN_RATIO = 2
const CROWD = sized(500, 40)
const CROWD_SEATS = sized(100, 8)
const CROWD_CONNECTIONS = 20
const BADGES = sized(1_000, 20)
const BADGES_MS = 5_000

const by = { id: '1', name: 'bench', address: '127.0.0.1', requestId: 'bench' }
const config = { publicUrl: 'https://bench.example' } as never

const fill: readonly string[] = [
  "insert into enterprises (name, owner_id) select '客户' || n, (select min(id) from users) from generate_series(1, 10000) n",
  `insert into meetings (name, kind, starts_on, ends_on, seats, body, state, published_at, author_id)
    select '会议', 'conference', current_date, current_date, 100000, '{"type":"doc"}', 'published', now(), min(id) from users`,
  "insert into meeting_quotas (meeting_id, name, seats, taken) select id, '正式', 100000, 5000 from meetings",
  `insert into meeting_sign_ups (meeting_id, quota_id, ticket, name, company, mobile, state, source, confirmed_at)
    select meeting_id, id, lpad(n::text, 8, '0'), '来宾' || n, '客户' || n, '1390000' || lpad(n::text, 4, '0'), 'confirmed', 'hand', now()
    from meeting_quotas, generate_series(1, 5000) n`,
  'insert into sign_up_people (sign_up_id, quota_id, name, position) select id, quota_id, name, 0 from meeting_sign_ups',
  "insert into check_in_lists (meeting_id, name, kind, day) select id, '东门', 'entry', current_date from meetings",
  'vacuum (analyze) enterprises, meetings, meeting_quotas, meeting_sign_ups, sign_up_people',
]

const form = (mobile: string) => ({
  name: '来宾',
  company: '客户77',
  mobile,
  email: '',
  companionNames: [],
  extra: {},
  answers: {},
  quotaId: null,
  invoiceTitle: '',
  invoiceTax: '',
  invoiceState: 'none' as const,
  remark: '',
})

async function bareSignUp(tx: Tx, meetingId: string, mobile: string): Promise<void> {
  await tx.execute(sql`select id from meetings where id = ${meetingId} for no key update`)
  await tx.execute(sql`select id from meeting_quotas where meeting_id = ${meetingId} order by id for update`)
  await tx.execute(sql`with s as (insert into meeting_sign_ups
      (meeting_id, quota_id, ticket, name, company, mobile, state, source, confirmed_at)
      select ${meetingId}, id, ${`B${mobile.slice(-7)}`}, '来宾', '客户77', ${mobile}, 'confirmed', 'hand', now()
        from meeting_quotas where meeting_id = ${meetingId} returning id, quota_id)
    insert into sign_up_people (sign_up_id, quota_id, name, position) select id, quota_id, '来宾', 0 from s`)
  await tx.execute(sql`update meeting_quotas set taken = taken + 1 where meeting_id = ${meetingId}`)
}

const bareScan = (tx: Tx, listId: string, personId: string, nonce: string) =>
  tx.execute(sql`insert into check_ins (list_id, person_id, nonce, at, door, by_id, state)
    values (${listId}, ${personId}, ${nonce}, now(), '东门', (select min(id) from users), 'valid')`)

/** Each pair in turn: other load on the machine then hits both alike. */
async function pairs(
  db: Db,
  ours: (tx: Tx, n: number) => Promise<unknown>,
  bare: (tx: Tx, n: number) => Promise<unknown>,
) {
  const turns: { ours: number; bare: number }[] = []
  for (let n = 0; n <= ROUNDS; n++) {
    const turn = {
      ours: await took(() => db.transaction((tx) => ours(tx, 2 * n))),
      bare: await took(() => db.transaction((tx) => bare(tx, 2 * n + 1))),
    }
    if (n > 0) turns.push(turn)
  }
  return {
    ours: median(turns.map((turn) => turn.ours)),
    bare: median(turns.map((turn) => turn.bare)),
    ratio: median(turns.map((turn) => turn.ours / turn.bare)),
  }
}

/** At once, each on a connection of a pool as the server has it, for seats of a meeting of their own. */
async function crowdOf(ownerUrl: string) {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: CROWD_CONNECTIONS })
  const db: Db = drizzle(pool)
  try {
    const { rows } = await pool.query<{ id: string }>(
      `with m as (insert into meetings (name, kind, starts_on, ends_on, seats, body, state, published_at, author_id)
        select '抢报会议', 'conference', current_date, current_date, ${CROWD_SEATS}, '{"type":"doc"}', 'published', now(), min(id)
        from users returning id)
      insert into meeting_quotas (meeting_id, name, seats) select id, '正式', ${CROWD_SEATS} from m returning meeting_id::text as id`,
    )
    const meetingId = rows[0]?.id ?? ''
    const origin = { source: 'hand', keeperId: null, isOrganiser: true } as const
    const one = (n: number) =>
      db.transaction(async (tx) =>
        signUp(
          { tx, by, core: { config }, announce: () => undefined },
          await lockSeats(tx, meetingId),
          form(`136${String(n).padStart(8, '0')}`),
          origin,
        ),
      )
    const ms = await took(() => Promise.all(Array.from({ length: CROWD }, (_, n) => one(n))))
    const { rows: states } = await pool.query<{ state: string; count: number }>(
      'select state, count(*)::int as count from meeting_sign_ups where meeting_id = $1 group by state',
      [meetingId],
    )
    const countOf = (state: string) => states.find((each) => each.state === state)?.count ?? 0
    return { ms, confirmed: countOf('confirmed'), waiting: countOf('waiting') }
  } finally {
    await pool.end()
  }
}

async function drawBadges() {
  const row = { title: '钢铁产业大会 第十届', company: '某某钢铁集团有限公司', position: '采购经理' }
  const rows = Array.from({ length: BADGES }, (_, n) => ({
    ...row,
    name: `来宾${n}`,
    code: `abcdefgh${10_000_000 + n}`,
  }))
  let bytes = 0
  const ms = await took(async () => {
    bytes = (await buffer(await writePapers({ kind: 'badges', rows }, '胸牌'))).length
  })
  return { ms, bytes }
}

export async function measureMeetings({ cluster }: Pick<Bench, 'cluster'>): Promise<Row[]> {
  const { ownerUrl } = await cluster.prepare('meetings', 0)
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  const db: Db = drizzle(pool)
  try {
    for (const statement of fill) await pool.query(statement)
    const { rows: lists } = await pool.query<{ id: string; meetingId: string }>(
      'select id::text as id, meeting_id::text as "meetingId" from check_in_lists',
    )
    const { rows: heads } = await pool.query<{ id: string; code: string }>(
      `select id::text as id, code from sign_up_people order by id limit ${2 * ROUNDS + 2}`,
    )
    const [{ id: listId, meetingId } = { id: '', meetingId: '' }] = lists
    const mobileOf = (n: number) => `137${String(n).padStart(8, '0')}`
    const announce = () => undefined
    const signUps = await pairs(
      db,
      async (tx, n) =>
        signUp({ tx, by, core: { config }, announce }, await lockSeats(tx, meetingId), form(mobileOf(n)), {
          source: 'hand',
          keeperId: null,
          isOrganiser: true,
        }),
      (tx, n) => bareSignUp(tx, meetingId, mobileOf(n)),
    )
    const list = await listOf(db, meetingId, listId)
    const door = { list, door: '东门', scanner: { byId: '1', linkId: null }, linkEndedAt: null }
    const scans = await pairs(
      db,
      (tx, n) =>
        recordScans(tx, by, { ...door, now: Date.now() }, [
          {
            code: heads[n]?.code ?? '',
            nonce: randomUUID().replaceAll('-', ''),
            at: new Date().toISOString(),
            isLetIn: false,
          },
        ]),
      (tx, n) => bareScan(tx, listId, heads[n]?.id ?? '', randomUUID()),
    )
    const [crowd, badges] = [await crowdOf(ownerUrl), await drawBadges()]
    const rowOf = (
      what: string,
      against: string,
      { ours, bare, ratio }: typeof signUps,
      toReach: number,
      why: string,
    ): Row => ({
      what,
      figure: `${ours.toFixed(1)} ms`,
      against: `${against} ${bare.toFixed(1)} ms`,
      ratio: factor(ratio),
      toReach: `≤ ${toReach}`,
      isReached: ratio <= toReach,
      why,
    })
    return [
      rowOf(
        '会议报名一条（5,000 条中）',
        '锁、插入、更新',
        signUps,
        SIGN_UP_RATIO,
        '另有查重、客户匹配、邀请函关联和审计',
      ),
      {
        what: `${CROWD} 人同时报名，${CROWD_SEATS} 个名额`,
        figure: `确认 ${crowd.confirmed} 人，${(crowd.ms / 1_000).toFixed(1)} s`,
        against: `候补 ${crowd.waiting} 人`,
        ratio: '',
        toReach: `正好 ${CROWD_SEATS} 人`,
        isReached: crowd.confirmed === CROWD_SEATS && crowd.waiting === CROWD - CROWD_SEATS,
      },
      {
        what: `${BADGES.toLocaleString('en')} 张胸牌`,
        figure: `${(badges.ms / 1_000).toFixed(1)} s`,
        against: `${(badges.bytes / 1_048_576).toFixed(1)} MB`,
        ratio: '',
        toReach: `≤ ${BADGES_MS / 1_000} s`,
        isReached: badges.ms <= BADGES_MS,
      },
      rowOf('签到一次（5,000 人中）', '一条插入', scans, SCAN_RATIO, '另有锁、查签到码、查重、改报名状态和审计'),
    ]
  } finally {
    await pool.end()
  }
}
