// The door over HTTP: people signed in, and helpers with a link and its PIN.
import { eq, sql } from 'drizzle-orm'
import {
  getHelperSnapshot,
  getSnapshot,
  openDoor,
  PIN_TRIES,
  type Snapshot,
  searchHeads,
  sendHelperScans,
  sendScans,
  undoScan,
} from '#contract/meetings/door.ts'
import { audit } from '#server/core/audit/audit.ts'
import { databaseNow } from '#server/core/clock.ts'
import { type Core, transact } from '#server/core/core.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import type { Db, Executor } from '#server/db/connection.ts'
import { checkInLinks } from '#server/db/schema/check-ins.ts'
import { linkOf, listOf, type StoredList, searchIn, snapshotOf } from './check-ins.queries.ts'
import { recordScans, refuseEnded, refuseLink, undo } from './door.acts.ts'
import { doorToken, isPin, linkOfToken, listEnd } from './door.rules.ts'

/** From one address: a door with several phones behind one. */
const PER_MINUTE = 600
const PINS_PER_MINUTE = 30

async function snapshot(db: Db, list: StoredList): Promise<Snapshot> {
  const now = await databaseNow(db)
  refuseEnded(list, now)
  if (list.isCancelled) throw refuse('conflict', { msg: '会议已取消，不再签到' })
  return {
    meeting: list.meeting,
    list: list.name,
    now: new Date(now).toISOString(),
    endsAt: listEnd(list.day, list.endsOn),
    people: await snapshotOf(db, list.meetingId, list.id),
  }
}

/** 20404 where the token is forged. */
async function linkOfHelper(core: Core, db: Executor, token: string) {
  const code = linkOfToken(core.config.secretKey, token)
  const link = code === undefined ? undefined : await linkOf(db, code)
  if (!link) throw refuseLink()
  return link
}

/** 20404 where it has ended, too. */
function liveLink(found: Awaited<ReturnType<typeof linkOf>>) {
  if (found?.linkEndedAt !== null) throw refuseLink()
  return found
}

export const routes = [
  serve(getSnapshot, async ({ body: { meetingId, listId }, db }) => snapshot(db, await listOf(db, meetingId, listId))),

  serveAct(sendScans, async ({ body: { meetingId, listId, door, scans }, tx, actor, by }) => {
    const list = await listOf(tx, meetingId, listId)
    const scanner = { byId: actor.id, linkId: null }
    const now = await databaseNow(tx)
    return recordScans(tx, by, { list, door: door.trim(), scanner, linkEndedAt: null, now }, scans)
  }),

  serve(searchHeads, async ({ body: { meetingId, listId, text }, db }) => {
    await listOf(db, meetingId, listId)
    return searchIn(db, meetingId, listId, text.trim())
  }),

  serveAct(undoScan, async ({ body: { meetingId, listId, code }, tx, by }) =>
    undo(tx, by, await listOf(tx, meetingId, listId), code),
  ),

  serve(
    openDoor,
    async ({ body: { code, pin }, core, by }) => {
      // the count of wrong PINs is stored although the call is refused
      const left = await transact(core, async (tx) => {
        await tx.select({ id: checkInLinks.id }).from(checkInLinks).where(eq(checkInLinks.code, code)).for('update')
        const link = liveLink(await linkOf(tx, code))
        refuseEnded(link, await databaseNow(tx))
        if (isPin(core.config.secretKey, link, pin)) return null
        const [stored] = await tx
          .update(checkInLinks)
          .set({
            wrongPins: sql`${checkInLinks.wrongPins} + 1`,
            endedAt: sql`case when ${checkInLinks.wrongPins} + 1 >= ${PIN_TRIES} then now() end`,
          })
          .where(eq(checkInLinks.id, link.linkId))
          .returning({ wrongPins: checkInLinks.wrongPins })
        const { wrongPins } = orNotFound(stored)
        if (wrongPins >= PIN_TRIES)
          await audit(tx, by, {
            action: 'checkInList.endLink',
            targetType: 'checkInList',
            targetId: link.id,
            before: { name: link.name },
            after: { reason: `PIN 输错 ${PIN_TRIES} 次` },
          })
        return PIN_TRIES - wrongPins
      })
      if (left === null) return { token: doorToken(core.config.secretKey, code) }
      throw refuse('invalid', {
        msg: left > 0 ? `PIN 不正确，还可以试 ${left} 次` : `PIN 输错 ${PIN_TRIES} 次，${refuseLink().message}`,
      })
    },
    { perMinute: PINS_PER_MINUTE },
  ),

  serve(
    getHelperSnapshot,
    async ({ body: { token }, core, db }) => snapshot(db, liveLink(await linkOfHelper(core, db, token))),
    { perMinute: PER_MINUTE },
  ),

  serveAct(
    sendHelperScans,
    async ({ body: { token, door, scans }, core, tx, by }) => {
      const link = await linkOfHelper(core, tx, token)
      const { linkId, linkEndedAt } = link
      const now = await databaseNow(tx)
      const scanner = { byId: null, linkId }
      return recordScans(tx, by, { list: link, door: door.trim(), scanner, linkEndedAt, now }, scans)
    },
    { perMinute: PER_MINUTE },
  ),
]
