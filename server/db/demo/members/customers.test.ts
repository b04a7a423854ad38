// The demo company's customers on a real database: derived data agrees with its source, and a second run adds nothing.
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { actLabel } from '#contract/system/audit-labels.ts'
import { salesScope } from '#server/core/access/scope.ts'
import { checkSeals, sealAudit } from '#server/core/audit/seals.ts'
import { asOwner, loadDemoOf } from '#test/database.ts'
import { demoDatabase } from '#test/demo.ts'
import { enterprises } from '../../schema/members/members.ts'
import { users } from '../../schema/organisation.ts'
import { knownUserNames } from '../organisation/staff.ts'
import { companyName, creditCode } from './customers-names.ts'

const SECRET_KEY = 'a secret key that only tests use, 32+'

const { database, many, one } = demoDatabase('demo')

const tables = [
  ...['enterprises', 'enterprise_contacts', 'members', 'member_accounts', 'owner_changes'],
  ...['grants', 'grant_acts', 'grant_changes', 'grant_presets', 'grant_rules', 'account_logs', 'account_signals'],
  ...['registrations', 'registration_steps', 'registration_rules', 'orders', 'order_changes', 'documents'],
  ...['announcements', 'announcement_reads', 'audit_log', 'quick_entries', 'push_messages'],
  ...['permission_sets', 'partners', 'partner_members', 'third_powers', 'data_keys', 'data_key_days'],
  ...['messages', 'message_bounces', 'message_bodies', 'pushes', 'push_prices', 'report_orders'],
  ...['quote_items', 'quote_item_methods', 'price_publications', 'prices', 'price_revisions', 'series_values'],
  ...['articles', 'article_versions', 'dues', 'sealed_dues', 'follow_ups'],
  ...['visit_enterprises', 'visits', 'visit_people', 'visit_heard'],
]
const counts = async () => Promise.all(tables.map((table) => one(`select count(*)::int from ${table}`)))

