// Stores unsaved input of the day's grid in this browser, and offers it when the grid is opened again.
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { SheetRow } from '#contract/prices/price-grids.ts'
import { readDraft, removeDraft, writeDraft } from '#web/kit/form/use-draft.rules.ts'
import { ownPlace } from '#web/kit/form/use-draft.ts'
import { isLeavingPage } from '#web/lib/session/session.ts'
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
  const [place] = useState(() => ownPlace(`prices-${day}`))
  const [draft, setDraft] = useState(() => (place === undefined ? undefined : readDraft(place)))
  const offered = useMemo(() => (draft && data ? offeredOf(data.map(toRow), draft.changes) : nothing), [draft, data])
  const write = useEffectEvent(() => {
    if (place === undefined || !rows) return
    const changes = unsavedToStore(rows, readDraft(place)?.changes ?? nothing, offered)
    if (Object.keys(changes).length > 0) writeDraft(place, changes)
    else removeDraft(place)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is written changes with these
  useEffect(() => {
    const timer = setTimeout(write, WRITE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [rows, offered])
  useEffect(() => {
    const handleLeave = () => write()
    window.addEventListener('pagehide', handleLeave)
    return () => {
      window.removeEventListener('pagehide', handleLeave)
      if (isLeavingPage()) handleLeave()
    }
  }, [])
  const offer = draft &&
    Object.keys(offered).length > 0 && {
      savedAt: draft.savedAt,
      restore: (all: readonly EntryRow[]) => {
        setDraft(undefined)
        return withRestored(all, offered)
      },
      discard: () => {
        setDraft(undefined)
        if (place === undefined) return
        const left = Object.entries(readDraft(place)?.changes ?? nothing).filter(([id]) => !(id in offered))
        if (left.length > 0) writeDraft(place, Object.fromEntries(left))
        else removeDraft(place)
      },
    }
  return { offer: offer || undefined }
}
