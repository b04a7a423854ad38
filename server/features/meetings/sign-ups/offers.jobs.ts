// Each minute: ends offers of seats that nobody accepted in time, and passes these seats on.
import { Fields } from '#contract/fields.ts'
import { transact } from '#server/core/core.ts'
import { job } from '#server/core/jobs/jobs.ts'
import { lapseOffers } from './seats.acts.ts'
import { meetingsWithDueOffers } from './seats.queries.ts'

const SYSTEM = { id: null, name: '系统', address: '', requestId: '' }

export const offersJob = job({
  name: 'meetings.offers',
  input: Fields({}),
  title: () => '收回到期的会议名额',
  schedule: { every: 1 },
  isUrgent: true,
  run: async ({ core, signal }) => {
    let done = 0
    for (const meetingId of await meetingsWithDueOffers(core.db)) {
      signal.throwIfAborted()
      done += await transact(core, (tx, announce) => lapseOffers({ tx, by: SYSTEM, core, announce }, meetingId))
    }
    return { done, message: `收回 ${done} 个到期的名额保留` }
  },
})
