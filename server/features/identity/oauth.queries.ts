// Sign-ins in progress at a provider, identities that wait to be bound, and bound ones.
import { randomBytes } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Provider } from '#contract/identity/oauth.ts'
import { hashToken } from '#server/core/access/actors.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { bindTickets, externalIdentities, oauthStates } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/organisation.ts'
import { TICKET_ATTEMPTS, TICKET_MIN } from './sign-in.rules.ts'

export type Identity = { provider: Provider; subject: string }

/** Long enough to find the phone and scan. */
const STATE_MIN = 10

const secret = () => randomBytes(32).toString('base64url')
/** Both halves: the state travels through the provider, the verifier stays in the browser. */
const hashState = (state: string, verifier: string) => hashToken(`${state}.${verifier}`)

export async function issueState(db: Executor, provider: Provider): Promise<{ state: string; verifier: string }> {
  const pair = { state: secret(), verifier: secret() }
  await db.delete(oauthStates).where(lt(oauthStates.expiresAt, sql`now()`))
  await db.insert(oauthStates).values({
    hash: hashState(pair.state, pair.verifier),
    provider,
    expiresAt: sql`now() + make_interval(mins => ${STATE_MIN})`,
  })
  return pair
}

/** Uses a state up. @returns its provider, or null where it is unknown, used, expired or from another browser */
export async function consumeState(db: Executor, state: string, verifier: string): Promise<Provider | null> {
  const taken = await db
    .delete(oauthStates)
    .where(and(eq(oauthStates.hash, hashState(state, verifier)), sql`${oauthStates.expiresAt} > now()`))
    .returning({ provider: oauthStates.provider })
  return taken[0]?.provider ?? null
}

export async function issueBindTicket(db: Executor, identity: Identity, address: string): Promise<string> {
  const ticket = secret()
  await db.delete(bindTickets).where(lt(bindTickets.expiresAt, sql`now()`))
  await db.insert(bindTickets).values({
    hash: hashToken(ticket),
    ...identity,
    address,
    expiresAt: sql`now() + make_interval(mins => ${TICKET_MIN})`,
  })
  return ticket
}

/** Counts an attempt. @returns null where the ticket is unknown, used up, expired, or from another address */
export async function useBindTicket(
  db: Executor,
  ticket: string,
  address: string,
): Promise<{ hasMore: boolean } | null> {
  const rows = await db
    .update(bindTickets)
    .set({ attempts: sql`${bindTickets.attempts} + 1` })
    .where(
      and(
        eq(bindTickets.hash, hashToken(ticket)),
        eq(bindTickets.address, address),
        sql`${bindTickets.expiresAt} > now()`,
        lt(bindTickets.attempts, TICKET_ATTEMPTS),
      ),
    )
    .returning({ hasMore: sql<boolean>`${bindTickets.attempts} < ${TICKET_ATTEMPTS}` })
  return rows[0] ?? null
}

/** Uses the ticket up when its session begins. */
export async function consumeBindTicket(tx: Tx, ticket: string, address: string): Promise<Identity | null> {
  const taken = await tx
    .delete(bindTickets)
    .where(
      and(
        eq(bindTickets.hash, hashToken(ticket)),
        eq(bindTickets.address, address),
        sql`${bindTickets.expiresAt} > now()`,
      ),
    )
    .returning({ provider: bindTickets.provider, subject: bindTickets.subject })
  return taken[0] ?? null
}

const isIdentity = ({ provider, subject }: Identity) =>
  and(eq(externalIdentities.provider, provider), eq(externalIdentities.subject, subject))

/** The account of an identity; null where it is unbound or the account deleted. */
export async function findOwner(db: Executor, identity: Identity): Promise<string | null> {
  const rows = await db
    .select({ userId: externalIdentities.userId })
    .from(externalIdentities)
    .innerJoin(users, eq(users.id, externalIdentities.userId))
    .where(and(isIdentity(identity), sql`${users.deletedAt} is null`))
  return rows[0]?.userId ?? null
}

/** @returns false where the identity belongs to another account, or the account has another one of that provider */
export async function storeIdentity(tx: Tx, userId: string, identity: Identity): Promise<boolean> {
  await tx
    .delete(externalIdentities)
    .where(
      and(
        isIdentity(identity),
        sql`${externalIdentities.userId} in (select id from ${users} where ${users.deletedAt} is not null)`,
      ),
    )
  const stored = await tx
    .insert(externalIdentities)
    .values({ userId, ...identity })
    .onConflictDoNothing()
    .returning({ id: externalIdentities.id })
  return stored.length > 0
}

export const listIdentities = (db: Executor, userId: string) =>
  db
    .select({ provider: externalIdentities.provider, boundAt: externalIdentities.createdAt })
    .from(externalIdentities)
    .where(eq(externalIdentities.userId, userId))

/** @returns the removed identity, or null */
export async function removeIdentity(tx: Tx, userId: string, provider: Provider): Promise<Identity | null> {
  const removed = await tx
    .delete(externalIdentities)
    .where(and(eq(externalIdentities.userId, userId), eq(externalIdentities.provider, provider)))
    .returning({ provider: externalIdentities.provider, subject: externalIdentities.subject })
  return removed[0] ?? null
}
