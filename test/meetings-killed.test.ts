// Server and database are killed together amid sign-ups and scans at a door: nothing acknowledged is lost, counts equal rows.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayOf } from '#contract/days.ts'
import type { BodyOf, DataOf, Endpoint } from '#contract/endpoint.ts'
import { saveCheckInList } from '#contract/meetings/check-ins.ts'
import { type ScanResult, sendScans } from '#contract/meetings/door.ts'
import { addSignUp } from '#contract/meetings/sign-ups.ts'
import { PASSWORD } from './constants.ts'
import { cloneDataDir } from './database.ts'
import { signUpForm } from './meeting-factories.ts'
import { kill, post, postmasterPid, queryOf, type ServerProcess, signIn, startProcess } from './processes.ts'

const SEATS = 40
/** Guests who have signed up before the kill, and are scanned while others sign up. */
const GUESTS = 20
const SIGN_UPS = 120
/** Acknowledged before the kill, of sign-ups and scans together. */
const BEFORE = 20
const AT_ONCE = 4
const { dataDir, remove } = cloneDataDir()
let server: ServerProcess
let token: string

const start = async () => {
  server = await startProcess({ DATA_DIR: dataDir, DEMO_DATA: 'off' })
}

beforeAll(start, 60_000)
afterAll(async () => {
  await kill(server, 'SIGTERM')
  remove()
})

const query = queryOf(dataDir)
const call = <E extends Endpoint>({ path }: E, body: BodyOf<E>) => post<DataOf<E>>(server.base, path, body, token)

it('meetings-visits-sharing.md kill -9 amid sign-ups and check-ins: nothing acknowledged lost, counts equal rows', async () => {
  token = await signIn(server.base, 'admin', PASSWORD)
  const today = dayOf(Date.now())
  const [meeting] = await query<{ id: string }>(
    `with m as (insert into meetings (name, kind, starts_on, ends_on, seats, body, state, published_at, author_id)
        values ('断电会议', 'conference', '${today}'::date, '${today}'::date + 1, ${SEATS}, '{"type":"doc"}', 'published', now(),
          (select id from users where user_name = 'admin')) returning id)
      insert into meeting_quotas (meeting_id, name, seats) select id, '正式', ${SEATS} from m returning meeting_id::text as id`,
  )
  const meetingId = meeting?.id ?? ''
  const list = await call(saveCheckInList, { meetingId, id: null, name: '东门', kind: 'entry', day: today })
  const signUp = () => call(addSignUp, { meetingId, ...signUpForm({ companionNames: ['随行'] }) })
  for (let n = 0; n < GUESTS / 2; n++) expect((await signUp()).code).toBe(200)
  const heads = await query<{ code: string }>('select code from sign_up_people order by id')
  expect(heads).toHaveLength(GUESTS)

  const added = new Set<string>()
  const scanned = new Set<string>()
  let isKilled = false
  const acknowledge = (into: Set<string>, id: string) => {
    into.add(id)
    if (added.size + scanned.size < BEFORE || isKilled) return
    isKilled = true
    process.kill(postmasterPid(dataDir), 'SIGKILL')
    server.child.kill('SIGKILL')
  }
  const acts = [
    ...Array.from({ length: SIGN_UPS }, () => async () => {
      const reply = await signUp()
      // refused by a server that has just lost its database
      if (reply.code === 200) acknowledge(added, reply.data.id)
    }),
    ...heads.map(({ code }) => async () => {
      const nonce = randomUUID().replaceAll('-', '')
      const scan = { code, nonce, at: new Date().toISOString(), isLetIn: false }
      const reply = await call(sendScans, { meetingId, listId: list.data.id, door: '东门', scans: [scan] })
      if (reply.code === 200 && (reply.data as ScanResult[])[0]?.outcome === 'in') acknowledge(scanned, nonce)
    }),
  ]
  // one of each in turn, so that both are under way
  const waiting = Array.from({ length: SIGN_UPS }, (_, at) => [acts[at], acts[SIGN_UPS + at]]).flat()
  const next = async () => {
    for (let act = waiting.shift(); waiting.length > 0 && !isKilled; act = waiting.shift()) {
      // cut off in the middle: not acknowledged
      await act?.().catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
  expect(isKilled).toBe(true)
  await kill(server)
  await start()

  const stored = await query<{ id: string }>('select id::text as id from meeting_sign_ups')
  const ids = new Set(stored.map(({ id }) => id))
  expect([...added].filter((id) => !ids.has(id))).toEqual([])
  const scans = await query<{ nonce: string }>(`select nonce from check_ins where state = 'valid'`)
  const nonces = new Set(scans.map(({ nonce }) => nonce.replaceAll('-', '')))
  expect([...scanned].filter((nonce) => !nonces.has(nonce))).toEqual([])
  expect([added.size > 0, scanned.size > 0]).toEqual([true, true])

  const [counts] = await query<{ taken: number; heads: number; came: number; entered: number; lame: number }>(
    `select (select taken from meeting_quotas where meeting_id = ${meetingId}) as taken,
      (select count(*)::int from sign_up_people p join meeting_sign_ups s on s.id = p.sign_up_id
        where s.state in ('confirmed', 'offered', 'came')) as heads,
      (select count(*)::int from meeting_sign_ups where state = 'came') as came,
      (select count(distinct p.sign_up_id)::int from check_ins c join sign_up_people p on p.id = c.person_id
        where c.state = 'valid') as entered,
      (select count(*)::int from meeting_sign_ups s where 1 + s.companions <>
        (select count(*) from sign_up_people p where p.sign_up_id = s.id)) as lame`,
  )
  expect(counts?.taken).toBe(counts?.heads)
  expect(counts?.taken).toBeLessThanOrEqual(SEATS)
  expect(counts?.came).toBe(counts?.entered)
  expect(counts?.lame).toBe(0)
  const audited = await query<{ n: number }>(
    `select count(*)::int as n from audit_log where action = 'meetingSignUp.add'`,
  )
  expect(audited[0]?.n).toBe(stored.length)
})
