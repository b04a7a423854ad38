// What the outbox registers with the application.
import { type NoticeEvent, noticeEvents } from '#contract/outbox/message-labels.ts'
import { noticeCause } from '#server/core/outbox/causes.ts'
import { clearingJob } from './clearing.job.ts'
import { expiringJob } from './expiring.job.ts'
import { routes as messages } from './messages.routes.ts'
import { routes as notices } from './notices.routes.ts'
import { receiptsJob } from './receipts.job.ts'

/** Their areas declare the cause: they can tell when such a notice is obsolete. */
const ofAreas: ReadonlySet<NoticeEvent> = new Set(['articleReview', 'priceReview', 'monitoring'])

export const outbox = {
  causes: (Object.keys(noticeEvents) as NoticeEvent[])
    .filter((event) => !ofAreas.has(event))
    .map((event) => noticeCause(event)),
  routes: [...messages, ...notices],
  jobs: [expiringJob, receiptsJob, clearingJob],
}
