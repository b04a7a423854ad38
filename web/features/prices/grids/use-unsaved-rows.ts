// Stores unsaved input of the day's grid in this browser, and offers it when the grid is opened again.
import { useEffect, useMemo, useState } from 'react'
import type { SheetRow } from '../../../../contract/prices/price-grids.ts'
import { readDraft, removeDraft, writeDraft } from '../../../kit/form/use-draft.rules.ts'
import { ownName } from '../../../kit/form/use-draft.ts'
import { type EntryRow, toRow } from './batch-add.rules.ts'
import { offeredOf, type UnsavedRows, unsavedToStore, withRestored } from './batch-add-drafts.rules.ts'

/** Debounce of writing to the local storage, ms. */
const WRITE_AFTER_MS = 500
const nothing: UnsavedRows = {}

/** @param rows the grid's rows; undefined until somebody has typed */
export function useUnsavedRows(
  day: string,
  data: readonly SheetRow[] | undefined,
  rows: readonly EntryRow[] | undefined,
) {
  const [name] = useState(() => ownName(`prices-${day}`))
  const [draft, setDraft] = useState(() => (name === undefined ? undefined : readDraft(name)))
  const offered = useMemo(() => (draft && data ? offeredOf(data.map(toRow), draft.changes) : nothing), [draft, data])
  useEffect(() => {
    if (name === undefined || !rows) return
    const timer = setTimeout(() => {
      const changes = unsavedToStore(rows, readDraft(name)?.changes ?? nothing, offered)
      if (Object.keys(changes).length > 0) writeDraft(name, changes)
      else removeDraft(name)
    }, WRITE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [name, rows, offered])
  const offer = draft &&
    Object.keys(offered).length > 0 && {
      savedAt: draft.savedAt,
      restore: (all: readonly EntryRow[]) => {
        setDraft(undefined)
        return withRestored(all, offered)
      },
      discard: () => {
        setDraft(undefined)
        if (name === undefined) return
        const left = Object.entries(readDraft(name)?.changes ?? nothing).filter(([id]) => !(id in offered))
        if (left.length > 0) writeDraft(name, Object.fromEntries(left))
        else removeDraft(name)
      },
    }
  return { offer: offer || undefined }
}
