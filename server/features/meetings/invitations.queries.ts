// Invitations as they are stored, in scope: of one's own, of people beneath, and of customers in sales scope.
import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { INVITATIONS_MAX } from '../../../contract/meetings/invitations.ts'
import { isInSalesScope, type Viewer } from '../../core/access/scope.ts'
import type { Db, Executor, Tx } from '../../db/connection.ts'
import { meetingInvitations as invitations, meetingSignUps as signUps } from '../../db/schema/meeting-sign-ups.ts'
import { enterprises } from '../../db/schema/members/members.ts'
import { users } from '../../db/schema/organisation.ts'

const seenBy = (viewer: Viewer) =>
  or(isInSalesScope(viewer, enterprises.ownerId), isInSalesScope(viewer, invitations.inviterId))

/** The newest first. */
export const invitationsOf = (db: Db, viewer: Viewer, meetingId: string) =>
  db
    .select({
      id: invitations.id,
      code: invitations.code,
      name: invitations.name,
      company: enterprises.name,
      inviterName: users.realName,
      createdAt: invitations.createdAt,
      openedAt: invitations.openedAt,
      isEnded: sql<boolean>`${invitations.endedAt} is not null`,
      state: signUps.state,
    })
    .from(invitations)
    .innerJoin(enterprises, eq(enterprises.id, invitations.customerId))
    .innerJoin(users, eq(users.id, invitations.inviterId))
    .leftJoin(signUps, eq(signUps.id, invitations.signUpId))
    .where(and(eq(invitations.meetingId, meetingId), seenBy(viewer)))
    .orderBy(desc(invitations.id))
    .limit(INVITATIONS_MAX)

/** Locked; those out of scope are left out. */
export const lockInvitations = (tx: Tx, viewer: Viewer, meetingId: string, ids: readonly string[]) =>
  tx
    .select({ id: invitations.id, name: invitations.name, endedAt: invitations.endedAt })
    .from(invitations)
    .innerJoin(enterprises, eq(enterprises.id, invitations.customerId))
    .where(and(eq(invitations.meetingId, meetingId), inArray(invitations.id, [...ids]), seenBy(viewer)))
    .for('update', { of: invitations })

/** Numbers that are invited or have signed up. */
export async function knownNumbers(db: Executor, meetingId: string, mobiles: readonly string[]) {
  const invited = await db
    .select({ mobile: invitations.mobile, isEnded: sql<boolean>`${invitations.endedAt} is not null` })
    .from(invitations)
    .where(and(eq(invitations.meetingId, meetingId), inArray(invitations.mobile, [...mobiles, ''])))
  const signedUp = await db
    .select({ mobile: signUps.mobile })
    .from(signUps)
    .where(
      and(
        eq(signUps.meetingId, meetingId),
        inArray(signUps.mobile, [...mobiles, '']),
        sql`${signUps.state} <> 'cancelled'`,
      ),
    )
  return {
    invited: new Set(invited.filter(({ isEnded }) => !isEnded).map(({ mobile }) => mobile)),
    signedUp: new Set(signedUp.map(({ mobile }) => mobile)),
  }
}

/** One that was ended is opened again, with a new link. */
export const storeInvitations = (tx: Tx, rows: (typeof invitations.$inferInsert)[]) =>
  tx
    .insert(invitations)
    .values(rows)
    .onConflictDoUpdate({
      target: [invitations.meetingId, invitations.mobile],
      set: {
        code: sql`excluded.code`,
        name: sql`excluded.name`,
        customerId: sql`excluded.customer_id`,
        inviterId: sql`excluded.inviter_id`,
        createdAt: sql`now()`,
        openedAt: null,
        endedAt: null,
      },
    })
    .returning({ id: invitations.id })

/** With its company and inviter; undefined for unknown and ended ones. */
export async function openInvitation(db: Executor, code: string) {
  const [found] = await db
    .select({
      id: invitations.id,
      meetingId: invitations.meetingId,
      name: invitations.name,
      mobile: invitations.mobile,
      company: enterprises.name,
      customerId: invitations.customerId,
      inviterId: invitations.inviterId,
      inviterName: users.realName,
      openedAt: invitations.openedAt,
      state: signUps.state,
      ticket: signUps.ticket,
    })
    .from(invitations)
    .innerJoin(enterprises, eq(enterprises.id, invitations.customerId))
    .innerJoin(users, eq(users.id, invitations.inviterId))
    .leftJoin(signUps, eq(signUps.id, invitations.signUpId))
    .where(and(eq(invitations.code, code), isNull(invitations.endedAt)))
  return found
}
export type OpenInvitation = NonNullable<Awaited<ReturnType<typeof openInvitation>>>

export const markOpened = (db: Executor, id: string) =>
  db
    .update(invitations)
    .set({ openedAt: sql`now()` })
    .where(and(eq(invitations.id, id), isNull(invitations.openedAt)))

export const tieSignUp = (tx: Tx, id: string, signUpId: string) =>
  tx.update(invitations).set({ signUpId }).where(eq(invitations.id, id))

export const endAll = (tx: Tx, ids: readonly string[]) =>
  tx
    .update(invitations)
    .set({ endedAt: sql`now()` })
    .where(inArray(invitations.id, [...ids]))
