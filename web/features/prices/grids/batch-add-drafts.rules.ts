// Unsaved input of the day's grid as stored in this browser: by item id, with the row version that it was typed over.
import { type EntryRow, isChanged, isOpen, type Typed } from './batch-add.rules.ts'

type Unsaved = { typed: Typed; version: number | null }
export type UnsavedRows = Readonly<Record<string, unknown>>

const keys = ['low', 'high', 'average', 'remark', 'englishRemark', 'reason'] as const

/** Validates stored content, which an older release may have written. */
function isUnsaved(content: unknown): content is Unsaved {
  if (typeof content !== 'object' || content === null || !('typed' in content) || !('version' in content)) return false
  const { typed, version } = content
  if (typeof typed !== 'object' || typed === null || (version !== null && typeof version !== 'number')) return false
  return keys.every((key) => typeof (typed as Record<string, unknown>)[key] === 'string')
}

const versionOf = ({ entry }: EntryRow) => entry?.version ?? null

/** Unsaved input of `rows`, and stored input of other items and of `offered`, not restored or discarded yet. */
export function unsavedToStore(
  rows: readonly EntryRow[],
  before: UnsavedRows,
  offered: UnsavedRows,
): Record<string, unknown> {
  const here = new Set(rows.map(({ quoteItemId }) => quoteItemId))
  const others = Object.entries(before).filter(([id]) => !here.has(id) || id in offered)
  // no entry has version 0: a choice that was not made is asked again
  const own = rows
    .filter(isChanged)
    .map((row) => [row.quoteItemId, { typed: row.typed, version: row.isContested ? 0 : versionOf(row) }])
  return Object.fromEntries([...others, ...own])
}

/** Stored input that still differs from the grid. */
export function offeredOf(rows: readonly EntryRow[], unsavedRows: UnsavedRows): UnsavedRows {
  const found = rows.flatMap((row) => {
    const unsaved = unsavedRows[row.quoteItemId]
    return isOpen(row) && isUnsaved(unsaved) && isChanged({ ...row, typed: unsaved.typed })
      ? [[row.quoteItemId, unsaved] as const]
      : []
  })
  return Object.fromEntries(found)
}

/** Restores input. If somebody else has saved the entry meanwhile, the person chooses between the two. */
export function withRestored(rows: readonly EntryRow[], offered: UnsavedRows): EntryRow[] {
  return rows.map((row) => {
    const unsaved = offered[row.quoteItemId]
    if (!isUnsaved(unsaved)) return row
    return { ...row, typed: unsaved.typed, refused: null, isContested: unsaved.version !== versionOf(row) }
  })
}
