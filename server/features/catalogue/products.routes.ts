// Products over HTTP.
import { isAllowed } from '#contract/access.ts'
import {
  addProduct,
  copyProduct,
  editProduct,
  getProduct,
  hideProducts,
  listProducts,
  moveProducts,
  removeProducts,
  saveProduct,
  showProducts,
  sortProducts,
} from '#contract/catalogue/catalogue.ts'
import { seesAllProducts, type Viewer } from '#server/core/access/scope.ts'
import { audit, difference } from '#server/core/audit/audit.ts'
import { checkFields, checkVersion, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { asInUse, inUse } from '#server/core/rows/in-use.ts'
import { lockNames } from '#server/core/rows/names.ts'
import { reorder } from '#server/core/rows/order.rules.ts'
import type { Tx } from '#server/db/connection.ts'
import { readChanges } from './product-changes.ts'
import {
  countUses,
  deleteProduct,
  fileProducts,
  findProduct,
  findTaken,
  giveProducts,
  insertProduct,
  isFilingPlace,
  lockProducts,
  lockProductsOf,
  type Product,
  pageOfProducts,
  placeProducts,
  setShown,
  updateProduct,
} from './products.queries.ts'
import { plainId } from './tree.rules.ts'

/** Locks products for an act. Throws 20404 where one does not exist or is out of scope. */
async function requireProducts(tx: Tx, actor: Viewer, requested: readonly string[]): Promise<Product[]> {
  const ids = new Set(requested)
  const found = await lockProducts(tx, actor, [...ids])
  if (found.length < ids.size) throw refuse('notFound')
  return found
}

const of = (id: string, action: string) => ({ action: `product.${action}`, targetType: 'product', targetId: id })

const serveShown = (endpoint: typeof showProducts | typeof hideProducts, action: string, isShow: boolean) =>
  serveAct(endpoint, async ({ tx, body, actor, by }) => {
    const changed = (await requireProducts(tx, actor, body.ids)).filter((product) => product.isShow !== isShow)
    const ids = changed.map(({ id }) => id)
    if (ids.length > 0) await setShown(tx, ids, isShow)
    for (const id of ids) await audit(tx, by, { ...of(id, action), before: { isShow: !isShow }, after: { isShow } })
  })

export const routes = [
  serve(listProducts, ({ body, actor, db }) => pageOfProducts(db, body, actor)),

  serve(getProduct, async ({ body: { id }, actor, db }) => {
    const product = orNotFound(await findProduct(db, actor, id))
    const [uses, changes] = await Promise.all([countUses(db, id), readChanges(db, id)])
    return { ...product, uses: inUse(product, uses)[0]?.by ?? [], changes }
  }),

  serveAct(saveProduct, async ({ tx, body: { id, version, copyOf, ...form }, actor, by }) => {
    const right = id !== undefined ? editProduct : copyOf !== undefined ? copyProduct : addProduct
    if (!isAllowed(right, actor)) throw refuse('forbidden')
    const values = { ...form, categoryId: plainId(form.categoryId) }
    const [stored] = id === undefined ? [] : await requireProducts(tx, actor, [id])
    if (!stored && copyOf !== undefined) await requireProducts(tx, actor, [copyOf])
    if (stored) checkVersion(version, stored)
    await lockNames(tx, 'products')
    const taken = await findTaken(tx, values, id)
    const isMoved = stored?.categoryId !== values.categoryId
    checkFields({
      name: taken.name ? '该分类下已有同名产品' : null,
      code: taken.code ? '产品编码已被其他产品使用' : null,
      categoryId: isMoved && !(await isFilingPlace(tx, actor, values.categoryId)) ? '请选择二级分类' : null,
    })
    if (stored) {
      const next = await updateProduct(tx, stored.id, values)
      await audit(tx, by, { ...of(stored.id, 'edit'), ...difference<Record<string, unknown>>({ ...stored }, values) })
      return { id: stored.id, version: next }
    }
    const added = await insertProduct(tx, values)
    if (!seesAllProducts(actor)) await giveProducts(tx, actor.id, [added])
    const origin = copyOf === undefined ? of(added, 'add') : of(added, 'copy')
    await audit(tx, by, { ...origin, after: { ...values, ...(copyOf !== undefined && { copyOf }) } })
    return { id: added, version: 1 }
  }),

  serveAct(removeProducts, async ({ tx, body: { ids }, actor, by }) => {
    const removed = await requireProducts(tx, actor, ids)
    const uses = []
    for (const product of removed) uses.push(...inUse(product, await countUses(tx, product.id, actor.id)))
    if (uses.length > 0) throw refuse('inUse', { data: uses })
    for (const before of removed) {
      await asInUse(before, () => deleteProduct(tx, before.id, actor.id))
      await audit(tx, by, { ...of(before.id, 'delete'), before })
    }
  }),

  serveShown(showProducts, 'open', true),
  serveShown(hideProducts, 'disable', false),

  serveAct(sortProducts, async ({ tx, body, actor, by }) => {
    const categoryId = plainId(body.categoryId)
    const before = await lockProductsOf(tx, categoryId)
    await requireProducts(tx, actor, body.ids)
    const after = reorder(before, body.ids)
    if (!after) throw refuse('conflict', { msg: '产品已变化，请刷新后重试' })
    await placeProducts(tx, after)
    const target = { action: 'product.dragSort', targetType: 'category', targetId: categoryId }
    await audit(tx, by, { ...target, before: { ids: before }, after: { ids: after } })
  }),

  serveAct(moveProducts, async ({ tx, body, actor, by }) => {
    const categoryId = plainId(body.categoryId)
    const moved = (await requireProducts(tx, actor, body.ids)).filter((product) => product.categoryId !== categoryId)
    checkFields({ categoryId: (await isFilingPlace(tx, actor, categoryId)) ? null : '请选择二级分类' })
    if (moved.length === 0) return
    await fileProducts(
      tx,
      moved.map(({ id }) => id),
      categoryId,
    )
    for (const product of moved)
      await audit(tx, by, { ...of(product.id, 'move'), ...difference({ ...product }, { categoryId }) })
  }),
]
