// How high and wide a table is.
import { PAGE_SIZE, TABLE_BOTTOM_PX } from '../../../contract/limits.ts'
import { type Density, ROW_PX } from '../../lib/settings.ts'

/** Below this a table is of no use: a page of a low window scrolls instead, px. */
export const TABLE_LEAST_PX = 240

/** spec §2: a table is as high as the window, minus its top, minus 94 px. */
export function tableHeight(windowHeight: number, top: number): number {
  return Math.max(TABLE_LEAST_PX, Math.round(windowHeight - Math.max(0, top) - TABLE_BOTTOM_PX))
}

/** A row is never higher: further room stays empty, px. */
const ROW_MOST_PX = 48

/**
 * Rows so high that the head and a page of the usual size fill the table, px: the same whatever is found, so that nothing
 * jumps. Whoever wants it compact has compact rows.
 */
export function rowHeight(density: Density, height: number): number {
  const least = ROW_PX[density]
  if (density === 'compact') return least
  return Math.min(ROW_MOST_PX, Math.max(least, Math.floor(height / (PAGE_SIZE + 1))))
}

/** A column without a width, px. */
export const COLUMN_PX = 120

/** The width at which a table begins to scroll sideways. */
export function tableWidth(columns: readonly { width?: number }[], extra: number): number {
  return columns.reduce((sum, { width }) => sum + (width ?? COLUMN_PX), extra)
}

/** What surrounds a column that is being made wider: the sum of all declared widths, its own among them, and the box, px. */
type Around = { declared: number; sum: number; box: number }

/**
 * The width to declare so that a column is shown `wanted` px wide: where the columns leave room, the browser makes all of
 * them wider in proportion.
 */
export function widthToDeclare(wanted: number, { declared, sum, box }: Around): number {
  const others = sum - declared
  if (wanted + others >= box || wanted >= box) return Math.round(wanted)
  return Math.max(1, Math.round((wanted * others) / (box - wanted)))
}
