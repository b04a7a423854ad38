// Notices that people enable for themselves. Personal settings affect nobody else: no audit row.
import { and, eq, inArray } from 'drizzle-orm'
import {
  getOwnNotices,
  type OwnNoticeEvent,
  ownNoticeEvents,
  switchOwnNotice,
} from '../../../contract/outbox/notices.ts'
import { serve } from '../../core/http/serve.ts'
import { userNotices } from '../../db/schema/core/outbox.ts'

export const routes = [
  serve(getOwnNotices, async ({ actor, db }) => {
    const rows = await db
      .select({ event: userNotices.event })
      .from(userNotices)
      .where(and(eq(userNotices.userId, actor.id), inArray(userNotices.event, [...ownNoticeEvents])))
    return { on: rows.map(({ event }) => event as OwnNoticeEvent) }
  }),

  serve(switchOwnNotice, async ({ body: { event, isOn }, actor, db }) => {
    if (isOn) await db.insert(userNotices).values({ userId: actor.id, event }).onConflictDoNothing()
    else await db.delete(userNotices).where(and(eq(userNotices.userId, actor.id), eq(userNotices.event, event)))
    return null
  }),
]
