// Staff accounts over HTTP.

import { sql } from 'drizzle-orm'
import { isAllowed } from '#contract/access.ts'
import { removeSecondFactor } from '#contract/identity/account-security.ts'
import { exportUsers } from '#contract/organisation/user-sheets.ts'
import {
  addOrUpdateUser,
  deleteUser,
  disableUser,
  getDeptTree,
  getRoleList,
  getUserInfoByDeptId,
  getUserInfoById,
  getUserRoles,
  lockUser,
  openUser,
  queryUserList,
  unlockUser,
  updateUserPasswordById,
} from '#contract/organisation/users.ts'
import { checkGivenPassword } from '#contract/validation.ts'
import { audit } from '#server/core/audit/audit.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { toTree } from '#server/core/lists/tree.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { setPassword } from '#server/features/identity/passwords.queries.ts'
import { deleteSecondFactor } from '#server/features/identity/second-factors.queries.ts'
import { type EndReason, endSessionsOf } from '#server/features/identity/sessions.queries.ts'
import { letIn, lockAccount } from '#server/features/identity/sign-in.queries.ts'
import { listDepartments, listRoles, listRolesOfUser } from '../roles/roles.queries.ts'
import { holdsOne } from './holders.queries.ts'
import { saveUser } from './save-user.ts'
import { keepAnAdministrator, requireUser } from './users.acts.ts'
import { findInUse, getUser, listPeople, listUsers, lockUsers, markDeleted, updateUser } from './users.queries.ts'
import { workOf } from './works.rules.ts'

type Switch = {
  endpoint: typeof disableUser | typeof openUser | typeof lockUser | typeof unlockUser
  action: string
  values: { status: 'enabled' | 'disabled' } | { locked: boolean }
  /** For switches that lock a person out: the reason that ends their sessions, and the refusal on oneself. */
  shutsOut?: { reason: EndReason; self: string }
  /** Ends the pause that failed sign-ins have caused. */
  letsIn?: boolean
}

const switches: Switch[] = [
  {
    endpoint: disableUser,
    action: 'user.disable',
    values: { status: 'disabled' },
    shutsOut: { reason: 'disabled', self: '不能禁用自己的账号' },
  },
  { endpoint: openUser, action: 'user.open', values: { status: 'enabled' } },
  {
    endpoint: lockUser,
    action: 'user.lock',
    values: { locked: true },
    shutsOut: { reason: 'locked', self: '不能锁定自己的账号' },
  },
  { endpoint: unlockUser, action: 'user.unLock', values: { locked: false }, letsIn: true },
]

const serveSwitch = ({ endpoint, action, values, shutsOut, letsIn = false }: Switch) =>
  serveAct(endpoint, async ({ tx, announce, body: { id }, actor, by }) => {
    if (shutsOut && id === actor.id) throw refuse('conflict', { msg: shutsOut.self })
    const { status, locked } = await keepAnAdministrator(tx, async () => {
      const user = await requireUser(tx, actor, id)
      await updateUser(tx, id, values)
      return user
    })
    if (letsIn) await letIn(tx, id)
    announce({ type: 'users', ids: [id] })
    if (shutsOut) await endSessionsOf(tx, announce, [id], shutsOut.reason)
    await audit(tx, by, {
      action,
      targetType: 'user',
      targetId: id,
      before: { status, locked },
      after: { status, locked, ...values },
    })
  })

export const routes = [
  serve(queryUserList, ({ body, db }) => listUsers(db, body)),

  serve(getUserInfoById, async ({ query, db }) => orNotFound(await getUser(db, query.id))),

  serveAct(addOrUpdateUser, ({ tx, announce, body, actor, by }) => saveUser({ tx, announce, actor, by }, body)),

  serveAct(updateUserPasswordById, async ({ tx, announce, query: { id, password }, actor, by }) => {
    if (id === actor.id) throw refuse('conflict', { msg: '修改自己的密码请使用右上角的“修改密码”' })
    const { userName } = await requireUser(tx, actor, id)
    checkFields({ password: checkGivenPassword(password, userName) })
    const account = orNotFound(await lockAccount(tx, id))
    await setPassword(tx, account, password, { mustChange: true, field: 'password' })
    await letIn(tx, id)
    await endSessionsOf(tx, announce, [id], 'passwordReset')
    await audit(tx, by, { action: 'user.setPassword', targetType: 'user', targetId: id })
  }),

  serveAct(deleteUser, async ({ tx, announce, query, actor, by }) => {
    const ids = [...new Set(query.ids.split(','))]
    if (ids.includes(actor.id)) throw refuse('conflict', { msg: '不能删除自己的账号' })
    const people = await keepAnAdministrator(tx, async () => {
      await lockUsers(tx, ids)
      const found = []
      for (const id of ids) found.push(await requireUser(tx, actor, id))
      const inUse = await findInUse(tx, ids)
      if (inUse.length > 0) throw refuse('inUse', { data: inUse })
      await markDeleted(tx, ids)
      return found
    })
    announce({ type: 'users', ids })
    await endSessionsOf(tx, announce, ids, 'deleted')
    for (const before of people)
      await audit(tx, by, { action: 'user.delete', targetType: 'user', targetId: before.id, before })
  }),

  ...switches.map(serveSwitch),

  serve(getUserRoles, async ({ query, db }) => {
    const roles = await listRolesOfUser(db, query.id)
    const main = orNotFound(roles.find(({ isMain }) => isMain))
    return { roleId: main.id, roleName: main.name, deputyRoles: roles.filter(({ isMain }) => !isMain) }
  }),

  serve(getUserInfoByDeptId, ({ query: { deptId, work, subProduct }, actor, db }) =>
    listPeople(db, {
      deptId,
      maySeeAccounts: isAllowed(queryUserList.access, actor),
      canWork: work === undefined ? sql`true` : holdsOne(workOf(work).rights(subProduct)),
    }),
  ),

  serve(getRoleList, ({ body, db, actor }) => listRoles(db, actor, body)),

  serve(getDeptTree, async ({ db }) => {
    const departments = await listDepartments(db)
    return toTree(
      departments.map(({ id, parentId, name, sort }) => ({ id, parentId, title: name, key: id, value: id, sort })),
    )
  }),

  serveAct(removeSecondFactor, async ({ tx, announce, body: { id }, actor, by }) => {
    if (id === actor.id) throw refuse('conflict', { msg: '关闭自己的双因素验证请使用“账号安全”' })
    await requireUser(tx, actor, id)
    if (!(await deleteSecondFactor(tx, id))) throw refuse('conflict', { msg: '该账号没有开启双因素验证' })
    // a finder of the lost device may have a session on it
    await endSessionsOf(tx, announce, [id], 'secondFactorRemoved')
    await audit(tx, by, { action: 'user.removeSecondFactor', targetType: 'user', targetId: id })
  }),
]

export const usersExport = declareExport(exportUsers, {
  target: 'user',
  list: listUsers,
  cells: {
    status: ({ status }) => (status === 'enabled' ? '启用' : '已禁用'),
    locked: ({ locked }) => (locked ? '已锁定' : ''),
  },
})
