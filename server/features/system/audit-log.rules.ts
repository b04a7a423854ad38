// What an act changed, field by field, as text for a comparison.
import { fieldLabel } from '#contract/system/audit-labels.ts'
import type { AuditChange } from '#contract/system/audit-log.ts'
import { valueLabel } from '#contract/system/audit-values.ts'

/** Longest value in characters; longer ones are truncated. */
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

/** Fields that hold ids, and their tables. */
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

/** Tables of `added` and `removed`, which depend on the act. */
const kindsOfLists: Readonly<Record<string, NamedKind>> = {
  'user.grantProducts': 'product',
  'user.revokeProducts': 'product',
  'role.setProducts': 'product',
  'user.setCategories': 'category',
  'user.setNewsCategories': 'newsCategory',
  'user.moveSubordinates': 'user',
}

/** `parentId` and `ids` refer to rows of the same kind as the target. */
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

/** The ids in a value: one, a list of them, or values of an object. */
export function idsIn(value: unknown): string[] {
  if (isId(value)) return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : []
}

type Fields = Record<string, unknown> | null
type NameOf = (id: string) => string | undefined
/** What a value is of: its field, and the type of row. */
type Of = { field: string; targetType: string }

const nobody: NameOf = () => undefined

/** Lists of names are printed without ids. */
function inWords(value: unknown, of: Of, nameOf: NameOf): string {
  if (isId(value)) return nameOf(value) ?? `编号 ${value}`
  if (Array.isArray(value)) return value.length === 0 ? '空' : value.map((each) => inWords(each, of, nameOf)).join('、')
  if (typeof value !== 'object' || value === null) return insideValue(value, of)
  return partsOf(value, of, (part, own) => inWords(part, own, nameOf))
}

const partsOf = (value: object, { targetType }: Of, say: (part: unknown, of: Of) => string): string =>
  Object.entries(value)
    .map(([field, part]) => `${fieldLabel(field, targetType)}：${say(part, { field, targetType })}`)
    .join('；') || '空'

/** Values without names: lists in a line, fields by their label. Single words are left to the screen. */
function plainValue(value: unknown, of: Of): string {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value : JSON.stringify(value)
  if (Array.isArray(value)) return value.length === 0 ? '空' : value.map((each) => insideValue(each, of)).join('、')
  return partsOf(value, of, insideValue)
}

const insideValue = (value: unknown, of: Of): string =>
  value === null || value === undefined ? '空' : valueLabel(plainValue(value, of), of)

function plainText(value: unknown, of: Of, nameOf: NameOf): string {
  if (!idsIn(value).some(nameOf)) return plainValue(value, of)
  return isId(value) ? `${nameOf(value)}（编号 ${value}）` : inWords(value, of, nameOf)
}

function textOf(value: unknown, of: Of, nameOf: NameOf): string | null {
  if (value === undefined || value === null) return null
  const text = plainText(value, of, nameOf)
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}…` : text
}

/**
 * Fields without a change are left out; the order is that in which they are stored.
 * @param nameOf name of the row to which a field refers by id
 */
export function changesOf(
  before: Fields,
  after: Fields,
  nameOf: (field: string, id: string) => string | undefined = nobody,
  targetType = '',
): AuditChange[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names]
    .filter((field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]))
    .map((field) => {
      const say = (value: unknown) => textOf(value, { field, targetType }, (id) => nameOf(field, id))
      return { field, before: say(before?.[field]), after: say(after?.[field]) }
    })
}

/** Fields by which an act records what its target is called. */
export const nameFields = [
  ...[
    'name',
    'title',
    'realName',
    'userName',
    'loginName',
    'company',
    'number',
    'word',
    'caption',
    'question',
    'province',
  ],
  'file',
]

/** Name of the object at the time of the act, where it was recorded. */
export function recordedName(before: Fields, after: Fields): string | null {
  const found = [after, before].flatMap((side) => nameFields.map((field) => side?.[field]))
  const name = found.find((value) => typeof value === 'string' && value !== '')
  return typeof name === 'string' ? name : null
}
