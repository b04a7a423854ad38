// Visits that a registration hands over, from the public page and through the open call: what is stored of them, what is
// refused, and how long search terms are kept.
import { describe, expect, it } from 'vitest'
import { TOUCHES_MAX, type Visit } from '#contract/members/registration-touches.ts'
import { applyRegistration, sendRegistration } from '#contract/members/registrations.ts'
import { jobs } from '#server/app.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { registrationTouches } from '#server/db/schema/members/registration-touches.ts'
import { semAccounts, semNodes } from '#server/db/schema/operations.ts'
import { makeRegistration } from '#test/factories.ts'
import { testServer } from '#test/http.ts'

const server = testServer({ trustProxy: 1 })
const db = () => server().database.db
const pool = () => server().database.pool
let count = 0

const applicant = () => ({
  company: '东海石化',
  contact: '王敏',
  mobile: `136${String(++count).padStart(8, '0')}`,
  subProduct: 'bigData',
})
const apply = (changes: object) =>
  server().send(
    'POST',
    applyRegistration.path,
    { ...applicant(), consent: true, ...changes },
    { headers: { 'x-forwarded-for': `10.2.0.${count}` } },
  )
async function send(changes: object) {
  const { key } = await db().transaction((tx) =>
    createApiKey(tx, { name: '官网', scopes: ['registrations'], dailyQuota: 100 }),
  )
  return server().send('POST', sendRegistration.path, { ...applicant(), ...changes }, { headers: { 'x-api-key': key } })
}

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const lastTouches = async () =>
  (
    await pool().query(`select t.source, t.campaign, t.term, t.engine, t.node_id::text as node, t.referrer_host as host,
      t.landing_path as path, t.at <= r.created_at as "isBefore" from registration_touches t
      join registrations r on r.id = t.registration_id where r.id = (select max(id) from registrations) order by t.at, t.id`)
  ).rows

describe('visits of a registration', () => {
  it('operations.md "Attribution" are stored in their order, with the node that was paid for', async () => {
    const [account] = await db()
      .insert(semAccounts)
      .values({ code: 'bd-touch', source: 'baidu', name: 'bd-touch' })
      .returning({ id: semAccounts.id })
    const node = { accountId: account?.id ?? '', campaign: '访问品牌' }
    await db()
      .insert(semNodes)
      .values({ ...node, level: 'campaign' })
    const [keyword] = await db()
      .insert(semNodes)
      .values({ ...node, level: 'keyword', keyword: '螺纹钢价格' })
      .returning({ id: semNodes.id })
    const touches: Visit[] = [
      { at: ago(2), referrerHost: 'mp.weixin.qq.com', landingPath: '/register' },
      { at: ago(50), source: 'baidu', medium: 'cpc', campaign: '访问品牌', term: '螺纹钢价格', clickId: 'x1' },
    ]
    expect((await apply({ touches })).code).toBe(200)
    const engine = { source: 'baidu', campaign: '访问品牌', term: '螺纹钢价格', engine: 'baidu', node: keyword?.id }
    expect(await lastTouches()).toEqual([
      { ...engine, host: '', path: '', isBefore: true },
      {
        source: '',
        campaign: '',
        term: '',
        engine: null,
        node: null,
        host: 'mp.weixin.qq.com',
        path: '/register',
        isBefore: true,
      },
    ])
    expect((await send({ touches, source: 'aiWeb' })).code).toBe(200)
    expect(await lastTouches()).toHaveLength(2)
    const { rows } = await pool().query('select source, first_touch from registrations order by id desc limit 1')
    expect(rows).toMatchObject([{ source: 'aiWeb', first_touch: { campaign: '访问品牌' } }])
    expect((await send({})).code).toBe(200)
    expect(await lastTouches()).toEqual([])
  })

  it('operations.md "Bad input" one after the registration is refused of a site, and is the moment itself of a visitor', async () => {
    const touches = [{ at: ago(-2), source: 'baidu' }]
    const msg = '访问时间不能晚于注册时间'
    expect(await send({ touches })).toMatchObject({ status: 400, msg, data: { fields: [{ field: 'touches' }] } })
    expect((await apply({ touches })).code).toBe(200)
    expect(await lastTouches()).toMatchObject([{ source: 'baidu', isBefore: true }])
  })

  it('operations.md "Bad input" too many, too long ones, other parameters and 5 MB are refused', async () => {
    const visit = { at: ago(1), source: 'baidu' }
    const many = Array.from({ length: TOUCHES_MAX + 1 }, () => visit)
    expect(await send({ touches: many })).toMatchObject({ status: 400, msg: '访问记录最多 20 条' })
    const refused = { status: 400, code: 400 }
    expect(await send({ touches: [{ ...visit, term: '长'.repeat(201) }] })).toMatchObject(refused)
    expect(await send({ touches: [{ ...visit, address: '203.0.113.4' }] })).toMatchObject(refused)
    expect(await send({ touches: [{ ...visit, at: '昨天' }] })).toMatchObject(refused)
    expect((await send({ touches: [{ ...visit, term: 'x'.repeat(5_000_000) }] })).status).toBe(413)
    expect((await apply({ touches: many })).status).toBe(400)
  })

  it('operations.md "Data" terms go after 24 months, the visits stay', async () => {
    const terms = async () => (await pool().query("select term from registration_touches where campaign = '留存'")).rows
    const { id } = await makeRegistration(db(), { createdAt: '2020-01-01T00:00:00Z' })
    const visit = { registrationId: id, source: 'baidu', campaign: '留存' }
    await db()
      .insert(registrationTouches)
      .values([
        { ...visit, at: '2020-01-01T00:00:00Z', term: '旧词' },
        { ...visit, at: ago(24), term: '新词' },
      ])
    const sweep = jobs.find(({ name }) => name === 'system.sweep')
    const { core } = server().server
    await sweep?.run({ core, signal: AbortSignal.timeout(10_000), progress: () => undefined } as never)
    expect((await terms()).map(({ term }) => term).toSorted()).toEqual(['', '新词'])
  })
})
