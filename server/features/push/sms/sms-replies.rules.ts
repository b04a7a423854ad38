// What providers report of replies, in either one's form, and which replies end the messages.
import { SMS_REPLIES } from '../../../../contract/push/sms-replies.ts'

export type SmsReply = { mobile: string; text: string }

const mobilePattern = /^1\d{10}$/
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Aliyun's has `phone_number` and `content`, Tencent's `mobile` and `text`. */
function replyIn(report: unknown): SmsReply | null {
  if (!isObject(report)) return null
  const { phone_number: aliyun, content, mobile: tencent, text } = report
  const [number, body] = aliyun === undefined ? [tencent, text] : [aliyun, content]
  if (typeof number !== 'string' || typeof body !== 'string') return null
  return { mobile: number.replace(/^(?:\+|00)?86/, ''), text: body }
}

/**
 * Aliyun reports several at once, Tencent one. Fields beside those that are read are the provider's own.
 * @returns null for what is neither's report; numbers that are no mobile of this country are left out
 */
export function repliesIn(body: unknown): SmsReply[] | null {
  const reports = Array.isArray(body) ? body : [body]
  const replies = reports.map(replyIn)
  if (reports.length === 0 || reports.length > SMS_REPLIES || !replies.every((reply) => reply !== null)) return null
  return replies.filter(({ mobile }) => mobilePattern.test(mobile))
}

/** `R` as the messages say, and what people send who mean the same. */
export const isOptOut = ({ text }: SmsReply): boolean =>
  /^(?:R|TD?|N)$|^(?:退订|拒收)/.test(
    text
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[\s\p{P}]/gu, ''),
  )
