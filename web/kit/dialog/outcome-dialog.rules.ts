// How the outcome of an act on many rows is shown: failed rows first.
import type { RowOutcome } from '#contract/envelope.ts'

/** Failed rows first, otherwise in the server's order. */
export const inOrder = (rows: readonly RowOutcome[]): RowOutcome[] =>
  rows.toSorted((a, b) => Number(a.ok) - Number(b.ok))

export function summaryOf(rows: readonly RowOutcome[]): string {
  const failed = rows.filter(({ ok }) => !ok).length
  return `共 ${rows.length} 项：失败 ${failed} 项，成功 ${rows.length - failed} 项。`
}

/** Without tabs and line breaks, so that each row is one row when pasted into a sheet. */
const cell = (text: string) => text.replaceAll(/[\t\r\n]+/g, ' ')

/** The failed rows as a block for a sheet: name, tab, reason. */
export const failedText = (rows: readonly RowOutcome[]): string =>
  rows
    .filter(({ ok }) => !ok)
    .map(({ name, msg }) => `${cell(name)}\t${cell(msg)}`)
    .join('\n')
