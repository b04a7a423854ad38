// Labelled facts of one row. On narrow screens they are stacked (web/styles/base.css).
import { Descriptions } from 'antd'
import type { ReactNode } from 'react'

export type Fact = {
  label: string
  children: ReactNode
  /** Columns that it spans. */
  span?: number
}

type FactsProps = {
  items: readonly Fact[]
  columns?: number
  /** px */
  labelWidth?: number
}

export function Facts({ items, columns = 1, labelWidth = 72 }: FactsProps) {
  return (
    <Descriptions
      column={columns}
      size="small"
      colon={false}
      styles={{ label: { width: labelWidth }, content: { minWidth: 0, overflowWrap: 'anywhere' } }}
      items={[...items]}
    />
  )
}
