// The editor of the menu tree over HTTP. Every change affects everybody's menu: it is announced to all processes.
import { isAllowed } from '#contract/access.ts'
import type { RowInUse } from '#contract/envelope.ts'
import {
  addMenu,
  editMenu,
  getMenuButtons,
  getMenuTree,
  hideMenu,
  type MenuForm,
  moveMenu,
  relocateMenu,
  removeMenu,
  saveMenu,
  showMenu,
  sortMenus,
} from '#contract/organisation/menus.ts'
import { audit, difference } from '#server/core/audit/audit.ts'
import type { Author } from '#server/core/core.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { toTree } from '#server/core/lists/tree.ts'
import type { Tx } from '#server/db/connection.ts'
import {
  countGrants,
  countRolesWith,
  deleteMenus,
  type EditedMenu,
  existingRoles,
  insertMenu,
  listEditedMenus,
  lockMenus,
  orderMenus,
  updateMenu,
} from './menu-tree.queries.ts'
import {
  BUTTON,
  checkNewMenu,
  checkStoredMenu,
  codeOf,
  isEditorShown,
  isSeeded,
  PAGE,
  siblingsOf,
  whyNotUnder,
} from './menu-tree.rules.ts'
import { isWithin, orderWith } from './tree-order.rules.ts'

const toNode = ({ name, alias: _, action: __, sort: ___, ...row }: EditedMenu) => ({
  ...row,
  title: name,
  key: row.id,
  value: row.id,
  isSeeded: isSeeded(row.code),
})

const toButton = ({ id, version, code, name, alias, action, remark, isShow }: EditedMenu, roles: number) => ({
  id,
  version,
  code,
  name,
  alias,
  action,
  remark,
  isShow,
  isSeeded: isSeeded(code),
  roles,
})

function need(rows: readonly EditedMenu[], id: string): EditedMenu {
  const row = orNotFound(rows.find((each) => each.id === id))
  return row
}

function checkEditor(rows: readonly EditedMenu[], next: EditedMenu): void {
  const after = rows.map((row) => (row.id === next.id ? next : row))
  if (!isEditorShown(after)) throw refuse('conflict', { msg: '“菜单管理”及其上级目录须保持显示' })
}

const target = (id: string) => ({ targetType: 'menu', targetId: id })

/** Values that a form may set of a row, new or stored; omitted ones keep theirs. */
function valuesOf(form: MenuForm) {
  const { name, path, source, action, isOpen, isCached, remark, roleIds, group, query } = form
  const fields = { path, source, action, isOpen, isCached, remark, roleIds, group, query }
  const set = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return { name: name.trim(), ...(set as { [K in keyof typeof fields]?: Exclude<(typeof fields)[K], undefined> }) }
}

async function checkRoles(tx: Tx, { type, roleIds = [] }: MenuForm): Promise<void> {
  const known = new Set(await existingRoles(tx, roleIds))
  checkFields({
    roleIds:
      type === BUTTON && roleIds.length > 0
        ? '按钮不能限定角色'
        : roleIds.every((id) => known.has(id))
          ? null
          : '角色不存在，请重新选择',
  })
}

async function add(tx: Tx, by: Author, form: MenuForm, rows: readonly EditedMenu[]) {
  checkFields(checkNewMenu(form, rows))
  const { type, parentId = null } = form
  const parent = rows.find(({ id }) => id === parentId)
  const code = codeOf(form, parent)
  const sort = (siblingsOf(rows, parentId, type).at(-1)?.sort ?? 0) + 10
  const values = { type, code, parentId, alias: form.alias ?? '', ...valuesOf(form) }
  const id = await insertMenu(tx, { ...values, sort, category: type === BUTTON ? 2 : 1 })
  // a page without its own right could not be granted
  if (type === PAGE)
    await insertMenu(tx, {
      parentId: id,
      type: BUTTON,
      code: `${code}.view`,
      name: '查看',
      alias: 'view',
      sort: 10,
      category: 2,
      isCached: false,
    })
  await audit(tx, by, { action: 'menu.add', ...target(id), after: values })
  return { id, version: 1 }
}

async function edit(tx: Tx, by: Author, form: MenuForm, rows: readonly EditedMenu[]) {
  const stored = need(rows, form.id ?? '')
  checkFields(checkStoredMenu(form, stored, rows))
  const { name, alias, action } = stored
  if (form.version !== stored.version) throw refuse('stale', { data: { ...toNode(stored), name, alias, action } })
  const values = valuesOf(form)
  const version = await updateMenu(tx, stored.id, values)
  await audit(tx, by, { action: 'menu.edit', ...target(stored.id), ...difference({ ...stored }, values) })
  return { id: stored.id, version }
}

