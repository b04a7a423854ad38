// The frame of a review list: filters, acts by button and key, rows.
import type { ReactNode } from 'react'
import type { AnyRow, Column } from '../table/columns.ts'
import { DataTable } from '../table/data-table.tsx'
import type { RowUse } from '../table/row-use.ts'
import type { Selection } from '../table/use-selection.ts'
import { type BatchAct, BatchActs } from './batch-acts.tsx'
import { ColumnSettingsButton } from './column-settings.tsx'
import type { Filter } from './filters.tsx'
import { Toolbar } from './list-page.tsx'
import { viewOfState } from './saved-views.rules.ts'
import { SavedViews } from './saved-views.tsx'
import { SearchBar } from './search-bar.tsx'
import type { List } from './use-list.ts'
import { useListSetup } from './use-list-setup.ts'
import type { useReviewKeys } from './use-review-keys.ts'

export type ReviewAct<Row> = BatchAct<Row> & { key: string }

type ReviewQueueProps<Row extends AnyRow> = Pick<RowUse<Row>, 'rowName' | 'onOpen'> & {
  /** Under which the server stores each person's columns and views. */
  settings: string
  filters: readonly Filter<unknown>[]
  columns: readonly Column<Row>[]
  list: List<Row>
  selection: Selection<Row>
  /** Of one row, of those selected, and by their keys: what this person may do. */
  acts: readonly ReviewAct<Row>[]
  keys: Pick<ReturnType<typeof useReviewKeys>, 'onFocus' | 'onKeyDown'>
  /** Acts of a row before these. */
  rowActs?: (row: Row) => ReturnType<NonNullable<RowUse<Row>['rowActions']>>
  /** Before the acts of the selection. */
  firstActs?: ReactNode
  /** Which keys there are, and what is going on. */
  note: ReactNode
}

export function ReviewQueue<Row extends AnyRow>(props: ReviewQueueProps<Row>) {
  const { settings, filters, columns, list, selection, acts, keys, rowActs, firstActs, note, rowName, onOpen } = props
  const setup = useListSetup(
    settings,
    columns,
    list,
    filters.map(({ key }) => key),
  )
  const rowActions = (row: Row) => [
    ...(rowActs?.(row) ?? []),
    ...acts.map((act) => ({ ...act, run: () => act.run([row], selection.clear) })),
  ]
  return (
    <div className="list-page" {...keys}>
      <SearchBar filters={filters} applied={list.filters} onSearch={list.search} />
      <Toolbar
        onRefresh={list.refresh}
        end={
          <>
            <SavedViews listKey={settings} kept={viewOfState(list)} setup={setup} />
            <ColumnSettingsButton
              columns={columns}
              settings={setup.columns}
              onChange={setup.changeColumns}
              onReset={setup.resetColumns}
            />
          </>
        }
      >
        {firstActs}
        <BatchActs acts={acts} selection={selection} />
        {note}
      </Toolbar>
      <DataTable<Row>
        list={list}
        columns={columns}
        rowName={rowName}
        rowActions={rowActions}
        {...(onOpen && { onOpen })}
        selection={acts.length > 0 ? selection : undefined}
        placed={setup.placed}
        onResize={setup.onResize}
        isWaiting={setup.isWaiting}
      />
    </div>
  )
}
