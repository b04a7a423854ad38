// Leads of shares, and that the figures by person, article and day are the totals of their lists.
import { beforeAll, describe, expect, it } from 'vitest'
import { dayOf } from '#contract/days.ts'
import { applyRegistration } from '#contract/members/registrations.ts'
import { switchOwnNotice } from '#contract/outbox/notices.ts'
import {
  exportSharers,
  queryShareDays,
  querySharedArticles,
  queryShareLeads,
  querySharers,
} from '#contract/sharing/share-counts.ts'
import { getShare, queryShares } from '#contract/sharing/shares.ts'
import { registrationRules } from '#server/db/schema/members/registrations.ts'
import { makeAccount, makeEnterprise, makeMember, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { recordGrant } from '#test/ledger.ts'
import { makeShare, openShare, publishArticle } from '#test/share-factories.ts'
import { cellsOf, download, endOf } from '#test/sheets.ts'
import { newCode } from './sharing.rules.ts'
import { storeVisits } from './visits.queries.ts'

const server = testServer({ trustProxy: 1 })
const db = () => server().database.db
const pool = () => server().database.pool
const rights = [
  ...['view', 'details', 'count', 'exportBtn'].map((alias) => `shareArticles.${alias}`),
  'registration.edit',
]
const today = dayOf(Date.now())
let head: Person
let seller: Person
let other: Person
let stranger: Person
let count = 0

beforeAll(async () => {
  const { code } = await makeRole(db(), ...rights)
  head = await server().as(code)
  seller = await server().as(code, { saleParentId: head.id, realName: '卖家' })
  other = await server().as(code, { saleParentId: head.id })
  stranger = await server().as(code)
})

const newMobile = () => `137${String(++count).padStart(8, '0')}`
const apply = (shareCode: string, changes = {}) =>
  server().send(
    'POST',
    applyRegistration.path,
    {
      company: '长江钢贸',
      contact: '李工',
      mobile: newMobile(),
      subProduct: 'bigData',
      shareCode,
      consent: true,
      ...changes,
    },
    { headers: { 'x-forwarded-for': `10.2.0.${++count}` } },
  )
const lead = async (shareCode: string, state = 'new') => {
  const mobile = newMobile()
  expect((await apply(shareCode, { mobile })).code).toBe(200)
  const { rows } = await pool().query('update registrations set state = $2 where mobile = $1 returning id', [
    mobile,
    state,
  ])
  return rows[0].id as string
}

describe('product.md "a lead becomes a registration"', () => {
  it('of the sharer, at once: with a message to them, its source, and in the leads of the share', async () => {
    const share = await makeShare(db(), seller.id, await publishArticle(db(), { title: '带来线索的资讯' }))
    const mobile = newMobile()
    expect(await apply(share.code, { mobile })).toMatchObject({ code: 200, data: null })
    const { rows } = await pool().query('select * from registrations where mobile = $1', [mobile])
    expect(rows).toMatchObject([{ company: '长江钢贸', owner_id: seller.id, source: 'share', state: 'new' }])
    const { rows: told } = await pool().query(`select type from push_messages where user_id = $1`, [seller.id])
    expect(told).toContainEqual({ type: 'register' })
    const { rows: acts } = await pool().query(
      `select after from audit_log where action = 'registration.apply' and target_id = $1`,
      [rows[0].id],
    )
    expect(acts[0].after).toMatchObject({ ownerId: seller.id, shareId: share.id })
    expect((await seller.call(queryShareLeads, { shareId: share.id })).data.records).toMatchObject([
      {
        company: '长江钢贸',
        contact: '李工',
        stage: 'new',
        title: '带来线索的资讯',
        isVisible: true,
        ownerName: '卖家',
      },
    ])
    expect((await stranger.call(queryShareLeads, {})).data.total).toBe(0)
  })

  it('the same lead twice is told kindly and not doubled', async () => {
    const share = await makeShare(db(), seller.id, await publishArticle(db()))
    const mobile = newMobile()
    await apply(share.code, { mobile })
    const again = { status: 409, msg: '您已提交过申请，我们会尽快与您联系，无需重复提交' }
    expect(await apply(share.code, { mobile })).toMatchObject(again)
    expect(await apply(share.code, { mobile, subProduct: 'app' })).toMatchObject(again)
    expect((await seller.call(queryShareLeads, { shareId: share.id })).data.total).toBe(1)
    await pool().query(`update registrations set created_at = now() - interval '25 hours' where mobile = $1`, [mobile])
    expect(await apply(share.code, { mobile })).toMatchObject({ code: 200 })
    expect((await seller.call(queryShareLeads, { shareId: share.id })).data.total).toBe(2)
  })

  it('meetings-visits-sharing.md "Leads: consent": nobody’s data are taken without it', async () => {
    const share = await makeShare(db(), seller.id, await publishArticle(db()))
    for (const [consent, message] of [
      [undefined, '隐私政策不能为空'],
      [false, '请先阅读并同意隐私政策'],
    ] as const)
      expect(await apply(share.code, { consent })).toMatchObject({
        status: 400,
        data: { fields: [{ field: 'consent', message }] },
      })
    expect((await seller.call(queryShareLeads, { shareId: share.id })).data.total).toBe(0)
  })

  it('refuses unknown and malformed codes', async () => {
    expect(await apply(newCode())).toMatchObject({ code: 20404 })
    expect(await apply('0')).toMatchObject({ status: 400, msg: '分享链接不正确' })
  })

  it('of a known company belongs to whose customer it is, and both are told', async () => {
    const share = await makeShare(db(), seller.id, await publishArticle(db()))
    await makeEnterprise(db(), { name: '长江特钢', ownerId: stranger.id })
    const mobile = newMobile()
    expect((await apply(share.code, { mobile, company: ' 长江特钢 ' })).code).toBe(200)
    const { rows } = await pool().query('select id, owner_id from registrations where mobile = $1', [mobile])
    expect(rows[0].owner_id).toBe(stranger.id)
    const { rows: told } = await pool().query(
      `select user_id from push_messages where type = 'register' and data->>'registrationId' = $1`,
      [rows[0].id],
    )
    expect(told.map(({ user_id }) => user_id)).toEqual(expect.arrayContaining([stranger.id, seller.id]))
  })

  it('meetings-visits-sharing.md "分享线索 on": its owner is sent to it, whoever shared to the share, once each', async () => {
    const known = await server().as((await makeRole(db(), ...rights)).code)
    await makeEnterprise(db(), { name: '长江板材', ownerId: known.id })
    const share = await makeShare(db(), seller.id, await publishArticle(db()))
    const linksOf = async (company: string) => {
      const mobile = newMobile()
      expect((await apply(share.code, { mobile, company })).code).toBe(200)
      const { rows } = await pool().query(
        `select m.recipient_id, m.link, r.id from messages m, registrations r
          where r.mobile = $1 and m.key like 'shareLead:' || r.id || ':%' order by m.recipient_id`,
        [mobile],
      )
      return { id: rows[0]?.id, links: Object.fromEntries(rows.map((row) => [row.recipient_id, row.link])) }
    }
    const shared = `/application/shareArticlesOnWeChat/component/details?id=${share.id}`
    const own = await linksOf('长江线材')
    expect(own.links).toEqual({ [seller.id]: `/home/index?registration=${own.id}` })
    const taken = await linksOf('长江板材')
    expect(taken.links).toEqual({ [seller.id]: shared, [known.id]: `/home/index?registration=${taken.id}` })
    await seller.call(switchOwnNotice, { event: 'shareLead', isOn: false })
    expect((await linksOf('长江管材')).links).toEqual({})
    await seller.call(switchOwnNotice, { event: 'shareLead', isOn: true })
  })

  it('of somebody who handles no registrations goes by the rule of its province', async () => {
    const editor = await server().as((await makeRole(db(), 'shareArticles.view')).code)
    const share = await makeShare(db(), editor.id, await publishArticle(db()))
    await db().insert(registrationRules).values({ province: '江苏省', ownerId: other.id }).onConflictDoNothing()
    const mobile = newMobile()
    expect((await apply(share.code, { mobile, province: '江苏省' })).code).toBe(200)
    const { rows } = await pool().query('select owner_id from registrations where mobile = $1', [mobile])
    expect(rows).toEqual([{ owner_id: other.id }])
  })

  it('of somebody who has left waits in the pool', async () => {
    const leaver = await server().as((await makeRole(db(), ...rights)).code)
    const share = await makeShare(db(), leaver.id, await publishArticle(db()))
    await pool().query(`update users set status = 'disabled' where id = $1`, [leaver.id])
    const id = await lead(share.code)
    const { rows } = await pool().query('select owner_id from registrations where id = $1', [id])
    expect(rows).toEqual([{ owner_id: null }])
  })

  it('one that went to somebody else is counted, but not named', async () => {
    const share = await makeShare(db(), seller.id, await publishArticle(db()))
    const id = await lead(share.code, 'contacted')
    await pool().query('update registrations set owner_id = $2 where id = $1', [id, stranger.id])
    expect((await seller.call(queryShareLeads, { shareId: share.id })).data.records).toMatchObject([
      { company: '', contact: '', isVisible: false, stage: 'contacted' },
    ])
  })
})

describe('meetings-visits-sharing.md "leads, by person, article, day"', () => {
  const total = (records: { opens: number; people: number; leads: number }[]) => ({
    opens: records.reduce((sum, { opens }) => sum + opens, 0),
    people: records.reduce((sum, { people }) => sum + people, 0),
    leads: records.reduce((sum, { leads }) => sum + leads, 0),
  })

  it('each figure is the total of the list behind it, with days and without', async () => {
    const [first, second] = [
      await publishArticle(db(), { title: '统计一' }),
      await publishArticle(db(), { title: '统计二' }),
    ]
    const made = [
      await makeShare(db(), seller.id, first),
      await makeShare(db(), seller.id, second, 'group'),
      await makeShare(db(), other.id, first),
    ]
    for (const [at, { id, code }] of made.entries()) {
      await openShare(db(), id, '2026-02-01', at + 2, 'one')
      await openShare(db(), id, today, 2 * at + 1)
      await lead(code, at === 1 ? 'granted' : 'new')
      if (at === 0) await lead(code, 'contacted')
    }
    for (const days of [{}, { from: today, to: today }, { from: '2026-02-01', to: '2026-02-01' }]) {
      const { data: all } = await head.call(queryShares, { ...days, size: 100 })
      const people = (await head.call(querySharers, days)).data
      const articles = (await head.call(querySharedArticles, days)).data
      const byDay = (await head.call(queryShareDays, days)).data
      const sums = Object.fromEntries(Object.entries(total(all.records)).map(([key, n]) => [key, String(n)]))
      for (const each of [all, people, articles, byDay]) expect(each.sums).toMatchObject(sums)
      const groups = [
        ...people.records.map((row) => ({ row, of: { sharerId: row.id, ...days } })),
        ...articles.records.map((row) => ({ row, of: { articleId: row.id, ...days } })),
        ...byDay.records.map((row) => ({ row, of: { from: row.day, to: row.day } })),
      ]
      for (const { row, of } of groups) {
        const list = (await head.call(queryShares, { ...of, size: 100 })).data
        const { opens, people: visitors, leads } = row
        expect({ ...total(list.records), shares: list.total }).toMatchObject({ opens, people: visitors, leads })
        if (Object.keys(days).length > 0 || 'day' in row) expect(list.total).toBe(row.shares)
        expect((await head.call(queryShareLeads, of)).data.total).toBe(leads)
        const reached = async (how: object) => (await head.call(queryShareLeads, { ...of, ...how })).data.total
        expect(await reached({ isContacted: true })).toBe(row.contacted)
        expect(await reached({ isGranted: true })).toBe(row.granted)
        expect(await reached({ isFormal: true })).toBe(row.formal)
      }
    }
  })

  it('meetings-visits-sharing.md "`count`: bots", "`getNum`: contacted, trial, formal": apart, by person, article and day', async () => {
    const sharer = await server().as((await makeRole(db(), ...rights)).code)
    const [articleId, quiet] = [await publishArticle(db()), await publishArticle(db())]
    const share = await makeShare(db(), sharer.id, articleId)
    const unread = await makeShare(db(), sharer.id, quiet)
    await openShare(db(), share.id, '2026-02-03', 2)
    const fetched = { day: '2026-02-03', count: 5 }
    await storeVisits(db(), [], [{ shareId: share.id, ...fetched }])
    await storeVisits(db(), [], [{ shareId: unread.id, ...fetched }])
    const granted = await lead(share.code, 'granted')
    for (const state of ['contacted', 'new', 'invalid']) await lead(share.code, state)
    const { id: memberId } = await makeMember(db(), { ownerId: sharer.id })
    const { id: accountId } = await makeAccount(db(), 'bigData', { memberId })
    await pool().query('update registrations set member_id = $2 where id = $1', [granted, memberId])
    const counted = { leads: 4, contacted: 2, granted: 1, formal: 0, machines: 3, opens: 2 }
    expect((await sharer.call(querySharers, {})).data.records).toMatchObject([{ ...counted, shares: 1, machines: 8 }])
    expect((await sharer.call(querySharedArticles, {})).data.records).toMatchObject([{ id: articleId, ...counted }])
    await recordGrant(db(), accountId, { at: new Date().toISOString(), kind: 'formal' })
    expect((await sharer.call(querySharers, {})).data.records).toMatchObject([{ granted: 1, formal: 1 }])
    expect((await sharer.call(queryShareLeads, { isFormal: true })).data.records).toMatchObject([{ id: granted }])
    expect((await sharer.call(getShare, { id: share.id })).data.machines).toBe(3)
  })

  it('shows people and shares in scope alone', async () => {
    const names = async (by: Person) => (await by.call(querySharers, {})).data.records.map(({ id }) => id)
    expect(await names(seller)).toEqual([seller.id])
    expect(await names(stranger)).toEqual([])
    expect((await stranger.call(querySharedArticles, {})).data.total).toBe(0)
    expect((await stranger.call(queryShareDays, {})).data.total).toBe(0)
  })

  it('refuses days in the wrong order, and callers without the right', async () => {
    const days = { from: '2026-02-02', to: '2026-02-01' }
    const viewer = await server().as((await makeRole(db(), 'shareArticles.view')).code)
    for (const call of [querySharers, querySharedArticles, queryShareDays, queryShareLeads]) {
      expect(await head.call(call, days)).toMatchObject({ status: 400, msg: '开始日期不能晚于结束日期' })
      expect(await viewer.call(call, {})).toMatchObject({ status: 403 })
    }
  })

  it('the ranking is exported in scope', async () => {
    const { data } = await seller.call(exportSharers, {
      query: {},
      columns: ['name', 'opens'],
      format: 'xlsx',
      reason: '核对',
    })
    const rows = await cellsOf(await download(server(), (await endOf(seller, data.jobId)).fileUrl))
    expect(rows.at(-1)?.[0]).toBe('卖家')
  })
})
