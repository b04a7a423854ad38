// Staff accounts for the users screens.
import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { RowInUse } from '#contract/envelope.ts'
import { subordinateLabels } from '#contract/organisation/staff-links.ts'
import type { UserQuery } from '#contract/organisation/users.ts'
import { doubled } from '#server/core/lists/doubles.ts'
import { equals, list, nameHas, phoned } from '#server/core/lists/paging.ts'
import { insertRow, updateRow } from '#server/core/rows/store.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { visitingAssistants } from '#server/db/schema/authorisation.ts'
import { externalIdentities, secondFactors } from '#server/db/schema/identity.ts'
import { departments, roles, userCustomerParents, userDeputyRoles, users } from '#server/db/schema/organisation.ts'
import { heldWork } from './held-work.ts'

const row = {
  id: users.id,
  version: users.version,
  userName: users.userName,
  realName: users.realName,
  mobile: users.mobile,
  email: users.email,
  deptId: users.deptId,
  deptName: departments.name,
  roleId: users.roleId,
  roleName: roles.name,
  status: users.status,
  locked: users.locked,
  expiresAt: users.expiresAt,
  lastSignInAt: users.lastSignInAt,
  createdAt: users.createdAt,
  remark: users.remark,
  isWxBound: sql<boolean>`exists (select 1 from ${externalIdentities} x where x.user_id = ${users.id} and x.provider = 'wechat')`,
  hasAssistant: sql<boolean>`exists (select 1 from ${visitingAssistants} a where a.user_id = ${users.id})`,
  hasSecondFactor: sql<boolean>`exists (select 1 from ${secondFactors} f where f.user_id = ${users.id} and f.confirmed_at is not null)`,
}

const selectRows = (db: Executor) =>
  db
    .select(row)
    .from(users)
    .innerJoin(departments, eq(departments.id, users.deptId))
    .innerJoin(roles, eq(roles.id, users.roleId))

/** A department includes everything below it. */
const inDepartment = sql`${users.deptId} in (with recursive below as (
  select ${departments.id} from ${departments} where ${departments.id} = ${sql.placeholder('deptId')}
  union all select child.id from ${departments} child join below on child.parent_id = below.id) select id from below)`

/** Main or deputy role. */
const hasRole = sql`(${users.roleId} = ${sql.placeholder('roleId')} or exists (select 1 from ${userDeputyRoles}
  where ${userDeputyRoles.userId} = ${users.id} and ${userDeputyRoles.roleId} = ${sql.placeholder('roleId')}))`

type Row = Awaited<ReturnType<typeof selectRows>>[number]

export const listUsers = list<Row, UserQuery>({
  name: 'users',
  always: isNull(users.deletedAt),
  filters: {
    userName: nameHas(users.userName, 'userName'),
    realName: nameHas(users.realName, 'realName', users.spelling),
    mobile: phoned(users.mobile, 'mobile'),
    deptId: { where: inDepartment },
    roleId: { where: hasRole },
    status: equals(users.status, 'status'),
    locked: equals(users.locked, 'locked'),
    isDouble: doubled(users, users.userName),
  },
  sorts: {
    userName: users.userName,
    realName: sql`${users.realName} collate "zh-x-icu"`,
    createdAt: users.createdAt,
    lastSignInAt: users.lastSignInAt,
  },
  usual: sql`${users.createdAt} desc`,
  tie: users.id,
  fields: row,
  rows: (db) => selectRows(db),
  matches: (db, where) => db.select({ n: sql`1` }).from(users).where(where),
})

const detail = {
  ...row,
  saleParentId: users.saleParentId,
  editParentId: users.editParentId,
  deputyRoleIds: sql<string[]>`array(select ${userDeputyRoles.roleId}::text from ${userDeputyRoles}
    where ${userDeputyRoles.userId} = ${users.id} order by 1)`,
  customerParentIds: sql<string[]>`array(select ${userCustomerParents.parentId}::text from ${userCustomerParents}
    where ${userCustomerParents.userId} = ${users.id} order by 1)`,
}

export async function getUser(db: Executor, id: string) {
  const found = await db
    .select(detail)
    .from(users)
    .innerJoin(departments, eq(departments.id, users.deptId))
    .innerJoin(roles, eq(roles.id, users.roleId))
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  return found[0]
}

/** Locks the rows, by rising ids, against concurrent acts on the same people. */
export async function lockUsers(tx: Tx, ids: string[]): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(inArray(users.id, ids)).orderBy(users.id).for('no key update')
}

type UserValues = Omit<typeof users.$inferInsert, 'id' | 'version' | 'createdAt'>

export const insertUser = (tx: Tx, values: UserValues): Promise<string> => insertRow(tx, users, values)

/** @returns the new version */
export const updateUser = (tx: Tx, id: string, values: Partial<UserValues>): Promise<number> =>
  updateRow(tx, users, id, values)

export async function setDeputyRoles(tx: Tx, userId: string, roleIds: string[]): Promise<void> {
  await tx.delete(userDeputyRoles).where(eq(userDeputyRoles.userId, userId))
  if (roleIds.length > 0) await tx.insert(userDeputyRoles).values(roleIds.map((roleId) => ({ userId, roleId })))
}

