// Any two dimensions against each other, one measure at a time.
import { Button, Modal, Select } from 'antd'
import { useState } from 'react'
import { keysOf } from '#contract/labels.ts'
import { type SearchDimension, searchDimensionLabels } from '#contract/operations/search-labels.ts'
import {
  PIVOT_COLUMNS,
  PIVOT_ROWS,
  pivotSearchMarketing,
  type SearchTerms,
} from '#contract/operations/search-marketing.ts'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import { useCall } from '#web/lib/query.ts'
import { SearchCellDrawer } from './search-cell.tsx'
import { leadsNote, type Measure, measureLabels } from './search-figures.rules.ts'
import { PivotTable, type Place } from './search-pivot-table.tsx'

const dimensionOptions = optionsOf(searchDimensionLabels)
const measureOptions = keysOf(measureLabels).map((value) => ({ value, label: measureLabels[value] }))

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
