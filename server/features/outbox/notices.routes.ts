// Notices that people enable for themselves. Personal settings affect nobody else: no audit row.
import { and, eq, inArray } from 'drizzle-orm'
import { noticeEvents } from '#contract/outbox/message-labels.ts'
import { getOwnNotices, type OwnNoticeEvent, ownNoticeEvents, switchOwnNotice } from '#contract/outbox/notices.ts'
import { serve } from '#server/core/http/serve.ts'
import { userNotices } from '#server/db/schema/core/outbox.ts'

const isUsuallyOn = (event: OwnNoticeEvent) => noticeEvents[event].usual === 'on'

export const routes = [
  serve(getOwnNotices, async ({ actor, db }) => {
    const rows = await db
      .select({ event: userNotices.event })
      .from(userNotices)
      .where(and(eq(userNotices.userId, actor.id), inArray(userNotices.event, [...ownNoticeEvents])))
    const changed = new Set(rows.map(({ event }) => event))
    return { on: ownNoticeEvents.filter((event) => changed.has(event) !== isUsuallyOn(event)) }
  }),

  serve(switchOwnNotice, async ({ body: { event, isOn }, actor, db }) => {
    if (isOn !== isUsuallyOn(event))
      await db.insert(userNotices).values({ userId: actor.id, event }).onConflictDoNothing()
    else await db.delete(userNotices).where(and(eq(userNotices.userId, actor.id), eq(userNotices.event, event)))
    return null
  }),
]
