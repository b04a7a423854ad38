// Roles over HTTP. Their list is in staff.routes.ts, as pickers of staff accounts read it too.
import { isAllowed } from '#contract/access.ts'
import type { RowInUse } from '#contract/envelope.ts'
import {
  addRole,
  copyRole,
  editRole,
  getPermissionTree,
  getRole,
  grantRole,
  previewRole,
  queryRoleHolders,
  type RoleDetail,
  removeRole,
  saveRole,
  sortRole,
} from '#contract/organisation/roles.ts'
import { type Actor, ADMINISTRATOR } from '#server/core/access/actors.ts'
import { editorialScope } from '#server/core/access/scope.ts'
import { audit, difference } from '#server/core/audit/audit.ts'
import { transact } from '#server/core/core.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { toTree } from '#server/core/lists/tree.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { roleProducts } from '#server/db/schema/authorisation.ts'
import { barredFrom, listMenus, type StoredMenu } from '../menus/menus.queries.ts'
import { menuTree } from '../menus/menus.rules.ts'
import { orderWith } from '../menus/tree-order.rules.ts'
import { buttonsOfTree, coversRole, grantChange, isBuiltIn, mayGrantButton, previewOfGrant } from './roles.rules.ts'
import {
  copyRoleProducts,
  countHolders,
  deleteRole,
  findTakenRole,
  getRoleRow,
  insertRole,
  listHolderNames,
  listRoleHolders,
  lockRoleOrder,
  lockRoleRow,
  orderRoles,
  type RoleRowWithGrants,
  setRoleMenus,
  updateRole,
} from './roles-edit.queries.ts'

function detailOf(role: RoleRowWithGrants, actor: Actor, rows: readonly StoredMenu[]): RoleDetail {
  return {
    ...role,
    isBuiltIn: isBuiltIn(role.code),
    isAdministrator: role.code === ADMINISTRATOR,
    assignable: coversRole(actor, role, buttonsOfTree(rows)),
  }
}

async function need(db: Executor, id: string): Promise<RoleRowWithGrants> {
  return orNotFound(await getRoleRow(db, id))
}

/** Locks a role for an act. Throws 20404, and 409 where it holds more than the actor. */
async function requireRole(tx: Tx, actor: Actor, id: string) {
  const role = orNotFound(await lockRoleRow(tx, id))
  const rows = await listMenus(tx)
  const buttons = buttonsOfTree(rows)
  if (!coversRole(actor, role, buttons)) throw refuse('conflict', { msg: '不能操作权限高于自己的角色' })
  return { role, rows, buttons }
}

async function checkTaken(tx: Tx, wanted: Parameters<typeof findTakenRole>[1]): Promise<void> {
  const taken = await findTakenRole(tx, wanted)
  checkFields({ code: taken.code ? '角色编码已存在' : null, name: taken.name ? '角色名称已存在' : null })
}

const target = (id: string) => ({ targetType: 'role', targetId: id })

