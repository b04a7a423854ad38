// The usual list screen: filters, toolbar, rows, pager. A screen that needs more composes these parts itself.
import { ReloadOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { type ReactNode, useMemo } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ExportCall } from '#contract/exports.ts'
import { useIsAllowed } from '../can.tsx'
import { ExportButton } from '../sheets/export-button.tsx'
import { exportQuery } from '../sheets/export-query.ts'
import type { Column } from '../table/columns.ts'
import { DataTable } from '../table/data-table.tsx'
import type { RowUse } from '../table/row-use.ts'
import { useSelection } from '../table/use-selection.ts'
import { type BatchAct, BatchActs } from './batch-acts.tsx'
import { ColumnSettingsButton } from './column-settings.tsx'
import type { Filter } from './filters.tsx'
import type { FiltersOf, RowOf } from './list-endpoint.ts'
import { viewOfState } from './saved-views.rules.ts'
import { SavedViews } from './saved-views.tsx'
import { SearchBar } from './search-bar.tsx'
import { useList } from './use-list.ts'
import { useListSetup } from './use-list-setup.ts'
import './list-page.css'

type ToolbarProps = {
  children: ReactNode
  /** Controls of the list beside 刷新. */
  end?: ReactNode
  onRefresh: () => void
}

/** Between filters and rows: actions on the left, the list's controls on the right. */
export function Toolbar({ children, end, onRefresh }: ToolbarProps) {
  return (
    <div className="toolbar">
      <div className="toolbar-start">{children}</div>
      <div className="toolbar-end">
        {end}
        <Tooltip title="刷新">
          <Button type="text" aria-label="刷新" icon={<ReloadOutlined />} onClick={onRefresh} />
        </Tooltip>
      </div>
    </div>
  )
}

export type ListPageProps<E extends Endpoint> = RowUse<RowOf<E>> & {
  endpoint: E
  /** Must be module constants: a new array on each render would re-render the whole list. */
  filters: readonly Filter<FiltersOf<E>>[]
  /** Further filters, behind 高级搜索. */
  advanced?: readonly Filter<FiltersOf<E>>[]
  columns: readonly Column<RowOf<E>>[]
  /** Fields of the query that the screen itself fills in, such as its sub-product. */
  fixedFilters?: FiltersOf<E>
  /** Acts of the list, the main one first. */
  toolbar?: ReactNode
  /** The menu row's code, under which the server stores each person's columns and views of this list. */
  settings?: string
  /** Exports all rows that match the filters. */
  exportCall?: ExportCall
  /** Actions on selected rows; rows can be selected if the person has the right to one of them. */
  batchActs?: readonly BatchAct<RowOf<E>>[]
}

const none: readonly never[] = []

export function ListPage<E extends Endpoint>(props: ListPageProps<E>) {
  const {
    endpoint,
    filters,
    advanced = none,
    columns,
    fixedFilters,
    on,
    rowName,
    rowActions,
    onOpen,
    emptyHint,
    toolbar,
    settings,
    exportCall,
    batchActs = none,
  } = props
  const all = useMemo(() => [...filters, ...advanced], [filters, advanced])
  const list = useList(endpoint, all, fixedFilters)
  const keys = useMemo(() => all.map(({ key }) => key), [all])
  const setup = useListSetup(settings, columns, list, keys)
  const selection = useSelection<RowOf<E>>(list.filters)
  const isAllowed = useIsAllowed()
  const allowed = batchActs.filter(({ call }) => isAllowed(call, on))
  return (
    <div className="list-page">
      {all.length > 0 && (
        <SearchBar filters={filters} advanced={advanced} applied={list.filters} onSearch={list.search} />
      )}
      <Toolbar
        onRefresh={list.refresh}
        end={
          <>
            {exportCall && (
              <ExportButton
                call={exportCall}
                on={on}
                query={exportQuery(all, list, fixedFilters)}
                total={list.page?.total}
              />
            )}
            {settings !== undefined && <SavedViews listKey={settings} kept={viewOfState(list)} setup={setup} />}
            {settings !== undefined && (
              <ColumnSettingsButton
                columns={columns}
                settings={setup.columns}
                onChange={setup.changeColumns}
                onReset={setup.resetColumns}
              />
            )}
          </>
        }
      >
        {toolbar}
        <BatchActs acts={allowed} selection={selection} />
      </Toolbar>
      <DataTable<RowOf<E>>
        list={list}
        columns={columns}
        rowName={rowName}
        rowActions={rowActions}
        on={on}
        onOpen={onOpen}
        emptyHint={emptyHint}
        selection={allowed.length > 0 ? selection : undefined}
        placed={setup.placed}
        onResize={settings === undefined ? undefined : setup.onResize}
        isWaiting={setup.isWaiting}
      />
    </div>
  )
}
