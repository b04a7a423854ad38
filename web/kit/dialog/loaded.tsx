// Renders the data of a query once it is loaded; until then a skeleton, or the error with a retry button.
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { ErrorState } from './page-state.tsx'

type LoadedProps<Data> = {
  read: { data: Data | undefined; error: Error | null; refetch: () => Promise<unknown> }
  /** Lines of the skeleton; without it nothing is shown while loading. */
  rows?: number
  children: (data: Data) => ReactNode
}

export function Loaded<Data>({ read: { data, error, refetch }, rows, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return rows === undefined ? null : <Skeleton active paragraph={{ rows }} />
}