export async function setCustomerParents(tx: Tx, userId: string, parentIds: string[]): Promise<void> {
  await tx.delete(userCustomerParents).where(eq(userCustomerParents.userId, userId))
  if (parentIds.length > 0)
    await tx.insert(userCustomerParents).values(parentIds.map((parentId) => ({ userId, parentId })))
}

export const markDeleted = (tx: Tx, ids: string[]) =>
  tx
    .update(users)
    .set({ deletedAt: sql`now()`, version: sql`${users.version} + 1` })
    .where(inArray(users.id, ids))

/** Which of a new name and mobile another account has. */
export async function findTaken(
  tx: Tx,
  { id, userName, mobile }: { id: string | undefined; userName: string; mobile: string },
): Promise<{ userName: boolean; mobile: boolean }> {
  const others = await tx
    .select({
      userName: sql<boolean>`text_key(${users.userName}) = text_key(${userName})`,
      mobile: sql<boolean>`${users.mobile} = ${mobile}`,
    })
    .from(users)
    .where(
      and(
        isNull(users.deletedAt),
        id === undefined ? undefined : ne(users.id, id),
        sql`(text_key(${users.userName}) = text_key(${userName}) or ${users.mobile} = ${mobile})`,
      ),
    )
  return { userName: others.some((other) => other.userName), mobile: others.some((other) => other.mobile) }
}

/** Those of the ids that are live accounts. */
export async function findUserIds(db: Executor, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.deletedAt)))
  return new Set(found.map(({ id }) => id))
}

/** Administrators who can sign in today, locked. */
export async function lockAdministrators(tx: Tx, administratorCode: string): Promise<string[]> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      sql`${users.deletedAt} is null and ${users.status} = 'enabled' and not ${users.locked}
        and (${users.expiresAt} is null or ${users.expiresAt} >= current_date)
        and exists (select 1 from ${roles} r where r.code = ${administratorCode} and (r.id = ${users.roleId}
          or exists (select 1 from ${userDeputyRoles} d where d.user_id = ${users.id} and d.role_id = r.id)))`,
    )
    .orderBy(users.id)
    .for('no key update')
  return found.map(({ id }) => id)
}

const parentColumns = { sale: users.saleParentId, edit: users.editParentId }

/** Whether `parentId` is a subordinate of `userId`, so that the link would close a cycle. */
export async function isBelow(
  tx: Tx,
  kind: 'sale' | 'edit' | 'customer',
  userId: string,
  parentId: string,
): Promise<boolean> {
  const up =
    kind === 'customer'
      ? sql`select c.parent_id from ${userCustomerParents} c join above on c.user_id = above.id`
      : sql`select ${parentColumns[kind]} from ${users} join above on ${users.id} = above.id where ${parentColumns[kind]} is not null`
  const { rows } = await tx.execute<{
    found: boolean
  }>(sql`with recursive above(id) as (select ${parentId}::bigint union ${up})
    select exists (select 1 from above where id = ${userId}) as found`)
  return rows[0]?.found ?? false
}

/** What prevents the deletion of users: subordinates by kind, and the work that the areas declare. */
export async function findInUse(tx: Tx, ids: string[]): Promise<RowInUse[]> {
  const live = isNull(users.deletedAt)
  const counted = await tx
    .select({
      id: users.id,
      name: users.userName,
      sale: sql<number>`(select count(*)::int from ${users} below where below.sale_parent_id = ${users}.id and below.deleted_at is null)`,
      edit: sql<number>`(select count(*)::int from ${users} below where below.edit_parent_id = ${users}.id and below.deleted_at is null)`,
      customer: sql<number>`(select count(*)::int from ${userCustomerParents} c join ${users} below on below.id = c.user_id
        where c.parent_id = ${users}.id and below.deleted_at is null)`,
    })
    .from(users)
    .where(and(inArray(users.id, ids), live))
  const inUse: RowInUse[] = []
  for (const { id, name, sale, edit, customer } of counted) {
    const by: RowInUse['by'] = [
      { kind: subordinateLabels[1], count: sale },
      { kind: subordinateLabels[2], count: edit },
      { kind: subordinateLabels[3], count: customer },
    ]
    for (const { title, lock } of heldWork) by.push({ kind: title, count: (await lock(tx, id)).length })
    const some = by.filter(({ count }) => count > 0)
    if (some.length > 0) inUse.push({ id, name, by: some })
  }
  return inUse
}

type PeopleQuery = { deptId: string | undefined; maySeeAccounts: boolean; canWork: SQL<boolean> }

/** User names of namesakes, to tell them apart. All user names are shown only to people who may see accounts. */
const nameOfNamesake = sql<
  string | null
>`case when count(*) over (partition by ${users.realName}) > 1 then ${users.userName} end`

export const listPeople = (db: Db, { deptId, maySeeAccounts, canWork }: PeopleQuery) =>
  db
    .select({
      id: users.id,
      userName: maySeeAccounts ? users.userName : nameOfNamesake,
      realName: users.realName,
      deptId: users.deptId,
      status: users.status,
      canWork,
    })
    .from(users)
    .where(and(isNull(users.deletedAt), deptId === undefined ? undefined : eq(users.deptId, deptId)))
    .orderBy(sql`${users.realName} collate "zh-x-icu"`)
