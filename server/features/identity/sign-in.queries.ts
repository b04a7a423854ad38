// Queries of the sign-in: tries and locks by name and address, the account, tickets.
import { randomBytes } from 'node:crypto'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { hashToken } from '#server/core/access/actors.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { memberSignIns } from '#server/db/schema/entitlements.ts'
import { sessions, signInFailures, signInLocks, signInTickets } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/organisation.ts'
import {
  MEMBER_PREFIX,
  NAME_FAILURES,
  PAIR_LOCK_MIN,
  TICKET_ATTEMPTS,
  TICKET_MIN,
  type Tries,
  WINDOW_MIN,
} from './sign-in.rules.ts'

/** `device`: of a browser in which this name has signed in before, else '' (devices.ts). */
export type Visitor = { userName: string; address: string; userAgent: string; device: string }
type FailureReason = (typeof signInFailures.$inferInsert)['reason']

/** Serialises tries of one name, and of one address, so that parallel guesses cannot outrun the counter. */
export async function lockTries(tx: Tx, { userName, address }: Visitor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(each, 1)) from
    (select unnest(array[${`name:${userName}`}::text, ${`address:${address}`}::text]) as each order by 1) as keys`)
}

/** Counted together: a known device at any address, or all unknown devices at one address. */
const samePlace = (table: typeof signInFailures | typeof signInLocks, { address, device }: Visitor) =>
  device === '' ? sql`${table.address} = ${address} and ${table.device} = ''` : sql`${table.device} = ${device}`

export async function countTries(tx: Tx, visitor: Visitor): Promise<Tries> {
  const { userName, address, device } = visitor
  const since = sql`now() - make_interval(mins => ${WINDOW_MIN})`
  const wrong = sql`${signInFailures.reason} = 'wrongPassword' and ${signInFailures.at} > ${since}`
  const lastSuccess = userName.startsWith(MEMBER_PREFIX)
    ? sql`(select ${memberSignIns.at} from ${memberSignIns}
        where ${memberSignIns.userName} = ${userName} and ${memberSignIns.address} = ${address})`
    : sql`(select max(${sessions.createdAt}) from ${sessions} join ${users} on ${users.id} = ${sessions.userId}
        where text_key(${users.userName}) = ${userName} and ${users.deletedAt} is null and ${sessions.address} = ${address})`
  /** When staff last let the person in. */
  const letInAt = sql`coalesce((select max(${users.triesSince}) from ${users}
    where text_key(${users.userName}) = ${userName} and ${users.deletedAt} is null), '-infinity')`
  /** Failures that caused one pause do not count for the next, whether it expired or was lifted. */
  const lastPause = sql`(select max(${signInLocks.until}) from ${signInLocks} where ${signInLocks.userName} = ${userName}
    and ${samePlace(signInLocks, visitor)} and ${signInLocks.until} <= now())`
  const { rows } = await tx.execute<{
    pair: number
    name: number
    address: number
    known: boolean
    until: string | null
  }>(sql`
    select
      (select count(*)::int from ${signInFailures} where ${signInFailures.userName} = ${userName}
        and ${samePlace(signInFailures, visitor)} and ${wrong}
        and ${signInFailures.at} > ${letInAt}
        and ${signInFailures.at} > coalesce(${lastSuccess}, '-infinity')
        and ${signInFailures.at} > coalesce(${lastPause}, '-infinity')) as pair,
      (select count(*)::int from (select 1 from ${signInFailures} where ${signInFailures.userName} = ${userName} and ${wrong}
        and ${signInFailures.at} > ${letInAt}
        limit ${NAME_FAILURES}) as found) as name,
      (select count(*)::int from ${signInFailures} where ${signInFailures.address} = ${address}
        and ${signInFailures.device} = '' and ${wrong}) as address,
      ${lastSuccess} is not null as known,
      (select to_char(max(${signInLocks.until}), 'HH24:MI') from ${signInLocks} where ${signInLocks.userName} = ${userName}
        and ${samePlace(signInLocks, visitor)} and ${signInLocks.until} > now()) as until`)
  const row = rows[0]
  if (!row) throw new Error('the tries were not counted')
  const { pair, name, known, until } = row
  return { pair, name, address: row.address, isKnownAddress: known, isKnownDevice: device !== '', lockedUntil: until }
}

export async function recordFailure(db: Executor, visitor: Visitor, reason: FailureReason): Promise<string> {
  const [row] = await db
    .insert(signInFailures)
    .values({ ...visitor, reason })
    .returning({ id: signInFailures.id })
  if (!row) throw new Error('the failure was not recorded')
  return row.id
}

export const setFailureReason = (db: Executor, id: string, reason: FailureReason) =>
  db.update(signInFailures).set({ reason }).where(eq(signInFailures.id, id))

export const forgetFailure = (db: Executor, id: string) => db.delete(signInFailures).where(eq(signInFailures.id, id))

/** @returns when the pair may try again, `HH:MM` */
export async function lockPair(db: Executor, { userName, address, device }: Visitor): Promise<string> {
  const until = sql`now() + make_interval(mins => ${PAIR_LOCK_MIN})`
  const [row] = await db
    .insert(signInLocks)
    .values({ userName, address, device, until })
    .onConflictDoUpdate({ target: [signInLocks.userName, signInLocks.address, signInLocks.device], set: { until } })
    .returning({ until: sql<string>`to_char(${signInLocks.until}, 'HH24:MI')` })
  return row?.until ?? ''
}

/** Ends all pauses of the person's sign-in, and forgets what has failed: an account that staff open can be entered. */
export async function letIn(tx: Tx, userId: string): Promise<void> {
  const [person] = await tx
    .update(users)
    .set({ triesSince: sql`clock_timestamp()` })
    .where(eq(users.id, userId))
    .returning({ key: sql<string>`text_key(${users.userName})` })
  if (!person) return
  await tx
    .update(signInLocks)
    .set({ until: sql`now()` })
    .where(and(eq(signInLocks.userName, person.key), sql`${signInLocks.until} > now()`))
}

const account = {
  id: users.id,
  userName: users.userName,
  passwordHash: users.passwordHash,
  passwordHistory: users.passwordHistory,
  mustChangePassword: users.mustChangePassword,
  status: users.status,
  locked: users.locked,
  isExpired: sql<boolean>`coalesce(${users.expiresAt} < current_date, false)`,
}

export async function findAccountByName(db: Executor, userName: string) {
  const rows = await db
    .select(account)
    .from(users)
    .where(and(sql`text_key(${users.userName}) = ${userName}`, isNull(users.deletedAt)))
  return rows[0]
}

export async function findAccount(db: Executor, id: string) {
  const rows = await db
    .select(account)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  return rows[0]
}

/** Locked against a concurrent change of its password. */
export async function lockAccount(tx: Tx, id: string) {
  const rows = await tx
    .select(account)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('update')
  return rows[0]
}

export const markSignedIn = (tx: Tx, id: string) =>
  tx.update(users).set({ lastSignInAt: sql`now()` }).where(eq(users.id, id))

export const renewHash = (db: Executor, id: string, passwordHash: string) =>
  db.update(users).set({ passwordHash }).where(eq(users.id, id))

/** Purpose of a ticket: one for a second factor changes no password, and the reverse. */
type TicketKind = 'password' | 'factor'
const hashTicket = (kind: TicketKind, ticket: string) => hashToken(`${kind}:${ticket}`)

export async function issueTicket(db: Executor, kind: TicketKind, userId: string, address: string): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  await db.delete(signInTickets).where(lt(signInTickets.expiresAt, sql`now()`))
  await db.insert(signInTickets).values({
    hash: hashTicket(kind, ticket),
    userId,
    address,
    expiresAt: sql`now() + make_interval(mins => ${TICKET_MIN})`,
  })
  return ticket
}

/**
 * Counts an attempt.
 * @returns the ticket's account, or null where it is unknown, used up, expired, or from another address
 */
export async function useTicket(
  db: Executor,
  kind: TicketKind,
  ticket: string,
  address: string,
): Promise<{ userId: string; hasMore: boolean } | null> {
  const rows = await db
    .update(signInTickets)
    .set({ attempts: sql`${signInTickets.attempts} + 1` })
    .where(
      and(
        eq(signInTickets.hash, hashTicket(kind, ticket)),
        eq(signInTickets.address, address),
        sql`${signInTickets.expiresAt} > now()`,
        lt(signInTickets.attempts, TICKET_ATTEMPTS),
      ),
    )
    .returning({ userId: signInTickets.userId, hasMore: sql<boolean>`${signInTickets.attempts} < ${TICKET_ATTEMPTS}` })
  return rows[0] ?? null
}

/** @returns whether it still existed: of two concurrent requests, one goes on */
export async function spendTicket(db: Executor, kind: TicketKind, ticket: string): Promise<boolean> {
  const spent = await db
    .delete(signInTickets)
    .where(eq(signInTickets.hash, hashTicket(kind, ticket)))
    .returning({ userId: signInTickets.userId })
  return spent.length > 0
}
