// Causes of short messages.
import { cause } from '#server/core/outbox/causes.ts'
import { withheldOf as refuse } from '../pushes/withheld.queries.ts'

export const smsCause = cause({ name: 'push.sms', label: '短信推送', refuse })
/** Sent only between 8 and 21 h, and not to people who opted out. */
export const smsAdvertCause = cause({ name: 'push.smsAdvert', label: '短信推送（广告）', isCommercial: true, refuse })
export const smsTestCause = cause({ name: 'push.smsTest', label: '短信推送测试' })
