// The summary row of a list: sums of the selected rows, of all matching rows, or of the page; and which of these it is.
import type { Page } from '#contract/envelope.ts'
import { formatFigure } from '#web/lib/format.ts'
import type { AnyRow, Column, Figure } from './columns.ts'

/** Exact: decimals are added as integers, scaled to the most decimal places. */
export function sumOf(figures: readonly Figure[]): string {
  const texts = figures.flatMap((figure) => (figure === null ? [] : String(figure)))
  const placesOf = (text: string) => text.split('.')[1]?.length ?? 0
  const places = Math.max(0, ...texts.map(placesOf))
  const sum = texts.reduce(
    (total, text) => total + BigInt(`${text.replace('.', '')}${'0'.repeat(places - placesOf(text))}`),
    0n,
  )
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  return `${sum < 0n ? '-' : ''}${whole}${places > 0 ? `.${digits.slice(-places)}` : ''}`
}

/** The sum of a page must not be labelled as the sum of everything. */
type Label = '合计' | '本页合计' | '已选合计'
type SummaryRow = { label: Label; texts: ReadonlyMap<string, string> }

/** Undefined if no column is summed, or there are no rows. */
export function summaryOf<Row extends AnyRow>(
  columns: readonly Column<Row>[],
  page: Page<Row> | undefined,
  selected: readonly Row[],
): SummaryRow | undefined {
  const summed = columns.flatMap(({ key, summary }) => (summary ? { key, ...summary } : []))
  if (!page || page.records.length === 0 || summed.length === 0) return undefined
  // selected rows of this page count with their current values, those of other pages as they were when selected
  const now = new Map(page.records.map((row) => [row.id, row]))
  const rows = selected.length > 0 ? selected.map((row) => now.get(row.id) ?? row) : page.records
  const { sums } = page
  const isCounted = selected.length === 0 && sums !== undefined && summed.every(({ key }) => sums[key] !== undefined)
  const isWhole = isCounted || page.records.length === page.total
  const label = selected.length > 0 ? '已选合计' : isWhole ? '合计' : '本页合计'
  const textOf = ({ key, of, show = formatFigure }: (typeof summed)[number]) =>
    show((isCounted && sums[key]) || sumOf(rows.map(of)))
  return { label, texts: new Map(summed.map((each) => [each.key, textOf(each)])) }
}