const serveSwitch = (endpoint: typeof hideMenu | typeof showMenu, isShow: 0 | 1) =>
  serveAct(endpoint, async ({ tx, announce, body: { id }, by }) => {
    const rows = await lockMenus(tx)
    const row = need(rows, id)
    checkEditor(rows, { ...row, isShow })
    await updateMenu(tx, id, { isShow })
    announce({ type: 'permissions' })
    await audit(tx, by, {
      action: isShow ? 'menu.open' : 'menu.disable',
      ...target(id),
      before: { isShow: row.isShow },
      after: { isShow },
    })
  })

export const routes = [
  serve(getMenuTree, async ({ db }) => {
    const rows = await listEditedMenus(db)
    return toTree(rows.filter(({ type }) => type !== BUTTON).map(toNode))
  }),

  serve(getMenuButtons, async ({ query: { menuId }, db }) => {
    const rows = await listEditedMenus(db)
    need(rows, menuId)
    const buttons = siblingsOf(rows, menuId, BUTTON)
    const granted = await countGrants(
      db,
      buttons.map(({ id }) => id),
    )
    return buttons.map((button) => toButton(button, granted.get(button.id) ?? 0))
  }),

  serveAct(saveMenu, async ({ tx, announce, body, actor, by }) => {
    const isNew = body.id === undefined
    if (!isAllowed(isNew ? addMenu : editMenu, actor)) throw refuse('forbidden')
    const rows = await lockMenus(tx)
    await checkRoles(tx, body)
    const saved = isNew ? await add(tx, by, body, rows) : await edit(tx, by, body, rows)
    announce({ type: 'permissions' })
    return saved
  }),

  serveAct(moveMenu, async ({ tx, announce, body: { id, version, parentId, place }, actor, by }) => {
    const rows = await lockMenus(tx)
    const row = need(rows, id)
    const parent = parentId === null ? undefined : need(rows, parentId)
    const isMoved = row.parentId !== parentId
    if (!isAllowed(isMoved ? relocateMenu : sortMenus, actor)) throw refuse('forbidden')
    if (version !== row.version) throw refuse('stale', { data: toNode(row) })
    if (isMoved && row.type === BUTTON) throw refuse('conflict', { msg: '按钮不能移动到其他页面' })
    const reason = whyNotUnder(row.type, parent)
    if (reason) throw refuse('conflict', { msg: reason })
    if (isWithin(rows, id, parentId)) throw refuse('conflict', { msg: '不能移动到自己或下级菜单之下' })
    checkEditor(rows, { ...row, parentId })
    const siblings = siblingsOf(rows, parentId, row.type).map((each) => each.id)
    const order = orderWith(siblings, id, place)
    const next = await updateMenu(tx, id, { parentId })
    await orderMenus(tx, order)
    announce({ type: 'permissions' })
    const nameOf = (at: string | null) => rows.find((each) => each.id === at)?.name ?? ''
    await audit(tx, by, {
      action: 'menu.move',
      ...target(id),
      before: { parent: nameOf(row.parentId), place: siblingsOf(rows, row.parentId, row.type).indexOf(row) },
      after: { parent: parent?.name ?? '', place: order.indexOf(id) },
    })
    return { version: next }
  }),

  serveSwitch(hideMenu, 0),
  serveSwitch(showMenu, 1),

  serveAct(removeMenu, async ({ tx, announce, body: { id }, by }) => {
    const rows = await lockMenus(tx)
    const row = need(rows, id)
    const { code, name, path, type } = row
    if (isSeeded(code)) throw refuse('conflict', { msg: '系统自带的菜单不能删除，可以隐藏' })
    const below = rows.filter(({ parentId }) => parentId === id)
    const own = [id, ...below.filter((each) => each.type === BUTTON).map((each) => each.id)]
    const used = [
      { kind: '下级菜单', count: below.filter((each) => each.type !== BUTTON).length },
      { kind: '拥有此权限的角色', count: await countRolesWith(tx, own) },
    ].filter(({ count }) => count > 0)
    if (used.length > 0) throw refuse('inUse', { data: [{ id, name, by: used }] satisfies RowInUse[] })
    await deleteMenus(tx, own.toReversed())
    announce({ type: 'permissions' })
    await audit(tx, by, { action: 'menu.delete', ...target(id), before: { code, name, path, type } })
  }),
]
