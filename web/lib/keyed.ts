/** React keys for rows without an id: the row's text plus a counter among equal texts. */
export function keyed<T>(rows: readonly T[], textOf: (row: T) => string): { key: string; row: T }[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const text = textOf(row)
    const count = (seen.get(text) ?? 0) + 1
    seen.set(text, count)
    return { key: `${text}#${count}`, row }
  })
}
