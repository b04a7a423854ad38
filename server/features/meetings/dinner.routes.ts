// Dinner of a meeting over HTTP.
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { GUESTS_MAX, listDinnerGuests, removeDinnerGuests, saveDinnerGuest } from '../../../contract/meetings/dinner.ts'
import { audit, auditAll, difference } from '../../core/audit/audit.ts'
import { allFound, checkFields, orNotFound, refuse } from '../../core/http/refusal.ts'
import { serve, serveAct } from '../../core/http/serve.ts'
import { insertRow, updateRow } from '../../core/rows/store.ts'
import { dinnerGuests } from '../../db/schema/meeting-contents.ts'
import { lockMeeting, meetingOf } from './contents.queries.ts'

const TARGET = 'dinnerGuest'
const named = (id: string, verb: string) => ({ action: `${TARGET}.${verb}`, targetType: TARGET, targetId: id })

const { meetingId: ofMeeting } = dinnerGuests

export const routes = [
  serve(listDinnerGuests, async ({ body: { meetingId }, db }) => {
    await meetingOf(db, meetingId)
    const { id, version, name, company, mobile, tableNumber, seat, wish } = dinnerGuests
    return db
      .select({ id, version, name, company, mobile, tableNumber, seat, wish })
      .from(dinnerGuests)
      .where(eq(ofMeeting, meetingId))
      .orderBy(asc(tableNumber), asc(seat))
      .limit(GUESTS_MAX)
  }),

  serveAct(saveDinnerGuest, async ({ tx, body: { meetingId, id, version, ...given }, by }) => {
    await lockMeeting(tx, meetingId)
    const form = { ...given, name: given.name.trim(), company: given.company.trim(), wish: given.wish.trim() }
    const atSeat = and(
      eq(ofMeeting, meetingId),
      eq(dinnerGuests.tableNumber, form.tableNumber),
      eq(dinnerGuests.seat, form.seat),
      ne(dinnerGuests.id, id ?? '0'),
    )
    const [other] = await tx.select({ name: dinnerGuests.name }).from(dinnerGuests).where(atSeat)
    checkFields({ seat: other ? `${form.tableNumber} 桌 ${form.seat} 座已安排给${other.name}` : null })
    if (id === null) {
      if ((await tx.$count(dinnerGuests, eq(ofMeeting, meetingId))) >= GUESTS_MAX)
        throw refuse('conflict', { msg: `一场晚宴最多登记 ${GUESTS_MAX} 人` })
      const added = await insertRow(tx, dinnerGuests, { ...form, meetingId })
      await audit(tx, by, { ...named(added, 'add'), after: { meetingId, ...form } })
      return { id: added }
    }
    const [stored] = await tx
      .select()
      .from(dinnerGuests)
      .where(and(eq(dinnerGuests.id, id), eq(ofMeeting, meetingId)))
    const before = orNotFound(stored)
    if (before.version !== version) throw refuse('stale')
    await updateRow(tx, dinnerGuests, id, { ...form, updatedAt: sql`now()` })
    await audit(tx, by, { ...named(id, 'edit'), ...difference<Record<string, unknown>>(before, form) })
    return { id }
  }),

  serveAct(removeDinnerGuests, async ({ tx, body: { meetingId, ids }, by }) => {
    await lockMeeting(tx, meetingId)
    const where = and(inArray(dinnerGuests.id, ids), eq(ofMeeting, meetingId))
    const found = allFound(await tx.delete(dinnerGuests).where(where).returning(), ids)
    await auditAll(
      tx,
      by,
      found.map((guest) => ({ ...named(guest.id, 'delete'), before: { ...guest } })),
    )
  }),
]
