// What a figure of the pivot is made of: its rows by another dimension, and the registrations behind its leads.
import { Segmented, Select, Table } from 'antd'
import { useState } from 'react'
import { type SearchCell as Cell, queryCellLeads, querySearchCell } from '#contract/operations/search-cells.ts'
import { type SearchDimension, searchDimensionLabels, searchDimensions } from '#contract/operations/search-labels.ts'
import type { SearchRow } from '#contract/operations/search-marketing.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { PAGED_ROWS, PagedTable } from '#web/kit/list/paged-table.tsx'
import { useCall } from '#web/lib/query.ts'
import { figureText, leadsNote, type Measure, measureLabels } from './search-figures.rules.ts'
import { Figure } from './search-figures.tsx'
import { LeadsTable, shareText } from './search-leads.tsx'

const SIZE = 860
const MIN_WIDTH = 780
const quiet = { placeholderData: (before: never) => before, call: { hideErrorMsg: true } } as object

/** Which measures come of registrations. */
const ofLeads = new Set<Measure>(['leads', 'trials', 'formals', 'granted', 'amount'])

const summed = ['cost', 'shows', 'clicks', 'leads', 'amount'] as const
const shown: readonly Measure[] = ['cost', 'shows', 'clicks', 'leads', 'amount']

function CellRows({ cell }: { cell: Cell }) {
  const [by, setBy] = useState<SearchDimension>(
    searchDimensions.find(
      (each) => ['campaign', 'keyword', 'day'].includes(each) && each !== cell.rows && each !== cell.columns,
    ) ?? 'day',
  )
  const [current, setCurrent] = useState(1)
  const read = useCall(querySearchCell, { ...cell, by, current, size: PAGED_ROWS }, quiet)
  return (
    <>
      <p className="search-note">
        {read.data?.text || '全部'}
        <Select<SearchDimension>
          aria-label="按什么细分"
          className="search-cell-by"
          value={by}
          options={searchDimensions.map((value) => ({ value, label: `按${searchDimensionLabels[value]}` }))}
          onChange={(next) => {
            setBy(next)
            setCurrent(1)
          }}
        />
      </p>
      <PagedTable<SearchRow>
        read={read}
        current={current}
        onTurn={setCurrent}
        minWidth={MIN_WIDTH}
        emptyText="没有数据"
        columns={[
          { title: searchDimensionLabels[by], dataIndex: 'name' },
          { title: '所属', dataIndex: 'within', width: 180 },
          ...shown.map((measure) => ({
            title: measureLabels[measure],
            key: measure,
            width: 110,
            align: 'right' as const,
            render: (_: unknown, row: SearchRow) => <Figure measure={measure} of={row} />,
          })),
        ]}
        summary={() =>
          read.data?.sums && (
            <Table.Summary.Row>
              <Table.Summary.Cell index={0} colSpan={2}>
                合计
              </Table.Summary.Cell>
              {summed.map((measure, at) => (
                <Table.Summary.Cell key={measure} index={at + 2} align="right">
                  {figureText(read.data?.sums?.[measure] ?? null)}
                </Table.Summary.Cell>
              ))}
            </Table.Summary.Row>
          )
        }
      />
    </>
  )
}

function CellLeads({ cell }: { cell: Cell }) {
  const [current, setCurrent] = useState(1)
  const read = useCall(queryCellLeads, { ...cell, current, size: PAGED_ROWS }, quiet)
  const { leads = 0 } = read.data ?? {}
  return (
    <section className="search-part" aria-label="带来的注册">
      <h2>{`带来的注册（${shareText(leads)}）`}</h2>
      <LeadsTable read={read} current={current} onTurn={setCurrent} />
    </section>
  )
}

const parts = { rows: '构成', leads: '注册' } as const
type Part = keyof typeof parts

type CellProps = { cell: Cell; measure: Measure; onClosed: () => void }

export function SearchCellDrawer({ cell, measure, onClosed }: CellProps) {
  const [part, setPart] = useState<Part>(ofLeads.has(measure) ? 'leads' : 'rows')
  return (
    <DetailsDrawer title={`${measureLabels[measure]}的明细`} size={SIZE} onClosed={onClosed}>
      <Segmented<Part>
        aria-label="明细"
        value={part}
        options={[
          { value: 'rows', label: parts.rows },
          { value: 'leads', label: parts.leads },
        ]}
        onChange={setPart}
      />
      {part === 'rows' ? <CellRows cell={cell} /> : <CellLeads cell={cell} />}
      <p className="search-note">{leadsNote(cell)}</p>
    </DetailsDrawer>
  )
}
