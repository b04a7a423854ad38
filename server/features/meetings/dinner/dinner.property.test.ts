// Whatever is done to a dinner: each guest has one seat at most, each seat one guest, no table more guests than seats.
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import {
  addDinnerTables,
  editDinnerTable,
  fillDinner,
  getDinner,
  saveDinnerWishes,
  seatDinnerGuest,
  undoDinnerFill,
} from '#contract/meetings/dinner.ts'
import { cancelSignUp, restoreSignUp } from '#contract/meetings/sign-ups.ts'
import { meetingQuotas, meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { confirm } from '#test/confirm.ts'
import { type Person, testServer } from '#test/http.ts'
import { makeGuests, makeMeeting } from '#test/meeting-factories.ts'

const server = testServer()
let host: Person
beforeAll(async () => {
  host = await server().as('administrator')
})

const small = fc.nat({ max: 11 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('seat' as const), guest: small, table: fc.nat({ max: 3 }), seat: fc.nat({ max: 5 }) }),
  fc.record({ kind: fc.constant('fill' as const), isAll: fc.boolean() }),
  fc.record({ kind: fc.constant('wish' as const), guest: small, other: small, isApart: fc.boolean() }),
  fc.record({ kind: fc.constant('undo' as const) }),
  fc.record({ kind: fc.constant('cancel' as const), signUp: fc.nat({ max: 4 }) }),
  fc.record({ kind: fc.constant('restore' as const), signUp: fc.nat({ max: 4 }) }),
  fc.record({ kind: fc.constant('shrink' as const), table: fc.nat({ max: 2 }), seats: fc.integer({ min: 1, max: 5 }) }),
)

it('meetings-visits-sharing.md "dinnerRegister": random acts keep each person at one seat and no table above its seats', async () => {
  const { db } = server().database
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { id: meetingId } = await makeMeeting(db, host.id)
      for (const companions of [0, 1, 2, 0, 3]) await makeGuests(db, meetingId, { companions })
      await db.update(meetingQuotas).set({ taken: 11 }).where(eq(meetingQuotas.meetingId, meetingId))
      await host.call(addDinnerTables, { meetingId, zone: '', seats: 4, quotaId: null, count: 3 })
      const ids = await db.select({ id: signUps.id }).from(signUps).where(eq(signUps.meetingId, meetingId))
      const view = async () => (await host.call(getDinner, { meetingId })).data
      for (const each of steps) {
        const { tables, guests } = await view()
        const keyAt = (at: number) => guests[at % Math.max(guests.length, 1)]?.key ?? 'p1'
        if (each.kind === 'seat') {
          const tableId = tables[each.table]?.id ?? null
          const seat = each.seat === 0 ? null : each.seat
          const sitting = guests.find((guest) => guest.tableId === tableId && guest.seat === seat)
          const place = { guestKey: keyAt(each.guest), tableId, seat, swapWith: sitting?.key ?? null }
          await host.call(seatDinnerGuest, { meetingId, ...place })
        } else if (each.kind === 'wish') {
          const guest = guests[each.guest % Math.max(guests.length, 1)]
          const other = [keyAt(each.other)]
          await host.call(saveDinnerWishes, {
            meetingId,
            guestKey: guest?.key ?? 'p1',
            version: guest?.version ?? 0,
            diet: '',
            beside: each.isApart ? [] : other,
            apart: each.isApart ? other : [],
          })
        } else if (each.kind === 'fill')
          await confirm(server(), host, fillDinner, { meetingId, mode: each.isAll ? 'all' : 'rest' })
        else if (each.kind === 'undo') await host.call(undoDinnerFill, { meetingId })
        else if (each.kind === 'cancel')
          await host.call(cancelSignUp, { id: ids[each.signUp]?.id ?? '', reason: '行程冲突' })
        else if (each.kind === 'restore') await host.call(restoreSignUp, { id: ids[each.signUp]?.id ?? '' })
        else {
          const table = tables[each.table]
          if (table) await host.call(editDinnerTable, { ...table, meetingId, seats: each.seats })
        }
      }
      const { tables, guests } = await view()
      const seated = guests.filter(({ tableId }) => tableId !== null)
      expect(new Set(seated.map(({ tableId, seat }) => `${tableId}/${seat}`)).size).toBe(seated.length)
      for (const { id, seats } of tables) {
        const at = seated.filter(({ tableId }) => tableId === id)
        expect(at.length).toBeLessThanOrEqual(seats)
        for (const { seat } of at) expect(seat).toBeLessThanOrEqual(seats)
      }
      const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int n from dinner_seats s
        join dinner_tables t on t.id = s.table_id where t.meeting_id = ${meetingId}`)
      expect(rows[0]?.n, 'nobody else holds a seat').toBe(seated.length)
    }),
    { numRuns: 12, seed: 20_261_127 },
  )
}, 120_000)
