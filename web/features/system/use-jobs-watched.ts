// Jobs of other people move too: the live channel tells of one's own alone, so the list asks while something runs.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { Page } from '../../../contract/envelope.ts'
import { isEnded, queryJobs, type SystemJobRow } from '../../../contract/system/jobs.ts'
import { useActive } from '../../lib/active.ts'

const EVERY_MS = 2_000
const filters = { queryKey: [queryJobs.path], type: 'active' } as const

/** Keeps the shown list fresh. @returns the opened job as the list now knows it */
export function useJobsWatched(opened: SystemJobRow | undefined): SystemJobRow | undefined {
  const client = useQueryClient()
  const isActive = useActive()
  const rows = () => client.getQueriesData<Page<SystemJobRow>>(filters).flatMap(([, page]) => page?.records ?? [])

  useEffect(() => {
    if (!isActive) return
    const timer = setInterval(() => {
      const pages = client.getQueriesData<Page<SystemJobRow>>(filters)
      const isMoving = pages.some(([, page]) => page?.records.some(({ state }) => !isEnded(state)))
      if (isMoving && document.visibilityState === 'visible') void client.refetchQueries(filters)
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [client, isActive])

  const known = useSyncExternalStore(
    (listen) => client.getQueryCache().subscribe(listen),
    () => rows().find(({ id }) => id === opened?.id),
  )
  return opened && (known ?? opened)
}
