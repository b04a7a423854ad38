// Categories over HTTP: their tree, and the acts on them.
import { isAllowed } from '#contract/access.ts'
import {
  addCategory,
  editCategory,
  getCategoryRows,
  hideCategory,
  mergeCategory,
  moveCategory,
  removeCategory,
  saveCategory,
  showCategory,
  sortCategories,
} from '#contract/catalogue/catalogue.ts'
import type { Preview } from '#contract/envelope.ts'
import type { Viewer } from '#server/core/access/scope.ts'
import { audit, difference } from '#server/core/audit/audit.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { checkFields, checkVersion, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { asInUse, inUse } from '#server/core/rows/in-use.ts'
import { reorder } from '#server/core/rows/order.rules.ts'
import type { Tx } from '#server/db/connection.ts'
import {
  type Category,
  countProducts,
  countServers,
  deleteCategory,
  insertCategory,
  isNameTaken,
  listCategories,
  lockCategories,
  lockSiblings,
  moveHangers,
  nameProducts,
  nextSort,
  placeCategories,
  updateCategory,
} from './categories.queries.ts'
import { countBelow, isInScope, mergePlan, rowsOf, whyNotMerge, whyNotMove } from './categories.rules.ts'

/** Most names in a preview. */
const NAMES_MAX = 10

/**
 * Locks categories for an act. @returns them in the order of the ids.
 * Throws 20404 where one does not exist or is out of scope, and 409 where some of its products are out of scope.
 */
async function requireCategories(tx: Tx, actor: Viewer, ids: readonly string[]): Promise<Category[]> {
  const locked = new Map((await lockCategories(tx, ids)).map((category) => [category.id, category]))
  const all = await listCategories(tx)
  const counts = await countProducts(tx, actor)
  return ids.map((id) => {
    const category = locked.get(id)
    const count = countBelow(id, all, counts)
    if (!category || !isInScope(count)) throw refuse('notFound')
    if (count.own < count.total) throw refuse('conflict', { msg: `“${category.name}”下有不归您负责的产品，不能操作` })
    return category
  })
}

async function requireCategory(tx: Tx, actor: Viewer, id: string): Promise<Category> {
  const category = orNotFound((await requireCategories(tx, actor, [id]))[0])
  return category
}

const of = (id: string, action: string) => ({ action: `category.${action}`, targetType: 'category', targetId: id })

const serveShown = (endpoint: typeof showCategory | typeof hideCategory, action: string, isShow: boolean) =>
  serveAct(endpoint, async ({ tx, body: { id }, actor, by }) => {
    const before = await requireCategory(tx, actor, id)
    await updateCategory(tx, id, { isShow })
    await audit(tx, by, { ...of(id, action), before: { isShow: before.isShow }, after: { isShow } })
  })

async function hanging(tx: Tx, { id }: Category) {
  const children = await lockSiblings(tx, id)
  const products = await nameProducts(tx, [id, ...children.map((child) => child.id)], NAMES_MAX)
  return { children, products, servers: await countServers(tx, id) }
}

function previewOf(text: string, { children, products, servers }: Awaited<ReturnType<typeof hanging>>): Preview {
  const groups = [
    { title: '下级分类', count: children.length, names: children.slice(0, NAMES_MAX).map(({ name }) => name) },
    { title: '产品', ...products },
    { title: '客户归属该分类的员工', count: servers, names: [] },
  ]
  return { text, groups: groups.filter(({ count }) => count > 0) }
}

/** Merges children first: a category can never have two children of one name, not even for a moment. */
async function merge(tx: Tx, source: Category, target: Category): Promise<void> {
  const plan = mergePlan(await lockSiblings(tx, source.id), await lockSiblings(tx, target.id))
  for (const { child, into } of plan) {
    if (into) await merge(tx, child, into)
    else await updateCategory(tx, child.id, { parentId: target.id, sort: await nextSort(tx, target.id) })
  }
  await moveHangers(tx, source.id, target.id)
  await deleteCategory(tx, source.id)
}

