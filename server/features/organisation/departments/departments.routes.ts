// Departments over HTTP. The company at the top cannot be moved or deleted.
import { isAllowed } from '#contract/access.ts'
import {
  addDepartment,
  type DepartmentNode,
  type DepartmentPeopleQuery,
  editDepartment,
  exportDepartmentPeople,
  getDepartmentTree,
  moveDepartment,
  queryDepartmentPeople,
  type RowInUse,
  relocateDepartment,
  removeDepartment,
  saveDepartment,
  sortDepartments,
} from '#contract/organisation/departments.ts'
import { audit } from '#server/core/audit/audit.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { toTree } from '#server/core/lists/tree.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import type { Db } from '#server/db/connection.ts'
import { isWithin, orderWith } from '../menus/tree-order.rules.ts'
import {
  type CountedDepartment,
  deleteDepartment,
  insertDepartment,
  listDepartmentPeople,
  listDepartmentsWithPeople,
  lockDepartments,
  orderDepartments,
  updateDepartment,
} from './departments.queries.ts'

type Nodes = readonly CountedDepartment[]

const toNode = ({ name, ...row }: CountedDepartment) => ({
  ...row,
  title: name,
  key: row.id,
  value: row.id,
  peopleBelow: row.people,
})

/** People of a department count in every ancestor. */
function departmentTree(rows: Nodes): DepartmentNode[] {
  const tree: DepartmentNode[] = toTree(rows.map(toNode))
  const count = (node: DepartmentNode): number => {
    node.peopleBelow = (node.children ?? []).reduce((sum, child) => sum + count(child), node.people)
    return node.peopleBelow
  }
  tree.forEach(count)
  return tree
}

function requireNode(rows: Nodes, id: string): CountedDepartment {
  const row = orNotFound(rows.find((each) => each.id === id))
  return row
}

const childrenOf = (rows: Nodes, parentId: string | null) => rows.filter((row) => row.parentId === parentId)

function checkName(rows: Nodes, { id, parentId, name }: { id?: string; parentId: string | null; name: string }): void {
  const isTaken = childrenOf(rows, parentId).some((row) => row.id !== id && row.name === name)
  checkFields({ name: isTaken ? '同一上级部门下已有同名部门' : null })
}

export const routes = [
  serve(getDepartmentTree, async ({ db }) => departmentTree(await listDepartmentsWithPeople(db))),

  serve(queryDepartmentPeople, ({ body: { direct = false, ...query }, db }) =>
    listDepartmentPeople(db, query, { below: !direct }),
  ),

  serveAct(saveDepartment, async ({ tx, body, actor, by }) => {
    const rows = await lockDepartments(tx)
    const name = body.name.trim()
    if (body.id === undefined) {
      if (!isAllowed(addDepartment, actor)) throw refuse('forbidden')
      const parent = rows.find(({ id }) => id === body.parentId)
      checkFields({ parentId: parent ? null : '上级部门不存在' })
      const parentId = requireNode(rows, body.parentId ?? '').id
      checkName(rows, { parentId, name })
      const last = childrenOf(rows, parentId).at(-1)?.sort ?? 0
      const { id, version } = await insertDepartment(tx, { parentId, name, sort: last + 10 })
      await audit(tx, by, {
        action: 'department.add',
        targetType: 'department',
        targetId: id,
        after: { name, parentId },
      })
      return { id, version }
    }
    if (!isAllowed(editDepartment, actor)) throw refuse('forbidden')
    const row = requireNode(rows, body.id)
    checkFields({
      version: body.version === undefined ? '缺少版本，请刷新后重试' : null,
      parentId: body.parentId === undefined ? null : '修改上级部门请使用“移动”',
    })
    if (body.version !== row.version) throw refuse('stale', { data: toNode(row) })
    checkName(rows, { ...row, name })
    const version = await updateDepartment(tx, row.id, { name })
    await audit(tx, by, {
      action: 'department.edit',
      targetType: 'department',
      targetId: row.id,
      before: { name: row.name },
      after: { name },
    })
    return { id: row.id, version }
  }),

  serveAct(moveDepartment, async ({ tx, body: { id, version, parentId, place }, actor, by }) => {
    const rows = await lockDepartments(tx)
    const row = requireNode(rows, id)
    const parent = requireNode(rows, parentId)
    const isMoved = row.parentId !== parentId
    if (!isAllowed(isMoved ? relocateDepartment : sortDepartments, actor)) throw refuse('forbidden')
    if (row.parentId === null) throw refuse('conflict', { msg: '最上级部门不能移动' })
    if (version !== row.version) throw refuse('stale', { data: toNode(row) })
    if (isWithin(rows, id, parentId)) throw refuse('conflict', { msg: '不能移动到自己或下级部门之下' })
    if (isMoved) checkName(rows, { ...row, parentId })
    const siblings = childrenOf(rows, parentId).map((each) => each.id)
    const order = orderWith(siblings, id, place)
    const next = await updateDepartment(tx, id, { parentId })
    await orderDepartments(tx, order)
    const above = (at: string | null) => rows.find((each) => each.id === at)?.name ?? ''
    await audit(tx, by, {
      action: 'department.move',
      targetType: 'department',
      targetId: id,
      before: { parent: above(row.parentId), place: childrenOf(rows, row.parentId).indexOf(row) },
      after: { parent: parent.name, place: order.indexOf(id) },
    })
    return { version: next }
  }),

  serveAct(removeDepartment, async ({ tx, body: { id }, by }) => {
    const rows = await lockDepartments(tx)
    const { name, people, parentId } = requireNode(rows, id)
    if (parentId === null) throw refuse('conflict', { msg: '最上级部门不能删除' })
    const used = [
      { kind: '人员', count: people },
      { kind: '下级部门', count: childrenOf(rows, id).length },
    ].filter(({ count }) => count > 0)
    if (used.length > 0) throw refuse('inUse', { data: [{ id, name, by: used }] satisfies RowInUse[] })
    await deleteDepartment(tx, id, parentId)
    await audit(tx, by, {
      action: 'department.delete',
      targetType: 'department',
      targetId: id,
      before: { name, parentId },
    })
  }),
]

const people = {
  each: (db: Db, { direct, ...query }: DepartmentPeopleQuery, _: unknown, limit: number) =>
    listDepartmentPeople.each(db, query, { below: !direct }, limit),
}

export const departmentsExport = declareExport(exportDepartmentPeople, {
  target: 'department',
  list: people,
  cells: { status: ({ status }) => (status === 'enabled' ? '启用' : '已禁用') },
})
