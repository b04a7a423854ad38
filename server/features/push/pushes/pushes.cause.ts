// Cause of pushes by mail: at the claim, withholds messages whose recipient may no longer have them.
import { cause } from '#server/core/outbox/causes.ts'
import { withheldOf as refuse } from './withheld.queries.ts'

export const pushCause = cause({ name: 'push.mail', label: '邮件推送', refuse })
/** Marked as advertising, and not sent to people who opted out. */
export const advertCause = cause({ name: 'push.advert', label: '邮件推送（广告）', isCommercial: true, refuse })
/** Test mail to oneself. */
export const pushTestCause = cause({ name: 'push.test', label: '邮件推送测试' })
