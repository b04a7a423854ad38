// Any two dimensions against each other, one measure at a time.
import { Button, Modal, Select } from 'antd'
import { useState } from 'react'
import { keysOf } from '#contract/labels.ts'
import { type SearchDimension, searchDimensionLabels } from '#contract/operations/search-labels.ts'
import {
  PIVOT_COLUMNS,
  PIVOT_ROWS,
  type SearchPivot as Pivot,
  pivotSearchMarketing,
  type SearchFigures,
  type SearchTerms,
} from '#contract/operations/search-marketing.ts'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { EmptyState } from '#web/kit/dialog/page-state.tsx'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import { ScrollBox } from '#web/kit/scroll-box.tsx'
import { useCall } from '#web/lib/query.ts'
import { SearchCellDrawer } from './search-cell.tsx'
import { figureText, leadsNote, type Measure, measureLabels } from './search-figures.rules.ts'
import { Figure } from './search-figures.tsx'

const dimensionOptions = optionsOf(searchDimensionLabels)
const measureOptions = keysOf(measureLabels).map((value) => ({ value, label: measureLabels[value] }))

type Side = 'rows' | 'columns'

/** What the last row or column holds that is no value of its own. */
const REST = 'rest'

/** Ids of heads; without one, of all. */
type Place = { row?: string; column?: string }

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

function PivotTable({ of: { rows, columns, total }, measure, corner, whole, onRest, onCell }: TableProps) {
  const acts = { measure, onRest, onCell }
  const nameOf = (side: Side, { id, name }: { id: string; name: string }) =>
    id === REST ? (
      <button type="button" className="text-link" onClick={() => onRest(side)}>
        {name}
      </button>
    ) : (
      name
    )
  const totalOf = (of: SearchFigures, place: Place, { name, isWhole }: { name: string; isWhole: boolean }) =>
    isWhole ? <PivotCell {...acts} of={of} place={place} name={name} /> : <Figure measure={measure} of={of} />
  if (rows.length === 0) return <EmptyState hint="导入报表后即可统计。" />
  return (
    <ScrollBox className="search-pivot" label={`${measureLabels[measure]}交叉统计`}>
      <table>
        <thead>
          <tr>
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
          {rows.map(({ id, name, total: ofRow, cells }) => (
            <tr key={id}>
              <th scope="row">{nameOf('rows', { id, name })}</th>
              {columns.map((column, at) => {
                const cell = cells[at]
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
        </tbody>
        <tfoot>
          <tr>
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

type PivotProps = { terms: SearchTerms; onClosed: () => void }

const nothing = { rowsFrom: 0, columnsFrom: 0 }

export function SearchPivot({ terms, onClosed }: PivotProps) {
  const { close, frame } = useDialog(onClosed)
  const [rows, setRows] = useState<SearchDimension>('campaign')
  const [columns, setColumns] = useState<SearchDimension>('week')
  const [measure, setMeasure] = useState<Measure>('cost')
  /** How many of the largest are left out, once 其他 has been opened. */
  const [skipped, setSkipped] = useState(nothing)
  const [opened, setOpened] = useState<Place>()
  const read = useCall(
    pivotSearchMarketing,
    { ...terms, rows, columns, ...skipped },
    { placeholderData: (before) => before, call: { hideErrorMsg: true } },
  )
  const choose = (change: (dimension: SearchDimension) => void) => (dimension: SearchDimension) => {
    setSkipped(nothing)
    change(dimension)
  }
  const others = (taken: SearchDimension) =>
    dimensionOptions.map((each) => ({ ...each, disabled: each.value === taken }))
  return (
    <Modal title="交叉统计" {...frame} width="min(1280px, 96vw)" footer={null} onCancel={close}>
      <div className="search-pivot-choice">
        <span>
          行
          <Select aria-label="行" value={rows} options={others(columns)} onChange={choose(setRows)} />
        </span>
        <span>
          列
          <Select aria-label="列" value={columns} options={others(rows)} onChange={choose(setColumns)} />
        </span>
        <span>
          指标
          <Select aria-label="指标" value={measure} options={measureOptions} onChange={setMeasure} />
        </span>
      </div>
      {skipped !== nothing && (
        <p className="search-note">
          只列出“其他”里的各项，合计等于原来的“其他”。
          <Button type="link" size="small" onClick={() => setSkipped(nothing)}>
            返回全部
          </Button>
        </p>
      )}
      <Loaded read={read} rows={8}>
        {(pivot) => (
          <PivotTable
            of={pivot}
            measure={measure}
            whole={{ rows: skipped.rowsFrom === 0, columns: skipped.columnsFrom === 0 }}
            // the heads of the pivot before are none of the dimensions that are chosen now
            onCell={(place) => {
              if (!read.isPlaceholderData) setOpened(place)
            }}
            onRest={(side) =>
              setSkipped(({ rowsFrom, columnsFrom }) =>
                side === 'rows'
                  ? { rowsFrom: rowsFrom + PIVOT_ROWS, columnsFrom }
                  : { rowsFrom, columnsFrom: columnsFrom + PIVOT_COLUMNS },
              )
            }
            corner={`${searchDimensionLabels[rows]} ＼ ${searchDimensionLabels[columns]}`}
          />
        )}
      </Loaded>
      <p className="search-note">{leadsNote(terms)}</p>
      {opened && (
        <SearchCellDrawer
          cell={{ ...terms, rows, columns, ...opened }}
          measure={measure}
          onClosed={() => setOpened(undefined)}
        />
      )}
    </Modal>
  )
}
