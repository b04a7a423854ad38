// Owners of enterprises and members: rows within the viewer's scope, locked, and changes with their history.

import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { OwnerChange } from '#contract/members/owners.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { salesScope, type Viewer } from '#server/core/access/scope.ts'
import type { Author } from '#server/core/core.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { enterprises, memberAccounts, members, ownerChanges } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'

export type Owned = {
  target: 'enterprise' | 'member'
  id: string
  name: string
  ownerId: string | null
  locked: boolean
  /** Rows of one unit get the same owner: a member and its sub-accounts, an enterprise and its members. */
  unit: string
}

/** Ids as one array parameter, however many there are. */
const anyOf = (column: SQL, ids: readonly string[]) => sql`${column} = any(${idArray(ids)})`

/** The sub-product of all these accounts; null where one does not exist or they are of several. */
export async function subProductOfAccounts(db: Executor, ids: readonly string[]): Promise<SubProductKey | null> {
  const found = await db
    .select({ subProduct: memberAccounts.subProduct, n: sql<number>`count(*)::int` })
    .from(memberAccounts)
    .where(and(anyOf(sql`${memberAccounts.id}`, ids), isNull(memberAccounts.deletedAt)))
    .groupBy(memberAccounts.subProduct)
  const [only, ...more] = found
  return only && more.length === 0 && only.n === ids.length ? only.subProduct : null
}

const memberFields = {
  id: members.id,
  name: members.loginName,
  ownerId: members.ownerId,
  locked: members.locked,
  mainId: members.mainId,
  enterpriseId: members.enterpriseId,
}

const lockMembers = (tx: Tx, viewer: Viewer, which: SQL | undefined) =>
  tx
    .select(memberFields)
    .from(members)
    .where(and(which, isNull(members.deletedAt), salesScope(viewer, members.ownerId)))
    .orderBy(members.id)
    .for('update')

/** The members of these accounts, with the sub-accounts of main ones. Those out of scope are left out. */
export async function lockMembersOf(
  tx: Tx,
  viewer: Viewer,
  accountIds: readonly string[],
): Promise<{ matched: number; rows: Owned[] }> {
  const matched = await tx
    .select({ id: members.id })
    .from(memberAccounts)
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .where(
      and(
        anyOf(sql`${memberAccounts.id}`, accountIds),
        isNull(memberAccounts.deletedAt),
        isNull(members.deletedAt),
        salesScope(viewer, members.ownerId),
      ),
    )
  const ids = matched.map(({ id }) => id)
  const found = await lockMembers(tx, viewer, or(anyOf(sql`${members.id}`, ids), anyOf(sql`${members.mainId}`, ids)))
  const rows = found.map(({ mainId, enterpriseId: _, ...row }) => ({
    ...row,
    target: 'member' as const,
    unit: mainId ?? row.id,
  }))
  return { matched: ids.length, rows }
}

/** Enterprises, with `withMembers` also those of their members within scope. Those out of scope are left out. */
export async function lockEnterprisesOwned(
  tx: Tx,
  viewer: Viewer,
  ids: readonly string[],
  withMembers: boolean,
): Promise<{ matched: number; rows: Owned[] }> {
  const found = await tx
    .select({ id: enterprises.id, name: enterprises.name, ownerId: enterprises.ownerId })
    .from(enterprises)
    .where(and(anyOf(sql`${enterprises.id}`, ids), salesScope(viewer, enterprises.ownerId)))
    .orderBy(enterprises.id)
    .for('update')
  const rows = found.map((row): Owned => ({ ...row, target: 'enterprise', locked: false, unit: row.id }))
  if (!withMembers) return { matched: found.length, rows }
  const seen = found.map(({ id }) => id)
  const people = await lockMembers(tx, viewer, anyOf(sql`${members.enterpriseId}`, seen))
  const theirs = people.map(
    ({ id, name, ownerId, locked, enterpriseId }): Owned => ({
      id,
      name,
      ownerId,
      locked,
      target: 'member',
      unit: enterpriseId,
    }),
  )
  return { matched: found.length, rows: [...rows, ...theirs] }
}

export type OwnerMove = { target: Owned['target']; id: string; fromId: string | null; toId: string | null }

const tables = { enterprise: enterprises, member: members } as const

