// What the outbox adds to the application.
import { type NoticeEvent, noticeEvents } from '../../../contract/outbox/message-labels.ts'
import { noticeCause } from '../../core/outbox/causes.ts'
import { clearingJob } from './clearing.job.ts'
import { expiringJob } from './expiring.job.ts'
import { routes as messages } from './messages.routes.ts'
import { routes as notices } from './notices.routes.ts'
import { receiptsJob } from './receipts.job.ts'

export const outbox = {
  /** Of every notice; an area that knows when one is no longer wanted lists a cause of its own after them. */
  causes: (Object.keys(noticeEvents) as NoticeEvent[]).map((event) => noticeCause(event)),
  routes: [...messages, ...notices],
  jobs: [expiringJob, receiptsJob, clearingJob],
}
