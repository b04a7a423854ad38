// Display names of people by id; undefined while the names are loading, and for an unknown id.
import { useMemo } from 'react'
import { getUserInfoByDeptId } from '#contract/organisation/users.ts'
import { useCall } from '#web/lib/query.ts'
import { personLabels } from './people.ts'

export function usePersonNames(): (id: string) => string | undefined {
  const { data } = useCall(getUserInfoByDeptId, {})
  const labels = useMemo(() => personLabels(data ?? []), [data])
  return (id) => labels.get(id)
}
