// A grid's state besides its rows: the active cell, the selected range, the typed text, the undo history. Keys, mouse
// and clipboard call its acts; the affected cells subscribe to the store.
import type { DataGridHandle } from 'react-data-grid'
import { createStore, type StoreApi } from 'zustand'
import {
  cycle,
  isSamePlace,
  nextEditable,
  type Place,
  type Range,
  rangeOf,
  type Sheet,
  sizeOf,
  stepFrom,
  wholeOf,
} from './grid.rules.ts'
import { readBlock, writeBlock } from './grid-block.rules.ts'
import {
  blockOf,
  changeAt,
  fillChanges,
  type GridChange,
  noHistory,
  pasteChanges,
  record,
  redo,
  spreadChanges,
  undo,
} from './grid-changes.rules.ts'
import type { Editing, Intent } from './grid-keys.rules.ts'

export type ChangeKind = 'typed' | 'pasted' | 'filled' | 'undone'

/** What the page passes: see `PriceGrid`. */
export type GridProps = {
  sheet: Sheet
  onChange: (changes: readonly GridChange[], kind: ChangeKind) => void
  resolve: ((changes: readonly GridChange[], kind: ChangeKind) => readonly GridChange[]) | undefined
  onPaste:
    | ((block: readonly (readonly string[])[], at: Omit<GridChange, 'text'>) => readonly GridChange[] | undefined)
    | undefined
  /** How many rows are visible. */
  page: () => number
}

export type GridState = {
  active: Place | null
  range: Range | null
  /** Typed text that is not committed yet. */
  edit: { text: string; how: Exclude<Editing, 'no'> } | null
  /** What the last act did, shown and read by screen readers. */
  announcement: string
}

export type GridStore = StoreApi<GridState>
export type GridActs = ReturnType<typeof createGrid>['acts']

const isOne = (range: Range) => sizeOf(range).rows * sizeOf(range).columns === 1
const count = (value: number) => value.toLocaleString('zh-CN')

const isTypingElsewhere = () =>
  document.activeElement instanceof HTMLInputElement || document.activeElement instanceof HTMLTextAreaElement

