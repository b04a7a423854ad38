// The pivot as a table: heads stay while it is scrolled, and only the cells in sight are drawn.
import { type CSSProperties, type ReactNode, type UIEvent, useState } from 'react'
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

/** Of a row and of a column, px; as search-marketing.css has them. */
const [ROW_PX, COLUMN_PX] = [33, 128]
/** The greatest size of the box beside its heads; a smaller one draws some cells too many. */
const [BOX_PX, BOX_WIDE_PX] = [560, 1_040]
/** Drawn beyond each edge: a row has a button in each cell. */
const SPARE = 2

/** Keep the place of rows, and of a row's cells, that are not drawn. */
const RowGap = ({ rows }: { rows: number }) => rows > 0 && <tr style={{ blockSize: rows * ROW_PX }} />
const CellGap = ({ cells }: { cells: number }) => cells > 0 && <td colSpan={cells} />

export function PivotTable({ of: { rows, columns, total }, measure, corner, whole, onRest, onCell }: TableProps) {
  /** Whole rows and columns, so that scrolling within one draws nothing. */
  const [{ down, right }, setPlace] = useState({ down: 0, right: 0 })
  const inSight = (count: number, px: number, boxPx: number, at: number) =>
    rowsInSight({ count, rowPx: px, heightPx: boxPx, top: at * px, spare: SPARE })
  const shown = inSight(rows.length, ROW_PX, BOX_PX, down)
  const across = inSight(columns.length, COLUMN_PX, BOX_WIDE_PX, right)
  const shownColumns = columns.slice(across.first, across.end)
  /** Cells of the columns in sight, each at its place among all. */
  const cellsOf = (cells: ReactNode[]) => (
    <>
      <CellGap cells={across.first} />
      {cells}
      <CellGap cells={columns.length - across.end} />
    </>
  )
  const handleScroll = ({ currentTarget: { scrollTop, scrollLeft } }: UIEvent<HTMLElement>) => {
    const next = { down: Math.floor(scrollTop / ROW_PX), right: Math.floor(scrollLeft / COLUMN_PX) }
    setPlace((place) => (place.down === next.down && place.right === next.right ? place : next))
  }
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
    <ScrollBox className="search-pivot" label={`${measureLabels[measure]}交叉统计`} onScroll={handleScroll}>
      {/* the heads of columns and the totals are rows too */}
      <table
        aria-rowcount={rows.length + 2}
        aria-colcount={columns.length + 2}
        style={{ '--pivot-columns': columns.length + 1 } as CSSProperties}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{corner}</th>
            {cellsOf(
              shownColumns.map((column, at) => (
                <th key={column.id} scope="col" aria-colindex={across.first + at + 2}>
                  {nameOf('columns', column)}
                </th>
              )),
            )}
            <th scope="col">合计</th>
          </tr>
        </thead>
        <tbody>
          <RowGap rows={shown.first} />
          {rows.slice(shown.first, shown.end).map(({ id, name, total: ofRow, cells }, at) => (
            <tr key={id} aria-rowindex={shown.first + at + 2}>
              <th scope="row">{nameOf('rows', { id, name })}</th>
              {cellsOf(
                shownColumns.map((column, index) => {
                  const cell = cells[across.first + index]
                  const place = { row: id, column: column.id }
                  return (
                    <td key={column.id} aria-colindex={across.first + index + 2}>
                      {cell && <PivotCell {...acts} of={cell} place={place} name={`${name} ${column.name}`} />}
                    </td>
                  )
                }),
              )}
              <td aria-colindex={columns.length + 2}>
                {totalOf(ofRow, { row: id }, { name: `${name} 合计`, isWhole: whole.columns })}
              </td>
            </tr>
          ))}
          <RowGap rows={rows.length - shown.end} />
        </tbody>
        <tfoot>
          <tr aria-rowindex={rows.length + 2}>
            <th scope="row">合计</th>
            {cellsOf(
              shownColumns.map(({ id, name, total: ofColumn }, at) => (
                <td key={id} aria-colindex={across.first + at + 2}>
                  {totalOf(ofColumn, { column: id }, { name: `${name} 合计`, isWhole: whole.rows })}
                </td>
              )),
            )}
            <td>{totalOf(total, {}, { name: '合计', isWhole: whole.rows && whole.columns })}</td>
          </tr>
        </tfoot>
      </table>
    </ScrollBox>
  )
}
