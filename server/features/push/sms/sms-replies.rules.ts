// Parses the providers' reports of replies, and decides which replies opt out.
import { SMS_REPLIES } from '#contract/push/sms-replies.ts'

export type SmsReply = { mobile: string; text: string }

const mobilePattern = /^1\d{10}$/
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Aliyun sends `phone_number` and `content`, Tencent `mobile` and `text`. */
function replyIn(report: unknown): SmsReply | null {
  if (!isObject(report)) return null
  const { phone_number: aliyun, content, mobile: tencent, text } = report
  const [number, body] = aliyun === undefined ? [tencent, text] : [aliyun, content]
  if (typeof number !== 'string' || typeof body !== 'string') return null
  return { mobile: number.replace(/^(?:\+|00)?86/, ''), text: body }
}

/**
 * Aliyun reports several replies at once, Tencent one. Other fields are ignored.
 * @returns null for an unknown report; numbers that are not mainland mobiles are left out
 */
export function repliesIn(body: unknown): SmsReply[] | null {
  const reports = Array.isArray(body) ? body : [body]
  const replies = reports.map(replyIn)
  if (reports.length === 0 || reports.length > SMS_REPLIES || !replies.every((reply) => reply !== null)) return null
  return replies.filter(({ mobile }) => mobilePattern.test(mobile))
}

/** `R` as the messages say, and common equivalents. */
export const isOptOut = ({ text }: SmsReply): boolean =>
  /^(?:R|TD?|N)$|^(?:退订|拒收)/.test(
    text
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[\s\p{P}]/gu, ''),
  )
