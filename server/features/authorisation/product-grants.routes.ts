// Products of people and roles over HTTP.
import {
  filterToGrantProductTree,
  type getCategoryTreeByUser,
  getNotCategoryTreeByUser,
  getRoleProducts,
  getCategoryTreeByUser as grantedTree,
  grantProducts,
  queryProductGrants,
  revokeProducts,
  syncRoleProductPermissions,
  updateRoleProducts,
  updateUserLinkProduct,
} from '#contract/authorisation/grants.ts'
import { audit } from '#server/core/audit/audit.ts'
import { transact } from '#server/core/core.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { attemptEach, outcomes } from '#server/core/http/outcomes.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { type Context, serve, serveAct } from '#server/core/http/serve.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { findHeld } from '#server/features/organisation/roles/roles.queries.ts'
import { getUser } from '#server/features/organisation/users/users.queries.ts'
import { coversAll } from '#server/features/organisation/users/users.rules.ts'
import { listProductGrants } from './grant-lists.queries.ts'
import { holdsRole, refuseNotHeld, requirePerson } from './grants.acts.ts'
import {
  addUserProducts,
  findExisting,
  findProductNames,
  findProductsInRole,
  findProductsOfEach,
  findRoleProducts,
  findUserProducts,
  listCategories,
  listHoldersOf,
  listPeopleById,
  listProducts,
  lockRole,
  removeUserProducts,
  setRoleProducts,
} from './grants.queries.ts'
import { type Change, compare, type Difference, holds, previewOf, productTree } from './grants.rules.ts'
import { findHeldProducts } from './holdings.queries.ts'

async function readTree(db: Executor, options: Parameters<typeof productTree>[2]) {
  const [categories, all] = await Promise.all([listCategories(db), listProducts(db)])
  return productTree(categories, all, options)
}

async function treeOfPerson(
  { query: { userId, roleId }, db, actor }: Context<typeof getCategoryTreeByUser>,
  isGranted: boolean,
) {
  const person = await getUser(db, userId)
  if (!person || !holdsRole(person, roleId)) throw refuse('notFound')
  const [own, held, byRole] = await Promise.all([
    findUserProducts(db, userId, roleId),
    findHeldProducts(db, actor),
    findRoleProducts(db, roleId),
  ])
  const granted = new Set(own)
  const isWanted = (productId: string) => granted.has(productId) === isGranted
  return readTree(db, { held, isWanted, byRole: new Set(byRole) })
}

async function checkProducts(tx: Tx, ids: readonly string[]): Promise<void> {
  const existing = await findExisting(tx, products, ids)
  checkFields({ productIds: existing.size === ids.length ? null : '产品不存在' })
}

/** Nobody acts on a role that holds more than they do. */
async function requireRole(tx: Tx, actor: Context<typeof updateRoleProducts>['actor'], roleId: string) {
  const role = orNotFound(await lockRole(tx, roleId))
  const held = await findHeld(tx, [roleId])
  if (!coversAll(actor, [...held.values()])) throw refuse('conflict', { msg: '不能操作权限高于自己的角色' })
  return role
}

type Link = { userId: string; roleId: string }

async function writeGrant(tx: Tx, by: Context<typeof updateUserLinkProduct>['by'], link: Link, change: Difference) {
  await removeUserProducts(tx, link, change.removed)
  await addUserProducts(tx, link, change.added)
  const { added, removed } = change
  const after = { roleId: link.roleId, added, removed }
  await audit(tx, by, { action: 'user.grantProducts', targetType: 'user', targetId: link.userId, after })
}

const counted = ({ added, removed }: Difference) => ({ added: added.length, removed: removed.length })

