// Checking in at a meeting over HTTP. Phones send scans late and more than once: each counts once for list and sign-up.
import { and, eq, ne, sql } from 'drizzle-orm'
import {
  CHECK_IN_LISTS_MAX,
  type CheckInResult,
  checkIn,
  getCheckIn,
  getRoster,
  removeCheckInList,
  saveCheckInList,
  undoCheckIn,
} from '../../../contract/meetings/check-ins.ts'
import { audit, auditAll } from '../../core/audit/audit.ts'
import { checkFields, orNotFound, refuse } from '../../core/http/refusal.ts'
import { serve, serveAct } from '../../core/http/serve.ts'
import { insertRow } from '../../core/rows/store.ts'
import { checkInLists, checkIns, meetingSignUps as signUps } from '../../db/schema/meeting-sign-ups.ts'
import { checkedIn, listOf, listsOf, lockForCheckIn, lockTickets, rosterOf } from './check-ins.queries.ts'
import { scanMoment } from './check-ins.rules.ts'
import { lockMeeting } from './contents.queries.ts'
import { seatsOf, takenSeats } from './sign-ups.queries.ts'
import { peopleOf } from './sign-ups.rules.ts'

const LIST = 'checkInList'
const SIGN_UP = 'meetingSignUp'

export const routes = [
  serve(getCheckIn, async ({ body: { meetingId }, db }) => {
    const { name, edition } = await seatsOf(db, meetingId)
    return { name, edition, expected: await takenSeats(db, meetingId), lists: await listsOf(db, meetingId) }
  }),

  serve(getRoster, async ({ body: { meetingId, listId }, db }) => {
    await listOf(db, meetingId, listId)
    return rosterOf(db, meetingId, listId)
  }),

  serveAct(checkIn, async ({ body: { meetingId, listId, scans }, tx, actor, by }) => {
    await lockForCheckIn(tx, meetingId)
    const list = await listOf(tx, meetingId, listId)
    const rows = await lockTickets(
      tx,
      meetingId,
      scans.map(({ ticket }) => ticket),
    )
    const known = new Map(rows.map((row) => [row.ticket, row]))
    const before = await checkedIn(
      tx,
      listId,
      rows.map(({ id }) => id),
    )
    const results: CheckInResult[] = []
    const added: (typeof checkIns.$inferInsert)[] = []
    for (const scan of scans) {
      const row = known.get(scan.ticket)
      if (!row) {
        results.push({ ticket: scan.ticket, outcome: 'unknown', name: '', people: 0, at: null, byName: '' })
        continue
      }
      const people = peopleOf(row)
      const of = { ticket: scan.ticket, name: row.name, people }
      const first = before.get(row.id)
      const at = scanMoment(scan.at, Date.now())
      if (first) {
        const isSame = first.byId === actor.id && Date.parse(first.at) === Date.parse(scan.at)
        results.push({ ...of, outcome: isSame ? 'in' : 'already', at: first.at, byName: first.byName })
      } else if (row.state !== 'confirmed' && row.state !== 'came') {
        results.push({ ...of, outcome: 'notConfirmed', at: null, byName: '' })
      } else {
        before.set(row.id, { signUpId: row.id, at, people, byId: actor.id, byName: actor.realName })
        added.push({ listId, signUpId: row.id, at, people, byId: actor.id })
        results.push({ ...of, outcome: 'in', at, byName: actor.realName })
      }
    }
    if (added.length === 0) return results
    await tx.insert(checkIns).values(added)
    const ids = added.map(({ signUpId }) => signUpId)
    await tx
      .update(signUps)
      .set({ state: 'came', version: sql`${signUps.version} + 1`, updatedAt: sql`now()` })
      .where(and(eq(signUps.state, 'confirmed'), sql`${signUps.id} = any(${sql.param(ids)}::bigint[])`))
    await auditAll(
      tx,
      by,
      added.map(({ signUpId, people }) => ({
        ...{ action: `${SIGN_UP}.checkIn`, targetType: SIGN_UP, targetId: signUpId },
        after: { checkInList: list.name, people },
      })),
    )
    return results
  }),

  serveAct(undoCheckIn, async ({ body: { meetingId, listId, ticket }, tx, by }) => {
    await lockForCheckIn(tx, meetingId)
    const list = await listOf(tx, meetingId, listId)
    const row = orNotFound((await lockTickets(tx, meetingId, [ticket]))[0])
    const [gone] = await tx
      .delete(checkIns)
      .where(and(eq(checkIns.listId, listId), eq(checkIns.signUpId, row.id)))
      .returning()
    orNotFound(gone)
    const isElsewhere = (await tx.$count(checkIns, eq(checkIns.signUpId, row.id))) > 0
    if (!isElsewhere)
      await tx
        .update(signUps)
        .set({ state: 'confirmed', version: sql`${signUps.version} + 1`, updatedAt: sql`now()` })
        .where(eq(signUps.id, row.id))
    await audit(tx, by, {
      ...{ action: `${SIGN_UP}.undoCheckIn`, targetType: SIGN_UP, targetId: row.id },
      before: { checkInList: list.name },
    })
  }),

  serveAct(saveCheckInList, async ({ body: { meetingId, id, ...form }, tx, by }) => {
    await lockMeeting(tx, meetingId)
    const name = form.name.trim()
    const isTaken = await tx.$count(
      checkInLists,
      and(
        eq(checkInLists.meetingId, meetingId),
        sql`lower(${checkInLists.name}) = lower(${name})`,
        ne(checkInLists.id, id ?? '0'),
      ),
    )
    checkFields({ name: isTaken > 0 ? '已有同名的签到点' : null })
    const of = { targetType: LIST }
    if (id === null) {
      if ((await tx.$count(checkInLists, eq(checkInLists.meetingId, meetingId))) >= CHECK_IN_LISTS_MAX)
        throw refuse('conflict', { msg: `一个会议最多 ${CHECK_IN_LISTS_MAX} 个签到点` })
      const added = await insertRow(tx, checkInLists, { meetingId, name })
      await audit(tx, by, { ...of, action: `${LIST}.add`, targetId: added, after: { meetingId, name } })
      return { id: added }
    }
    const before = await listOf(tx, meetingId, id)
    await tx.update(checkInLists).set({ name }).where(eq(checkInLists.id, id))
    await audit(tx, by, {
      ...{ ...of, action: `${LIST}.edit`, targetId: id },
      ...{ before: { name: before.name }, after: { name } },
    })
    return { id }
  }),

  serveAct(removeCheckInList, async ({ body: { meetingId, id }, tx, by }) => {
    await lockMeeting(tx, meetingId)
    const { name } = await listOf(tx, meetingId, id)
    if ((await tx.$count(checkIns, eq(checkIns.listId, id))) > 0)
      throw refuse('conflict', { msg: `“${name}”已有人签到，不能删除` })
    await tx.delete(checkInLists).where(eq(checkInLists.id, id))
    await audit(tx, by, { action: `${LIST}.delete`, targetType: LIST, targetId: id, before: { name } })
  }),
]
