// Compares two bodies inline or side by side. Rendered as text, never as their HTML.
import { Segmented } from 'antd'
import { Fragment, useMemo, useState } from 'react'
import type { Block } from '#contract/articles/body-blocks.ts'
import { readChart } from '#contract/articles/bound-figures.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { keyed } from '#web/lib/keyed.ts'
import type { Piece } from '#web/lib/text-diff.ts'
import { type CellChange, compareBodies, type Difference } from './compare.rules.ts'
import { PriceChart, PriceChartChange } from './price-chart.tsx'
import './compare-view.css'

type Side = 'both' | 'before' | 'after'

const shownIn = (side: Side, kind: Piece['kind']) =>
  side === 'both' || kind === 'same' || (side === 'before' ? kind === 'removed' : kind === 'added')

function Words({ pieces, side }: { pieces: readonly Piece[]; side: Side }) {
  return pieces
    .filter(({ kind }) => shownIn(side, kind))
    .map(({ kind, text }, i) => {
      const key = `${i}-${kind}`
      if (kind === 'added') return <ins key={key}>{text}</ins>
      return kind === 'removed' ? <del key={key}>{text}</del> : <Fragment key={key}>{text}</Fragment>
    })
}

function Cell({ cell: { before, after }, side }: { cell: CellChange; side: Side }) {
  if (before === after) return <td>{after}</td>
  return (
    <td className="is-changed">
      {before !== null && side !== 'after' && <del>{before}</del>}{' '}
      {after !== null && side !== 'before' && <ins>{after}</ins>}
    </td>
  )
}

function Rows({ rows, side }: { rows: readonly (readonly CellChange[])[]; side: Side }) {
  return (
    <table>
      <tbody>
        {keyed(rows, JSON.stringify).map(({ key, row }) => (
          <tr key={key}>
            {keyed(row, JSON.stringify).map((cell) => (
              <Cell key={cell.key} cell={cell.row} side={side} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Whole({ block }: { block: Block }) {
  const chart = block.kind === 'chart' ? readChart(block.node.attrs) : null
  if (chart) return <PriceChart chart={chart} />
  if (block.rows)
    return <Rows side="after" rows={block.rows.map((row) => row.map((text) => ({ before: text, after: text })))} />
  return block.kind === 'picture' ? `［图片${block.text}］` : block.text
}

const names = {
  same: '',
  added: '新增',
  removed: '删除',
  changed: '修改',
  format: '格式',
  table: '表格',
  chart: '走势图',
} as const

function One({ difference, side }: { difference: Difference; side: Side }) {
  if (difference.kind === 'table') return <Rows rows={difference.rows} side={side} />
  if (difference.kind === 'chart') {
    const { before, after } = difference
    if (side === 'both') return <PriceChartChange before={before.node.attrs} after={after.node.attrs} />
    return <Whole block={side === 'before' ? before : after} />
  }
  if ('pieces' in difference) return <Words pieces={difference.pieces} side={side} />
  if (!shownIn(side, difference.kind)) return null
  return <Whole block={difference.block} />
}

const wordsOf = (difference: Difference) =>
  `${difference.kind} ${'block' in difference ? difference.block.text : difference.after.text}`

export function CompareView({ before, after }: { before: BodyNode; after: BodyNode }) {
  const differences = useMemo(() => compareBodies(before, after), [before, after])
  const [isSide, setSide] = useState(false)
  const changed = differences.filter(({ kind }) => kind !== 'same').length
  const sides: readonly Side[] = isSide ? ['before', 'after'] : ['both']
  return (
    <div className="compare">
      <div className="compare-bar">
        <Segmented
          aria-label="对比方式"
          options={[
            { value: 'inline', label: '合并显示' },
            { value: 'side', label: '左右对照' },
          ]}
          value={isSide ? 'side' : 'inline'}
          onChange={(value) => setSide(value === 'side')}
        />
        <span role="status">{changed === 0 ? '正文没有变化' : `${changed} 处变化`}</span>
      </div>
      <ul className={isSide ? 'compare-list is-side' : 'compare-list'}>
        {keyed(differences, wordsOf).map(({ key, row: difference }) => (
          <li key={key} data-kind={difference.kind}>
            {names[difference.kind] !== '' && <span className="compare-kind">{names[difference.kind]}</span>}
            {sides.map((side) => (
              <div key={side} className={`compare-text is-${side}`}>
                <One difference={difference} side={side} />
              </div>
            ))}
          </li>
        ))}
      </ul>
    </div>
  )
}
