// What moves between the two lists of a transfer, and what stays (spec §2, "transfer widget").

/** spec §2: items have label, key, disabled. */
export type TransferItem = { key: string; label: string; disabled?: boolean }

/** The items of each side, both in the order of the items themselves. */
export function sidesOf(items: readonly TransferItem[], moved: readonly string[]) {
  const there = new Set(moved)
  return {
    source: items.filter(({ key }) => !there.has(key)),
    target: items.filter(({ key }) => there.has(key)),
  }
}

/** Only what can move is moved; the keys of the target keep the order of the items. */
export function move(
  items: readonly TransferItem[],
  moved: readonly string[],
  keys: ReadonlySet<string>,
  to: 'source' | 'target',
): string[] {
  const there = new Set(moved)
  const isThere = ({ key, disabled }: TransferItem) => (keys.has(key) && !disabled ? to === 'target' : there.has(key))
  return items.filter(isThere).map(({ key }) => key)
}

export function matching(items: readonly TransferItem[], text: string): readonly TransferItem[] {
  const needle = text.trim().toLowerCase()
  return needle ? items.filter(({ label }) => label.toLowerCase().includes(needle)) : items
}

export function toggleKey(checked: ReadonlySet<string>, { key, disabled }: TransferItem): ReadonlySet<string> {
  if (disabled) return checked
  const next = new Set(checked)
  if (!next.delete(key)) next.add(key)
  return next
}

/** Whether all, some or none of the shown items that can move are checked. */
export function checkedOf(shown: readonly TransferItem[], checked: ReadonlySet<string>): boolean | 'some' {
  const movable = shown.filter(({ disabled }) => !disabled)
  const count = movable.filter(({ key }) => checked.has(key)).length
  if (count === 0) return false
  return count === movable.length || 'some'
}

/** Checks all the shown items that can move, or unchecks them where all are checked. Those not shown stay as they are. */
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
