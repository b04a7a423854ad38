// Moving and checking items in the two lists of a transfer (spec §2, "transfer widget").
import { hasTyped } from '#web/lib/has-typed.ts'

/** spec §2: items have label, key, disabled. */
export type TransferItem = { key: string; label: string; disabled?: boolean }

/** The items of each side, both in the original order. */
export function sidesOf(items: readonly TransferItem[], moved: readonly string[]) {
  const targetKeys = new Set(moved)
  return {
    source: items.filter(({ key }) => !targetKeys.has(key)),
    target: items.filter(({ key }) => targetKeys.has(key)),
  }
}

/** Moves items that are not disabled; returns the target's keys in the order of the items. */
export function move(
  items: readonly TransferItem[],
  moved: readonly string[],
  keys: ReadonlySet<string>,
  to: 'source' | 'target',
): string[] {
  const targetKeys = new Set(moved)
  const isInTarget = ({ key, disabled }: TransferItem) =>
    keys.has(key) && !disabled ? to === 'target' : targetKeys.has(key)
  return items.filter(isInTarget).map(({ key }) => key)
}

export function matching(items: readonly TransferItem[], text: string): readonly TransferItem[] {
  const needle = text.trim()
  return needle ? items.filter(({ label }) => hasTyped(label, needle)) : items
}

export function toggleKey(checked: ReadonlySet<string>, { key, disabled }: TransferItem): ReadonlySet<string> {
  if (disabled) return checked
  const next = new Set(checked)
  if (!next.delete(key)) next.add(key)
  return next
}

/** Whether all, some or none of the shown items that are not disabled are checked. */
export function checkedOf(shown: readonly TransferItem[], checked: ReadonlySet<string>): boolean | 'some' {
  const movable = shown.filter(({ disabled }) => !disabled)
  const count = movable.filter(({ key }) => checked.has(key)).length
  if (count === 0) return false
  return count === movable.length || 'some'
}

/** Checks all shown items that are not disabled, or unchecks them if all are checked. Hidden items stay as they are. */
export function toggleAll(shown: readonly TransferItem[], checked: ReadonlySet<string>): ReadonlySet<string> {
  const next = new Set(checked)
  const isOff = checkedOf(shown, checked) === true
  for (const { key, disabled } of shown) {
    if (disabled) continue
    if (isOff) next.delete(key)
    else next.add(key)
  }
  return next
}
