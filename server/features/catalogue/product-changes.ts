// Changes of a product as text, from the audit log.
import {
  type ProductAction,
  type ProductChange,
  productActions,
  tableTypeLabels,
} from '#contract/catalogue/catalogue.ts'
import type { Executor } from '#server/db/connection.ts'
import { changesOf, pathsOf } from './products.queries.ts'

const CHANGES_SHOWN = 50

type Fields = Readonly<Record<string, unknown>>
type Paths = ReadonlyMap<string, string>

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))

const labels: Readonly<Record<string, readonly [label: string, say: (value: unknown, paths: Paths) => string]>> = {
  name: ['产品名称', text],
  code: ['产品编码', text],
  categoryId: ['所属分类', (id, paths) => paths.get(text(id)) ?? (id === null ? '未归类' : '已删除的分类')],
  unit: ['计量单位', text],
  tableType: ['价格表类型', (type) => tableTypeLabels[type as keyof typeof tableTypeLabels] ?? text(type)],
  isShow: ['状态', (isShow) => (isShow ? '显示' : '已隐藏')],
}

const prefix = 'product.'
const isAction = (action: string): action is ProductAction => (productActions as readonly string[]).includes(action)

function fieldsOf(before: Fields | null, after: Fields | null, paths: Paths): ProductChange['fields'] {
  const textOf = (from: Fields | null, key: string) => (from && key in from ? labels[key]?.[1](from[key], paths) : '')
  return Object.entries(labels).flatMap(([key, [label]]) => {
    const change = { label, before: textOf(before, key) ?? '', after: textOf(after, key) ?? '' }
    return change.before === change.after ? [] : [change]
  })
}

export async function readChanges(db: Executor, id: string): Promise<ProductChange[]> {
  const rows = await changesOf(db, id, CHANGES_SHOWN)
  const placed = rows.flatMap(({ before, after }) => [before?.categoryId, after?.categoryId])
  const paths = await pathsOf(db, [...new Set(placed.filter((each) => typeof each === 'string'))])
  return rows.flatMap(({ action, before, after, ...change }) => {
    const verb = action.slice(prefix.length)
    return isAction(verb) ? [{ ...change, action: verb, fields: fieldsOf(before, after, paths) }] : []
  })
}
