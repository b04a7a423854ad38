// What an act changed, field by field, as text that can be laid side by side.
import { fieldLabel } from '../../../contract/system/audit-labels.ts'
import type { AuditChange } from '../../../contract/system/audit-log.ts'

/** Longer values are cut, characters: a list of a thousand rights is read elsewhere. */
const VALUE_MAX = 2_000

export type NamedKind =
  | 'user'
  | 'role'
  | 'department'
  | 'menu'
  | 'category'
  | 'newsCategory'
  | 'product'
  | 'region'
  | 'applet'

/** Fields that hold ids, and of what. */
const kinds: Readonly<Record<string, NamedKind>> = {
  ownerId: 'user',
  ownerIds: 'user',
  salesmanId: 'user',
  saleParentId: 'user',
  editParentId: 'user',
  customerParentIds: 'user',
  toId: 'user',
  partReceivers: 'user',
  subordinates: 'user',
  roleId: 'role',
  deputyRoleIds: 'role',
  deptId: 'department',
  menuIds: 'menu',
  categoryId: 'category',
  categoryIds: 'category',
  newsCategoryIds: 'newsCategory',
  productId: 'product',
  productIds: 'product',
  regionId: 'region',
  appletIds: 'applet',
}

/** Of what are `added` and `removed`: that differs by the act. */
const kindsOfLists: Readonly<Record<string, NamedKind>> = {
  'user.grantProducts': 'product',
  'user.revokeProducts': 'product',
  'role.setProducts': 'product',
  'user.setCategories': 'category',
  'user.setNewsCategories': 'newsCategory',
  'user.moveSubordinates': 'user',
}

/** What `parentId` and `ids` refer to: rows of the same kind as the target. */
const trees: Readonly<Record<string, NamedKind>> = {
  department: 'department',
  menu: 'menu',
  category: 'category',
  region: 'region',
}

type Act = { action: string; targetType: string }

export function kindOfField(field: string, { action, targetType }: Act): NamedKind | undefined {
  if (field === 'added' || field === 'removed') return kindsOfLists[action]
  if (field === 'parentId' || field === 'ids') return trees[targetType]
  return kinds[field]
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^[1-9]\d{0,18}$/.test(value)

/** The ids in a value: one, a list of them, or what lies under names. */
export function idsIn(value: unknown): string[] {
  if (isId(value)) return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : []
}

type Fields = Record<string, unknown> | null
type NameOf = (id: string) => string | undefined

const nobody: NameOf = () => undefined

/** Lists of names do without the numbers: those are what nobody reads. */
function inWords(value: unknown, nameOf: NameOf): string {
  if (isId(value)) return nameOf(value) ?? `编号 ${value}`
  if (Array.isArray(value)) return value.map((each) => inWords(each, nameOf)).join('、')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([key, each]) => `${key}：${inWords(each, nameOf)}`)
    .join('；')
}

/** Without names: lists in a line, fields by their label. What is one word is left to the screen. */
function plainValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value : JSON.stringify(value)
  if (Array.isArray(value)) return value.length === 0 ? '[]' : value.map(insideValue).join('、')
  return Object.entries(value)
    .map(([key, each]) => `${fieldLabel(key)}：${insideValue(each)}`)
    .join('；')
}

function insideValue(value: unknown): string {
  if (value === null || value === '') return '空'
  return typeof value === 'boolean' ? (value ? '是' : '否') : plainValue(value)
}

function plainText(value: unknown, nameOf: NameOf): string {
  if (!idsIn(value).some(nameOf)) return plainValue(value)
  return isId(value) ? `${nameOf(value)}（编号 ${value}）` : inWords(value, nameOf)
}

function textOf(value: unknown, nameOf: NameOf): string | null {
  if (value === undefined || value === null) return null
  const text = plainText(value, nameOf)
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}…` : text
}

/**
 * Fields that did not change are left out; they come in the order in which they are stored.
 * @param nameOf what the row is called that a field refers to by this id
 */
export function changesOf(
  before: Fields,
  after: Fields,
  nameOf: (field: string, id: string) => string | undefined = nobody,
): AuditChange[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names]
    .filter((field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]))
    .map((field) => {
      const say = (value: unknown) => textOf(value, (id) => nameOf(field, id))
      return { field, before: say(before?.[field]), after: say(after?.[field]) }
    })
}

const nameFields = ['name', 'title', 'realName', 'userName', 'loginName', 'company', 'number'] as const

/** What the object was called when the act was done, where the act says so. */
export function recordedName(before: Fields, after: Fields): string | null {
  const found = [after, before].flatMap((side) => nameFields.map((field) => side?.[field]))
  const name = found.find((value) => typeof value === 'string' && value !== '')
  return typeof name === 'string' ? name : null
}
