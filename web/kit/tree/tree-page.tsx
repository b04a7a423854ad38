// A page of two halves: a tree on the left, on the right what concerns the chosen node. One below the other where it is narrow.
import './tree-page.css'
import { Skeleton } from 'antd'
import { type ReactNode, useRef } from 'react'
import { BREAKPOINTS } from '../../../contract/limits.ts'
import { ErrorState } from '../dialog/page-state.tsx'
import { useTableHeight } from '../table/use-table-height.ts'
import { useAtLeast } from '../use-at-least.ts'
import { SKELETON_AFTER_MS, useLate } from '../use-late.ts'

/** The search field and its gap above the rows, px. */
const TOOLS_PX = 40
const NARROW_PX = 320

export type TreePageProps = {
  /** What the tree shows, as in 部门. */
  label: string
  /** Has its place from the beginning: the height of the tree is measured from below it. */
  acts: ReactNode
  /** Why the tree is not there; null while it loads. */
  error: Error | null
  onRetry: () => void
  /** With the height that its rows may take; without it the tree has not loaded yet. */
  tree: ((height: number) => ReactNode) | undefined
  /** Right half. */
  children: ReactNode
}

export function TreePage({ label, acts, error, onRetry, tree, children }: TreePageProps) {
  const box = useRef<HTMLDivElement>(null)
  const isBeside = useAtLeast(BREAKPOINTS.medium)
  const room = useTableHeight(box) - TOOLS_PX
  const isLate = useLate(!tree && !error, SKELETON_AFTER_MS)
  return (
    <div className="tree-page">
      <section aria-label={label}>
        <div className="tree-acts">{acts}</div>
        <div ref={box}>
          {tree?.(isBeside ? room : Math.min(room, NARROW_PX))}
          {!tree && error && <ErrorState error={error} onRetry={onRetry} />}
          {isLate && <Skeleton active paragraph={{ rows: 10 }} />}
        </div>
      </section>
      <div className="tree-detail">{children}</div>
    </div>
  )
}