export const routes = [
  serve(getCategoryRows, async ({ actor, db }) => rowsOf(await listCategories(db), await countProducts(db, actor))),

  serveAct(saveCategory, async ({ tx, body: { id, version, parentId = null, name }, actor, by }) => {
    if (!isAllowed(id === undefined ? addCategory : editCategory, actor)) throw refuse('forbidden')
    if (id === undefined) {
      const [parent] = parentId === null ? [] : await lockCategories(tx, [parentId])
      checkFields({
        parentId: parentId !== null && parent?.level !== 1 ? '上级应为一级分类' : null,
        name: (await isNameTaken(tx, parentId, name)) ? '已有同名分类' : null,
      })
      const values = { parentId, name, level: parent ? 2 : 1, sort: await nextSort(tx, parentId) }
      const added = await insertCategory(tx, values)
      await audit(tx, by, { ...of(added, 'add'), after: values })
      return { id: added, version: 1 }
    }
    const stored = await requireCategory(tx, actor, id)
    checkVersion(version, stored)
    checkFields({ name: (await isNameTaken(tx, stored.parentId, name, id)) ? '已有同名分类' : null })
    const next = await updateCategory(tx, id, { name })
    await audit(tx, by, { ...of(id, 'edit'), ...difference({ ...stored }, { name }) })
    return { id, version: next }
  }),

  serveAct(removeCategory, async ({ tx, body: { id }, actor, by }) => {
    const before = await requireCategory(tx, actor, id)
    const { children, products, servers } = await hanging(tx, before)
    const uses = inUse(before, { 下级分类: children.length, 产品: products.count, 客户归属该分类的员工: servers })
    if (uses.length > 0) throw refuse('inUse', { data: uses })
    await asInUse(before, () => deleteCategory(tx, id))
    await audit(tx, by, { ...of(id, 'delete'), before })
  }),

  serveShown(showCategory, 'open', true),
  serveShown(hideCategory, 'disable', false),

  serveAct(sortCategories, async ({ tx, body: { parentId, ids }, by }) => {
    const before = (await lockSiblings(tx, parentId)).map(({ id }) => id)
    const after = reorder(before, ids)
    if (!after) throw refuse('conflict', { msg: '分类已变化，请刷新后重试' })
    await placeCategories(tx, after)
    await audit(tx, by, { ...of(parentId ?? '', 'dragSort'), before: { ids: before }, after: { ids: after } })
  }),

  serveAct(moveCategory, async (context) => {
    const { tx, body, actor, by } = context

    const moved = await requireCategory(tx, actor, body.id)
    const [target = null] = body.parentId === null ? [] : await lockCategories(tx, [body.parentId])
    if (body.parentId !== null && !target) throw refuse('notFound')
    const found = await hanging(tx, moved)
    const why = whyNotMove(moved, target, { children: found.children.length, products: found.products.count })
    if (why) throw refuse('conflict', { msg: why })
    const parentId = target?.id ?? null
    if (await isNameTaken(tx, parentId, moved.name)) {
      throw refuse('conflict', { msg: `目标下已有“${moved.name}”，可改用合并` })
    }
    const text = target ? `“${moved.name}”将移到“${target.name}”下。` : `“${moved.name}”将成为一级分类。`
    await confirmed(tx, context, { preview: previewOf(text, found), versions: [moved.version, target?.version] })
    const after = { parentId, level: target ? 2 : 1, sort: await nextSort(tx, parentId) }
    await updateCategory(tx, moved.id, after)
    await audit(tx, by, { ...of(moved.id, 'move'), ...difference({ ...moved }, after) })
  }),

  serveAct(mergeCategory, async (context) => {
    const { tx, body, actor, by } = context

    const [source, target] = await requireCategories(tx, actor, [body.id, body.targetId])
    if (!source || !target) throw refuse('notFound')
    const why = whyNotMerge(source, target)
    if (why) throw refuse('conflict', { msg: why })
    const found = await hanging(tx, source)
    const text = `“${source.name}”将并入“${target.name}”，并入后“${source.name}”被删除，不能恢复。`
    await confirmed(tx, context, { preview: previewOf(text, found), versions: [source.version, target.version] })
    await merge(tx, source, target)
    const moved = { children: found.children.map(({ name }) => name), products: found.products.count }
    await audit(tx, by, {
      ...of(source.id, 'merge'),
      before: { ...source, ...moved },
      after: { targetId: target.id },
    })
  }),
]
