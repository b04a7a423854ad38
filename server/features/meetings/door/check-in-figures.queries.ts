// Whom the figures of a door count. Figures and lists read the same rows by the same conditions.
import { type SQL, sql } from 'drizzle-orm'
import type { CheckInFigure } from '#contract/meetings/check-in-labels.ts'
import type { CheckedInQuery, CheckedInRow } from '#contract/meetings/check-ins.ts'
import { list, oneOf } from '#server/core/lists/paging.ts'
import type { Executor } from '#server/db/connection.ts'
import { checkInLists, checkIns } from '#server/db/schema/check-ins.ts'
import { signUpPeople as heads, meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { users } from '#server/db/schema/organisation.ts'

/** Who passes three doors on two days is one. */
const entries = sql`${checkIns} c join ${checkInLists} l on l.id = c.list_id
  where c.person_id = h.id and c.state = 'valid' and l.kind = 'entry'`

/** A row for each head, and one for each scan. */
const counted = sql`(
  select 'h' || h.id as id, s.meeting_id, null::bigint as list_id, s.state, h.name, s.company,
      (select min(c.at) from ${entries}) as at, '' as place, true as is_head
    from ${heads} h join ${signUps} s on s.id = h.sign_up_id
  union all
  select 'c' || c.id, s.meeting_id, c.list_id, c.state, h.name, s.company, c.at,
      coalesce(nullif(c.door, ''), u.real_name, '签到链接'), false
    from ${checkIns} c join ${heads} h on h.id = c.person_id join ${signUps} s on s.id = h.sign_up_id
      left join ${users} u on u.id = c.by_id) g`

const byFigure: Record<CheckInFigure, SQL> = {
  expected: sql`g.is_head and g.state in ('confirmed', 'came')`,
  came: sql`g.is_head and g.at is not null`,
  in: sql`not g.is_head and g.state = 'valid'`,
  again: sql`not g.is_head and g.state = 'again'`,
}

const row = {
  id: sql<string>`g.id`,
  name: sql<string>`g.name`,
  company: sql<string>`g.company`,
  at: sql`g.at`.mapWith(checkIns.at) as SQL<string | null>,
  where: sql<string>`g.place`,
}

export const listCheckedIn = list<CheckedInRow, CheckedInQuery>({
  name: 'meeting_checked_in',
  always: sql`true`,
  filters: {
    meetingId: { where: sql`g.meeting_id = ${sql.placeholder('meetingId')}::bigint` },
    figure: oneOf(byFigure),
    listId: { where: sql`g.list_id = ${sql.placeholder('listId')}::bigint` },
  },
  sorts: {
    name: sql`g.name collate "zh-x-icu"`,
    company: sql`g.company collate "zh-x-icu"`,
    at: sql`g.at`,
  },
  usual: sql`g.at desc nulls last`,
  tie: sql`g.id`,
  fields: row,
  rows: (db) => db.select(row).from(counted),
  matches: (db, where) => db.select({ n: sql`1` }).from(counted).where(where),
})

export async function checkInFiguresOf(db: Executor, meetingId: string): Promise<{ expected: number; came: number }> {
  const { rows } = await db.execute<{ expected: number; came: number }>(sql`
    select count(*) filter (where ${byFigure.expected})::int as expected, count(*) filter (where ${byFigure.came})::int as came
    from ${counted} where g.meeting_id = ${meetingId}::bigint and g.is_head`)
  return rows[0] ?? { expected: 0, came: 0 }
}
