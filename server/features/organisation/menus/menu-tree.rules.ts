// Decisions on the menu tree: valid parents, what is fixed in stored rows, required fields.
import type { MenuForm } from '#contract/organisation/menus.ts'
import { menuRows } from '#server/db/seed/menus.ts'
import type { EditedMenu } from './menu-tree.queries.ts'

const DIRECTORY = 1
export const PAGE = 2
export const BUTTON = 3

const seeded = new Set(menuRows.map(({ code }) => code))

/** Seeded rows are restored at the next start: they can be hidden, not deleted. */
export const isSeeded = (code: string): boolean => seeded.has(code)

/** Why a row of this type cannot have that parent, or null. A page may be below a page (spec §4, the price menu). */
export function whyNotUnder(type: number, parent: Pick<EditedMenu, 'type'> | undefined): string | null {
  if (type === BUTTON) return parent?.type === PAGE ? null : '按钮只能放在页面下'
  if (!parent || parent.type === DIRECTORY) return null
  return parent.type === PAGE && type === PAGE ? null : '只能放在目录下，页面也可以放在页面下'
}

/** Buttons and menus are ordered separately, as no list shows both. */
export const siblingsOf = (rows: readonly EditedMenu[], parentId: string | null, type: number): EditedMenu[] =>
  rows.filter((row) => row.parentId === parentId && (row.type === BUTTON) === (type === BUTTON))

/** Whether the editor itself is reachable: if it were hidden, nobody could show it again. */
export function isEditorShown(rows: readonly EditedMenu[]): boolean {
  const byId = new Map(rows.map((row) => [row.id, row]))
  let row = rows.find(({ code }) => code === 'menu')
  while (row) {
    if (row.isShow === 0) return false
    row = byId.get(row.parentId ?? '')
  }
  return true
}

type Verdicts = Record<string, string | null>

/** The code of a button is derived from its page, as a right names both. */
export const codeOf = (form: MenuForm, parent: EditedMenu | undefined): string =>
  form.type === BUTTON ? `${parent?.code ?? ''}.${form.alias ?? ''}` : (form.code ?? '')

function whyNotPath({ id, type, path = '' }: MenuForm, rows: readonly EditedMenu[]): string | null {
  if (type === BUTTON) return path ? '按钮没有路径' : null
  if (!path) return '请输入路径'
  const other = rows.find((row) => row.type === PAGE && row.path === path && row.id !== id)
  return type === PAGE && other ? `路径已被“${other.name}”使用` : null
}

export function checkNewMenu(form: MenuForm, rows: readonly EditedMenu[]): Verdicts {
  const parent = rows.find(({ id }) => id === form.parentId)
  const code = codeOf(form, parent)
  const isButton = form.type === BUTTON
  const isTaken = rows.some((row) => row.code.toLowerCase() === code.toLowerCase())
  const codeText = isButton ? '编码由页面与按钮决定' : '请输入编码'
  return {
    parentId: form.parentId && !parent ? '上级菜单不存在' : whyNotUnder(form.type, parent),
    alias: isButton
      ? !form.alias
        ? '请选择按钮'
        : isTaken
          ? '页面已有此按钮'
          : null
      : form.alias
        ? '只有按钮才有别名'
        : null,
    code: isButton === Boolean(form.code) ? codeText : !isButton && isTaken ? '编码已存在' : null,
    path: whyNotPath(form, rows),
  }
}

/** What grants, pages and the seed refer to cannot change. */
export function checkStoredMenu(form: MenuForm, stored: EditedMenu, rows: readonly EditedMenu[]): Verdicts {
  const isSame = (value: string | undefined, previous: string) => value === undefined || value === previous
  return {
    version: form.version === undefined ? '缺少版本，请刷新后重试' : null,
    type: form.type === stored.type ? null : '类型保存后不能修改',
    parentId: form.parentId === undefined || form.parentId === stored.parentId ? null : '修改上级菜单请使用“移动”',
    code: isSame(form.code, stored.code) ? null : '编码保存后不能修改',
    alias: isSame(form.alias, stored.alias) ? null : '按钮保存后不能修改',
    path:
      isSeeded(stored.code) && !isSame(form.path, stored.path)
        ? '系统自带的菜单不能修改路径'
        : whyNotPath({ ...form, path: form.path ?? stored.path }, rows),
  }
}
