// Heights and widths of tables.
import { PAGE_SIZE, TABLE_BOTTOM_PX } from '#contract/limits.ts'
import { type Density, ROW_PX } from '#web/lib/settings.ts'

/** Least height of a table; in a lower window the page scrolls instead, px. */
export const TABLE_LEAST_PX = 240

/** spec §2: a table is as high as the window, minus its top, minus 94 px. */
export function tableHeight(windowHeight: number, top: number): number {
  return Math.max(TABLE_LEAST_PX, Math.round(windowHeight - Math.max(0, top) - TABLE_BOTTOM_PX))
}

/** Greatest height of a row; remaining space stays empty, px. */
const ROW_MOST_PX = 48

/**
 * The row height with which the head and a page of the default size fill the table, px; independent of the rows found,
 * so that nothing jumps. In compact density it is fixed.
 */
export function rowHeight(density: Density, height: number): number {
  const least = ROW_PX[density]
  if (density === 'compact') return least
  return Math.min(ROW_MOST_PX, Math.max(least, Math.floor(height / (PAGE_SIZE + 1))))
}

/** Default width of a column, px. */
export const COLUMN_PX = 120

/** The width below which a table scrolls sideways. */
export function tableWidth(columns: readonly { width?: number }[], extra: number): number {
  return columns.reduce((sum, { width }) => sum + (width ?? COLUMN_PX), extra)
}

/**
 * For a column being resized: its declared width, the sum of all declared widths including its own, and the box, px.
 */
type Around = { declared: number; sum: number; box: number }

/**
 * The width to declare so that a column is shown `wanted` px wide: if the columns leave room, the browser widens all of
 * them in proportion.
 */
export function widthToDeclare(wanted: number, { declared, sum, box }: Around): number {
  const others = sum - declared
  if (wanted + others >= box || wanted >= box) return Math.round(wanted)
  return Math.max(1, Math.round((wanted * others) / (box - wanted)))
}