export const routes = [
  serve(queryProductGrants, ({ body, db }) => listProductGrants(db, body)),

  serve(filterToGrantProductTree, async ({ db, actor }) => {
    const held = await findHeldProducts(db, actor)
    return readTree(db, { held, isWanted: (productId) => holds(held, productId) })
  }),

  serve(grantedTree, (context) => treeOfPerson(context, true)),
  serve(getNotCategoryTreeByUser, (context) => treeOfPerson(context, false)),

  serveAct(
    updateUserLinkProduct,
    async ({ tx, announce, body: { userId, roleId, userRoleId, productIds }, actor, by }) => {
      checkFields({ userRoleId: userRoleId === undefined || userRoleId === roleId ? null : '员工角色不正确' })
      const person = await requirePerson(tx, actor, userId)
      if (!holdsRole(person, roleId)) throw refuse('conflict', { msg: '该员工没有这个角色' })
      await checkProducts(tx, productIds)
      const change = compare(await findUserProducts(tx, userId, roleId), productIds)
      refuseNotHeld(await findHeldProducts(tx, actor), change, '产品')
      await writeGrant(tx, by, { userId, roleId }, change)
      announce({ type: 'users', ids: [userId] })
      return counted(change)
    },
  ),

  serve(getRoleProducts, async ({ query: { roleId }, db, actor }) => {
    const [productIds, held] = await Promise.all([findRoleProducts(db, roleId), findHeldProducts(db, actor)])
    return { tree: await readTree(db, { held, isWanted: () => true }), productIds }
  }),

  serveAct(updateRoleProducts, async ({ tx, announce, body: { roleId, productIds }, actor, by }) => {
    await requireRole(tx, actor, roleId)
    await checkProducts(tx, productIds)
    const change = compare(await findRoleProducts(tx, roleId), productIds)
    refuseNotHeld(await findHeldProducts(tx, actor), change, '产品')
    await setRoleProducts(tx, roleId, change)
    await audit(tx, by, { action: 'role.setProducts', targetType: 'role', targetId: roleId, after: change })
    announce({ type: 'permissions' })
    return counted(change)
  }),

  serve(syncRoleProductPermissions, (context) =>
    transact(context.core, async (tx, announce) => {
      const { body, actor, by } = context
      const { roleId, onlyAdd } = body
      await requireRole(tx, actor, roleId)
      const wanted = await findRoleProducts(tx, roleId)
      const before = await findProductsInRole(tx, roleId)
      const holders = await listHoldersOf(tx, roleId)
      const changes: Change[] = holders.map(({ id, name }) => {
        const change = compare(before.get(id) ?? [], wanted)
        return { id, name, ...change, ...(onlyAdd && { removed: [] }) }
      })
      const held = await findHeldProducts(tx, actor)
      for (const change of changes) refuseNotHeld(held, change, '产品')
      const lost = await findProductNames(tx, [...new Set(changes.flatMap(({ removed }) => removed))])
      await confirmed(tx, context, { preview: previewOf('产品', changes, lost), versions: changes })
      const changed = changes.filter(({ added, removed }) => added.length + removed.length > 0)
      for (const change of changed) await writeGrant(tx, by, { userId: change.id, roleId }, change)
      const after = { people: changed.length }
      await audit(tx, by, { action: 'role.syncProducts', targetType: 'role', targetId: roleId, after })
      announce({ type: 'users', ids: changed.map(({ id }) => id) })
      const sum = (part: 'added' | 'removed') => changed.reduce((total, change) => total + change[part].length, 0)
      return { people: changed.length, added: sum('added'), removed: sum('removed') }
    }),
  ),

  // Batches grant in the main role of each person, and revoke in every role, so that no grant remains.
  ...([grantProducts, revokeProducts] as const).map((endpoint) =>
    serve(endpoint, async (context) => {
      const { body, actor, by, core } = context
      const isAdding = endpoint === grantProducts
      const done = await transact(core, async (tx, announce) => {
        await checkProducts(tx, body.productIds)
        const people = await listPeopleById(tx, body.userIds)
        if (people.length !== body.userIds.length) throw refuse('notFound')
        const own = await findProductsOfEach(tx, body.userIds)
        const changeOf = ({ id, name, roleId }: (typeof people)[number]): Change => {
          const rows = own.filter(({ userId }) => userId === id)
          const has = new Set(
            rows.filter((row) => !isAdding || row.roleId === roleId).map(({ productId }) => productId),
          )
          const [added, removed] = isAdding
            ? [body.productIds.filter((product) => !has.has(product)), []]
            : [[], body.productIds.filter((product) => has.has(product))]
          return { id, name, added, removed }
        }
        const changes = new Map(people.map((person) => [person.id, changeOf(person)]))
        const held = await findHeldProducts(tx, actor)
        for (const change of changes.values()) refuseNotHeld(held, change, '产品')
        await confirmed(tx, context, {
          preview: previewOf('产品', [...changes.values()]),
          versions: [...changes.values()],
        })
        const rows = await attemptEach(tx, people, async (inner, { id, roleId }) => {
          await requirePerson(inner, actor, id)
          const { added = [], removed = [] } = changes.get(id) ?? {}
          await addUserProducts(inner, { userId: id, roleId }, added)
          await removeUserProducts(inner, { userId: id }, removed)
          const action = isAdding ? 'user.grantProducts' : 'user.revokeProducts'
          await audit(inner, by, { action, targetType: 'user', targetId: id, after: { added, removed } })
        })
        announce({ type: 'users', ids: body.userIds })
        return rows
      })
      return outcomes(done)
    }),
  ),
]
