// Input of the day's grid that could not be saved, kept in this browser beyond the page, and offered when it is opened again.
import { useEffect, useMemo, useState } from 'react'
import type { SheetRow } from '../../../../contract/prices/price-grids.ts'
import { readDraft, removeDraft, writeDraft } from '../../../kit/form/use-draft.rules.ts'
import { ownName } from '../../../kit/form/use-draft.ts'
import { type EntryRow, toRow } from './batch-add.rules.ts'
import { offeredOf, toKeep, type UnsavedRows, withRestored } from './batch-add-drafts.rules.ts'

/** Written so long after the last change, ms. */
const WRITE_AFTER_MS = 500
const nothing: UnsavedRows = {}

/** `rows`: the grid once somebody has typed. */
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
      const changes = toKeep(rows, readDraft(name)?.changes ?? nothing, offered)
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
