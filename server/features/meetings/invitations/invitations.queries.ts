// Invitations as they are stored, in scope: of one's own, of people beneath, and of customers in sales scope.
import { and, desc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { INVITATIONS_MAX, type InviteeKind } from '#contract/meetings/invitations.ts'
import { isInSalesScope, type Viewer } from '#server/core/access/scope.ts'
import { allFound } from '#server/core/http/refusal.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { meetingInvitations as invitations, meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { meetings } from '#server/db/schema/meetings.ts'
import { enterpriseContacts, enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { pushLists } from '#server/db/schema/push.ts'

const texts = alias(messages, 'texts')

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
      mail: messages.state,
      text: texts.state,
      state: signUps.state,
    })
    .from(invitations)
    .innerJoin(enterprises, eq(enterprises.id, invitations.customerId))
    .innerJoin(users, eq(users.id, invitations.inviterId))
    .leftJoin(signUps, eq(signUps.id, invitations.signUpId))
    .leftJoin(
      messages,
      // the second condition is that of the index
      and(eq(messages.key, sql`'meetingInvitation:' || ${invitations.code}`), ne(messages.key, '')),
    )
    .leftJoin(texts, and(eq(texts.key, sql`'meetingInvitation:' || ${invitations.code} || ':sms'`), ne(texts.key, '')))
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
        sql`${signUps.state} not in ('cancelled', 'refused', 'lapsed')`,
      ),
    )
  return {
    invited: new Set(invited.filter(({ isEnded }) => !isEnded).map(({ mobile }) => mobile)),
    signedUp: new Set(signedUp.map(({ mobile }) => mobile)),
  }
}

/** By mobile, of those in sales scope. 20404 where a customer or list is not in scope. */
export async function inviteesOf(tx: Tx, viewer: Viewer, kind: InviteeKind, ids: readonly string[]) {
  if (kind === 'list') {
    const known = await tx
      .select({ id: pushLists.id })
      .from(pushLists)
      .where(and(inArray(pushLists.id, [...ids]), isInSalesScope(viewer, pushLists.authorId)))
    allFound(known, ids)
    return membersWhere(
      tx,
      viewer,
      sql`exists (select from ${memberAccounts} a join ${pushLists} l on a.id = any(l.account_ids)
        where a.member_id = ${members.id} and a.deleted_at is null and ${inArray(sql`l.id`, [...ids])})`,
    )
  }
  const known = await tx
    .select({ id: enterprises.id })
    .from(enterprises)
    .where(and(inArray(enterprises.id, [...ids]), isInSalesScope(viewer, enterprises.ownerId)))
  allFound(known, ids)
  if (kind === 'members') return membersWhere(tx, viewer, inArray(members.enterpriseId, [...ids]))
  const { id, name, mobile, email, enterpriseId, isMain, leftOn } = enterpriseContacts
  return tx
    .select({ name, mobile, email, enterpriseId })
    .from(enterpriseContacts)
    .where(and(inArray(enterpriseId, [...ids]), isNull(leftOn), kind === 'mainContacts' ? eq(isMain, true) : undefined))
    .orderBy(enterpriseId, id)
}

/** Of customers in scope, or in scope themselves. */
const seenMember = (viewer: Viewer) => isInSalesScope(viewer, sql`coalesce(${members.ownerId}, ${enterprises.ownerId})`)

const membersWhere = (db: Executor, viewer: Viewer, where: SQL) =>
  db
    .select({
      name: members.realName,
      mobile: members.mobile,
      email: members.email,
      enterpriseId: sql<string>`${members.enterpriseId}::text`,
    })
    .from(members)
    .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
    .where(and(isNull(members.deletedAt), eq(members.locked, false), seenMember(viewer), where))
    .orderBy(members.id)

/** Of the viewer and of people beneath. */
export const inviteLists = (db: Db, viewer: Viewer) =>
  db
    .select({
      id: pushLists.id,
      name: pushLists.name,
      count: sql<number>`(select count(distinct m.id)::int from ${memberAccounts} a
        join ${members} m on m.id = a.member_id join ${enterprises} e on e.id = m.enterprise_id
        where a.id = any(account_ids) and a.deleted_at is null and m.deleted_at is null and not m.locked
          and ${isInSalesScope(viewer, sql`coalesce(m.owner_id, e.owner_id)`)})`,
    })
    .from(pushLists)
    .where(isInSalesScope(viewer, pushLists.authorId))
    .orderBy(sql`${pushLists.name} collate "zh-x-icu"`, pushLists.id)

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
        email: sql`excluded.email`,
        customerId: sql`excluded.customer_id`,
        inviterId: sql`excluded.inviter_id`,
        createdAt: sql`now()`,
        openedAt: null,
        endedAt: null,
      },
    })
    .returning({
      id: invitations.id,
      code: invitations.code,
      name: invitations.name,
      mobile: invitations.mobile,
      email: invitations.email,
      customerId: invitations.customerId,
    })

/** With its company and inviter; undefined for unknown and ended ones. */
export async function openInvitation(db: Executor, code: string) {
  const [found] = await db
    .select({
      id: invitations.id,
      meetingId: invitations.meetingId,
      name: invitations.name,
      mobile: invitations.mobile,
      email: invitations.email,
      company: enterprises.name,
      customerId: invitations.customerId,
      inviterId: invitations.inviterId,
      inviterName: users.realName,
      openedAt: invitations.openedAt,
      meetingState: meetings.state,
      state: signUps.state,
      ticket: signUps.ticket,
      ticketCode: signUps.code,
    })
    .from(invitations)
    .innerJoin(enterprises, eq(enterprises.id, invitations.customerId))
    .innerJoin(users, eq(users.id, invitations.inviterId))
    .innerJoin(meetings, eq(meetings.id, invitations.meetingId))
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

/** However an invited number signed up, its inviter sees it. */
export const tieByNumber = (tx: Tx, meetingId: string, mobile: string, signUpId: string) =>
  tx
    .update(invitations)
    .set({ signUpId })
    .where(and(eq(invitations.meetingId, meetingId), eq(invitations.mobile, mobile), isNull(invitations.endedAt)))

export const endAll = (tx: Tx, ids: readonly string[]) =>
  tx
    .update(invitations)
    .set({ endedAt: sql`now()` })
    .where(inArray(invitations.id, [...ids]))
