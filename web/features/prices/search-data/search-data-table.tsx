// The figures of a query: a row for each period, corrected figures beside the old ones, filled ones in grey.
import { useMemo } from 'react'
import { columnName, type FoundColumn, type PriceData } from '#contract/prices/price-data.ts'
import type { GridColumn } from '#web/kit/grid/grid-column.ts'
import { PriceGrid } from '#web/kit/grid/price-grid.tsx'
import { formatFigure } from '#web/lib/format.ts'
import { periodLabels } from './search-data-chart.rules.ts'
import { columnKey } from './search-data-columns.tsx'

type Row = { at: number; label: string }

function gridColumn(found: FoundColumn): GridColumn<Row> {
  const corrections = new Map(found.corrections.map(({ at, before }) => [at, before]))
  const filled = new Set(found.filled)
  return {
    key: [columnKey(found), found.from].filter(Boolean).join('-'),
    label: `${columnName(found)}（${found.unit}）`,
    width: 240,
    align: 'right',
    textOf: ({ at }) => found.values[at] ?? '',
    markOf: ({ at }) => {
      const before = corrections.get(at)
      if (before === undefined) return undefined
      return { kind: 'changed', why: before === null ? '有更正' : `更正前 ${formatFigure(before)}` }
    },
    render: ({ at }) => {
      const value = found.values[at] ?? null
      const before = corrections.get(at) ?? null
      if (value === null) return <span className="price-note">—</span>
      return (
        <>
          {before !== null && <del className="price-before">{formatFigure(before)}</del>}
          {filled.has(at) ? (
            <span className="price-note" title="最近已知值">
              {formatFigure(value)}
            </span>
          ) : (
            formatFigure(value)
          )}
        </>
      )
    },
  }
}

const keyOf = ({ label }: Row) => label
const unchanged = () => undefined

/** Newest period first. */
export function DataGrid({ data }: { data: PriceData }) {
  const { columns } = data
  const rows = useMemo(
    () =>
      periodLabels(data)
        .map((label, at): Row => ({ at, label }))
        .reverse(),
    [data],
  )
  const shown = useMemo(
    () => [
      { key: 'period', label: '日期', width: 150, isPinned: true, textOf: keyOf } satisfies GridColumn<Row>,
      ...columns.map(gridColumn),
    ],
    [columns],
  )
  return (
    <PriceGrid<Row>
      label="查询结果"
      rows={rows}
      columns={shown}
      keyOf={keyOf}
      nameOf={keyOf}
      height={Math.min(420, (rows.length + 1) * 32 + 4)}
      onChange={unchanged}
    />
  )
}
