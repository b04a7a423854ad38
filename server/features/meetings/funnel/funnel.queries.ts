// What became of a meeting's guests. Figures and their lists have the same conditions, on the same rows: each invitation and
// each sign-up is one, both together where one led to the other.
import { type SQL, sql } from 'drizzle-orm'
import {
  FUNNEL_DAYS,
  type Funnel,
  type FunnelStep,
  funnelSteps,
  type GuestGroup,
  type GuestQuery,
  type GuestRow,
  guestGroups,
  NO_PROVINCE,
} from '#contract/meetings/funnel.ts'
import { liveStates } from '#contract/meetings/sign-up-labels.ts'
import { isInSalesScope, salesList, type Viewer } from '#server/core/access/scope.ts'
import { list, oneOf } from '#server/core/lists/paging.ts'
import type { Db } from '#server/db/connection.ts'
import { regions } from '#server/db/schema/catalogue.ts'
import { meetingInvitations as invitations, meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { meetings } from '#server/db/schema/meetings.ts'
import { grantActs, grantChanges } from '#server/db/schema/members/grants.ts'
import { enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'
import { registrations } from '#server/db/schema/members/registrations.ts'
import { users } from '#server/db/schema/organisation.ts'

/** The name of the region of level 1 that an enterprise `e` is in. */
const provinceOfRegion = sql`(with recursive up(id, parent_id, level, name) as (
    select id, parent_id, level, name from ${regions} where id = e.region_id
    union select p.id, p.parent_id, p.level, p.name from up join ${regions} p on p.id = up.parent_id)
  select name from up where level = 1)`

/** Rows `g`. */
const guests = sql`(
    select 's' || s.id as id, s.meeting_id, i.id as invitation_id, i.opened_at, s.name, s.company, s.state, s.source,
        s.applied_at, coalesce(s.customer_id, r.enterprise_id) as customer_id, r.member_id,
        coalesce(e.owner_id, r.owner_id) as owner_id, s.keeper_id, i.inviter_id,
        coalesce(nullif(r.province, ''), ${provinceOfRegion}, ${sql.raw(`'${NO_PROVINCE}'`)}) as province
      from ${signUps} s
      left join ${registrations} r on r.id = s.registration_id
      left join ${enterprises} e on e.id = coalesce(s.customer_id, r.enterprise_id)
      left join lateral (select * from ${invitations} i where i.sign_up_id = s.id order by i.id limit 1) i on true
    union all
    select 'i' || i.id, i.meeting_id, i.id, i.opened_at, i.name, e.name, null, null, null, i.customer_id, null, e.owner_id,
        null, i.inviter_id, coalesce(${provinceOfRegion}, ${sql.raw(`'${NO_PROVINCE}'`)})
      from ${invitations} i join ${enterprises} e on e.id = i.customer_id where i.sign_up_id is null) g`

const live = sql`g.state in (${sql.raw(liveStates.map((state) => `'${state}'`).join(', '))})`

/** A grant of that kind to the guest's company, by an act that was not undone. */
const granted = (kind: 'trial' | 'formal', when: SQL) => sql`exists (select from ${memberAccounts} a
    join ${members} m on m.id = a.member_id join ${grantChanges} c on c.account_id = a.id
    join ${grantActs} x on x.id = c.act_id and x.undone_by is null
  where (m.enterprise_id = g.customer_id or m.id = g.member_id) and c.after ->> 'kind' = '${sql.raw(kind)}' and ${when})`

const until = sql`(select (m.ends_on + ${sql.raw(String(FUNNEL_DAYS + 1))})::timestamp at time zone 'Asia/Shanghai'
  from ${meetings} m where m.id = g.meeting_id)`

/** The first one after the sign-up: who had one before was won already. */
const became = (kind: 'trial' | 'formal') => sql`(${live}
  and ${granted(kind, sql`c.at >= g.applied_at and c.at < ${until}`)} and not ${granted(kind, sql`c.at < g.applied_at`)})`

const bySteps: Record<FunnelStep, SQL> = {
  invited: sql`g.invitation_id is not null`,
  opened: sql`g.opened_at is not null`,
  signedUp: live,
  came: sql`g.state = 'came'`,
  trial: became('trial'),
  formal: became('formal'),
}

const groups: Record<GuestGroup, SQL> = {
  source: sql`g.source`,
  day: sql`(g.applied_at at time zone 'Asia/Shanghai')::date::text`,
  province: sql`g.province`,
}

const seenBy = (scope: (owner: SQL) => SQL) =>
  sql`(coalesce(${scope(sql`g.owner_id`)}, false) or coalesce(${scope(sql`g.keeper_id`)}, false)
    or coalesce(${scope(sql`g.inviter_id`)}, false))`

export async function funnelOf(db: Db, viewer: Viewer, meetingId: string): Promise<Funnel> {
  const where = sql`g.meeting_id = ${meetingId}::bigint and ${seenBy((owner) => isInSalesScope(viewer, owner))}`
  const counts = funnelSteps.map(
    (step) => sql`count(*) filter (where ${bySteps[step]})::int as ${sql.identifier(step)}`,
  )
  const { rows } = await db.execute<Funnel['steps']>(
    sql`select ${sql.join(counts, sql`, `)} from ${guests} where ${where}`,
  )
  const [steps] = rows
  if (!steps) throw new Error('an aggregate answered no row')
  const barsOf = async (group: GuestGroup) =>
    (
      await db.execute<{ key: string; count: number }>(sql`select ${groups[group]} as key, count(*)::int as count
        from ${guests} where ${where} and ${live} group by 1 order by ${group === 'day' ? sql`1` : sql`2 desc, 1`}`)
    ).rows
  const [source, day, province] = await Promise.all(guestGroups.map(barsOf))
  return { steps, source: source ?? [], day: day ?? [], province: province ?? [] }
}

const row = {
  id: sql<string>`g.id`,
  name: sql<string>`g.name`,
  company: sql<string>`g.company`,
  isInvited: sql<boolean>`g.invitation_id is not null`,
  openedAt: sql`g.opened_at`.mapWith(invitations.openedAt) as SQL<string | null>,
  state: sql<GuestRow['state']>`g.state`,
  source: sql<GuestRow['source']>`g.source`,
  province: sql<string>`g.province`,
  appliedAt: sql`g.applied_at`.mapWith(signUps.appliedAt) as SQL<string | null>,
}

const equal = (expression: SQL, name: string) => ({ where: sql`${expression} = ${sql.placeholder(name)}` })

export const listGuests = salesList((scope, suffix) => {
  const fields = {
    ...row,
    ownerName: sql<string>`case when ${scope(sql`g.owner_id`)}
      then coalesce((select u.real_name from ${users} u where u.id = g.owner_id), '') else '' end`,
  }
  return list<GuestRow, GuestQuery>({
    name: `meeting_guests${suffix}`,
    always: seenBy(scope),
    filters: {
      meetingId: { where: sql`g.meeting_id = ${sql.placeholder('meetingId')}::bigint` },
      step: oneOf(bySteps),
      source: equal(groups.source, 'source'),
      day: equal(groups.day, 'day'),
      province: equal(groups.province, 'province'),
    },
    sorts: {
      name: sql`g.name collate "zh-x-icu"`,
      company: sql`g.company collate "zh-x-icu"`,
      appliedAt: sql`g.applied_at`,
    },
    usual: sql`g.applied_at desc nulls last`,
    tie: sql`g.id`,
    fields,
    rows: (db) => db.select(fields).from(guests),
    matches: (db, where) => db.select({ n: sql`1` }).from(guests).where(where),
  })
})
