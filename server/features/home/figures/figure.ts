// A figure of the home page: whose it is, and how it is counted.
import type { Access } from '#contract/access.ts'
import { type DayFigure, FIGURE_ROWS, type FigureRow } from '#contract/home/figures.ts'
import type { Actor } from '#server/core/access/actors.ts'
import type { Db } from '#server/db/connection.ts'

export type Counted = Pick<DayFigure, 'count' | 'since' | 'rows'>

export type Figure = Pick<DayFigure, 'label' | 'menu'> & {
  /** The access of the page behind it. */
  access: Access
  query?: string | ((today: string) => string)
  count: (db: Db, actor: Actor, today: string) => Promise<number | Counted>
  /** Left out at zero. */
  isSilentAtZero?: true
}

export const total = async (list: Promise<{ total: number }>) => (await list).total
export const one = { size: 1 } as const
export const some = { size: FIGURE_ROWS } as const

/** Total and first rows of a page, in the order of the list. */
export async function work<R extends { id: string }>(
  page: Promise<{ total: number; records: R[] }>,
  lineOf: (row: R) => Omit<FigureRow, 'id'>,
): Promise<Counted> {
  const { total: count, records } = await page
  return { count, since: null, rows: records.map((row) => ({ id: row.id, ...lineOf(row) })) }
}

/** The same for a list that starts with what has waited longest. */
export async function queue<R extends { id: string; submittedAt: string | null }>(
  page: Promise<{ total: number; records: R[] }>,
  lineOf: (row: R) => Omit<FigureRow, 'id' | 'since'>,
): Promise<Counted> {
  const counted = await work(page, (row) => ({ ...lineOf(row), since: row.submittedAt }))
  return { ...counted, since: counted.rows[0]?.since ?? null }
}
