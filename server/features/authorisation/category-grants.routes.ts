// Categories whose customers people serve, and news categories in which they write, over HTTP.
import { isAllowed } from '#contract/access.ts'
import {
  batchNewsRights,
  filterToGrantCategoryTree,
  getAdminLinkNewsCategoryTwoList,
  getCategoryIdTreeByLogName,
  getNotCategoryIdTreeByLogName,
  listNewsCategories,
  queryCategoryGrants,
  updateAdminLinkCategory,
  updateAdminLinkCategoryByProductId,
  updateBatchAdminLinkCategory,
} from '#contract/authorisation/grants.ts'
import { audit } from '#server/core/audit/audit.ts'
import { transact } from '#server/core/core.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { attemptEach, outcomes } from '#server/core/http/outcomes.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { type Context, serve, serveAct } from '#server/core/http/serve.ts'
import type { Tx } from '#server/db/connection.ts'
import { categories, newsCategories } from '#server/db/schema/catalogue.ts'
import { findUserIds } from '#server/features/organisation/users/users.queries.ts'
import { listCategoryGrants } from './grant-lists.queries.ts'
import { refuseNotHeld, requirePerson } from './grants.acts.ts'
import {
  changeUserCategories,
  changeUserNewsCategories,
  findCategoriesOf,
  findExisting,
  findFilledCategories,
  findNewsCategoriesOf,
  listCategories,
  listNews,
  listPeopleById,
} from './grants.queries.ts'
import { type Change, categoryTree, compare, holds, previewOf, toLeaves } from './grants.rules.ts'
import { findHeldCategories, findHeldNewsCategories } from './holdings.queries.ts'

async function treeOfPerson(
  { query: { id }, db, actor }: Context<typeof getCategoryIdTreeByLogName>,
  isGranted: boolean,
) {
  if (!(await findUserIds(db, [id])).has(id)) throw refuse('notFound')
  const [rows, granted, held] = await Promise.all([
    listCategories(db),
    findCategoriesOf(db, id),
    findHeldCategories(db, actor),
  ])
  return categoryTree(rows, { held, isWanted: (categoryId) => granted.has(categoryId) === isGranted })
}

async function checkNews(tx: Tx, ids: readonly string[]): Promise<void> {
  const existing = await findExisting(tx, newsCategories, ids)
  checkFields({ categoryIds: existing.size === ids.length ? null : '资讯分类不存在' })
}

const counted = ({ added, removed }: { added: string[]; removed: string[] }) => ({
  added: added.length,
  removed: removed.length,
})

export const routes = [
  serve(queryCategoryGrants, ({ body, db }) => listCategoryGrants(db, body)),

  serve(getCategoryIdTreeByLogName, (context) => treeOfPerson(context, true)),
  serve(getNotCategoryIdTreeByLogName, (context) => treeOfPerson(context, false)),

  serveAct(updateAdminLinkCategory, async ({ tx, announce, query: { id }, body: { categoryIds }, actor, by }) => {
    await requirePerson(tx, actor, id)
    const existing = await findExisting(tx, categories, categoryIds)
    checkFields({ categoryIds: existing.size === categoryIds.length ? null : '分类不存在' })
    const wanted = toLeaves(await listCategories(tx), categoryIds)
    const change = compare(await findCategoriesOf(tx, id), wanted)
    refuseNotHeld(await findHeldCategories(tx, actor), change, '分类')
    await changeUserCategories(tx, id, change)
    await audit(tx, by, { action: 'user.setCategories', targetType: 'user', targetId: id, after: change })
    announce({ type: 'users', ids: [id] })
    return counted(change)
  }),

  // meant for categories with derived indicators; until these exist, categories with products
  serve(filterToGrantCategoryTree, async ({ db, actor }) => {
    const [rows, held, filled] = await Promise.all([
      listCategories(db),
      findHeldCategories(db, actor),
      findFilledCategories(db),
    ])
    return categoryTree(rows, { held, isWanted: (id) => filled.has(id) && holds(held, id) })
  }),

  serve(listNewsCategories, async ({ db, actor }) => {
    const [rows, held] = await Promise.all([listNews(db), findHeldNewsCategories(db, actor)])
    return rows.map((row) => ({ ...row, disabled: !holds(held, row.id) }))
  }),

  serve(getAdminLinkNewsCategoryTwoList, async ({ body: { userId }, db, actor }) => {
    if (!(await findUserIds(db, [userId])).has(userId)) throw refuse('notFound')
    const [all, granted, held] = await Promise.all([
      listNews(db),
      findNewsCategoriesOf(db, userId),
      findHeldNewsCategories(db, actor),
    ])
    const rows = all.map((row) => ({ ...row, disabled: !holds(held, row.id) }))
    return {
      granted: rows.filter(({ id }) => granted.has(id)),
      available: rows.filter(({ id }) => !granted.has(id)),
    }
  }),

  serveAct(
    updateAdminLinkCategoryByProductId,
    async ({ tx, announce, body: { userId, productId, categoryIds }, actor, by }) => {
      await requirePerson(tx, actor, userId)
      const ofProduct = new Set((await listNews(tx)).filter((row) => row.productId === productId).map(({ id }) => id))
      checkFields({ categoryIds: categoryIds.every((id) => ofProduct.has(id)) ? null : '资讯分类不属于这个产品' })
      const granted = await findNewsCategoriesOf(tx, userId)
      const change = compare(
        [...granted].filter((id) => ofProduct.has(id)),
        categoryIds,
      )
      refuseNotHeld(await findHeldNewsCategories(tx, actor), change, '资讯分类')
      await changeUserNewsCategories(tx, userId, change)
      const after = { productId, ...change }
      await audit(tx, by, { action: 'user.setNewsCategories', targetType: 'user', targetId: userId, after })
      announce({ type: 'users', ids: [userId] })
      return counted(change)
    },
  ),

  serve(updateBatchAdminLinkCategory, async (context) => {
    const { body, actor, by, core } = context
    if (!isAllowed(batchNewsRights[body.verb], actor)) throw refuse('forbidden')
    const done = await transact(core, async (tx, announce) => {
      await checkNews(tx, body.categoryIds)
      const people = await listPeopleById(tx, body.userIds)
      if (people.length !== body.userIds.length) throw refuse('notFound')
      const changes = new Map<string, Change>()
      for (const { id, name } of people) {
        const granted = await findNewsCategoriesOf(tx, id)
        const added = body.verb === 'add' ? body.categoryIds.filter((each) => !granted.has(each)) : []
        const removed = body.verb === 'revoke' ? body.categoryIds.filter((each) => granted.has(each)) : []
        changes.set(id, { id, name, added, removed })
      }
      const all = [...changes.values()]
      const held = await findHeldNewsCategories(tx, actor)
      for (const change of all) refuseNotHeld(held, change, '资讯分类')
      await confirmed(tx, context, { preview: previewOf('资讯分类', all), versions: all })
      const rows = await attemptEach(tx, people, async (inner, { id }) => {
        await requirePerson(inner, actor, id)
        const { added = [], removed = [] } = changes.get(id) ?? {}
        await changeUserNewsCategories(inner, id, { added, removed })
        const after = { added, removed }
        await audit(inner, by, { action: 'user.setNewsCategories', targetType: 'user', targetId: id, after })
      })
      announce({ type: 'users', ids: body.userIds })
      return rows
    })
    return outcomes(done)
  }),
]
