// Roles and departments, as far as staff accounts refer to them.
import { getDeptTree, getRoleList } from '../../../contract/organisation.ts'
import { ADMINISTRATOR } from '../../core/actors.ts'
import { serve } from '../../core/serve.ts'
import { toTree } from '../../core/tree.ts'
import { listDepartments, listRoles } from './roles.queries.ts'
import { coversAll } from './users.rules.ts'

export const routes = [
  serve(getRoleList, async ({ body, db, actor }) => {
    const roles = await listRoles(db, body)
    return roles.map(({ rights, ...role }) => ({
      ...role,
      assignable: coversAll(actor, [{ isAdministrator: role.code === ADMINISTRATOR, rights }]),
    }))
  }),

  serve(getDeptTree, async ({ db }) => {
    const departments = await listDepartments(db)
    return toTree(
      departments.map(({ id, parentId, name, sort }) => ({ id, parentId, title: name, key: id, value: id, sort })),
    )
  }),
]
