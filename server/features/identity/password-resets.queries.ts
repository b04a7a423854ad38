// Codes for people who forgot their password. A reset needs the ticket of the browser that asked and the code that was sent.
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import { RESET_AGAIN_S, RESET_CODE_DIGITS, RESET_CODE_MIN } from '#contract/identity/password-reset.ts'
import { hashToken } from '#server/core/access/actors.ts'
import { refuse } from '#server/core/http/refusal.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { externalIdentities, passwordResets as resets } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/organisation.ts'
import { TICKET_ATTEMPTS } from './sign-in.rules.ts'

/** Codes for one name within an hour: each allows five guesses of a million. */
const MOST_PER_HOUR = 5
const HOUR_S = 3_600

const codeHash = (secretKey: string, ticket: string, code: string) =>
  createHmac('sha256', secretKey).update(`reset:${ticket}:${code}`).digest('hex')

/** Throws where a code was asked for within the last minute, or five within the hour; the same for unknown names. */
async function refuseTooMany(tx: Tx, userName: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`reset:${userName}`}, 1))`)
  await tx.delete(resets).where(lt(resets.createdAt, sql`now() - make_interval(secs => ${HOUR_S})`))
  const { rows } = await tx.execute<{ asked: number; last: number | null; first: number | null }>(sql`
    select count(*)::int as asked, ceil(extract(epoch from now() - max(created_at)))::int as last,
      ceil(extract(epoch from now() - min(created_at)))::int as first
    from ${resets} where user_name = ${userName}`)
  const { asked = 0, last = null, first = null } = rows[0] ?? {}
  const waits = [
    ...(last !== null && last < RESET_AGAIN_S ? [RESET_AGAIN_S - last] : []),
    ...(asked >= MOST_PER_HOUR && first !== null ? [HOUR_S - first] : []),
  ]
  if (waits.length > 0) throw refuse('tooMany', { retryAfterS: Math.max(1, ...waits) })
}

/** @param userName its key (`textKey`) @param userId null: nobody gets the code */
export async function issueReset(
  tx: Tx,
  secretKey: string,
  { userName, userId }: { userName: string; userId: string | null },
): Promise<{ ticket: string; code: string }> {
  await refuseTooMany(tx, userName)
  const ticket = randomBytes(32).toString('base64url')
  const code = String(randomInt(10 ** RESET_CODE_DIGITS)).padStart(RESET_CODE_DIGITS, '0')
  await tx.insert(resets).values({
    hash: hashToken(ticket),
    userName,
    userId,
    codeHash: codeHash(secretKey, ticket, code),
    expiresAt: sql`now() + make_interval(mins => ${RESET_CODE_MIN})`,
  })
  return { ticket, code }
}

export type Checked = 'over' | 'wrong' | { userId: string }

/** Counts an attempt. `over`: the ticket is unknown, used, expired, or has no attempt left. */
export async function checkReset(db: Db, secretKey: string, ticket: string, code: string): Promise<Checked> {
  const [found] = await db
    .update(resets)
    .set({ attempts: sql`${resets.attempts} + 1` })
    .where(
      and(
        eq(resets.hash, hashToken(ticket)),
        sql`${resets.expiresAt} > now()`,
        sql`${resets.usedAt} is null`,
        lt(resets.attempts, TICKET_ATTEMPTS),
      ),
    )
    .returning({ userId: resets.userId, codeHash: resets.codeHash, attempts: resets.attempts })
  if (!found) return 'over'
  const isRight = found.codeHash === codeHash(secretKey, ticket, code)
  if (isRight && found.userId !== null) return { userId: found.userId }
  return found.attempts >= TICKET_ATTEMPTS ? 'over' : 'wrong'
}

/** Ends this ticket and all others of the person. @returns whether it was still there: of two concurrent requests, one goes on */
export async function spendReset(tx: Tx, ticket: string, userId: string): Promise<boolean> {
  const spent = await tx
    .update(resets)
    .set({ usedAt: sql`now()` })
    .where(and(eq(resets.userId, userId), sql`${resets.usedAt} is null`))
    .returning({ hash: resets.hash })
  return spent.some(({ hash }) => hash === hashToken(ticket))
}

/** Where a person can be written to. */
export async function findAddresses(db: Executor, userId: string) {
  const [found] = await db
    .select({ name: users.realName, mail: users.email, wecom: externalIdentities.subject })
    .from(users)
    .leftJoin(
      externalIdentities,
      and(eq(externalIdentities.userId, users.id), eq(externalIdentities.provider, 'wecom')),
    )
    .where(eq(users.id, userId))
  return found
}
