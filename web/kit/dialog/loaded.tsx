// What is shown once it has been read: until then lines in its place, or why it is not there.
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { ErrorState } from './page-state.tsx'

type LoadedProps<Data> = {
  read: { data: Data | undefined; error: Error | null; refetch: () => Promise<unknown> }
  /** Lines that stand for it; none where what is around it says enough. */
  rows?: number
  children: (data: Data) => ReactNode
}

export function Loaded<Data>({ read: { data, error, refetch }, rows, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return rows === undefined ? null : <Skeleton active paragraph={{ rows }} />
}