describe('product.md demo data', () => {
  it('has 500 enterprises, 2,000 members and something in every table, once', async () => {
    const first = await counts()
    expect(first.slice(0, 3)).toEqual([500, expect.any(Number), 2_000])
    expect(first.filter((count) => count === 0)).toEqual([])
    expect((await asOwner(database().owner, (tx) => loadDemoOf(tx, 1))).added).toBe(0)
    expect(await counts()).toEqual(first)
  })

  it('has sent mails in every state that ends, none that waits, and counts that agree with them', async () => {
    const states = await many('select distinct state from messages order by state')
    expect(states.map(({ state }) => state)).toEqual(['failed', 'sent', 'undelivered', 'unsure', 'withheld'])
    const wrong = await many(`select p.id from pushes p where p.state = 'finished' and exists (select from (values
      ('sent'), ('failed'), ('undelivered'), ('unsure'), ('withheld')) s(state) where (p.counts ->> s.state)::int <> (select
      count(*) from messages m where m.push_id = p.id and m.state = s.state))`)
    expect(wrong).toEqual([])
    const finished = await many(
      `select kind, count(*)::int from pushes where state = 'finished' group by kind order by kind`,
    )
    expect(finished).toEqual([
      { kind: 'price', count: 5 },
      { kind: 'report', count: 5 },
      { kind: 'sms', count: expect.any(Number) },
    ])
    expect(
      await one(`select count(*)::int from messages where channel = 'mail' and address not like '%.example.com'`),
    ).toBe(0)
  })

  it('has visits by the owners of enterprises in every state, with what was heard, and some for the salesperson who tries it', async () => {
    const states = await many('select distinct state from visits order by state')
    expect(states.map(({ state }) => state)).toEqual(['cancelled', 'planned', 'reported', 'visited'])
    expect(await one(`select count(*)::int from visits where arrived_at > now()`)).toBe(0)
    const [counts] = await many(`select (select count(*) from visit_enterprises)::int as sites,
      (select count(*) from visits)::int as visits, (select count(*) from visit_heard)::int as heard`)
    expect(counts).toEqual({ sites: 160, visits: 1_200, heard: 600 })
    expect(
      await one(`select count(*)::int from visits v join users u on u.id = v.owner_id where u.user_name = 'sales'
        and v.planned_at >= current_date`),
    ).toBeGreaterThan(0)
  })

  it('has follow-ups by the owners of customers, with reminders overdue, due today and later, one open for each', async () => {
    const wrong = await many(`select f.id from follow_ups f join enterprises e on e.id = f.enterprise_id
      left join follow_ups n on n.id = f.ended_by_id
      where f.author_id <> e.owner_id or f.at > now() or n.enterprise_id <> f.enterprise_id or n.at <= f.at`)
    expect(wrong).toEqual([])
    const open = await many(`select count(*) filter (where next_on < current_date)::int as overdue,
      count(*) filter (where next_on = current_date)::int as today, count(*) filter (where next_on > current_date)::int as later
      from follow_ups where next_on is not null and ended_by_id is null`)
    const [{ overdue, today, later } = {}] = open
    expect([overdue, today, later].every((count) => Number(count) > 3)).toBe(true)
  })

  it('has products by role for those who work on them, so that roles can be synchronised', async () => {
    const rows = await many(`select r.code, count(*)::int products from role_products p join roles r on r.id = p.role_id
      where p.product_id in (select id from products) group by r.code order by r.code`)
    expect(rows.map(({ code }) => code)).toEqual(['newsEditor', 'operations', 'priceAnalyst', 'reviewer', 'sales'])
    const [editors, , analysts, reviewers] = rows.map(({ products }) => Number(products))
    expect(reviewers).toBe(editors)
    expect(analysts).toBeLessThan(editors ?? 0)
  })

  it('fills the first page of each account that people try out: quick entries, and messages that do not pop up', async () => {
    const empty = `select u.user_name from users u where u.user_name = any('{${knownUserNames.join()}}')
      and (not exists (select from quick_entries q where q.user_id = u.id)
        or not exists (select from push_messages p where p.user_id = u.id))`
    expect(await many(empty)).toEqual([])
    expect(await one('select count(*)::int from push_messages where read_at is null')).toBe(0)
  })

  it('has statistics, without which a list of customers would take a minute', async () => {
    expect(await one(`select reltuples::int from pg_class where relname = 'enterprises'`)).toBeGreaterThan(400)
  })

  it('has account terms that agree with their live grants', async () => {
    const wrong = await many(`select a.id from member_accounts a left join (
        select account_id, min(starts_on) as starts_on, max(ends_on) as ends_on,
          (array_agg(kind order by ends_on desc, id desc))[1] as kind
        from grants where revoked_at is null group by account_id) g on g.account_id = a.id
      where (a.starts_on, a.ends_on, a.grant_kind) is distinct from (g.starts_on, g.ends_on, g.kind)`)
    expect(wrong).toEqual([])
  })

  it('has a ledger whose last row of each grant matches the grant, and whose rows continue each other', async () => {
    const wrong = await many(`select g.id from grants g
        join lateral (select c.* from grant_changes c where c.grant_id = g.id order by c.id desc limit 1) c on true
      where c.grant_version <> g.version or (g.revoked_at is null) <> (c.after is not null) or c.after is not null and c.after <>
        jsonb_build_object('kind', g.kind, 'startsOn', g.starts_on, 'endsOn', g.ends_on, 'quota', g.quota)`)
    expect(wrong).toEqual([])
    expect(
      await one(
        'select count(*)::int from grants g where not exists (select 1 from grant_changes c where c.grant_id = g.id)',
      ),
    ).toBe(0)
    const broken =
      await many(`select id from (select id, before, lag(after) over (partition by grant_id order by id) as left_by,
        lag(at) over (partition by grant_id order by id) as earlier, at from grant_changes) c
      where before is distinct from left_by or earlier > at`)
    expect(broken).toEqual([])
  })

  it('has no ledger that is older than its account, no account older than its member or customer', async () => {
    const first = await one(`select concat_ws(' ',
      (select count(*) from grant_changes c join member_accounts a on a.id = c.account_id where c.at < a.opened_at),
      (select count(*) from member_accounts a join members m on m.id = a.member_id where a.opened_at < m.created_at),
      (select count(*) from members m join enterprises e on e.id = m.enterprise_id where m.created_at < e.created_at))`)
    expect(first).toBe('0 0 0')
  })

  it('has grants of every state in the three large sub-products, and accounts without', async () => {
    const rows = await many(`select sub_product,
        count(*) filter (where ends_on is null)::int as none,
        count(*) filter (where ends_on < current_date)::int as expired,
        count(*) filter (where ends_on between current_date and current_date + 7)::int as week,
        count(*) filter (where ends_on between current_date and current_date + 30)::int as month,
        count(*) filter (where starts_on > current_date)::int as future,
        count(*) filter (where opened_at > now() - interval '7 days')::int as new
      from member_accounts where sub_product in ('bigData', 'officialWebsite', 'app') group by 1`)
    expect(rows).toHaveLength(3)
    for (const row of rows) for (const count of Object.values(row)) expect(count).not.toBe(0)
    expect(await one('select count(distinct sub_product)::int from member_accounts')).toBe(14)
  })

  it('gives customers to the known salesperson, to service and to the pool', async () => {
    const rows =
      await many(`select coalesce(u.user_name, '') as name from enterprises e left join users u on u.id = e.owner_id
      group by 1 having count(*) >= 10`)
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['', 'sales', 'service']))
  })

  it('has nothing in the future', async () => {
    const moments = ['enterprises.created_at', 'members.created_at', 'member_accounts.opened_at', 'grant_acts.at']
    for (const moment of [
      ...moments,
      'announcement_reads.read_at',
      'audit_log.at',
      'account_logs.at',
      'registrations.created_at',
      'orders.created_at',
      'data_keys.last_used_at',
    ]) {
      const [table, column] = moment.split('.')
      expect(
        await one(`select count(*)::int from ${table} where ${column} > now() + interval '1 second'`),
        moment,
      ).toBe(0)
    }
  })

  it('has announcements read after their launch by people active then, and by none of the known accounts', async () => {
    const wrong = await many(`select 1 from announcement_reads r join announcements a on a.id = r.announcement_id
        join users u on u.id = r.user_id
      where r.read_at < a.launched_at or r.read_at > u.last_sign_in_at + interval '1 hour' or u.status = 'disabled'
        or u.user_name in ('admin', 'sales', 'manager')`)
    expect(wrong).toEqual([])
    const readers = await many(`select count(r.user_id)::int as n from announcements a
      left join announcement_reads r on r.announcement_id = a.id where a.state = 'launched' group by a.id`)
    expect(readers).toHaveLength(3)
    for (const { n } of readers) expect(n).toBeGreaterThan(5)
  })

  it('contract.md has an audit log of acts that left a trace, by those who did them, in order, and its chain holds', async () => {
    const acts = await many(`select l.action, count(*)::int as n, bool_and(u.user_name = l.actor_name) as known
      from audit_log l left join users u on u.id = l.actor_id group by 1`)
    expect(acts.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        ...['user.add', 'announcement.add', 'announcement.launch', 'enterprise.setOwner', 'account.setGrants'],
        ...['registration.contact', 'registration.convert', 'registration.invalid', 'accountSignal.handle'],
        ...['order.changeAmount', 'order.close'],
      ]),
    )
    expect(acts.filter(({ known }) => known !== true)).toEqual([])
    expect(acts.map(({ action }) => action).filter((action) => actLabel(String(action)).includes('.'))).toEqual([])
    expect(
      await many(
        'select id from (select id, at, lag(at) over (order by id) as before from audit_log) l where at < before',
      ),
    ).toEqual([])
    expect(
      await many(`select l.id from audit_log l join registrations r on r.id = l.target_id::bigint
        where l.target_type = 'registration' and l.action <> 'registration.contact' and l.after->>'state' <> r.state`),
    ).toEqual([])
    const total = await one('select count(*)::int from audit_log')
    expect(await sealAudit(database().db, SECRET_KEY)).toMatchObject({ sealed: total })
    expect(await checkSeals(database().db, SECRET_KEY)).toMatchObject({ broken: [], brokenCount: 0 })
  })

  it('§6 shows the head of sales the customers of everybody in sales, and nobody else’s', async () => {
    const owned = await many(`select r.code, e.id::text from enterprises e join users u on u.id = e.owner_id
      join roles r on r.id = u.role_id`)
    const [head] = await database().db.select({ id: users.id }).from(users).where(eq(users.userName, 'manager'))
    const viewer = { id: head?.id ?? '', isAdministrator: false, roleCodes: ['salesManager'] }
    const seen = await database()
      .db.select({ id: enterprises.id })
      .from(enterprises)
      .where(salesScope(viewer, enterprises.ownerId))
    const inSales = owned.filter(({ code }) => code === 'sales').map(({ id }) => id)
    expect(seen.map(({ id }) => id).toSorted()).toEqual(inSales.toSorted())
    expect(inSales.length).toBeGreaterThan(200)
  })

  it('has signals that agree with the logs', async () => {
    const wrong = await many(`select s.id from account_signals s where s.count <> (select count(distinct
        case s.kind when 'addresses' then l.address else l.device end) from account_logs l
      where l.account_id = s.account_id and l.at between s.from_at and s.to_at and l.kind = 'signIn')`)
    expect(wrong.length).toBeLessThanOrEqual(2) // a usual visit may fall into the time
    expect(await one('select count(*)::int from account_signals where handled_at is null')).toBeGreaterThan(5)
  })

  it('names no company twice, and gives codes with the right check digit', () => {
    const names = Array.from({ length: 60_000 }, (_, number) => companyName(number, '').name)
    expect(new Set(names).size).toBe(names.length)
    const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
    const sum = [...creditCode(1_234, '3201')]
      .slice(0, 17)
      .reduce((total, each, at) => total + alphabet.indexOf(each) * (3 ** at % 31), 0)
    expect(alphabet[(31 - (sum % 31)) % 31]).toBe(creditCode(1_234, '3201').at(-1))
  })
})
