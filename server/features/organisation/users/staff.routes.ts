// Roles and departments, as far as staff accounts refer to them.
import { getDeptTree, getRoleList } from '../../../../contract/organisation/users.ts'
import { serve } from '../../../core/http/serve.ts'
import { toTree } from '../../../core/lists/tree.ts'
import { listDepartments, listRoles } from '../roles/roles.queries.ts'

export const routes = [
  serve(getRoleList, ({ body, db, actor }) => listRoles(db, actor, body)),

  serve(getDeptTree, async ({ db }) => {
    const departments = await listDepartments(db)
    return toTree(
      departments.map(({ id, parentId, name, sort }) => ({ id, parentId, title: name, key: id, value: id, sort })),
    )
  }),
]
