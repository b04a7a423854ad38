// Seats of a dinner: given, changed, freed, filled by rule. Every act holds the meeting's lock, like those of sign-ups.

import { and, eq, inArray } from 'drizzle-orm'
import type { BodyOf } from '#contract/endpoint.ts'
import type { fillDinner, saveDinnerWishes, seatDinnerGuest } from '#contract/meetings/dinner.ts'
import type { Act } from '#server/core/act.ts'
import { audit } from '#server/core/audit/audit.ts'
import type { Author } from '#server/core/core.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { updateRow } from '#server/core/rows/store.ts'
import type { Tx } from '#server/db/connection.ts'
import { type DinnerMove, dinnerGuests, dinnerSeats } from '#server/db/schema/dinner.ts'
import { lockMeeting } from '../contents/contents.queries.ts'
import {
  dinerOf,
  dinersOf,
  dropFill,
  fillOf,
  freeSeats,
  seatsAt,
  storeDiners,
  storedIds,
  storeFill,
  storePairs,
  storePlaces,
  swapPlaces,
  tableOf,
  tablesOf,
} from './dinner.queries.ts'
import { seatByRule } from './dinner.rules.ts'

type DinnerAct = Omit<Act, 'actor'>
type Guest = Awaited<ReturnType<typeof dinerOf>>

const TARGET = 'dinnerGuest'
export const named = (id: string, verb: string) => ({ action: `${TARGET}.${verb}`, targetType: TARGET, targetId: id })
const placeNames = (table: string, seat: number) => ({ dinnerTable: table, seat })

async function placeOf(tx: Tx, meetingId: string, { tableId, seat }: Guest) {
  return tableId === null || seat === null ? {} : placeNames((await tableOf(tx, meetingId, tableId)).name, seat)
}

async function whoIs(tx: Tx, meetingId: string, guestId: string): Promise<Guest> {
  const [found] = await tx
    .select({ personId: dinnerGuests.personId })
    .from(dinnerGuests)
    .where(eq(dinnerGuests.id, guestId))
  return dinerOf(tx, meetingId, found?.personId ? `p${found.personId}` : `g${guestId}`)
}

export async function seatGuest({ tx, by }: DinnerAct, body: BodyOf<typeof seatDinnerGuest>): Promise<void> {
  const { meetingId, guestKey: key, tableId, swapWith } = body
  await lockMeeting(tx, meetingId)
  const guest = await dinerOf(tx, meetingId, key)
  const before = { name: guest.name, ...(await placeOf(tx, meetingId, guest)) }
  if (tableId === null) {
    if (guest.guestId === null || guest.tableId === null) throw refuse('conflict', { msg: `${guest.name}还没有座位` })
    await freeSeats(tx, [guest.guestId])
    await audit(tx, by, { ...named(guest.guestId, 'unseat'), before })
    return
  }
  const table = await tableOf(tx, meetingId, tableId)
  const taken = new Map((await seatsAt(tx, tableId)).map((row) => [row.seat, row.guestId]))
  if (body.seat !== null && body.seat > table.seats)
    throw refuse('conflict', { msg: `${table.name}只有 ${table.seats} 个座位` })
  const numbers = Array.from({ length: table.seats }, (_, index) => index + 1)
  const seat = body.seat ?? numbers.find((number) => !taken.has(number))
  if (seat === undefined) throw refuse('conflict', { msg: `${table.name}已坐满` })
  const guestId = (await storedIds(tx, meetingId, [key]))(key)
  const sitting = taken.get(seat)
  if (sitting === guestId) return
  const at = named(guestId, 'seat')
  const after = { name: guest.name, ...placeNames(table.name, seat) }
  if (sitting === undefined) {
    await storePlaces(tx, [{ guestId, tableId, seat }])
    await audit(tx, by, { ...at, before, after })
    return
  }
  const other = await whoIs(tx, meetingId, sitting)
  // somebody else may have been seated there meanwhile
  if (other.key !== swapWith) throw refuse('conflict', { msg: `${table.name} ${seat} 座已安排给${other.name}` })
  if (guest.tableId === null) throw refuse('conflict', { msg: `${guest.name}还没有座位，不能与${other.name}互换` })
  await swapPlaces(tx, guestId, sitting)
  await audit(tx, by, { ...at, before, after: { ...after, swapWith: other.name } })
}

export async function saveWishes(
  { tx, by }: DinnerAct,
  { meetingId, guestKey: key, version, diet, beside, apart }: BodyOf<typeof saveDinnerWishes>,
): Promise<void> {
  await lockMeeting(tx, meetingId)
  const guest = await dinerOf(tx, meetingId, key)
  if (guest.version !== version) throw refuse('stale')
  const both = beside.find((other) => apart.includes(other))
  checkFields({
    beside: beside.includes(key) ? '不能选择本人' : null,
    apart: apart.includes(key) ? '不能选择本人' : both ? '同一人不能既相邻又不同桌' : null,
  })
  const idOf = await storedIds(tx, meetingId, [key, ...beside, ...apart])
  const id = idOf(key)
  await storePairs(tx, id, [
    ...beside.map((other) => ({ otherId: idOf(other), kind: 'beside' as const })),
    ...apart.map((other) => ({ otherId: idOf(other), kind: 'apart' as const })),
  ])
  const wish = diet.trim()
  await updateRow(tx, dinnerGuests, id, { wish, updatedAt: new Date().toISOString() })
  const names = async (keys: readonly string[]) => {
    const found = []
    for (const other of keys) found.push((await dinerOf(tx, meetingId, other)).name)
    return found
  }
  await audit(tx, by, {
    ...named(id, 'edit'),
    before: { wish: guest.diet },
    after: { name: guest.name, wish, beside: await names(beside), apart: await names(apart) },
  })
}

