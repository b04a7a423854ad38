// Codes for people who forgot their password. A reset needs the ticket of the browser that asked and the code that was sent.
import { randomBytes } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import { hashToken } from '#server/core/access/actors.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { externalIdentities, passwordResets as resets } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/organisation.ts'
import { codeExpiry, hashCode, makeCode, refuseTooManyCodes } from './sent-codes.queries.ts'
import { TICKET_ATTEMPTS } from './sign-in.rules.ts'

const hashReset = (secretKey: string, ticket: string, code: string) => hashCode(secretKey, `reset:${ticket}`, code)

/** @param userName its key (`textKey`) @param userId null: nobody gets the code */
export async function issueReset(
  tx: Tx,
  secretKey: string,
  { userName, userId }: { userName: string; userId: string | null },
): Promise<{ ticket: string; code: string }> {
  await refuseTooManyCodes(tx, resets, resets.userName, userName)
  const ticket = randomBytes(32).toString('base64url')
  const code = makeCode()
  await tx.insert(resets).values({
    hash: hashToken(ticket),
    userName,
    userId,
    codeHash: hashReset(secretKey, ticket, code),
    expiresAt: codeExpiry,
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
  const isRight = found.codeHash === hashReset(secretKey, ticket, code)
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
