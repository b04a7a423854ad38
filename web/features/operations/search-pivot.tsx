// Any two dimensions against each other, one measure at a time.
import { Button, Modal, Select } from 'antd'
import { useState } from 'react'
import { keysOf } from '../../../contract/labels.ts'
import {
  type SearchDimension,
  searchDimensionLabels,
  searchDimensions,
} from '../../../contract/operations/search-labels.ts'
import {
  PIVOT_COLUMNS,
  PIVOT_ROWS,
  type SearchPivot as Pivot,
  pivotSearchMarketing,
  type SearchTerms,
} from '../../../contract/operations/search-marketing.ts'
import { Loaded } from '../../kit/dialog/loaded.tsx'
import { EmptyState } from '../../kit/dialog/page-state.tsx'
import { useDialog } from '../../kit/dialog/use-dialog.ts'
import { ScrollBox } from '../../kit/scroll-box.tsx'
import { useCall } from '../../lib/query.ts'
import { type Measure, measureLabels } from './search-figures.rules.ts'
import { Figure } from './search-figures.tsx'

const dimensionOptions = searchDimensions.map((value) => ({ value, label: searchDimensionLabels[value] }))
const measureOptions = keysOf(measureLabels).map((value) => ({ value, label: measureLabels[value] }))

type Side = 'rows' | 'columns'

/** What the last row or column holds that is no value of its own. */
const REST = 'rest'

type TableProps = { of: Pivot; measure: Measure; corner: string; onRest: (side: Side) => void }

function PivotTable({ of: { rows, columns, total }, measure, corner, onRest }: TableProps) {
  const nameOf = (side: Side, { id, name }: { id: string; name: string }) =>
    id === REST ? (
      <button type="button" className="text-link" onClick={() => onRest(side)}>
        {name}
      </button>
    ) : (
      name
    )
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
              {cells.map((cell, at) => (
                <td key={columns[at]?.id}>{cell && <Figure measure={measure} of={cell} />}</td>
              ))}
              <td>
                <Figure measure={measure} of={ofRow} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">合计</th>
            {columns.map(({ id, total: ofColumn }) => (
              <td key={id}>
                <Figure measure={measure} of={ofColumn} />
              </td>
            ))}
            <td>
              <Figure measure={measure} of={total} />
            </td>
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
    </Modal>
  )
}
