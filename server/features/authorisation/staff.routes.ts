// Staff of a role: added together with its products and categories in one act, and removed.
import { insertStaff, queryStaff, removeStaff } from '#contract/authorisation/grants.ts'
import { ADMINISTRATOR } from '#server/core/access/actors.ts'
import { audit } from '#server/core/audit/audit.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { categories, products } from '#server/db/schema/catalogue.ts'
import { findHeld } from '#server/features/organisation/roles/roles.queries.ts'
import { lockAdministrators, setDeputyRoles, updateUser } from '#server/features/organisation/users/users.queries.ts'
import { coversAll } from '#server/features/organisation/users/users.rules.ts'
import { listStaff } from './grant-lists.queries.ts'
import { holdsRole, refuseNotHeld, requirePerson } from './grants.acts.ts'
import {
  addUserProducts,
  changeUserCategories,
  findCategoriesOf,
  findExisting,
  findUserProducts,
  listCategories,
  lockRole,
  removeUserProducts,
} from './grants.queries.ts'
import { toLeaves } from './grants.rules.ts'
import { findHeldCategories, findHeldProducts } from './holdings.queries.ts'

/** The same limit of deputy roles as in the account form. */
const DEPUTY_ROLES_MAX = 20

export const routes = [
  serve(queryStaff, ({ body, db }) => listStaff(db, body)),

  serveAct(insertStaff, async ({ tx, announce, body: { roleId, userIds, productIds, categoryIds }, actor, by }) => {
    const role = await lockRole(tx, roleId)
    checkFields({
      roleId: role ? null : '角色不存在',
      userIds: userIds.length > 0 ? null : '请选择人员',
      productIds: (await findExisting(tx, products, productIds)).size === productIds.length ? null : '产品不存在',
      categoryIds: (await findExisting(tx, categories, categoryIds)).size === categoryIds.length ? null : '分类不存在',
    })
    const gives = await findHeld(tx, [roleId])
    if (!coversAll(actor, [...gives.values()])) throw refuse('conflict', { msg: '不能授予自己没有的权限' })
    const leaves = toLeaves(await listCategories(tx), categoryIds)
    refuseNotHeld(await findHeldProducts(tx, actor), { added: productIds, removed: [] }, '产品')
    refuseNotHeld(await findHeldCategories(tx, actor), { added: leaves, removed: [] }, '分类')
    // the same order of locks as in every act on several people
    for (const userId of userIds.toSorted((one, other) => Number(BigInt(one) - BigInt(other)))) {
      const person = await requirePerson(tx, actor, userId)
      if (!holdsRole(person, roleId)) {
        if (person.deputyRoleIds.length >= DEPUTY_ROLES_MAX)
          throw refuse('conflict', { msg: `${person.realName}的副角色已满 ${DEPUTY_ROLES_MAX} 个` })
        await setDeputyRoles(tx, userId, [...person.deputyRoleIds, roleId])
        await updateUser(tx, userId, {})
      }
      const had = new Set(await findUserProducts(tx, userId, roleId))
      const served = await findCategoriesOf(tx, userId)
      const added = productIds.filter((id) => !had.has(id))
      const addedCategories = leaves.filter((id) => !served.has(id))
      await addUserProducts(tx, { userId, roleId }, added)
      await changeUserCategories(tx, userId, { added: addedCategories, removed: [] })
      const after = { roleId, productIds: added, categoryIds: addedCategories }
      await audit(tx, by, { action: 'user.joinRole', targetType: 'user', targetId: userId, after })
    }
    announce({ type: 'users', ids: userIds })
    return { people: userIds.length }
  }),

  serveAct(removeStaff, async ({ tx, announce, body: { userId, roleId }, actor, by }) => {
    const person = await requirePerson(tx, actor, userId)
    if (person.roleId === roleId) throw refuse('conflict', { msg: '主角色不能移出，请使用“设置角色”更换' })
    if (!holdsRole(person, roleId)) throw refuse('notFound')
    const products = await findUserProducts(tx, userId, roleId)
    await lockAdministrators(tx, ADMINISTRATOR)
    await setDeputyRoles(
      tx,
      userId,
      person.deputyRoleIds.filter((id) => id !== roleId),
    )
    await updateUser(tx, userId, {})
    const left = await lockAdministrators(tx, ADMINISTRATOR)
    if (left.length === 0) throw refuse('conflict', { msg: '至少保留一名可用的系统管理员' })
    await removeUserProducts(tx, { userId, roleId }, products)
    const before = { roleId, productIds: products }
    await audit(tx, by, { action: 'user.leaveRole', targetType: 'user', targetId: userId, before })
    announce({ type: 'users', ids: [userId] })
    return null
  }),
]
