// A person's own set-up of a list, stored on the server: columns, saved views, the default view.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import {
  type ColumnSettings,
  getListSettings,
  type ListView,
  queryListViews,
  saveListSettings,
} from '#contract/system/list-settings.ts'
import { call } from '#web/lib/call.ts'
import { useCall } from '#web/lib/query.ts'
import type { AnyRow, Column, PlacedColumn } from '../table/columns.ts'
import { changeColumn, mergeColumns, placeColumns, sameColumns } from './column-settings.rules.ts'
import { isMoved, stateOfView } from './saved-views.rules.ts'
import type { List } from './use-list.ts'

/** Debounce of saving, ms. */
const SAVE_MS = 400

export type ListSetup<Row extends AnyRow> = {
  /** True until the set-up is known, and the default view applied. */
  isWaiting: boolean
  placed: readonly PlacedColumn<Row>[]
  columns: ColumnSettings
  changeColumns: (columns: ColumnSettings) => void
  resetColumns: () => void
  onResize: (key: string, width: number, isDone: boolean) => void
  views: readonly ListView[]
  roles: readonly { id: string; name: string }[]
  /** The applied view; undefined if there is none, or it no longer exists. */
  view: ListView | undefined
  /** Whether filters, sort or columns differ from the applied view's. */
  isChanged: boolean
  apply: (view: ListView | undefined) => void
  defaultViewId: string | null
  setDefault: (id: string | null) => void
}

type Stored = { columns: ColumnSettings; defaultViewId: string | null }
const NOTHING: Stored = { columns: [], defaultViewId: null }

/** A person's settings of a list: applied at once, saved after a debounce. Without a key nothing is loaded. */
function useStored(key: string | undefined) {
  const client = useQueryClient()
  const list = key ?? ''
  const { data, error } = useCall(
    getListSettings,
    { list },
    { enabled: key !== undefined, staleTime: Number.POSITIVE_INFINITY },
  )
  // local state: a ticked checkbox must not wait for the query cache to notify
  const [own, setOwn] = useState<Partial<Stored>>()
  const stored = useMemo(() => ({ ...NOTHING, ...data, ...own }), [data, own])
  const pending = useRef<{ timer: number; change: Partial<Stored> }>(undefined)
  const save = (change: Partial<Stored>) => {
    client.setQueryData<Stored>([getListSettings.path, { list }], { ...stored, ...change })
    setOwn((before) => ({ ...before, ...change }))
    window.clearTimeout(pending.current?.timer)
    const all = { ...pending.current?.change, ...change }
    const timer = window.setTimeout(() => {
      pending.current = undefined
      // `call` has shown the error; the next opening shows what is stored
      void call(saveListSettings, { list, ...all }).catch(() => undefined)
    }, SAVE_MS)
    pending.current = { timer, change: all }
  }
  return { stored, isKnown: data !== undefined || error !== null, save }
}

/** Whether the address holds any list state: then the default view is not applied. */
const hasListState = ({ filters, sort, view, current }: List<never>) =>
  Object.keys(filters).length > 0 || sort !== undefined || view !== undefined || current > 1

export function useListSetup<Row extends AnyRow>(
  key: string | undefined,
  columns: readonly Column<Row>[],
  list: List<Row>,
  filterKeys: readonly string[],
): ListSetup<Row> {
  const { stored, isKnown, save } = useStored(key)
  const shared = useCall(queryListViews, { list: key ?? '' }, { enabled: key !== undefined })
  const views = shared.data?.views ?? []
  const view = list.view === undefined ? undefined : views.find(({ id }) => id === list.view)

  // columns changed while a view is applied are a draft of that view, and not the person's own columns
  const [draft, setDraft] = useState<{ of: ListView; columns: ColumnSettings }>()
  const ofView = view && (draft?.of === view ? draft.columns : view.columns)
  const [dragged, setDragged] = useState<{ key: string; width: number }>()
  const base = ofView ?? stored.columns
  const settings = useMemo(() => mergeColumns(columns, base), [columns, base])
  const placed = useMemo(
    () => placeColumns(columns, dragged ? changeColumn(settings, dragged.key, { width: dragged.width }) : settings),
    [columns, settings, dragged],
  )
  const changeColumns = (next: ColumnSettings) =>
    view ? setDraft({ of: view, columns: next }) : save({ columns: next })

  const apply = (next: ListView | undefined) => {
    setDraft(undefined)
    const terms = { filterKeys, sortable: list.sortable }
    list.apply(next ? stateOfView(next, terms) : { filters: {}, sort: undefined, view: undefined })
  }

  // if no default view has to be applied first, the first render shows the rows
  const opensPlain = key === undefined || (isKnown && stored.defaultViewId === null)
  const [isEntered, setEntered] = useState(opensPlain || hasListState(list as unknown as List<never>))
  const isDecided = isKnown && (stored.defaultViewId === null || !shared.isPending)
  const enter = useEffectEvent(() => {
    const first = views.find(({ id }) => id === stored.defaultViewId)
    if (first) apply(first)
    setEntered(true)
  })
  useEffect(() => {
    if (!isEntered && isDecided) enter()
  }, [isEntered, isDecided])

  const isViewKnown = list.view === undefined || !shared.isPending
  return {
    isWaiting: key !== undefined && !(isEntered && isKnown && isViewKnown),
    placed,
    columns: settings,
    changeColumns,
    resetColumns: () => changeColumns([]),
    onResize: (column, width, isDone) => {
      setDragged(isDone ? undefined : { key: column, width })
      if (isDone) changeColumns(changeColumn(settings, column, { width }))
    },
    views,
    roles: shared.data?.roles ?? [],
    view,
    isChanged:
      view !== undefined && (isMoved(view, list) || !sameColumns(mergeColumns(columns, view.columns), settings)),
    apply,
    defaultViewId: stored.defaultViewId,
    setDefault: (id) => save({ defaultViewId: id }),
  }
}