/** Sets the owners of locked rows, and writes their history. */
export async function storeMoves(tx: Tx, by: Author, moves: readonly OwnerMove[], reason: string): Promise<void> {
  for (const target of ['enterprise', 'member'] as const) {
    const ours = moves.filter((move) => move.target === target)
    if (ours.length === 0) continue
    const ids = sql.param(ours.map(({ id }) => id))
    const owners = sql.param(ours.map(({ toId }) => toId))
    await tx.execute(sql`update ${tables[target]} as t set owner_id = m.owner_id, updated_at = now(), version = t.version + 1
      from unnest(${ids}::bigint[], ${owners}::bigint[]) as m(id, owner_id) where t.id = m.id`)
    const froms = sql.param(ours.map(({ fromId }) => fromId))
    await tx.execute(sql`insert into ${ownerChanges} (target, target_id, from_id, to_id, reason, actor_id, actor_name, request_id)
      select ${target}, m.id, m.from_id, m.owner_id, ${reason}, ${by.id}::bigint, ${by.name}, ${by.requestId}
      from unnest(${ids}::bigint[], ${froms}::bigint[], ${owners}::bigint[]) as m(id, from_id, owner_id)`)
  }
}

/** Names of moved rows, and of old and new owners; empty: the pool. */
export async function namesOfMoves(tx: Tx, moves: readonly OwnerMove[]) {
  const column = <T>(pick: (move: OwnerMove) => T) => sql.param(moves.map(pick))
  const { rows } = await tx.execute<{ name: string; giver: string; receiver: string }>(sql`
    select coalesce(e.name, m.real_name || '（' || m.login_name || '）', '') as name,
      coalesce(f.real_name, '') as giver, coalesce(t.real_name, '') as receiver
    from unnest(${column(({ target }) => target)}::text[], ${column(({ id }) => id)}::bigint[],
      ${column(({ fromId }) => fromId)}::bigint[], ${column(({ toId }) => toId)}::bigint[])
      with ordinality as w(target, id, from_id, to_id, place)
    left join ${enterprises} e on w.target = 'enterprise' and e.id = w.id
    left join ${members} m on w.target = 'member' and m.id = w.id
    left join ${users} f on f.id = w.from_id
    left join ${users} t on t.id = w.to_id
    order by w.place`)
  return moves.map((move, at) => ({ move, name: '', giver: '', receiver: '', ...rows[at] }))
}

const giver = alias(users, 'giver')
const receiver = alias(users, 'receiver')
const actor = alias(users, 'actor')
const CHANGES_MAX = 200

/** Owner history of an enterprise in scope, and of its members within scope. */
export const listOwnerChanges = (db: Db, viewer: Viewer, enterpriseId: string): Promise<OwnerChange[]> =>
  db
    .select({
      id: ownerChanges.id,
      at: ownerChanges.at,
      target: ownerChanges.target,
      name: sql<string>`coalesce(${members.loginName}, ${enterprises.name}, '')`,
      fromName: sql<string>`coalesce(${giver.realName}, '')`,
      toName: sql<string>`coalesce(${receiver.realName}, '')`,
      reason: ownerChanges.reason,
      actorName: sql<string>`coalesce(${actor.realName}, ${ownerChanges.actorName})`,
    })
    .from(ownerChanges)
    .leftJoin(members, and(eq(ownerChanges.target, 'member'), eq(members.id, ownerChanges.targetId)))
    .leftJoin(enterprises, and(eq(ownerChanges.target, 'enterprise'), eq(enterprises.id, ownerChanges.targetId)))
    .leftJoin(giver, eq(giver.id, ownerChanges.fromId))
    .leftJoin(receiver, eq(receiver.id, ownerChanges.toId))
    .leftJoin(actor, eq(actor.id, ownerChanges.actorId))
    .where(
      or(
        eq(enterprises.id, enterpriseId),
        and(eq(members.enterpriseId, enterpriseId), salesScope(viewer, members.ownerId)),
      ),
    )
    .orderBy(sql`${ownerChanges.id} desc`)
    .limit(CHANGES_MAX)

/** Whether an owner is in the viewer's scope. */
export async function seesOwner(db: Executor, viewer: Viewer, ownerId: string): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [ownerId]), salesScope(viewer, users.id)))
  return found.length > 0
}

/** Locks the rows of these moves. @returns those that still have the owner of the confirmation */
export async function lockStill(tx: Tx, viewer: Viewer, moves: readonly OwnerMove[]): Promise<OwnerMove[]> {
  const still = new Set<string>()
  for (const target of ['enterprise', 'member'] as const) {
    const ours = moves.filter((move) => move.target === target)
    if (ours.length === 0) continue
    const stays = target === 'member' ? sql`t.deleted_at is null and not t.locked` : sql`true`
    const { rows } = await tx.execute<{ id: string }>(sql`select t.id::text as id from ${tables[target]} t
      join unnest(${idArray(ours.map(({ id }) => id))}, ${idArray(ours.map(({ fromId }) => fromId))}) as m(id, from_id)
        on t.id = m.id and t.owner_id is not distinct from m.from_id
      where ${stays} and ${salesScope(viewer, sql`t.owner_id`)} order by t.id for update of t`)
    for (const { id } of rows) still.add(`${target}:${id}`)
  }
  return moves.filter(({ target, id }) => still.has(`${target}:${id}`))
}
