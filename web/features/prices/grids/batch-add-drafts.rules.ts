// What was typed into the day's grid and could not be saved, as this browser keeps it: by item, with the version that it was typed over.
import { type EntryRow, isChanged, isOpen, type Typed } from './batch-add.rules.ts'

type Unsaved = { typed: Typed; version: number | null }
export type UnsavedRows = Readonly<Record<string, unknown>>

const keys = ['low', 'high', 'average', 'remark', 'englishRemark', 'reason'] as const

/** An older release may have written it. */
function isUnsaved(content: unknown): content is Unsaved {
  if (typeof content !== 'object' || content === null || !('typed' in content) || !('version' in content)) return false
  const { typed, version } = content
  if (typeof typed !== 'object' || typed === null || (version !== null && typeof version !== 'number')) return false
  return keys.every((key) => typeof (typed as Record<string, unknown>)[key] === 'string')
}

const versionOf = ({ entry }: EntryRow) => entry?.version ?? null

/** Of these rows what is kept, and of other items what was kept before; `offered` is what nobody has taken back yet. */
export function toKeep(rows: readonly EntryRow[], before: UnsavedRows, offered: UnsavedRows): Record<string, unknown> {
  const here = new Set(rows.map(({ quoteItemId }) => quoteItemId))
  const others = Object.entries(before).filter(([id]) => !here.has(id) || id in offered)
  const own = rows.filter(isChanged).map((row) => [row.quoteItemId, { typed: row.typed, version: versionOf(row) }])
  return Object.fromEntries([...others, ...own])
}

/** Of what is kept that which still differs from what stands in the grid. */
export function offeredOf(rows: readonly EntryRow[], kept: UnsavedRows): UnsavedRows {
  const found = rows.flatMap((row) => {
    const unsaved = kept[row.quoteItemId]
    return isOpen(row) && isUnsaved(unsaved) && isChanged({ ...row, typed: unsaved.typed })
      ? [[row.quoteItemId, unsaved] as const]
      : []
  })
  return Object.fromEntries(found)
}

/** Typed again; where somebody else has saved the entry meanwhile, the cell says so and is saved when it is typed once more. */
export function withRestored(rows: readonly EntryRow[], offered: UnsavedRows): EntryRow[] {
  return rows.map((row) => {
    const unsaved = offered[row.quoteItemId]
    if (!isUnsaved(unsaved)) return row
    const isStale = unsaved.version !== versionOf(row)
    return { ...row, typed: unsaved.typed, refused: isStale ? '此价格已被他人修改，请核对后重新输入' : null }
  })
}
