/** Rows that have nothing of their own to be known by: each by what it says, and which one of those that say the same it is. */
export function keyed<T>(rows: readonly T[], says: (row: T) => string): { key: string; row: T }[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const text = says(row)
    const count = (seen.get(text) ?? 0) + 1
    seen.set(text, count)
    return { key: `${text}#${count}`, row }
  })
}