type Ask = (plan: {
  preview: { text: string; groups: { title: string; count: number; names: string[] }[] }
  versions: unknown
}) => Promise<void>

export async function fillByRule(
  { tx, by }: DinnerAct & { by: Author & { id: string } },
  { meetingId, mode }: BodyOf<typeof fillDinner>,
  ask: Ask,
): Promise<{ placed: number; left: number }> {
  await lockMeeting(tx, meetingId)
  const tables = await tablesOf(tx, meetingId)
  const diners = await dinersOf(tx, meetingId)
  if (tables.length === 0) throw refuse('conflict', { msg: '还没有桌，请先新增' })
  const found = seatByRule(tables, diners, mode)
  const byKey = new Map(diners.map((diner) => [diner.key, diner]))
  const seated = new Set(found.map(({ key }) => key))
  const left = diners.filter(({ key, tableId }) => tableId === null && !seated.has(key))
  if (found.length === 0)
    throw refuse('conflict', {
      msg: left.length > 0 ? `没有空座位，还有 ${left.length} 人未入座` : '没有需要安排的来宾',
    })
  const nameOf = new Map(tables.map(({ id, name }) => [id, name]))
  const groups = tables.flatMap(({ id, name }) => {
    const names = found
      .filter(({ tableId }) => tableId === id)
      .toSorted((one, other) => one.seat - other.seat)
      .map(({ key, seat }) => {
        const diner = byKey.get(key)
        const was = diner?.tableId ? `（原 ${nameOf.get(diner.tableId)} ${diner.seat} 座）` : ''
        return `${seat} 座 ${diner?.name}${was}`
      })
    return names.length > 0 ? [{ title: name, count: names.length, names }] : []
  })
  if (left.length > 0) groups.push({ title: '没有座位', count: left.length, names: left.map(({ name }) => name) })
  const moved = found.filter(({ key }) => byKey.get(key)?.tableId).length
  await ask({
    preview: {
      text: `安排 ${found.length} 人${moved > 0 ? `，其中 ${moved} 人换座` : ''}${left.length > 0 ? `，${left.length} 人没有座位` : ''}。安排后可以撤销。`,
      groups,
    },
    versions: found,
  })
  const ids = await storeDiners(
    tx,
    meetingId,
    found.flatMap(({ key }) => byKey.get(key) ?? []),
  )
  const moves = found.map(({ key, tableId, seat }): DinnerMove => {
    const diner = byKey.get(key)
    const from = diner?.tableId && diner.seat ? { tableId: diner.tableId, seat: diner.seat } : null
    return { guestId: ids.get(key) ?? '', from, to: { tableId, seat } }
  })
  await storePlaces(
    tx,
    moves.map(({ guestId, to }) => ({ guestId, ...to })),
  )
  await storeFill(tx, meetingId, by.id, moves)
  await audit(tx, by, {
    action: 'meeting.fillDinner',
    targetType: 'meeting',
    targetId: meetingId,
    after: { mode, placed: found.length },
  })
  return { placed: found.length, left: left.length }
}

/** Everybody whom the last seating by rule has placed goes back, unless somebody has moved one of them since. */
export async function undoFill({ tx, by }: DinnerAct, meetingId: string): Promise<void> {
  await lockMeeting(tx, meetingId)
  const moves = await fillOf(tx, meetingId)
  if (!moves) throw refuse('conflict', { msg: '没有可撤销的自动安排' })
  const ids = moves.map(({ guestId }) => guestId)
  const now = new Map(
    (await tx.select().from(dinnerSeats).where(inArray(dinnerSeats.guestId, ids))).map((row) => [row.guestId, row]),
  )
  const changed = refuse('conflict', { msg: '自动安排后座位又有调整，不能撤销' })
  // who was cancelled since has no seat any more, and gets none
  const staying = moves.filter(({ guestId }) => now.has(guestId))
  for (const { guestId, to } of staying) {
    const row = now.get(guestId)
    if (row?.tableId !== to.tableId || row.seat !== to.seat) throw changed
  }
  await freeSeats(tx, ids)
  const back = staying.flatMap(({ guestId, from }) => (from ? [{ guestId, ...from }] : []))
  const seatsOf = new Map((await tablesOf(tx, meetingId)).map(({ id, seats }) => [id, seats]))
  for (const { tableId, seat } of back) {
    const isTaken = await tx.$count(dinnerSeats, and(eq(dinnerSeats.tableId, tableId), eq(dinnerSeats.seat, seat)))
    if (isTaken > 0 || seat > (seatsOf.get(tableId) ?? 0)) throw changed
  }
  await storePlaces(tx, back)
  await dropFill(tx, meetingId)
  await audit(tx, by, {
    action: 'meeting.undoFillDinner',
    targetType: 'meeting',
    targetId: meetingId,
    after: { placed: staying.length },
  })
}
