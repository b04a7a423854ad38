// Superiors and subordinates in sales, editing and customer service, and moving people.
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Movable, Subordinate, SubordinateType } from '#contract/organisation/staff-links.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { departments, roles, userCustomerParents, users } from '#server/db/schema/organisation.ts'
import { isBelow } from './users.queries.ts'

const kindOf = { 1: 'sale', 2: 'edit', 3: 'customer' } as const
const columns = { 1: users.saleParentId, 2: users.editParentId } as const

/** Links of one kind between people who are not deleted, as `user_id` and `parent_id`. */
function links(type: SubordinateType): SQL {
  if (type === 3) {
    return sql`(select c.user_id, c.parent_id from ${userCustomerParents} c
      join ${users} u on u.id = c.user_id where u.deleted_at is null)`
  }
  const column = sql.identifier(columns[type].name)
  return sql`(select u.id as user_id, u.${column} as parent_id from ${users} u
    where u.${column} is not null and u.deleted_at is null)`
}

/** All subordinates, each once, by the shortest path; terminates even on a stored cycle. */
export async function listSubordinates(db: Executor, userId: string, type: SubordinateType): Promise<Subordinate[]> {
  const { rows } = await db.execute<Subordinate>(sql`with recursive down(id, parent_id, depth) as (
      select l.user_id, l.parent_id, 1 from ${links(type)} l where l.parent_id = ${userId}
      union all select l.user_id, l.parent_id, down.depth + 1 from ${links(type)} l join down on l.parent_id = down.id
    ) cycle id set is_circle using way,
    nearest as (select distinct on (id) id, parent_id, depth from down where id <> ${userId} order by id, depth, parent_id)
    select u.id::text, u.user_name as "userName", u.real_name as "realName", u.dept_id::text as "deptId",
      d.name as "deptName", r.name as "roleName", u.status, n.parent_id::text as "parentId", n.depth
    from nearest n join ${users} u on u.id = n.id join ${departments} d on d.id = u.dept_id
    join ${roles} r on r.id = u.role_id
    order by n.depth, u.real_name collate "zh-x-icu", u.id`)
  return rows
}

/** Undefined where there is no such person, or they are deleted. */
export async function findName(db: Executor, id: string): Promise<string | undefined> {
  const [found] = await db
    .select({ name: users.realName })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  return found?.name
}

/** All people, with a reason where they cannot be moved below `parentId`, and whether they are directly below. */
export async function listMovable(db: Executor, parentId: string, type: SubordinateType): Promise<Movable[]> {
  const { rows } = await db.execute<Movable>(sql`with recursive up(id) as (select ${parentId}::bigint
      union select l.parent_id from ${links(type)} l join up on l.user_id = up.id)
    select u.id::text, u.real_name || '（' || u.user_name || '） ' || d.name as label, u.version,
      case when u.id = ${parentId} then '上级本人' when u.id in (select id from up) then '在该上级之上' end as reason,
      exists (select 1 from ${links(type)} l where l.user_id = u.id and l.parent_id = ${parentId}) as "isBelow"
    from ${users} u join ${departments} d on d.id = u.dept_id
    where u.deleted_at is null order by d.sort, d.id, u.real_name collate "zh-x-icu", u.id`)
  return rows
}

/** Serialises changes of relations: two that are valid alone could close a cycle together. */
export const lockRelations = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('relations', 2))`)

export const closesCircle = (tx: Tx, type: SubordinateType, userId: string, parentId: string) =>
  isBelow(tx, kindOf[type], userId, parentId)

const raised = { version: sql`${users.version} + 1` }

/** Replaces the superior in sales and editing, and adds one in customer service. */
export async function linkBelow(tx: Tx, type: SubordinateType, userIds: string[], parentId: string): Promise<void> {
  if (userIds.length === 0) return
  if (type === 3) {
    await tx
      .insert(userCustomerParents)
      .values(userIds.map((userId) => ({ userId, parentId })))
      .onConflictDoNothing()
    await tx.update(users).set(raised).where(inArray(users.id, userIds))
  } else {
    const set = type === 1 ? { saleParentId: parentId } : { editParentId: parentId }
    await tx
      .update(users)
      .set({ ...set, ...raised })
      .where(inArray(users.id, userIds))
  }
}

/** @returns the previous subordinates */
export async function unlinkBelow(
  tx: Tx,
  type: SubordinateType,
  userIds: string[],
  parentId: string,
): Promise<string[]> {
  if (userIds.length === 0) return []
  if (type === 3) {
    const link = and(inArray(userCustomerParents.userId, userIds), eq(userCustomerParents.parentId, parentId))
    const removed = await tx.delete(userCustomerParents).where(link).returning({ id: userCustomerParents.userId })
    const ids = removed.map(({ id }) => id)
    if (ids.length > 0) await tx.update(users).set(raised).where(inArray(users.id, ids))
    return ids
  }
  const set = type === 1 ? { saleParentId: null } : { editParentId: null }
  const removed = await tx
    .update(users)
    .set({ ...set, ...raised })
    .where(and(inArray(users.id, userIds), eq(columns[type], parentId)))
    .returning({ id: users.id })
  return removed.map(({ id }) => id)
}

/** Direct subordinates, by name. */
export async function listDirect(db: Executor, parentId: string, type: SubordinateType) {
  const below = sql`select l.user_id from ${links(type)} l where l.parent_id = ${parentId}`
  return db
    .select({ id: users.id, name: users.realName, version: users.version })
    .from(users)
    .where(and(isNull(users.deletedAt), sql`${users.id} in (${below})`))
    .orderBy(users.id)
}
