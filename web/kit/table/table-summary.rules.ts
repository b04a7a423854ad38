// What the summary row of a list says: sums of what is selected, of all that the list finds, or of its page; and which of these.
import type { Page } from '../../../contract/envelope.ts'
import { formatFigure } from '../../lib/format.ts'
import type { AnyRow, Column, Figure } from '../list/columns.ts'

/** Exact: decimal texts are added as whole numbers of their last place. */
export function sumOf(figures: readonly Figure[]): string {
  const texts = figures.flatMap((figure) => (figure === null ? [] : String(figure)))
  const placesOf = (text: string) => text.split('.')[1]?.length ?? 0
  const places = Math.max(0, ...texts.map(placesOf))
  const sum = texts.reduce(
    (so, text) => so + BigInt(`${text.replace('.', '')}${'0'.repeat(places - placesOf(text))}`),
    0n,
  )
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  return `${sum < 0n ? '-' : ''}${whole}${places > 0 ? `.${digits.slice(-places)}` : ''}`
}

/** A sum of the page is never called the sum of everything. */
type Label = '合计' | '本页合计' | '已选合计'
type SummaryRow = { label: Label; texts: ReadonlyMap<string, string> }

/** Undefined where no column is added up, or there is nothing to add. */
export function summaryOf<Row extends AnyRow>(
  columns: readonly Column<Row>[],
  page: Page<Row> | undefined,
  selected: readonly Row[],
): SummaryRow | undefined {
  const summed = columns.flatMap(({ key, summary }) => (summary ? { key, ...summary } : []))
  if (!page || page.records.length === 0 || summed.length === 0) return undefined
  // what was selected on another page is as it was there; what is on this one is as it is now
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
