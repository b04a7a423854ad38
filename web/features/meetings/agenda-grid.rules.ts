// Where the sessions of a day stand in a grid: a column for each hall, a row for each stretch between two times.
import type { AgendaRow } from '#contract/meetings/agenda.ts'

export type Placed = {
  row: AgendaRow
  /** Of the agenda, 0 the first. */
  at: number
  /** Lines of the grid below the head: 0 the first time. */
  from: number
  to: number
  /** 0 the first column; sessions of one hall that overlap stand beside each other. */
  column: number
}
export type Hall = { name: string; column: number; columns: number }
export type AgendaGrid = { times: string[]; halls: Hall[]; placed: Placed[] }

const time = /^([01]\d|2[0-3]):[0-5]\d$/
/** Sessions whose times are typed whole. */
const isPlaceable = ({ from, to }: AgendaRow) => time.test(from) && time.test(to) && from < to

export function gridOf(agenda: readonly AgendaRow[], day: string): AgendaGrid {
  const entries = agenda.flatMap((row, at) => (row.day === day && isPlaceable(row) ? [{ row, at }] : []))
  const times = [...new Set(entries.flatMap(({ row }) => [row.from, row.to]))].toSorted()
  const halls: Hall[] = []
  const placed: Placed[] = []
  for (const name of new Set(entries.map(({ row }) => row.hall.trim()))) {
    const start = halls.reduce((sum, { columns }) => sum + columns, 0)
    // the time at which each column of the hall is free again
    const free: string[] = []
    const own = entries
      .filter(({ row }) => row.hall.trim() === name)
      .toSorted((one, other) => one.row.from.localeCompare(other.row.from))
    for (const { row, at } of own) {
      const found = free.findIndex((end) => end <= row.from)
      const lane = found === -1 ? free.length : found
      free[lane] = row.to
      placed.push({ row, at, from: times.indexOf(row.from), to: times.indexOf(row.to), column: start + lane })
    }
    halls.push({ name, column: start, columns: free.length })
  }
  return { times, halls, placed }
}

export type Direction = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'

/** The session that an arrow key leads to: the next one of the column, or the one beside that is nearest in time. */
export function neighbourOf(placed: readonly Placed[], current: Placed, direction: Direction): Placed | undefined {
  const isUp = direction === 'ArrowUp'
  if (isUp || direction === 'ArrowDown')
    return placed
      .filter(({ column, from }) => column === current.column && (isUp ? from < current.from : from > current.from))
      .toSorted((one, other) => (isUp ? other.from - one.from : one.from - other.from))[0]
  const step = direction === 'ArrowLeft' ? -1 : 1
  const columns = placed.filter(({ column }) => (column - current.column) * step > 0).map(({ column }) => column)
  const nearest = step === -1 ? Math.max(...columns) : Math.min(...columns)
  return placed
    .filter(({ column }) => column === nearest)
    .toSorted((one, other) => Math.abs(one.from - current.from) - Math.abs(other.from - current.from))[0]
}
