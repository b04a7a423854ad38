// Dinner of a meeting over HTTP.
import { and, eq, max, ne, sql } from 'drizzle-orm'
import {
  addDinnerTables,
  DINNER_GUESTS_MAX,
  DINNER_TABLES_MAX,
  editDinnerTable,
  exportDinner,
  fillDinner,
  getDinner,
  removeDinnerGuest,
  removeDinnerTable,
  saveDinnerGuest,
  saveDinnerWishes,
  seatDinnerGuest,
  undoDinnerFill,
} from '#contract/meetings/dinner.ts'
import { audit, auditAll, difference } from '#server/core/audit/audit.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { insertRow, updateRow } from '#server/core/rows/store.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { dinnerGuests, dinnerTables } from '#server/db/schema/dinner.ts'
import { lockMeeting, meetingOf } from '../contents/contents.queries.ts'
import { fillByRule, named, saveWishes, seatGuest, undoFill } from './dinner.acts.ts'
import { dinerOf, dinersOf, fillOf, quotaNamesOf, seatsAt, tableOf, tablesOf } from './dinner.queries.ts'

const TABLE = 'dinnerTable'
const namedTable = (id: string, verb: string) => ({ action: `${TABLE}.${verb}`, targetType: TABLE, targetId: id })
const ofMeeting = (meetingId: string) => eq(dinnerTables.meetingId, meetingId)

async function verdictOfQuota(tx: Tx, meetingId: string, quotaId: string | null): Promise<string | null> {
  if (quotaId === null) return null
  return (await quotaNamesOf(tx, meetingId)).some(({ id }) => id === quotaId) ? null : '名额类型不存在'
}

/** Every seat of every table, taken or not; then who has none. */
async function seatingOf(db: Db, meetingId: string) {
  const tables = await tablesOf(db, meetingId)
  const diners = await dinersOf(db, meetingId)
  const quotaNames = new Map((await quotaNamesOf(db, meetingId)).map(({ id, name }) => [id, name]))
  const quotaName = (id: string | null) => (id === null ? '' : (quotaNames.get(id) ?? ''))
  const at = new Map(diners.map((diner) => [`${diner.tableId}/${diner.seat}`, diner]))
  const seated = tables.flatMap(({ id, zone, name: table, seats, quotaId }) =>
    Array.from({ length: seats }, (_, index) => {
      const diner = at.get(`${id}/${index + 1}`)
      const { name = '', company = '', diet = '' } = diner ?? {}
      return { zone, table, seat: index + 1, name, company, diet, quotaName: quotaName(diner?.quotaId ?? quotaId) }
    }),
  )
  const rest = diners
    .filter(({ tableId }) => tableId === null)
    .map(({ name, company, diet, quotaId }) => ({
      zone: '',
      table: '未入座',
      seat: null,
      name,
      company,
      diet,
      quotaName: quotaName(quotaId),
    }))
  return [...seated, ...rest]
}

export const dinnerExport = declareExport(exportDinner, {
  target: 'dinnerGuest',
  list: {
    each: async function* (db: Db, { meetingId }: { meetingId: string }) {
      yield await seatingOf(db, meetingId)
    },
  },
})

