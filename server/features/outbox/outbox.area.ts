// What the outbox registers with the application.
import { type NoticeEvent, noticeEvents } from '../../../contract/outbox/message-labels.ts'
import { noticeCause } from '../../core/outbox/causes.ts'
import { clearingJob } from './clearing.job.ts'
import { expiringJob } from './expiring.job.ts'
import { routes as messages } from './messages.routes.ts'
import { routes as notices } from './notices.routes.ts'
import { receiptsJob } from './receipts.job.ts'

export const outbox = {
  /**
   * A cause for each notice; an area that can tell when its notice is obsolete registers a cause of its own after
   * these.
   */
  causes: (Object.keys(noticeEvents) as NoticeEvent[]).map((event) => noticeCause(event)),
  routes: [...messages, ...notices],
  jobs: [expiringJob, receiptsJob, clearingJob],
}
