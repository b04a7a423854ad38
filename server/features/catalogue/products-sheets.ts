// Import and export of products, within the editorial scope.
import { tableTypeLabels, tableTypes } from '#contract/catalogue/catalogue.ts'
import {
  exportProducts,
  type ProductImportKey,
  productImport,
  shownLabels,
} from '#contract/catalogue/product-sheets.ts'
import { textKey } from '#contract/text.ts'
import { seesAllProducts } from '#server/core/access/scope.ts'
import { lockNames } from '#server/core/rows/names.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { declareImport } from '#server/core/sheets/imports.ts'
import { type CheckContext, type Standing, whole } from '#server/core/sheets/imports-check.ts'
import { inSets } from '#server/core/sheets/imports-save.ts'
import type { Executor } from '#server/db/connection.ts'
import { userProducts } from '#server/db/schema/authorisation.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { listCategories } from './categories.queries.ts'
import { asPath, idsByPath } from './paths.rules.ts'
import {
  eachProduct,
  giveProducts,
  insertProducts,
  isFilingPlace,
  type NewProduct,
  productsInScope,
  standingProducts,
} from './products.queries.ts'

/** Categories that hold products, by path. */
async function categoryPaths(db: Executor): Promise<Map<string, string>> {
  const all = await listCategories(db)
  const isFirst = new Set(all.flatMap(({ id, level }) => (level === 1 ? [id] : [])))
  return new Map([...idsByPath(all)].filter(([, id]) => !isFirst.has(id)))
}

type Checking = CheckContext<ProductImportKey>

async function categoryOf({
  db,
  actor,
  rows,
}: Checking): Promise<(text: string) => { id: string } | { problem: string }> {
  const paths = await categoryPaths(db)
  const places = new Map<string, boolean>()
  for (const path of new Set(rows.map(({ values }) => asPath(values.category)))) {
    const id = paths.get(path)
    if (id) places.set(id, await isFilingPlace(db, actor, id))
  }
  return (text) => {
    const id = paths.get(asPath(text))
    if (!id) return { problem: `分类“${text}”不存在，须填写“一级 > 二级”` }
    return places.get(id) ? { id } : { problem: '没有该分类的产品权限' }
  }
}

async function check(context: Checking): Promise<(row: Checking['rows'][number]) => NewProduct> {
  const { db, rows, report, breathe, standing } = context
  await lockNames(db, 'products')
  const { names, codes } = await standingProducts(db)
  const find = await categoryOf(context)
  const firstWith = new Map<string, number>()
  const places = new Map<number, string>()
  for (const row of rows) {
    await breathe()
    const { category, name, code } = row.values
    const own = standing.get(row.at)?.cells
    const found = find(category)
    if ('problem' in found) report(row, 'category', found.problem)
    else {
      places.set(row.at, found.id)
      if (names.has(`${found.id}:${name}`) && name !== own?.name) report(row, 'name', '该分类下已有同名产品')
    }
    if (codes.has(code) && code !== own?.code) report(row, 'code', '产品编码已被其他产品使用')
    const taken = [['name', `${asPath(category)}:${name}`] as const, ...(code ? [['code', code] as const] : [])]
    for (const [key, value] of taken) {
      const first = firstWith.get(`${key}:${value}`)
      if (first === undefined) firstWith.set(`${key}:${value}`, row.number)
      else report(row, key, `与第 ${first} 行重复`)
    }
  }
  return ({ at, values }) => ({
    name: values.name.trim(),
    code: values.code,
    unit: values.unit,
    categoryId: places.get(at) ?? '',
    tableType: tableTypes.find((type) => tableTypeLabels[type] === values.tableType) ?? '1',
    isShow: values.isShow !== shownLabels.no,
  })
}

/** The products that rows mean, by code, or by category and name. */
async function findStanding({ db, actor, rows, report }: Omit<Checking, 'standing'>) {
  const all = await productsInScope(db, actor)
  const known = await standingProducts(db)
  const byCode = new Map(all.flatMap((each) => (each.code === '' ? [] : [[each.code, each] as const])))
  const byName = new Map(all.map((each) => [`${each.category} > ${textKey(each.name)}`, each]))
  const found = new Map<number, Standing<ProductImportKey>>()
  for (const row of rows) {
    const { code, category, name } = row.values
    const product = byCode.get(code) ?? byName.get(`${asPath(category)} > ${textKey(name)}`)
    if (!product && known.codes.has(code)) report(row, 'code', '该产品不在您的权限范围内')
    if (!product) continue
    const { id, version, category: path, categoryId, name: now, code: coded, unit, tableType, isShow } = product
    const texts = { category: path, name: now, code: coded, unit, tableType: tableTypeLabels[tableType] }
    found.set(row.at, {
      id,
      version,
      name: now,
      cells: { ...texts, isShow: isShow ? shownLabels.yes : shownLabels.no },
      fields: { name: now, code: coded, unit, categoryId, tableType: Number(tableType), isShow },
    })
  }
  return found
}

export const productsImport = declareImport<ProductImportKey, NewProduct>(productImport, {
  target: 'product',
  undo: { table: products, beside: [userProducts] },
  ownExport: exportProducts,
  update: {
    find: findStanding,
    table: products,
    fieldsOf: ({ tableType, ...values }) => ({ ...values, tableType: Number(tableType) }),
  },
  options: async (db) => ({
    category: [...(await categoryPaths(db)).keys()],
    tableType: Object.values(tableTypeLabels),
    isShow: Object.values(shownLabels),
  }),
  check: whole(check),
  save: async ({ tx, importId, actor, rows, step }) => {
    const made = []
    for (const some of inSets(rows, step)) {
      const added = await insertProducts(
        tx,
        some.map(({ value }) => value),
      )
      if (!seesAllProducts(actor)) {
        const ids = added.map(({ id }) => id)
        await giveProducts(tx, actor.id, ids, importId)
      }
      made.push(...added)
    }
    return made
  },
})

export const productsExport = declareExport(exportProducts, {
  target: 'product',
  list: eachProduct,
  scope: (viewer) => ({ viewer }),
  cells: {
    tableType: ({ tableType }) => tableTypeLabels[tableType],
    isShow: ({ isShow }) => (isShow ? shownLabels.yes : shownLabels.no),
  },
})
