// What people are called where only their ids are known; undefined while the names are on their way, and for nobody's id.
import { useMemo } from 'react'
import { getUserInfoByDeptId } from '../../contract/organisation/users.ts'
import { useCall } from '../lib/query.ts'
import { personLabels } from './people.ts'

export function usePersonNames(): (id: string) => string | undefined {
  const { data } = useCall(getUserInfoByDeptId, {})
  const labels = useMemo(() => personLabels(data ?? []), [data])
  return (id) => labels.get(id)
}
