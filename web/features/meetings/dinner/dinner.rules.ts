// What a dinner's screen says of seats.
import type { DinnerGuest, DinnerTable } from '#contract/meetings/dinner.ts'

export type Seat = { number: number; guest: DinnerGuest | undefined }

/** Of each table, in their order. */
export function seatsByTable(tables: readonly DinnerTable[], guests: readonly DinnerGuest[]): Map<string, Seat[]> {
  const at = new Map(guests.map((guest) => [`${guest.tableId}/${guest.seat}`, guest]))
  return new Map(
    tables.map(({ id, seats }) => [
      id,
      Array.from({ length: seats }, (_, index) => ({ number: index + 1, guest: at.get(`${id}/${index + 1}`) })),
    ]),
  )
}

/** Wishes of a seated guest that the seating does not keep. */
export function unkept(guest: DinnerGuest, byKey: ReadonlyMap<string, DinnerGuest>, seats: number): string[] {
  if (guest.tableId === null) return []
  const isNear = (other: DinnerGuest) => {
    const apart = Math.abs((other.seat ?? 0) - (guest.seat ?? 0))
    // the last seat of a round table is beside the first
    return other.tableId === guest.tableId && (apart === 1 || apart === seats - 1)
  }
  return [
    ...guest.beside.flatMap((key) => {
      const other = byKey.get(key)
      return other && !isNear(other) ? [`应与${other.name}相邻`] : []
    }),
    ...guest.apart.flatMap((key) => {
      const other = byKey.get(key)
      return other && other.tableId === guest.tableId ? [`应与${other.name}不同桌`] : []
    }),
  ]
}
