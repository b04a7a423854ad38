// What the design asks of the demo, on the whole of it.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { smsPurposes } from '#contract/push/sms-purposes.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { CITY_REACH, middleOf } from './city-places.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase('demo')
})
afterAll(() => database.close())

it('meetings-visits-sharing.md "Demo": 400 shares with openings by day, and 120 leads', async () => {
  const { rows } = await database.db.execute<Record<string, number>>(sql`
    select (select count(*)::int from shares) as shares, (select count(*)::int from share_leads) as leads,
      (select count(distinct share_id)::int from share_days) as opened, (select count(distinct sharer_id)::int from shares) as sharers,
      (select count(*)::int from share_days d where d.opens <> (select count(*) from share_visits v
        where v.share_id = d.share_id and v.day = d.day)) as wrong,
      (select count(*)::int from share_leads l join registrations r on r.id = l.registration_id where r.source <> 'share') as strays`)
  expect(rows[0]).toMatchObject({ shares: 400, leads: 120, wrong: 0, strays: 0 })
  expect(rows[0]?.opened).toBeGreaterThan(300)
  expect(rows[0]?.sharers).toBeGreaterThan(10)
})

it('meetings-visits-sharing.md "dinnerRegister": the dinner of today’s meeting is partly filled', async () => {
  const { rows } = await database.db.execute<Record<string, number>>(sql`
    select (select count(*)::int from dinner_tables t join meetings m on m.id = t.meeting_id) as tables,
      (select sum(seats)::int from dinner_tables) as seats, (select count(*)::int from dinner_seats) as seated`)
  expect(rows[0]?.tables).toBeGreaterThan(5)
  expect(rows[0]?.seated).toBeGreaterThan(20)
  expect(rows[0]?.seated).toBeLessThan(rows[0]?.seats ?? 0)
})

it('meetings-visits-sharing.md "Demo": 160 enterprises, 1,200 visits, 600 heard, a class of messages for each occasion of a meeting', async () => {
  const { rows } = await database.db.execute<Record<string, number>>(sql`
    select (select count(*)::int from visit_enterprises) as sites, (select count(*)::int from visits) as visits,
      (select count(*)::int from visit_heard) as heard, (select count(*)::int from meetings) as meetings,
      (select count(*)::int from meeting_sign_ups) as "signUps",
      (select count(distinct purpose)::int from sms_classes where purpose <> 'push' and is_enabled) as purposes`)
  expect(rows[0]).toMatchObject({ sites: 160, visits: 1_200, heard: 600 })
  expect(rows[0]?.meetings).toBeGreaterThanOrEqual(6)
  expect(rows[0]?.signUps).toBeGreaterThanOrEqual(900)
  expect(rows[0]?.purposes).toBe(smsPurposes.length - 1)
})

it('areas/ai.md "Demo": 4 assistants with 3 versions, 60 cases with runs, refusals, 300 sessions', async () => {
  const { rows } = await database.db.execute<Record<string, number>>(sql`
    select (select count(*)::int from ai_assistants) as assistants, (select count(*)::int from ai_prompts) as versions,
      (select count(*)::int from ai_prompts where launched_at is null) as drafts,
      (select count(*)::int from ai_cases) as cases, (select count(*)::int from ai_runs) as runs,
      (select count(*)::int from ai_results where verdict = 'failed') as failed,
      (select count(*)::int from ai_results where is_price_wrong) as "wrongPrices",
      (select count(*)::int from ai_results r join ai_cases c on c.id = r.case_id
        where c.must_refuse and r.verdict = 'passed') as refusals,
      (select count(*)::int from ai_sessions) as sessions`)
  expect(rows[0]).toMatchObject({ assistants: 4, versions: 12, cases: 60 })
  for (const count of ['drafts', 'failed', 'wrongPrices', 'refusals'])
    expect(rows[0]?.[count], count).toBeGreaterThan(0)
  expect(rows[0]?.runs).toBeGreaterThan(5)
  expect(rows[0]?.sessions).toBeGreaterThanOrEqual(300)
})

it('issue "What a walk through the older half found" 12: nothing happens before its person existed', async () => {
  const { rows } = await database.db.execute<Record<string, number>>(sql`
    select (select count(*)::int from audit_log l join users u on u.id = l.actor_id where l.at < u.created_at) as acts,
      (select count(*)::int from articles a join users u on u.id = a.author_id where a.created_at < u.created_at) as articles,
      (select count(*)::int from follow_ups f join users u on u.id = f.author_id where f.created_at < u.created_at) as "followUps",
      (select count(*)::int from visits v join users u on u.id = v.owner_id where v.created_at < u.created_at) as visits,
      (select count(*)::int from follow_ups f join enterprises e on e.id = f.enterprise_id where f.at < e.created_at) as customers,
      (select count(*)::int from account_logs l join member_accounts a on a.id = l.account_id where l.at < a.opened_at) as logs,
      (select count(*)::int from member_accounts a where a.last_seen_at < a.opened_at) as seen`)
  expect(Object.fromEntries(Object.entries(rows[0] ?? {}).filter(([, count]) => count > 0))).toEqual({})
})

it('issue "What a walk through the older half found" 12: accounts that have not begun have no visits', async () => {
  const { rows } = await database.db.execute<Record<string, number>>(sql`
    with waiting as (select a.id, a.last_seen_at from member_accounts a where a.starts_on > current_date
      and not exists (select from grant_changes c where c.account_id = a.id and (c.after ->> 'startsOn')::date <= current_date))
    select (select count(*)::int from account_logs l join waiting a on a.id = l.account_id where l.kind <> 'failed') as logs,
      (select count(*)::int from waiting a where a.last_seen_at is not null) as seen,
      (select count(*)::int from waiting) as accounts`)
  expect(rows[0]).toMatchObject({ logs: 0, seen: 0 })
  expect(rows[0]?.accounts).toBeGreaterThan(0)
})

it('issue "What a walk through the older half found" 12: positions lie in their city', async () => {
  type Placed = { city: string; longitude: string; latitude: string }
  const { rows } = await database.db.execute<Placed>(sql`
    select c.name as city, p.longitude, p.latitude from (
      select region_id, longitude, latitude from enterprises union all
      select region_id, longitude, latitude from visit_enterprises) p
    join regions r on r.id = p.region_id
    join regions c on c.id = case when r.level = 2 then r.id else r.parent_id end
    where p.longitude is not null`)
  expect(rows.length).toBeGreaterThan(50)
  const farOff = rows.filter(({ city, longitude, latitude }) => {
    const middle = middleOf(city) ?? middleOf(`${city}市`)
    if (!middle) return true
    return [Number(longitude) - middle[0], Number(latitude) - middle[1]].some(
      (off) => Math.abs(off) > CITY_REACH + 1e-6,
    )
  })
  expect(farOff).toEqual([])
})
