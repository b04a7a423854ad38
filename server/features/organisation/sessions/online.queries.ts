// People who are signed in now.
import { eq, isNull, sql } from 'drizzle-orm'
import type { OnlineQuery, OnlineRow } from '#contract/organisation/sessions.ts'
import { contains, list, nameHas } from '#server/core/lists/paging.ts'
import { sessions, sessionTokens } from '#server/db/schema/identity.ts'
import { departments, roles, users } from '#server/db/schema/organisation.ts'

/** A session lives until it is ended, reaches its own end, or its last token expires. */
const online = sql`(select s.user_id, count(*)::int as sessions, max(s.created_at) as signed_in_at, max(t.issued) as last_seen_at,
    (array_agg(s.address order by s.created_at desc))[1] as address,
    (array_agg(s.user_agent order by s.created_at desc))[1] as user_agent
  from ${sessions} s
  join lateral (select max(created_at) as issued, max(expires_at) as until from ${sessionTokens}
    where session_id = s.id) t on t.until > now()
  where s.ended_at is null and s.expires_at > now() group by s.user_id) as o`

const row = {
  id: users.id,
  userName: users.userName,
  realName: users.realName,
  deptName: departments.name,
  roleName: roles.name,
  sessions: sql<number>`o.sessions`,
  address: sql<string>`o.address`,
  userAgent: sql<string>`o.user_agent`,
  signedInAt: sql<string>`o.signed_in_at`.mapWith(sessions.createdAt),
  lastSeenAt: sql<string>`o.last_seen_at`.mapWith(sessions.createdAt),
}

export const listOnline = list<Omit<OnlineRow, 'device'> & { userAgent: string }, OnlineQuery>({
  name: 'online',
  always: isNull(users.deletedAt),
  filters: {
    userName: nameHas(users.userName, 'userName'),
    realName: nameHas(users.realName, 'realName', users.spelling),
    address: contains(sql`o.address`, 'address'),
  },
  sorts: { signedInAt: sql`o.signed_in_at`, lastSeenAt: sql`o.last_seen_at` },
  usual: sql`o.last_seen_at desc`,
  tie: users.id,
  fields: row,
  rows: (db) =>
    db
      .select(row)
      .from(users)
      .innerJoin(online, sql`o.user_id = ${users.id}`)
      .innerJoin(departments, eq(departments.id, users.deptId))
      .innerJoin(roles, eq(roles.id, users.roleId)),
  matches: (db, where) =>
    db.select({ n: sql`1` }).from(users).innerJoin(online, sql`o.user_id = ${users.id}`).where(where),
})
