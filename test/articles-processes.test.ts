// Two server processes on one database: scheduled articles are published at their minute, each once, even if one process is
// killed meanwhile; presence and conflicts work across processes.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { articleActs } from '#contract/articles/article-acts.ts'
import { articleCalls } from '#contract/articles/articles.ts'
import { passArticles } from '#contract/articles/reviews.ts'
import type { DataOf, Endpoint, Input } from '#contract/endpoint.ts'
import { openClient } from '#server/db/connection.ts'
import { articleForm, giveNewsCategory, makeNewsCategory, makeProduct } from './article-factories.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { makeRole, makeSession, makeUser } from './factories.ts'
import { giveProduct } from './price-factories.ts'
import { kill, makeDataDir, post, type ServerProcess, startProcess, urlOf } from './processes.ts'
import { connect } from './socket.ts'

/** Longer than the limit of startProcess. */
const START_WITHIN_MS = 130_000
const { dataDir, remove } = makeDataDir()
const servers: ServerProcess[] = []
/** The two servers that the first test leaves running: a start costs more than the tests. */
let alive: ServerProcess[] = []
let database: TestDatabase
type Person = { id: string; token: string }
let editor: Person
let reviewer: Person
let product: string
let category: string

async function start(): Promise<ServerProcess> {
  const server = await startProcess({
    DATABASE_URL: urlOf(database.connection),
    MIGRATION_URL: urlOf(database.owner),
    DATA_DIR: dataDir,
    SECRET_KEY: 'a secret key that only this test uses, 32+',
  })
  servers.push(server)
  return server
}

async function makePerson(roleCode: string): Promise<Person> {
  const { id } = await makeUser(database.db, { roleCode })
  return { id, token: (await makeSession(database.db, id)).token }
}

beforeAll(async () => {
  database = await cloneDatabase()
  const { db } = database
  product = await makeProduct(db)
  category = await makeNewsCategory(db, '两个进程')
  const rights = ['view', 'add', 'edit', 'details'].map((alias) => `articles.${alias}`)
  const role = await makeRole(db, ...rights, 'newsReview.view', 'newsReview.pass')
  editor = await makePerson(role.code)
  reviewer = await makePerson(role.code)
  await giveProduct(db, [editor, reviewer], product)
  await giveNewsCategory(db, [editor, reviewer], category)
})
afterAll(async () => {
  await Promise.all(servers.map((server) => kill(server, 'SIGTERM')))
  await database.close()
  remove()
}, START_WITHIN_MS)

async function call<E extends Endpoint>({ base }: ServerProcess, { token }: Person, endpoint: E, input: Input<E>) {
  return post<DataOf<E>>(base, endpoint.path, input, token)
}

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await database.pool.query<T>(text, values)).rows

/** Adds passed articles, due `inSeconds` after `beforeDue` has ended, by the clock of the database. */
async function schedule(
  server: ServerProcess,
  count: number,
  inSeconds: number,
  beforeDue: () => Promise<unknown> = async () => {},
): Promise<string[]> {
  const publishAt = new Date(Date.now() + 3_600_000).toISOString()
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const form = articleForm(product, { newsCategoryId: category, publishAt, title: `定时 ${n}` })
    const { data } = await call(server, editor, articleCalls.zh.add, form)
    await call(server, editor, articleActs.zh.submit, { ids: [data.id] })
    const passed = await call(server, reviewer, passArticles, { rows: [{ id: data.id, versionId: data.versionId }] })
    expect(passed.code).toBe(200)
    ids.push(data.id)
  }
  await beforeDue()
  await query(
    `with due as (update articles set publish_at = now() + make_interval(secs => $2) where id = any($1) returning id, publish_at)
      update job_runs j set run_after = due.publish_at from due where j.input ->> 'id' = due.id::text and j.state = 'queued'`,
    [ids, inSeconds],
  )
  await query(`select pg_notify('console_changes', '{"type":"queued","ids":[]}')`)
  return ids
}

type Published = { id: string; times: number; late: number }
/** `times` published, and seconds `late`. */
const publicationsOf = (ids: string[], due: string) =>
  query<Published>(
    `select a.id::text as id, count(p.number)::int as times,
        coalesce(extract(epoch from max(p.at) - $2::timestamptz), 0)::float as late
      from articles a left join article_publications p on p.article_id = a.id and p.version_id is not null
      where a.id = any($1) group by a.id order by a.id`,
    [ids, due],
  )
