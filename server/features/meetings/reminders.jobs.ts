// Each half hour from 9 o'clock on: reminds the guests of tomorrow's meetings, each once.
import { dayOf, minuteOf } from '#contract/days.ts'
import { Fields } from '#contract/fields.ts'
import { type Core, transact } from '#server/core/core.ts'
import { job } from '#server/core/jobs/jobs.ts'
import { meetingsToRemind, sendReminders } from './meeting-messages.queries.ts'

/** Nobody is woken by a message. */
const FROM = '09:00'

/** @returns how many guests were reminded */
export async function remind(core: Core, now: number, signal?: AbortSignal): Promise<number> {
  if (minuteOf(now).slice(11) < FROM) return 0
  const today = dayOf(now)
  let done = 0
  for (const meetingId of await meetingsToRemind(core.db, core.config, today)) {
    signal?.throwIfAborted()
    done += await transact(core, (tx) => sendReminders(tx, core.config, meetingId, today))
  }
  return done
}

export const remindersJob = job({
  name: 'meetings.reminders',
  input: Fields({}),
  title: () => '会议前一天提醒来宾',
  schedule: { every: 30 },
  run: async ({ core, signal }) => {
    const done = await remind(core, Date.now(), signal)
    return { done, message: `提醒 ${done} 位来宾` }
  },
})
