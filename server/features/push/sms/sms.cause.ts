// Why short messages leave the house.
import { cause } from '../../../core/outbox/causes.ts'
import { withheldOf as refuse } from '../pushes/withheld.queries.ts'

export const smsCause = cause({ name: 'push.sms', label: '短信推送', refuse })
/** Between 8 and 21 h alone, and kept from who has opted out. */
export const smsAdvertCause = cause({ name: 'push.smsAdvert', label: '短信推送（广告）', isCommercial: true, refuse })
export const smsTestCause = cause({ name: 'push.smsTest', label: '短信推送测试' })