export function createGrid() {
  const store: GridStore = createStore<GridState>(() => ({ active: null, range: null, edit: null, announcement: '' }))
  let props: GridProps | undefined
  let handle: DataGridHandle | null = null
  let history = noHistory
  /** The other end of a range that is being extended. */
  let head: Place | null = null
  /** The column in which a run of Tabs began: Enter goes to the next row in it. */
  let runFrom: number | null = null
  let isLeaving = false

  const get = store.getState
  const current = () => props as GridProps

  const focus = (place: Place) => {
    handle?.setActivePosition({ idx: place.column, rowIdx: place.row }, { shouldFocus: true })
    const { element } = handle ?? {}
    if (!element || element.contains(document.activeElement)) return
    element.querySelector<HTMLElement>(':scope > [role="row"] > [role="gridcell"][data-active]')?.focus()
  }

  function choose(place: Place, range = rangeOf(place, place)): void {
    head = null
    store.setState({ active: place, range, announcement: '' })
    focus(place)
  }

  function extendTo(place: Place): void {
    const { active } = get()
    if (!active) return
    head = place
    store.setState({ range: rangeOf(active, place), announcement: '' })
    handle?.scrollToCell({ idx: place.column, rowIdx: place.row })
  }

  /** Passes changes to the page, unless nothing differs; with what `resolve` adds they are one undo step. */
  function apply(changes: readonly GridChange[], kind: ChangeKind): void {
    const { sheet, resolve, onChange } = current()
    const rowAt = new Map(sheet.rowKeys.map((key, row) => [key, row]))
    const columnAt = new Map(sheet.columnKeys.map((key, column) => [key, column]))
    const withBefore = (list: readonly GridChange[]) =>
      list.flatMap((change) => {
        const [row, column] = [rowAt.get(change.row), columnAt.get(change.column)]
        if (row === undefined || column === undefined) return []
        const before = sheet.textAt({ row, column })
        return before === change.text ? [] : [{ ...change, before }]
      })
    const wished = kind === 'undone' ? changes : (resolve?.(changes, kind) ?? changes)
    const differing = withBefore(wished)
    if (differing.length === 0) return
    if (kind !== 'undone') history = record(history, differing)
    onChange(
      differing.map(({ row, column, text }) => ({ row, column, text })),
      kind,
    )
  }

  function commit(): void {
    const { edit, active } = get()
    if (!edit) return
    store.setState({ edit: null })
    const { sheet } = current()
    // compared as typed: shortcuts such as '=' must reach `resolve`, even if they yield the current value
    if (active && edit.text !== sheet.textAt(active)) apply([changeAt(active, edit.text, sheet)], 'typed')
  }

  function back(isUndo: boolean): void {
    const step = isUndo ? undo(history) : redo(history)
    if (!step) {
      store.setState({ announcement: isUndo ? '没有可撤销的操作' : '没有可重做的操作' })
      return
    }
    history = step.history
    apply(step.changes, 'undone')
    const { sheet } = current()
    const first = isUndo ? step.changes.at(-1) : step.changes[0]
    const row = sheet.rowKeys.indexOf(first?.row ?? '')
    const column = sheet.columnKeys.indexOf(first?.column ?? '')
    if (row >= 0 && column >= 0) choose({ row, column })
    store.setState({ announcement: `${isUndo ? '已撤销' : '已重做'} ${count(step.changes.length)} 个单元格` })
  }

  function enter(by: 1 | -1): void {
    const { active, range } = get()
    if (!active || !range) return
    commit()
    if (!isOne(range)) {
      choose(cycle(range, active, by, false), range)
      return
    }
    const column = runFrom ?? active.column
    runFrom = null
    choose(stepFrom({ ...active, column }, by === 1 ? 'down' : 'up', current().sheet, 1))
  }

  /** False if Tab should leave the grid. */
  function tab(by: 1 | -1): boolean {
    const { active, range } = get()
    if (isLeaving) {
      isLeaving = false
      return false
    }
    if (!active || !range) return false
    commit()
    if (!isOne(range)) {
      choose(cycle(range, active, by, true), range)
      return true
    }
    const next = nextEditable(active, by, current().sheet)
    if (!next) return false
    const from = runFrom ?? active.column
    choose(next)
    runFrom = next.row === active.row ? from : next.column
    return true
  }

  function step(intent: Intent & { do: 'step' }): void {
    const { active } = get()
    if (!active) return
    commit()
    const { sheet, page } = current()
    const from = intent.extends ? (head ?? active) : active
    const to = stepFrom(from, intent.step, sheet, page(), intent.far)
    if (intent.extends) extendTo(to)
    else choose(to)
  }

  function cancel(): void {
    const { edit, active } = get()
    if (edit) {
      store.setState({ edit: null })
      return
    }
    isLeaving = true
    if (active) choose(active)
    store.setState({ announcement: '按 Tab 离开表格' })
  }

  function fillSelection(): void {
    const { edit, active, range } = get()
    if (!active || !range) return
    const { sheet } = current()
    const text = edit?.text ?? sheet.textAt(active)
    store.setState({ edit: null })
    apply(fillChanges(range, text, sheet), 'filled')
  }

  function caret(): void {
    const { active } = get()
    const { sheet } = current()
    if (!active || !sheet.isEditable(active)) return
    store.setState({ edit: { text: get().edit?.text ?? sheet.textAt(active), how: 'caret' } })
  }

  /** Whether the grid handled the key; otherwise it is left to the input or the page. */
  function run(intent: Intent | undefined): boolean {
    const { range } = get()
    if (intent?.do !== 'tab') isLeaving = false
    if (intent?.do !== 'tab' && intent?.do !== 'enter') runFrom = intent ? null : runFrom
    if (!intent || !range) return false
    const { sheet } = current()
    const acts: Readonly<Record<Exclude<Intent['do'], 'step' | 'enter' | 'tab' | 'commit'>, () => void>> = {
      fillSelection,
      edit: caret,
      cancel,
      clear: () => apply(fillChanges(range, '', sheet), 'typed'),
      undo: () => back(true),
      redo: () => back(false),
      all: () => store.setState({ range: wholeOf(sheet) }),
      fillDown: () => apply(spreadChanges(range, true, sheet), 'filled'),
      fillRight: () => apply(spreadChanges(range, false, sheet), 'filled'),
    }
    if (intent.do === 'tab') return tab(intent.by)
    if (intent.do === 'commit') {
      commit()
      return false
    }
    if (intent.do === 'enter') enter(intent.by)
    else if (intent.do === 'step') step(intent)
    else acts[intent.do]()
    return true
  }

  /** The copied text; undefined if the cell's input should copy instead. */
  function copy(isCut: boolean): string | undefined {
    const { edit, range } = get()
    if (edit || !range) return undefined
    const { sheet } = current()
    const text = writeBlock(blockOf(range, sheet))
    if (isCut) apply(fillChanges(range, '', sheet), 'typed')
    const { rows, columns } = sizeOf(range)
    store.setState({ announcement: `已复制 ${count(rows)} 行 × ${count(columns)} 列` })
    return text
  }

  /** Whether the grid handled it; a single value is left to the cell that is being edited. */
  function paste(text: string): boolean {
    const { edit, active, range } = get()
    const block = readBlock(text)
    if (!active || !range || block.length === 0) return false
    if (edit && block.length === 1 && block[0]?.length === 1) return false
    store.setState({ edit: null })
    const { sheet, onPaste } = current()
    const { row, column } = changeAt({ row: range.top, column: range.left }, '', sheet)
    const matched = onPaste?.(block, { row, column })
    if (matched) {
      apply(matched, 'pasted')
      store.setState({ announcement: `已粘贴 ${count(matched.length)} 个单元格` })
      return true
    }
    const pasted = pasteChanges(block, range, sheet)
    apply(pasted.changes, 'pasted')
    const { rows, columns } = sizeOf(pasted.range)
    const lost = pasted.lost > 0 ? `，超出表格的 ${count(pasted.lost)} 行未粘贴` : ''
    store.setState({ range: pasted.range, announcement: `已粘贴 ${count(rows)} 行 × ${count(columns)} 列${lost}` })
    return true
  }

  const acts = {
    commit,
    run,
    copy,
    paste,
    caret,
    extendTo,
    click(place: Place, extends_: boolean) {
      commit()
      runFrom = null
      isLeaving = false
      if (extends_) extendTo(place)
      else choose(place)
    },
    /** Changes that the page proposes, as one undo step. */
    fill(changes: readonly GridChange[]) {
      commit()
      apply(changes, 'filled')
    },
    focus() {
      const { active } = get()
      if (active) focus(active)
    },
    type: (text: string) => store.setState({ edit: { text, how: get().edit?.how ?? 'typing' } }),
    /** The data grid itself moved the active cell, such as from the headings into the rows. */
    moved(place: Place) {
      if (!isSamePlace(place, get().active)) store.setState({ active: place, range: rangeOf(place, place) })
    },
  }

  return {
    store,
    acts,
    give: (next: GridProps) => {
      props = next
    },
    hold: (next: DataGridHandle | null) => {
      handle = next
    },
    /** Makes the first editable cell from that row on the one that Tab enters. */
    begin(rowKey: string | null, takesFocus: boolean) {
      const { sheet } = current()
      if (get().active || sheet.rowKeys.length === 0) return
      const row = Math.max(0, rowKey === null ? 0 : sheet.rowKeys.indexOf(rowKey))
      const place = nextEditable({ row, column: -1 }, 1, sheet) ?? { row: 0, column: 0 }
      store.setState({ active: place, range: rangeOf(place, place) })
      handle?.setActivePosition({ idx: place.column, rowIdx: place.row })
      handle?.scrollToCell({ idx: place.column, rowIdx: place.row })
      if (takesFocus && !isTypingElsewhere()) focus(place)
    },
  }
}
