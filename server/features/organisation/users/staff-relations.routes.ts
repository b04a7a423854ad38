// Department, roles and superiors of a person; who stands below whom, and moving them.
import { setStaffRole } from '../../../../contract/authorisation/grants.ts'
import {
  getChildUserInfoByType,
  getMovableUsers,
  moveSubordinates,
  updateUserDepartRelation,
} from '../../../../contract/organisation/staff-links.ts'
import type { UserForm } from '../../../../contract/organisation/users.ts'
import { audit } from '../../../core/audit/audit.ts'
import { transact } from '../../../core/core.ts'
import { checkFields, refuse } from '../../../core/http/refusal.ts'
import { serve } from '../../../core/http/serve.ts'
import { type Act, checkReferences, edit } from './save-user.ts'
import {
  closesCircle,
  listMovable,
  listSubordinates,
  lockRelations,
  putBelow,
  takeAway,
} from './staff-relations.queries.ts'
import { refuseMoreThanHeld, requireUser } from './users.acts.ts'
import { findUserIds, lockUsers } from './users.queries.ts'
import { complete, newRoles } from './users.rules.ts'

type Relation = Partial<UserForm> & { userId: string }

/** What is left out stays as it is. @returns the new version */
async function relate(act: Act, { userId, ...relation }: Relation): Promise<{ version: number }> {
  const { tx, actor } = act
  const stored = await requireUser(tx, actor, userId)
  const { userName, realName, mobile, deptId, roleId, version } = stored
  const form = { userName, realName, mobile, deptId, roleId, version, ...relation, id: userId }
  const next = complete(form, stored)
  await checkReferences(tx, next, userId)
  await refuseMoreThanHeld(tx, actor, newRoles(next, stored), '不能授予自己没有的权限')
  const saved = await edit(act, form, next, stored)
  return { version: saved.version }
}

export const routes = [
  serve(updateUserDepartRelation, ({ body, actor, core, by }) =>
    transact(core, (tx, announce) => relate({ tx, announce, actor, by }, body)),
  ),

  serve(setStaffRole, async ({ body, actor, core, by }) => {
    await transact(core, (tx, announce) => relate({ tx, announce, actor, by }, body))
    return null
  }),

  serve(getChildUserInfoByType, async ({ query: { userId, type }, db }) => {
    if (!(await findUserIds(db, [userId])).has(userId)) throw refuse('notFound')
    return listSubordinates(db, userId, type)
  }),

  serve(getMovableUsers, async ({ query: { parentId, type }, db }) => {
    if (!(await findUserIds(db, [parentId])).has(parentId)) throw refuse('notFound')
    return listMovable(db, parentId, type)
  }),

  serve(moveSubordinates, ({ body: { parentId, type, addIds, removeIds }, actor, core, by }) =>
    transact(core, async (tx, announce) => {
      const ids = [...addIds, ...removeIds]
      checkFields({ removeIds: new Set(ids).size === ids.length ? null : '同一人不能同时移入和移出' })
      await lockUsers(tx, [parentId, ...ids])
      for (const id of [parentId, ...ids]) await requireUser(tx, actor, id)
      await lockRelations(tx)
      for (const id of addIds) {
        const isRefused = await closesCircle(tx, type, id, parentId)
        checkFields({ addIds: isRefused ? '上级本人和在其之上的人员不能成为其下级' : null })
      }
      const removed = await takeAway(tx, type, removeIds, parentId)
      await putBelow(tx, type, addIds, parentId)
      announce({ type: 'users', ids: [parentId, ...ids] })
      const after = { type, added: addIds, removed }
      await audit(tx, by, { action: 'user.moveSubordinates', targetType: 'user', targetId: parentId, after })
      return { added: addIds.length, removed: removed.length }
    }),
  ),
]
