// How the outcome of many rows is read: what failed stands first.
import type { RowOutcome } from '../../../contract/envelope.ts'

/** What failed first, otherwise as the server answered. */
export const inOrder = (rows: readonly RowOutcome[]): RowOutcome[] =>
  rows.toSorted((a, b) => Number(a.ok) - Number(b.ok))

export function summaryOf(rows: readonly RowOutcome[]): string {
  const failed = rows.filter(({ ok }) => !ok).length
  return `共 ${rows.length} 项：失败 ${failed} 项，成功 ${rows.length - failed} 项。`
}

/** A line breaks where the text has none: what is pasted into a sheet stays one row each. */
const cell = (text: string) => text.replaceAll(/[\t\r\n]+/g, ' ')

/** The failed rows as a block for a sheet: name, tab, reason. */
export const failedText = (rows: readonly RowOutcome[]): string =>
  rows
    .filter(({ ok }) => !ok)
    .map(({ name, msg }) => `${cell(name)}\t${cell(msg)}`)
    .join('\n')

/** The rows of a 602, whatever came. */
export const outcomesIn = (data: unknown): RowOutcome[] => (Array.isArray(data) ? (data as RowOutcome[]) : [])
