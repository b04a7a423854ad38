// The pivot as a table: heads stay while it is scrolled, and only the rows in sight are drawn.
import { type CSSProperties, useState } from 'react'
import type { SearchPivot as Pivot, SearchFigures } from '#contract/operations/search-marketing.ts'
import { EmptyState } from '#web/kit/dialog/page-state.tsx'
import { ScrollBox } from '#web/kit/scroll-box.tsx'
import { OverflowText } from '#web/kit/table/overflow-text.tsx'
import { rowsInSight } from '#web/kit/table/windowed-rows.rules.ts'
import { figureText, type Measure, measureLabels } from './search-figures.rules.ts'
import { Figure } from './search-figures.tsx'

export type Side = 'rows' | 'columns'

/** What the last row or column holds that is no value of its own. */
const REST = 'rest'

/** Ids of heads; without one, of all. */
export type Place = { row?: string; column?: string }

type TableProps = {
  of: Pivot
  measure: Measure
  corner: string
  /** Whether a row's total is of all columns, and a column's of all rows. */
  whole: Readonly<Record<Side, boolean>>
  onRest: (side: Side) => void
  onCell: (place: Place) => void
}

type CellProps = Pick<TableProps, 'measure' | 'onRest' | 'onCell'> & { of: SearchFigures; place: Place; name: string }

/** A figure that opens what it is made of; one of 其他 opens the rows or columns that it holds. */
function PivotCell({ of, measure, place, name, onRest, onCell }: CellProps) {
  if (of[measure] === null) return <Figure measure={measure} of={of} />
  const open = () => (place.row === REST ? onRest('rows') : place.column === REST ? onRest('columns') : onCell(place))
  return (
    <button
      type="button"
      className="search-cell"
      aria-label={`${name} ${figureText(of[measure])}，查看明细`}
      onClick={open}
    >
      {figureText(of[measure])}
    </button>
  )
}

/** Of a row, px; as search-marketing.css has it. */
const ROW_PX = 33
/** The greatest height of the box; a lower one draws some rows too many. */
const BOX_PX = 560

/** Keeps the place of rows that are not drawn. */
const Gap = ({ rows }: { rows: number }) => rows > 0 && <tr style={{ blockSize: rows * ROW_PX }} />

export function PivotTable({ of: { rows, columns, total }, measure, corner, whole, onRest, onCell }: TableProps) {
  /** Whole rows, so that scrolling within one draws nothing. */
  const [top, setTop] = useState(0)
  const { first, end } = rowsInSight({ count: rows.length, rowPx: ROW_PX, heightPx: BOX_PX, top: top * ROW_PX })
  const acts = { measure, onRest, onCell }
  const nameOf = (side: Side, { id, name }: { id: string; name: string }) =>
    id === REST ? (
      <button type="button" className="text-link" onClick={() => onRest(side)}>
        {name}
      </button>
    ) : (
      <OverflowText>{name}</OverflowText>
    )
  const totalOf = (of: SearchFigures, place: Place, { name, isWhole }: { name: string; isWhole: boolean }) =>
    isWhole ? <PivotCell {...acts} of={of} place={place} name={name} /> : <Figure measure={measure} of={of} />
  if (rows.length === 0) return <EmptyState hint="导入报表后即可统计。" />
  return (
    <ScrollBox
      className="search-pivot"
      label={`${measureLabels[measure]}交叉统计`}
      onScroll={({ currentTarget }) => setTop(Math.floor(currentTarget.scrollTop / ROW_PX))}
    >
      {/* the heads of columns and the totals are rows too */}
      <table aria-rowcount={rows.length + 2} style={{ '--pivot-columns': columns.length + 1 } as CSSProperties}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{corner}</th>
            {columns.map((column) => (
              <th key={column.id} scope="col">
                {nameOf('columns', column)}
              </th>
            ))}
            <th scope="col">合计</th>
          </tr>
        </thead>
        <tbody>
          <Gap rows={first} />
          {rows.slice(first, end).map(({ id, name, total: ofRow, cells }, at) => (
            <tr key={id} aria-rowindex={first + at + 2}>
              <th scope="row">{nameOf('rows', { id, name })}</th>
              {columns.map((column, index) => {
                const cell = cells[index]
                const place = { row: id, column: column.id }
                return (
                  <td key={column.id}>
                    {cell && <PivotCell {...acts} of={cell} place={place} name={`${name} ${column.name}`} />}
                  </td>
                )
              })}
              <td>{totalOf(ofRow, { row: id }, { name: `${name} 合计`, isWhole: whole.columns })}</td>
            </tr>
          ))}
          <Gap rows={rows.length - end} />
        </tbody>
        <tfoot>
          <tr aria-rowindex={rows.length + 2}>
            <th scope="row">合计</th>
            {columns.map(({ id, name, total: ofColumn }) => (
              <td key={id}>{totalOf(ofColumn, { column: id }, { name: `${name} 合计`, isWhole: whole.rows })}</td>
            ))}
            <td>{totalOf(total, {}, { name: '合计', isWhole: whole.rows && whole.columns })}</td>
          </tr>
        </tfoot>
      </table>
    </ScrollBox>
  )
}
