// Merges a person's column settings with the declared columns by key, so that a column added or removed by a release
// neither resets the others nor is hidden (traps.md).
import type { ColumnSetting, ColumnSettings } from '#contract/system/list-settings.ts'
import type { AnyRow, Column, PlacedColumn } from '../table/columns.ts'
import { COLUMN_PX } from '../table/table-size.ts'

type Declared = readonly { key: string; width?: number }[]

const plain = (key: string): ColumnSetting => ({ key, isShown: true, isPinned: false, width: null })

/** Every declared column once, in the person's order; a new one follows the one that precedes it in the declaration. */
export function mergeColumns(declared: Declared, stored: readonly ColumnSetting[]): ColumnSettings {
  const keys = declared.map(({ key }) => key)
  const merged: ColumnSettings = []
  for (const setting of stored) {
    const isKnown = keys.includes(setting.key) && !merged.some(({ key }) => key === setting.key)
    if (isKnown) merged.push(setting)
  }
  keys.forEach((key, at) => {
    if (merged.some((each) => each.key === key)) return
    const before = keys[at - 1]
    const place = before === undefined ? 0 : merged.findIndex((each) => each.key === before) + 1
    merged.splice(place, 0, plain(key))
  })
  // at least one column is shown, even if the visible ones were removed
  if (!merged.some(({ isShown }) => isShown))
    return merged.map((each, at) => (at === 0 ? { ...each, isShown: true } : each))
  return merged
}

/** spec §2: the last visible column cannot be hidden. */
export const mayHide = (settings: ColumnSettings, key: string): boolean =>
  settings.some((each) => each.isShown && each.key !== key)

export const changeColumn = (settings: ColumnSettings, key: string, change: Partial<ColumnSetting>): ColumnSettings =>
  settings.map((each) => (each.key === key ? { ...each, ...change } : each))

/** The columns as the table shows them: without the hidden ones, pinned ones first. */
export function placeColumns<Row extends AnyRow>(
  columns: readonly Column<Row>[],
  settings: ColumnSettings,
): readonly PlacedColumn<Row>[] {
  const placed = settings.flatMap(({ key, isShown, isPinned, width }) => {
    const column = columns.find((each) => each.key === key)
    return column && isShown ? [{ column, width: width ?? column.width ?? COLUMN_PX, isPinned }] : []
  })
  return [...placed.filter(({ isPinned }) => isPinned), ...placed.filter(({ isPinned }) => !isPinned)]
}

/** Whether two settings show the same. */
export const sameColumns = (one: ColumnSettings, other: ColumnSettings): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
