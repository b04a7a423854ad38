// Import and export of categories.
import { type CategoryImportKey, categoryImport, exportCategories } from '#contract/catalogue/catalogue-sheets.ts'
import { shownLabels } from '#contract/catalogue/product-sheets.ts'
import type { Viewer } from '#server/core/access/scope.ts'
import { placing } from '#server/core/rows/order.rules.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { declareImport } from '#server/core/sheets/imports.ts'
import { whole } from '#server/core/sheets/imports-check.ts'
import type { Made } from '#server/core/sheets/imports-context.ts'
import { inSets } from '#server/core/sheets/imports-save.ts'
import type { Db } from '#server/db/connection.ts'
import { categories } from '#server/db/schema/catalogue.ts'
import { type Category, countProducts, insertCategories, listCategories, lockSiblings } from './categories.queries.ts'
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
    const all = await listCategories(tx)
    const ids = idsByPath(all)
    const placeIn = placing(all.map(({ parentId, sort }) => [parentId ?? '', sort]))
    const made: Made[] = []
    /** Those that are not there yet, by path. */
    const add = async (wanted: ReadonlyMap<string, { name: string; parent: string | null }>, level: number) => {
      const missing = [...wanted].filter(([path]) => !ids.has(path))
      for (const some of inSets(missing, step)) {
        const values = some.map(([, { name, parent }]) => {
          const parentId = parent === null ? null : (ids.get(parent) ?? '')
          return { name, parentId, level, sort: placeIn(parentId ?? '') }
        })
        const added = await insertCategories(tx, values)
        for (const [at, [path, { name }]] of some.entries()) {
          const id = added[at] ?? ''
          ids.set(path, id)
          made.push({ id, name })
        }
      }
    }
    const paths = rows.map(({ value }) => value)
    await add(new Map(paths.map(({ first }) => [first, { name: first, parent: null }])), 1)
    const seconds = paths.filter(({ second }) => second !== '')
    await add(new Map(seconds.map(({ first, second }) => [`${first} > ${second}`, { name: second, parent: first }])), 2)
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
