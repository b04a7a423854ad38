// Attribution in SQL: the same as `sharesOf` of contract/operations/attribution.ts, for all leads of a query at once.
import { type SQL, sql } from 'drizzle-orm'
import { type Attribution, type AttributionModel, LEAD_UNITS } from '#contract/operations/attribution.ts'
import { grantActs, grantChanges } from '#server/db/schema/members/grants.ts'
import { memberAccounts } from '#server/db/schema/members/members.ts'
import { orders } from '#server/db/schema/members/orders.ts'
import { registrationTouches } from '#server/db/schema/members/registration-touches.ts'
import { registrations } from '#server/db/schema/members/registrations.ts'
import { isCounted } from './registrations/registration-statistics-rows.queries.ts'

/** A visit whose link and page before say nothing. */
const isDirect = sql`(t.source = '' and t.campaign = '' and t.click_id = '' and t.referrer_host = '')`

const order: Readonly<Record<Exclude<AttributionModel, 'linear'>, SQL>> = {
  first: sql`t.at, t.id`,
  last: sql`t.at desc, t.id desc`,
  lastNonDirect: sql`${isDirect}, t.at desc, t.id desc`,
}

/**
 * The shares of leads: their columns, `touch_id`, the visit's `engine`, `campaign` and `term`, and `units` of `LEAD_UNITS`. `leads` has
 * `id` and `created_at`. A lead without visits in the window has one row without a touch, so that the units of each lead add up to one.
 */
export function attributedLeads(leads: SQL, { touch, window }: Pick<Attribution, 'touch' | 'window'>): SQL {
  const touches = sql`${registrationTouches} t where t.registration_id = lead.id and t.at <= lead.created_at
    and t.at >= lead.created_at - make_interval(days => ${Number(window)}::int)`
  const columns = sql`t.id, t.engine, t.campaign, t.term`
  const shared =
    touch === 'linear'
      ? sql`select ${columns}, ${LEAD_UNITS}::bigint / count(*) over () as units from ${touches}`
      : sql`(select ${columns}, ${LEAD_UNITS}::bigint as units from ${touches} order by ${order[touch]} limit 1)`
  return sql`select lead.*, s.id as touch_id, s.engine, s.campaign, s.term, coalesce(s.units, ${LEAD_UNITS}::bigint) as units
    from (${leads}) lead left join lateral (${shared}) s on true`
}

/** Most leads have none: they are not looked at one by one. */
const hasPaidTouch = sql`${registrations.id} in (select t.registration_id from ${registrationTouches} t where t.engine is not null)`

const dayOf = (at: SQL) => sql`(${at} at time zone 'Asia/Shanghai')::date`

/**
 * Shares of leads that a search engine was paid for: `id`, `day`, the `source`, `campaign` and `term` of the visit's link,
 * `province`, and in units the lead itself and what came of it: a `trial`, a `formal` grant, any at all (`granted`), and the
 * `amounts` of orders that are not closed. A member who
 * registered several times counts with the first registration, and only what was granted or ordered after it. It counts everybody's: who
 * lists them adds the scope. By `registration`, days are those of the lead, and so is all that came of it; by `event`, each has
 * its own day.
 */
export function paidLeads({ basis, ...how }: Attribution, { from, to }: { from: SQL; to: SQL }): SQL {
  const since = sql`${registrations.createdAt} >= ${from}::date::timestamp at time zone 'Asia/Shanghai'`
  const until = sql`${registrations.createdAt} < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`
  // By event, an earlier lead counts only for what its member was granted or ordered later. By registration, `since` and `until` are
  // the days: a second condition on them would make the planner expect a few rows and look up the names of each lead anew.
  const isAsked = basis === 'registration' ? since : sql`(${since} or ${registrations.memberId} is not null)`
  const isOfDay = basis === 'registration' ? sql`true` : sql`o.day between ${from}::date and ${to}::date`
  const leads = sql`select ${registrations.id} as id, ${registrations.createdAt} as created_at, ${registrations.province} as province,
      ${registrations.memberId} as member_id
    from ${registrations} where ${until} and ${isAsked} and ${isCounted} and ${hasPaidTouch}`
  const first = (kind: SQL) => sql`min(c.at) filter (where ${kind})`
  const lead = dayOf(sql`x.created_at`)
  const events = ['trial', 'formal', 'granted'].map(
    (name) => sql`(${dayOf(sql.raw(`k.${name}_at`))}, ${sql.raw(`'${name}'`)})`,
  )
  const came = (name: string) =>
    basis === 'registration'
      ? sql`x.units * (${sql.raw(`k.${name}_at`)} is not null)::int`
      : sql`x.units * (o.what = ${sql.raw(`'${name}'`)})::int`
  const isFirst = sql`not exists (select 1 from ${registrations} e
            where e.member_id = x.member_id and (e.created_at, e.id) < (x.created_at, x.id))`
  const ordered = sql`from ${memberAccounts} a join ${orders} d on d.account_id = a.id
        where a.member_id = x.member_id and d.created_at >= x.created_at and d.state <> 'closed' and ${isFirst}`
  const whats =
    basis === 'registration'
      ? sql`select ${lead} as day, 'lead' as what, (select coalesce(sum(d.amount), 0) ${ordered}) as amount`
      : sql`select v.day, v.what, 0::numeric as amount from (values (${lead}, 'lead'), ${sql.join(events, sql`, `)}) v(day, what)
          union all select ${dayOf(sql`d.created_at`)}, 'order', d.amount ${ordered}`
  return sql`select x.id, o.day, x.engine as source, x.campaign, x.term, x.province,
      x.units * (o.what = 'lead')::int as leads, ${came('trial')} as trials, ${came('formal')} as formals, ${came('granted')} as granted,
      x.units * o.amount as amounts
    from (${attributedLeads(leads, how)}) x
    left join lateral (
      select ${first(sql`c.after->>'kind' = 'trial'`)} as trial_at, ${first(sql`c.after->>'kind' = 'formal'`)} as formal_at,
          ${first(sql`c.after is not null`)} as granted_at
        from ${memberAccounts} a join ${grantChanges} c on c.account_id = a.id join ${grantActs} g on g.id = c.act_id
        where a.member_id = x.member_id and c.at >= x.created_at and g.undone_by is null and g.via <> 'undo'
          and ${isFirst}) k on true
    cross join lateral (${whats}) o
    where x.engine is not null and ${isOfDay}`
}
