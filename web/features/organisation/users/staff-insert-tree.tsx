// A tree of checks as a field of a form, with what stands there until it is loaded.
import { Skeleton } from 'antd'
import { ErrorState } from '../../../kit/dialog/page-state.tsx'
import { TreeCheck, type TreeCheckNode } from '../../../kit/tree/tree-check.tsx'

const TREE_PX = 272
const none: ReadonlySet<string> = new Set()

type TreeFieldProps = {
  label: string
  searchText: string
  nodes: readonly TreeCheckNode[] | undefined
  error: Error | null
  onRetry: () => void
  value?: ReadonlySet<string>
  onChange?: (value: ReadonlySet<string>) => void
}

export function TreeField({ nodes, error, onRetry, value = none, ...rest }: TreeFieldProps) {
  if (nodes) return <TreeCheck {...rest} nodes={nodes} value={value} height={TREE_PX} />
  return error ? <ErrorState error={error} onRetry={onRetry} /> : <Skeleton active paragraph={{ rows: 5 }} />
}
