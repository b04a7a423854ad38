// Names of departments, roles and people, from reads that the form's pickers share.
import { getDeptTree, getRoleList } from '#contract/organisation/users.ts'
import { useCall } from '#web/lib/query.ts'
import { deptPaths } from '#web/pickers/people.ts'
import { usePersonNames } from '#web/pickers/use-person-names.ts'
import type { AccountNames } from './account-values.ts'

export function useAccountNames(): AccountNames {
  const tree = useCall(getDeptTree).data ?? []
  const roles = useCall(getRoleList, {}).data ?? []
  const personName = usePersonNames()
  return {
    dept: (id) => deptPaths(tree).find((dept) => dept.id === id)?.path ?? id,
    role: (id) => roles.find((role) => role.id === id)?.name ?? id,
    person: (id) => personName(id) ?? id,
  }
}