export const routes = [
  serve(getDinner, async ({ body: { meetingId }, db }) => {
    await meetingOf(db, meetingId)
    return {
      tables: await tablesOf(db, meetingId),
      guests: await dinersOf(db, meetingId),
      quotas: await quotaNamesOf(db, meetingId),
      hasFill: (await fillOf(db, meetingId)) !== undefined,
    }
  }),

  serveAct(addDinnerTables, async ({ tx, by, body: { meetingId, count, ...form } }) => {
    await lockMeeting(tx, meetingId)
    checkFields({ quotaId: await verdictOfQuota(tx, meetingId, form.quotaId) })
    const stored = await tablesOf(tx, meetingId)
    if (stored.length + count > DINNER_TABLES_MAX)
      throw refuse('conflict', { msg: `一场晚宴最多 ${DINNER_TABLES_MAX} 桌` })
    const [last] = await tx
      .select({ position: max(dinnerTables.position) })
      .from(dinnerTables)
      .where(ofMeeting(meetingId))
    const number = Math.max(0, ...stored.map(({ name }) => Number(/^(\d+) 桌/.exec(name)?.[1] ?? 0)))
    const values = Array.from({ length: count }, (_, index) => ({
      ...form,
      zone: form.zone.trim(),
      meetingId,
      name: `${number + 1 + index} 桌`,
      position: (last?.position ?? 0) + 1 + index,
    }))
    const added = await tx
      .insert(dinnerTables)
      .values(values)
      .returning({ id: dinnerTables.id, name: dinnerTables.name })
    const { zone, seats } = form
    await auditAll(
      tx,
      by,
      added.map(({ id, name }) => ({ ...namedTable(id, 'add'), after: { meetingId, name, zone, seats } })),
    )
  }),

  serveAct(editDinnerTable, async ({ tx, by, body: { meetingId, id, version, ...given } }) => {
    await lockMeeting(tx, meetingId)
    const before = await tableOf(tx, meetingId, id)
    if (before.version !== version) throw refuse('stale')
    const form = { ...given, name: given.name.trim(), zone: given.zone.trim() }
    const sameName = and(
      ofMeeting(meetingId),
      sql`lower(${dinnerTables.name}) = lower(${form.name})`,
      ne(dinnerTables.id, id),
    )
    const last = (await seatsAt(tx, id)).at(-1)
    checkFields({
      name: (await tx.$count(dinnerTables, sameName)) > 0 ? '已有同名的桌' : null,
      seats: last && last.seat > form.seats ? `${last.seat} 座有人，请先移走` : null,
      quotaId: await verdictOfQuota(tx, meetingId, form.quotaId),
    })
    await updateRow(tx, dinnerTables, id, form)
    await audit(tx, by, { ...namedTable(id, 'edit'), ...difference<Record<string, unknown>>(before, form) })
  }),

  serveAct(removeDinnerTable, async ({ tx, by, body: { meetingId, id } }) => {
    await lockMeeting(tx, meetingId)
    const { name, zone, seats } = await tableOf(tx, meetingId, id)
    const taken = (await seatsAt(tx, id)).length
    if (taken > 0) throw refuse('conflict', { msg: `${name}坐着 ${taken} 人，请先移走` })
    await tx.delete(dinnerTables).where(eq(dinnerTables.id, id))
    await audit(tx, by, { ...namedTable(id, 'delete'), before: { name, zone, seats } })
  }),

  serveAct(saveDinnerGuest, async ({ tx, by, body: { meetingId, guestKey: key, version, ...given } }) => {
    await lockMeeting(tx, meetingId)
    const form = { ...given, name: given.name.trim(), company: given.company.trim() }
    if (key === null) {
      const own = and(eq(dinnerGuests.meetingId, meetingId), sql`${dinnerGuests.personId} is null`)
      if ((await tx.$count(dinnerGuests, own)) >= DINNER_GUESTS_MAX)
        throw refuse('conflict', { msg: `一场晚宴最多登记 ${DINNER_GUESTS_MAX} 人` })
      const id = await insertRow(tx, dinnerGuests, { ...form, meetingId })
      await audit(tx, by, { ...named(id, 'add'), after: { meetingId, ...form } })
      return { key: `g${id}` }
    }
    const { guestId, signUpId, ...before } = await dinerOf(tx, meetingId, key)
    if (signUpId !== null) throw refuse('conflict', { msg: '报名的来宾请在报名中修改' })
    if (before.version !== version) throw refuse('stale')
    await updateRow(tx, dinnerGuests, orNotFound(guestId), { ...form, updatedAt: sql`now()` })
    await audit(tx, by, {
      ...named(orNotFound(guestId), 'edit'),
      ...difference<Record<string, unknown>>(before, form),
    })
    return { key }
  }),

  serveAct(removeDinnerGuest, async ({ tx, by, body: { meetingId, guestKey: key } }) => {
    await lockMeeting(tx, meetingId)
    const { guestId, signUpId, name, company, diet } = await dinerOf(tx, meetingId, key)
    if (signUpId !== null) throw refuse('conflict', { msg: '报名的来宾请在报名中取消' })
    await tx.delete(dinnerGuests).where(eq(dinnerGuests.id, orNotFound(guestId)))
    await audit(tx, by, { ...named(orNotFound(guestId), 'delete'), before: { name, company, wish: diet } })
  }),

  serveAct(saveDinnerWishes, ({ tx, by, body }) => saveWishes({ tx, by }, body)),
  serveAct(seatDinnerGuest, ({ tx, by, body }) => seatGuest({ tx, by }, body)),
  serveAct(fillDinner, (act) =>
    fillByRule({ tx: act.tx, by: { ...act.by, id: act.actor.id } }, act.body, (plan) => confirmed(act.tx, act, plan)),
  ),
  serveAct(undoDinnerFill, ({ tx, by, body: { meetingId } }) => undoFill({ tx, by }, meetingId)),
]
