// Names of departments, roles and people, from the reads that the form's pickers make anyway.
import { getDeptTree, getRoleList, getUserInfoByDeptId } from '../../../contract/organisation.ts'
import { useCall } from '../../lib/query.ts'
import { deptPaths } from '../../pickers/people.ts'
import type { AccountNames } from './account-values.ts'

export function useAccountNames(): AccountNames {
  const tree = useCall(getDeptTree).data ?? []
  const roles = useCall(getRoleList, {}).data ?? []
  const people = useCall(getUserInfoByDeptId, {}).data ?? []
  return {
    dept: (id) => deptPaths(tree).find((dept) => dept.id === id)?.path ?? id,
    role: (id) => roles.find((role) => role.id === id)?.name ?? id,
    person: (id) => people.find((person) => person.id === id)?.realName ?? id,
  }
}
