// A sheet with a column for each day: `报价项 | 2026-11-16 | 2026-11-17 …` becomes a row for each item and day.
import { parseDay } from '#server/core/sheets/days.ts'
import type { Unfolded } from '#server/core/sheets/imports-content.ts'

const plain = (text: string) => text.replace(/[\s*＊]/g, '')

/** Cell texts that leave a day out, as in the grid. */
const isLeftOut = (cell: string) => /^[-—–]?$/.test(cell.trim())

/** Null where the sheet has a column 日期, or no day in its header: a long one. */
export function unfoldDays(header: readonly string[]): Unfolded | null {
  const days = header.flatMap((text, at) => {
    const day = parseDay(plain(text))
    return day === undefined ? [] : [{ at, day }]
  })
  if (days.length === 0 || header.some((text) => plain(text) === '日期')) return null
  const isDay = new Set(days.map(({ at }) => at))
  const others = header.flatMap((_, at) => (isDay.has(at) ? [] : [at]))
  return {
    header: ['日期', '低价', ...others.map((at) => header[at] ?? '')],
    rowsOf: (cells) =>
      days.flatMap(({ at, day }) => {
        const cell = cells[at] ?? ''
        return isLeftOut(cell) ? [] : [[day, cell, ...others.map((other) => cells[other] ?? '')]]
      }),
  }
}