const dueOf = async (ids: string[]) =>
  (await query<{ at: string }>('select min(publish_at)::text as at from articles where id = any($1)', [ids]))[0]?.at ??
  ''
const allOnce = (ids: string[], due: string) =>
  expect
    .poll(async () => (await publicationsOf(ids, due)).map(({ times }) => times), { timeout: 40_000 })
    .toEqual(ids.map(() => 1))

it(
  'articles.md "scheduled": after a kill during publication, another process publishes each article once',
  async () => {
    const first = await start()
    // the lock holds every publication before its audit row, so that none commits
    const holder = openClient(database.owner)
    await holder.connect()
    const ids = await schedule(first, 4, 1, () => holder.query('begin; lock table audit_log in exclusive mode'))
    const due = await dueOf(ids)
    const waits = "select count(*)::int as n from pg_locks where not granted and relation = 'audit_log'::regclass"
    await expect.poll(async () => (await holder.query(waits)).rows[0].n).toBeGreaterThan(0)
    await kill(first)
    await holder.query('rollback')
    await holder.end()
    expect((await publicationsOf(ids, due)).map(({ times }) => times)).toEqual([0, 0, 0, 0])
    const second = await start()
    // expire the lease of the killed process
    await query(`update job_runs set alive_at = alive_at - interval '1 minute' where state = 'running'`)
    await allOnce(ids, due)
    const running = await query("select 1 from job_runs where name = 'articles.publish' and state <> 'done'")
    expect(running).toEqual([])

    // both alive: none before its minute, and none twice
    const third = await start()
    const more = await schedule(third, 6, 2)
    const theirs = await dueOf(more)
    await allOnce(more, theirs)
    const published = await publicationsOf(more, theirs)
    expect(published.filter(({ late }) => late < 0)).toEqual([])
    alive = [second, third]
  },
  START_WITHIN_MS,
)

it(
  'articles.md "Presence and conflicts": both work across two processes; an autosave outlives its process',
  async () => {
    const [here, there] = alive
    if (!here || !there) throw new Error('the test before has not left two servers')
    const form = articleForm(product, { newsCategoryId: category })
    const { data: added } = await call(here, editor, articleCalls.zh.add, form)
    const [writing, reading] = [await connect(here.base, editor), await connect(there.base, reviewer)]
    writing.say({ type: 'present', articleId: added.id, tab: 'writing', mode: 'edit' })
    await expect.poll(() => writing.of('presence')).toHaveLength(1)
    reading.say({ type: 'present', articleId: added.id, tab: 'reading', mode: 'edit' })
    const both = [editor.id, reviewer.id].toSorted()
    const people = () =>
      writing
        .of('presence')
        .at(-1)
        ?.data.people.map(({ userId }) => userId)
        .toSorted()
    await expect.poll(people, { interval: 20 }).toEqual(both)

    const { id, version } = added
    expect((await call(there, reviewer, articleCalls.zh.save, { id, version, ...form, title: '对方的' })).code).toBe(
      200,
    )
    const stale = await call(here, editor, articleCalls.zh.save, { id, version, ...form, title: '我的' })
    expect(stale).toMatchObject({ code: 601, data: { newest: { title: '对方的' } } })

    const draft = { id, draft: '1'.repeat(32), baseId: added.versionId, form: { ...form, title: '尚未保存' } }
    expect((await call(here, editor, articleCalls.zh.autosave, draft)).code).toBe(200)
    await kill(here)
    reading.messages.length = 0
    const offered = await call(there, editor, articleCalls.zh.autosaved, { draft: draft.draft })
    expect(offered.data).toMatchObject({ form: { title: '尚未保存' } })
    // presence of the dead process expires without heartbeats
    await query("update article_presence set seen_at = seen_at - interval '1 minute' where tab = 'writing'")
    const left = () =>
      reading
        .of('presence')
        .at(-1)
        ?.data.people.map(({ userId }) => userId)
    await expect.poll(left).toEqual([reviewer.id])
    reading.socket.terminate()
  },
  START_WITHIN_MS,
)
