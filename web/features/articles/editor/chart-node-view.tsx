// A chart block in the editor. Its figures change only with the text.
import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import { useMemo } from 'react'
import { readChart } from '#contract/articles/bound-figures.ts'
import { PriceChart } from '../price-chart.tsx'

export function ChartNodeView({ node, selected }: NodeViewProps) {
  const chart = useMemo(() => readChart(node.attrs), [node.attrs])
  return (
    <NodeViewWrapper className="bound-block bound-chart" data-selected={selected || undefined} data-drag-handle>
      {chart ? <PriceChart chart={chart} /> : '走势图的数据不完整'}
    </NodeViewWrapper>
  )
}
