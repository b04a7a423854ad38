// Staff accounts over HTTP.
import { isAllowed } from '../../../../contract/access.ts'
import {
  addOrUpdateUser,
  deleteUser,
  disableUser,
  getUserInfoByDeptId,
  getUserInfoById,
  getUserRoles,
  lockUser,
  openUser,
  queryUserList,
  unlockUser,
  updateUserPasswordById,
} from '../../../../contract/organisation/users.ts'
import { checkGivenPassword } from '../../../../contract/validation.ts'
import { audit } from '../../../core/audit/audit.ts'
import { transact } from '../../../core/core.ts'
import { checkFields, refuse } from '../../../core/http/refusal.ts'
import { serve } from '../../../core/http/serve.ts'
import { setPassword } from '../../identity/passwords.queries.ts'
import { type EndReason, endSessionsOf } from '../../identity/sessions.queries.ts'
import { lockAccount } from '../../identity/sign-in.queries.ts'
import { listRolesOfUser } from '../roles/roles.queries.ts'
import { saveUser } from './save-user.ts'
import { keepAnAdministrator, requireUser } from './users.acts.ts'
import { findInUse, getUser, listPeople, listUsers, lockUsers, markDeleted, updateUser } from './users.queries.ts'

type Switch = {
  endpoint: typeof disableUser | typeof openUser | typeof lockUser | typeof unlockUser
  action: string
  values: { status: 'enabled' | 'disabled' } | { locked: boolean }
  /** Where the switch shuts a person out: why their sessions end, and what is said to who tries it on themselves. */
  shutsOut?: { reason: EndReason; self: string }
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
  { endpoint: unlockUser, action: 'user.unLock', values: { locked: false } },
]

const serveSwitch = ({ endpoint, action, values, shutsOut }: Switch) =>
  serve(endpoint, async ({ body: { id }, actor, core, by }) => {
    if (shutsOut && id === actor.id) throw refuse('conflict', { msg: shutsOut.self })
    await transact(core, async (tx, announce) => {
      const { status, locked } = await requireUser(tx, actor, id)
      await keepAnAdministrator(tx, () => updateUser(tx, id, values))
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
    return null
  })

export const routes = [
  serve(queryUserList, ({ body, db }) => listUsers(db, body)),

  serve(getUserInfoById, async ({ query, db }) => {
    const user = await getUser(db, query.id)
    if (!user) throw refuse('notFound')
    return user
  }),

  serve(addOrUpdateUser, ({ body, actor, core, by }) =>
    transact(core, (tx, announce) => saveUser({ tx, announce, actor, by }, body)),
  ),

  serve(updateUserPasswordById, async ({ query: { id, password }, actor, core, by }) => {
    if (id === actor.id) throw refuse('conflict', { msg: '修改自己的密码请使用右上角的“修改密码”' })
    await transact(core, async (tx, announce) => {
      const { userName } = await requireUser(tx, actor, id)
      checkFields({ password: checkGivenPassword(password, userName) })
      const account = await lockAccount(tx, id)
      if (!account) throw refuse('notFound')
      await setPassword(tx, account, password, { mustChange: true, field: 'password' })
      await endSessionsOf(tx, announce, [id], 'passwordReset')
      await audit(tx, by, { action: 'user.setPassword', targetType: 'user', targetId: id })
    })
    return null
  }),

  serve(deleteUser, async ({ query, actor, core, by }) => {
    const ids = [...new Set(query.ids.split(','))]
    if (ids.includes(actor.id)) throw refuse('conflict', { msg: '不能删除自己的账号' })
    await transact(core, async (tx, announce) => {
      await lockUsers(tx, ids)
      const people = []
      for (const id of ids) people.push(await requireUser(tx, actor, id))
      const inUse = await findInUse(tx, ids)
      if (inUse.length > 0) throw refuse('inUse', { data: inUse })
      await keepAnAdministrator(tx, () => markDeleted(tx, ids))
      announce({ type: 'users', ids })
      await endSessionsOf(tx, announce, ids, 'deleted')
      for (const before of people)
        await audit(tx, by, { action: 'user.delete', targetType: 'user', targetId: before.id, before })
    })
    return null
  }),

  ...switches.map(serveSwitch),

  serve(getUserRoles, async ({ query, db }) => {
    const roles = await listRolesOfUser(db, query.id)
    const main = roles.find(({ isMain }) => isMain)
    if (!main) throw refuse('notFound')
    return { roleId: main.id, roleName: main.name, deputyRoles: roles.filter(({ isMain }) => !isMain) }
  }),

  serve(getUserInfoByDeptId, ({ query: { deptId }, actor, db }) =>
    listPeople(db, { deptId, maySeeAccounts: isAllowed(queryUserList.access, actor) }),
  ),
]
