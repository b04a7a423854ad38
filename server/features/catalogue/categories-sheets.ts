// Import and export of categories.
import {
  type CategoryImportKey,
  categoryImport,
  exportCategories,
} from '../../../contract/catalogue/catalogue-sheets.ts'
import { shownLabels } from '../../../contract/catalogue/product-sheets.ts'
import type { Viewer } from '../../core/access/scope.ts'
import { declareExport } from '../../core/sheets/exports.ts'
import { declareImport } from '../../core/sheets/imports.ts'
import { whole } from '../../core/sheets/imports-check.ts'
import type { Made } from '../../core/sheets/imports-save.ts'
import type { Db } from '../../db/connection.ts'
import { categories } from '../../db/schema/catalogue.ts'
import {
  type Category,
  countProducts,
  insertCategory,
  listCategories,
  lockSiblings,
  nextSort,
} from './categories.queries.ts'
import { idsByPath } from './paths.rules.ts'

type Path = { first: string; second: string }

export const categoriesImport = declareImport<CategoryImportKey, Path>(categoryImport, {
  target: 'category',
  undo: { table: categories },
  check: whole(async ({ db, rows, report }) => {
    const standing = idsByPath(await listCategories(db))
    const firstWith = new Map<string, number>()
    for (const row of rows) {
      const { first, second } = row.values
      const path = [first.trim(), second.trim()].filter(Boolean).join(' > ')
      const key = second.trim() ? 'second' : 'first'
      if (standing.has(path)) report(row, key, '分类已存在')
      const earlier = firstWith.get(path)
      if (earlier === undefined) firstWith.set(path, row.number)
      else report(row, key, `与第 ${earlier} 行重复`)
    }
    return ({ values }) => ({ first: values.first.trim(), second: values.second.trim() })
  }),
  save: async ({ tx, rows, step }) => {
    // locks the tree: nobody adds or moves a first level meanwhile
    await lockSiblings(tx, null)
    const ids = idsByPath(await listCategories(tx))
    const made: Made[] = []
    const ensure = async (name: string, parentId: string | null, path: string): Promise<string> => {
      const standing = ids.get(path)
      if (standing) return standing
      const sort = await nextSort(tx, parentId)
      const id = await insertCategory(tx, { name, parentId, sort, level: parentId === null ? 1 : 2 })
      ids.set(path, id)
      made.push({ id, name })
      return id
    }
    for (const [at, { value }] of rows.entries()) {
      const parentId = await ensure(value.first, null, value.first)
      if (value.second) await ensure(value.second, parentId, `${value.first} > ${value.second}`)
      step(at + 1)
    }
    return made
  },
})

type Exported = { first: string; second: string; isShow: boolean; products: number }

function inTreeOrder(all: readonly Category[], counts: Awaited<ReturnType<typeof countProducts>>): Exported[] {
  const below = Map.groupBy(all, ({ parentId }) => parentId)
  return (below.get(null) ?? []).flatMap((first) => {
    const children = below.get(first.id) ?? []
    const rows = children.map((second) => ({
      first: first.name,
      second: second.name,
      isShow: first.isShow && second.isShow,
      products: counts.get(second.id)?.own ?? 0,
    }))
    return rows.length > 0 ? rows : [{ first: first.name, second: '', isShow: first.isShow, products: 0 }]
  })
}

const tree = {
  each: async function* (db: Db, _query: unknown, { viewer }: { viewer: Viewer }) {
    yield inTreeOrder(await listCategories(db), await countProducts(db, viewer))
  },
}

export const categoriesExport = declareExport(exportCategories, {
  target: 'category',
  list: tree,
  scope: (viewer) => ({ viewer }),
  cells: { isShow: ({ isShow }) => (isShow ? shownLabels.yes : shownLabels.no) },
})
