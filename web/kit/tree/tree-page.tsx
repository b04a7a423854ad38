// A page with a tree on the left and the selected node's details on the right; stacked on narrow screens.
import './tree-page.css'
import { Skeleton } from 'antd'
import { type ReactNode, useRef } from 'react'
import { BREAKPOINTS } from '#contract/limits.ts'
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
  /** Must take up its space from the beginning: the tree's height is measured below it. */
  acts: ReactNode
  /** Why loading failed; null while loading. */
  error: Error | null
  onRetry: () => void
  /** Renders the tree with the height available to its rows; undefined until it is loaded. */
  tree: ((height: number) => ReactNode) | undefined
  /** The right side. */
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