export const routes = [
  serve(getRole, async ({ query: { id }, actor, db }) => {
    const [role, rows] = await Promise.all([need(db, id), listMenus(db)])
    return detailOf(role, actor, rows)
  }),

  serve(getPermissionTree, async ({ actor, db }) => {
    const rows = await listMenus(db)
    const buttons = buttonsOfTree(rows)
    return toTree(
      rows.map(({ id, parentId, name, type, code, alias, isShow, remark }) => {
        const button = buttons.get(id)
        const grantable = !button || mayGrantButton(actor, button)
        return { id, parentId, title: name, key: id, value: id, type, code, alias, isShow, remark, grantable }
      }),
    )
  }),

  serve(queryRoleHolders, ({ body, db }) => listRoleHolders(db, body)),

  serve(previewRole, async ({ query: { id }, db }) => {
    const [role, rows, barred] = await Promise.all([need(db, id), listMenus(db), barredFrom(db, id)])
    const menuIds = new Set(role.menuIds.filter((menuId) => !barred.has(menuId)))
    return menuTree(rows, { isAdministrator: role.code === ADMINISTRATOR, menuIds })
  }),

  serveAct(saveRole, async ({ tx, body, actor, by }) => {
    const next = { name: body.name.trim(), remark: (body.remark ?? '').trim() }
    if (body.id === undefined) {
      if (!isAllowed(addRole, actor)) throw refuse('forbidden')
      const code = body.code ?? ''
      checkFields({ code: code ? null : '请输入角色编码' })
      await lockRoleOrder(tx)
      await checkTaken(tx, { code, name: next.name })
      const id = await insertRole(tx, { code, ...next })
      await audit(tx, by, { action: 'role.add', ...target(id), after: { code, ...next } })
      return { id, version: 1 }
    }
    if (!isAllowed(editRole, actor)) throw refuse('forbidden')
    checkFields({
      version: body.version === undefined ? '缺少版本，请刷新后重试' : null,
      code: body.code === undefined ? null : '角色编码保存后不能修改',
    })
    await lockRoleOrder(tx)
    const { role, rows } = await requireRole(tx, actor, body.id)
    if (body.version !== role.version) throw refuse('stale', { data: detailOf(role, actor, rows) })
    await checkTaken(tx, { id: role.id, name: next.name })
    const version = await updateRole(tx, role.id, next)
    await audit(tx, by, { action: 'role.edit', ...target(role.id), ...difference({ ...role }, next) })
    return { id: role.id, version }
  }),

  serveAct(copyRole, async ({ tx, body: { id, code, name, remark = '' }, actor, by }) => {
    await lockRoleOrder(tx)
    const { role } = await requireRole(tx, actor, id)
    if (role.code === ADMINISTRATOR) throw refuse('conflict', { msg: '系统管理员的权限来自其编码，不能复制' })
    const values = { code, name: name.trim(), remark: remark.trim() }
    await checkTaken(tx, values)
    const copy = await insertRole(tx, values)
    await setRoleMenus(tx, copy, role.menuIds)
    await copyRoleProducts(tx, role.id, copy, editorialScope(actor, roleProducts.productId))
    await audit(tx, by, { action: 'role.copy', ...target(copy), after: { ...values, from: role.code } })
    return { id: copy }
  }),

  serveAct(removeRole, async ({ tx, announce, body: { id }, actor, by }) => {
    const { role } = await requireRole(tx, actor, id)
    const { code, name, remark } = role
    if (isBuiltIn(code)) throw refuse('conflict', { msg: '内置角色不能删除' })
    const { main, deputy } = await countHolders(tx, id)
    const used = [
      { kind: '主角色人员', count: main },
      { kind: '副角色人员', count: deputy },
    ].filter(({ count }) => count > 0)
    if (used.length > 0) throw refuse('inUse', { data: [{ id, name, by: used }] satisfies RowInUse[] })
    await deleteRole(tx, id)
    announce({ type: 'permissions' })
    await audit(tx, by, { action: 'role.delete', ...target(id), before: { code, name, remark } })
  }),

  serveAct(sortRole, async ({ tx, body: { id, place }, by }) => {
    const ids = await lockRoleOrder(tx)
    const from = ids.indexOf(id)
    if (from < 0) throw refuse('notFound')
    const order = orderWith(ids, id, place)
    await orderRoles(tx, order)
    await audit(tx, by, {
      action: 'role.sort',
      ...target(id),
      before: { place: from },
      after: { place: order.indexOf(id) },
    })
  }),

  serve(grantRole, (context) =>
    transact(context.core, async (tx, announce) => {
      const { actor, by } = context
      const { id, version, menuIds } = context.body
      const { role, rows, buttons } = await requireRole(tx, actor, id)
      if (role.code === ADMINISTRATOR) throw refuse('conflict', { msg: '系统管理员拥有全部权限，不需要授权' })
      if (version !== role.version) throw refuse('stale', { data: detailOf(role, actor, rows) })
      checkFields({ menuIds: menuIds.every((each) => buttons.has(each)) ? null : '按钮不存在，请刷新后重试' })
      const { added, removed } = grantChange(role.menuIds, menuIds)
      const mayGive = added.every((each) => {
        const button = buttons.get(each)
        return button !== undefined && mayGrantButton(actor, button)
      })
      if (!mayGive) throw refuse('conflict', { msg: '不能授予自己没有的权限' })
      const people = await listHolderNames(tx, id)
      if (people.length > 0 && added.length + removed.length > 0) {
        const paths = (ids: readonly string[]) => ids.map((each) => buttons.get(each)?.path ?? each)
        const preview = previewOfGrant(role.name, people, { added: paths(added), removed: paths(removed) })
        await confirmed(tx, context, { preview, versions: [version, added, removed] })
      }
      await setRoleMenus(tx, id, menuIds)
      const next = await updateRole(tx, id, {})
      announce({ type: 'permissions' })
      const codes = (ids: readonly string[]) => ids.map((each) => buttons.get(each)?.code ?? each)
      await audit(tx, by, {
        action: 'role.grant',
        ...target(id),
        before: { buttons: codes(removed) },
        after: { buttons: codes(added) },
      })
      return { version: next }
    }),
  ),
]
