// Failed sign-ins, and the pauses of name and address that they caused.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FailureQuery, FailureRow } from '#contract/organisation/sessions.ts'
import { contains, endOfDay, equals, list, nameHas, startOfDay } from '#server/core/lists/paging.ts'
import type { Tx } from '#server/db/connection.ts'
import { signInFailures, signInLocks } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/organisation.ts'
import { MEMBER_PREFIX } from '#server/features/identity/sign-in.rules.ts'

const row = {
  id: signInFailures.id,
  at: signInFailures.at,
  userName: signInFailures.userName,
  realName: sql<string | null>`${users.realName}`,
  address: signInFailures.address,
  userAgent: signInFailures.userAgent,
  reason: sql<FailureRow['reason']>`${signInFailures.reason}`,
  lockedUntil: sql<string | null>`${signInLocks.until}`.mapWith(signInLocks.until),
}

const account = and(sql`text_key(${users.userName}) = ${signInFailures.userName}`, isNull(users.deletedAt))
const pause = and(
  eq(signInLocks.userName, signInFailures.userName),
  eq(signInLocks.address, signInFailures.address),
  eq(signInLocks.device, signInFailures.device),
  sql`${signInLocks.until} > now()`,
)

export const listFailures = list<Omit<FailureRow, 'device'>, FailureQuery>({
  name: 'sign_in_failures',
  always: sql`not starts_with(${signInFailures.userName}, ${sql.raw(`'${MEMBER_PREFIX}'`)})`,
  filters: {
    userName: nameHas(signInFailures.userName, 'userName'),
    address: contains(signInFailures.address, 'address'),
    reason: equals(signInFailures.reason, 'reason'),
    from: { where: sql`${signInFailures.at} >= ${startOfDay('from')}` },
    to: { where: sql`${signInFailures.at} < ${endOfDay('to')}` },
  },
  sorts: { at: signInFailures.at },
  usual: sql`${signInFailures.at} desc`,
  tie: signInFailures.id,
  fields: row,
  rows: (db) => db.select(row).from(signInFailures).leftJoin(users, account).leftJoin(signInLocks, pause),
  matches: (db, where) => db.select({ n: sql`1` }).from(signInFailures).where(where),
})

/** Ends the pause; failures before it no longer count (sign-in.queries.ts). @returns whether there was one */
export async function endPause(tx: Tx, userName: string, address: string): Promise<boolean> {
  const ended = await tx
    .update(signInLocks)
    .set({ until: sql`now()` })
    .where(and(eq(signInLocks.userName, userName), eq(signInLocks.address, address), sql`${signInLocks.until} > now()`))
    .returning({ userName: signInLocks.userName })
  return ended.length > 0
}
