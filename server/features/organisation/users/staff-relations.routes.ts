// Department, roles and superiors of a person; subordinates, and moving them.
import { setStaffRole } from '#contract/authorisation/grants.ts'
import {
  getChildUserInfoByType,
  getMovableUsers,
  moveSubordinates,
  type Subordinate,
  type SubordinateQuery,
  updateUserDepartRelation,
} from '#contract/organisation/staff-links.ts'
import { exportSubordinates } from '#contract/organisation/subordinate-sheets.ts'
import type { UserForm } from '#contract/organisation/users.ts'
import { audit } from '#server/core/audit/audit.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import type { Db } from '#server/db/connection.ts'
import { checkReferences, edit, type UserAct } from './save-user.ts'
import {
  closesCircle,
  findName,
  linkBelow,
  listMovable,
  listSubordinates,
  lockRelations,
  unlinkBelow,
} from './staff-relations.queries.ts'
import { keepAnAdministrator, refuseMoreThanHeld, requireUser } from './users.acts.ts'
import { findUserIds, lockUsers } from './users.queries.ts'
import { complete, newRoles } from './users.rules.ts'

type Relation = Partial<UserForm> & { userId: string }

/** Omitted fields keep their values. @returns the new version */
async function relate(act: UserAct, { userId, ...relation }: Relation): Promise<{ version: number }> {
  const { tx, actor } = act
  const stored = await requireUser(tx, actor, userId)
  const { userName, realName, mobile, deptId, roleId, version } = stored
  const form = { userName, realName, mobile, deptId, roleId, version, ...relation, id: userId }
  const next = complete(form, stored)
  await checkReferences(tx, next, userId)
  await refuseMoreThanHeld(tx, actor, newRoles(next, stored), '不能授予自己没有的权限')
  const { version: saved } = await edit(act, form, next, stored)
  return { version: saved }
}

const relateStaff = ({ tx, announce, body, actor, by }: UserAct & { body: Relation }) =>
  keepAnAdministrator(tx, () => relate({ tx, announce, actor, by }, body))

export const routes = [
  serveAct(updateUserDepartRelation, relateStaff),

  serveAct(setStaffRole, relateStaff),

  serve(getChildUserInfoByType, async ({ query: { userId, type }, db }) => {
    if (!(await findUserIds(db, [userId])).has(userId)) throw refuse('notFound')
    return listSubordinates(db, userId, type)
  }),

  serve(getMovableUsers, async ({ query: { parentId, type }, db }) => {
    if (!(await findUserIds(db, [parentId])).has(parentId)) throw refuse('notFound')
    return listMovable(db, parentId, type)
  }),

  serveAct(moveSubordinates, async ({ tx, announce, body: { parentId, type, addIds, removeIds }, actor, by }) => {
    const ids = [...addIds, ...removeIds]
    checkFields({ removeIds: new Set(ids).size === ids.length ? null : '同一人不能同时移入和移出' })
    await lockUsers(tx, [parentId, ...ids])
    for (const id of [parentId, ...ids]) await requireUser(tx, actor, id)
    await lockRelations(tx)
    for (const id of addIds) {
      const isRefused = await closesCircle(tx, type, id, parentId)
      checkFields({ addIds: isRefused ? '上级本人及其各级上级不能设为其下级' : null })
    }
    const removed = await unlinkBelow(tx, type, removeIds, parentId)
    await linkBelow(tx, type, addIds, parentId)
    announce({ type: 'users', ids: [parentId, ...ids] })
    const after = { type, added: addIds, removed }
    await audit(tx, by, { action: 'user.moveSubordinates', targetType: 'user', targetId: parentId, after })
    return { added: addIds.length, removed: removed.length }
  }),
]

type Row = Subordinate & { parentName: string }

const everybodyBelow = {
  async *each(db: Db, { userId, type }: SubordinateQuery, _: unknown, limit: number): AsyncGenerator<Row[]> {
    const name = await findName(db, userId)
    if (name === undefined) throw refuse('notFound')
    const below = await listSubordinates(db, userId, type)
    const names = new Map([[userId, name], ...below.map(({ id, realName }) => [id, realName] as const)])
    yield below.slice(0, limit).map((row) => ({ ...row, parentName: names.get(row.parentId) ?? '' }))
  },
}

export const subordinatesExport = declareExport(exportSubordinates, {
  target: 'subordinate',
  list: everybodyBelow,
  cells: { status: ({ status }) => (status === 'enabled' ? '启用' : '已禁用') },
})
