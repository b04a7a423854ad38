// Check-in lists of meetings and the links of helpers, over HTTP.
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import {
  CHECK_IN_LISTS_MAX,
  endCheckInLink,
  getCheckIn,
  makeCheckInLink,
  queryCheckedIn,
  removeCheckInList,
  saveCheckInList,
} from '#contract/meetings/check-ins.ts'
import { audit } from '#server/core/audit/audit.ts'
import { databaseNow } from '#server/core/clock.ts'
import { originOf } from '#server/core/http/public-pages.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { insertRow } from '#server/core/rows/store.ts'
import type { Tx } from '#server/db/connection.ts'
import { checkInLinks, checkInLists, checkIns } from '#server/db/schema/check-ins.ts'
import { lockMeeting } from '../contents/contents.queries.ts'
import { findMeeting } from '../meetings.queries.ts'
import { checkInFiguresOf, listCheckedIn } from './check-in-figures.queries.ts'
import { listOf, listsOf } from './check-ins.queries.ts'
import { refuseEnded } from './door.acts.ts'
import { hashPin, listEnd, newLinkCode, newPin } from './door.rules.ts'

const LIST = 'checkInList'
const PAGE = '/backend/checkin'

const endLive = (tx: Tx, listId: string) =>
  tx
    .update(checkInLinks)
    .set({ endedAt: sql`now()` })
    .where(and(eq(checkInLinks.listId, listId), isNull(checkInLinks.endedAt)))
    .returning({ id: checkInLinks.id })

export const routes = [
  serve(getCheckIn, async ({ body: { meetingId }, db }) => {
    const { name, edition, startsOn, endsOn } = orNotFound(await findMeeting(db, meetingId))
    const lists = await listsOf(db, meetingId)
    return {
      name,
      edition,
      startsOn,
      endsOn,
      ...(await checkInFiguresOf(db, meetingId)),
      lists: lists.map((list) => ({ ...list, endsAt: listEnd(list.day, endsOn) })),
    }
  }),

  serve(queryCheckedIn, async ({ body, db }) => {
    orNotFound(await findMeeting(db, body.meetingId))
    return listCheckedIn(db, body)
  }),

  serveAct(saveCheckInList, async ({ body: { meetingId, id, ...form }, tx, by }) => {
    await lockMeeting(tx, meetingId)
    const { startsOn, endsOn } = orNotFound(await findMeeting(tx, meetingId))
    const values = { ...form, name: form.name.trim() }
    const isTaken = await tx.$count(
      checkInLists,
      and(
        eq(checkInLists.meetingId, meetingId),
        sql`lower(${checkInLists.name}) = lower(${values.name})`,
        ne(checkInLists.id, id ?? '0'),
      ),
    )
    const { day } = values
    checkFields({
      name: isTaken > 0 ? '已有同名的签到点' : null,
      day: day !== null && (day < startsOn || day > endsOn) ? '日期不在会议日期内' : null,
    })
    const of = { targetType: LIST }
    if (id === null) {
      if ((await tx.$count(checkInLists, eq(checkInLists.meetingId, meetingId))) >= CHECK_IN_LISTS_MAX)
        throw refuse('conflict', { msg: `一个会议最多 ${CHECK_IN_LISTS_MAX} 个签到点` })
      const added = await insertRow(tx, checkInLists, { meetingId, ...values })
      await audit(tx, by, { ...of, action: `${LIST}.add`, targetId: added, after: { meetingId, ...values } })
      return { id: added }
    }
    const before = await listOf(tx, meetingId, id)
    await tx.update(checkInLists).set(values).where(eq(checkInLists.id, id))
    await audit(tx, by, {
      ...of,
      action: `${LIST}.edit`,
      targetId: id,
      before: { name: before.name, kind: before.kind, day: before.day },
      after: values,
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

  serveAct(makeCheckInLink, async ({ body: { meetingId, listId }, tx, actor, by, core, request }) => {
    await lockMeeting(tx, meetingId)
    const list = await listOf(tx, meetingId, listId)
    refuseEnded(list, await databaseNow(tx))
    await endLive(tx, listId)
    const [code, pin] = [newLinkCode(), newPin()]
    const pinHash = hashPin(core.config.secretKey, code, pin)
    await tx.insert(checkInLinks).values({ listId, code, pinHash, makerId: actor.id })
    await audit(tx, by, { action: `${LIST}.makeLink`, targetType: LIST, targetId: listId, after: { name: list.name } })
    return { url: `${originOf(core, request)}${PAGE}#${code}`, pin }
  }),

  serveAct(endCheckInLink, async ({ body: { meetingId, listId }, tx, by }) => {
    const { name } = await listOf(tx, meetingId, listId)
    orNotFound((await endLive(tx, listId))[0])
    await audit(tx, by, { action: `${LIST}.endLink`, targetType: LIST, targetId: listId, before: { name } })
  }),
]
