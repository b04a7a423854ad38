// The tree of departments with its people, for the departments screen.

import { and, asc, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { DepartmentPeopleQuery, DepartmentPerson } from '#contract/organisation/departments.ts'
import { hasName, keyPart, list } from '#server/core/lists/paging.ts'
import { updateRow } from '#server/core/rows/store.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { departments, roles, users } from '#server/db/schema/organisation.ts'

const live = isNull(users.deletedAt)

const columns = {
  id: departments.id,
  version: departments.version,
  parentId: departments.parentId,
  name: departments.name,
  sort: departments.sort,
}

/** Siblings in their order; `people`: those of the department itself. */
export async function listDepartmentsWithPeople(db: Executor) {
  const [rows, counted] = await Promise.all([
    db.select(columns).from(departments).orderBy(asc(departments.sort), asc(departments.id)),
    db.select({ id: users.deptId, people: count() }).from(users).where(live).groupBy(users.deptId),
  ])
  const people = new Map(counted.map((row) => [row.id, row.people]))
  return rows.map((row) => ({ ...row, people: people.get(row.id) ?? 0 }))
}

export type CountedDepartment = Awaited<ReturnType<typeof listDepartmentsWithPeople>>[number]

/**
 * Every department, locked by rising ids: acts on the tree run one after the other, so that two moves cannot
 * close a cycle together.
 */
export async function lockDepartments(tx: Tx) {
  await tx.select({ id: departments.id }).from(departments).orderBy(asc(departments.id)).for('update')
  return listDepartmentsWithPeople(tx)
}

export async function insertDepartment(tx: Tx, values: { parentId: string; name: string; sort: number }) {
  const [inserted] = await tx.insert(departments).values(values).returning(columns)
  if (!inserted) throw new Error('no department was stored')
  return inserted
}

/** @returns the new version */
export const updateDepartment = (tx: Tx, id: string, values: { name?: string; parentId?: string }): Promise<number> =>
  updateRow(tx, departments, id, values)

/** Reorders siblings. Their versions stay: no form edits the order. */
export async function orderDepartments(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`update ${departments} set sort = placed.at * 10
    from unnest(${idArray(ids)}) with ordinality placed(id, at) where ${departments.id} = placed.id`)
}

/** Deleted accounts stay for the audit log and need a department: they move to the parent. */
export async function deleteDepartment(tx: Tx, id: string, parentId: string): Promise<void> {
  await tx
    .update(users)
    .set({ deptId: parentId })
    .where(and(eq(users.deptId, id), isNotNull(users.deletedAt)))
  await tx.delete(departments).where(eq(departments.id, id))
}

const person = {
  id: users.id,
  userName: users.userName,
  realName: users.realName,
  deptName: departments.name,
  roleName: roles.name,
  status: users.status,
}

/** The department itself, with `below` also everything under it. */
const inDepartment = sql`(${users.deptId} = ${sql.placeholder('deptId')} or (${sql.placeholder('below')}::boolean
  and ${users.deptId} in (with recursive below as (
    select ${departments.id} from ${departments} where ${departments.id} = ${sql.placeholder('deptId')}
    union all select child.id from ${departments} child join below on child.parent_id = below.id) select id from below)))`

const isNamed = sql`(${hasName(users.realName, sql.placeholder('name'), users.spelling)} or text_key(${users.userName}) like ${sql.placeholder('name')})`

/** Needs `below` among the scope's values. */
export const listDepartmentPeople = list<DepartmentPerson, DepartmentPeopleQuery>({
  name: 'department_people',
  always: live,
  filters: {
    deptId: { where: inDepartment },
    name: { where: isNamed, value: keyPart },
  },
  sorts: { realName: sql`${users.realName} collate "zh-x-icu"`, userName: users.userName },
  usual: sql`${users.realName} collate "zh-x-icu"`,
  tie: users.id,
  fields: person,
  rows: (db) =>
    db
      .select(person)
      .from(users)
      .innerJoin(departments, eq(departments.id, users.deptId))
      .innerJoin(roles, eq(roles.id, users.roleId)),
  matches: (db, where) => db.select({ n: sql`1` }).from(users).where(where),
})
