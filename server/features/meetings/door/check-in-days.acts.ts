// Check-in lists of a meeting whose days change: a list that stayed behind would have ended when the guests come.
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Act } from '#server/core/act.ts'
import { auditAll } from '#server/core/audit/audit.ts'
import { checkInLists } from '#server/db/schema/check-ins.ts'
import { movedListDay } from './door.rules.ts'

type Days = { startsOn: string; endsOn: string }

/** The caller holds the meeting's lock. */
export async function moveListDays(
  { tx, by }: Pick<Act, 'tx' | 'by'>,
  meetingId: string,
  before: Days,
  after: Days,
): Promise<void> {
  const { id, name, day } = checkInLists
  const lists = await tx
    .select({ id, name, day })
    .from(checkInLists)
    .where(and(eq(checkInLists.meetingId, meetingId), isNotNull(day)))
    .orderBy(id)
  const moved = lists.flatMap((list) => {
    const next = list.day && movedListDay(list.day, before, after)
    return next === null || next === list.day ? [] : [{ ...list, next }]
  })
  for (const list of moved) await tx.update(checkInLists).set({ day: list.next }).where(eq(id, list.id))
  await auditAll(
    tx,
    by,
    moved.map((list) => ({
      action: 'checkInList.edit',
      targetType: 'checkInList',
      targetId: list.id,
      before: { name: list.name, day: list.day },
      after: { name: list.name, day: list.next },
    })),
  )
}
