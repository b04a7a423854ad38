// Codes by short message for who applies on the public page: the number is theirs.
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { SENT_CODE_MIN } from '#contract/identity/sent-codes.ts'
import { fillSms, smsParameters, smsParts, wholeSms } from '#contract/push/sms-text.ts'
import type { Config } from '#server/config.ts'
import { cause } from '#server/core/outbox/causes.ts'
import { queueMessages } from '#server/core/outbox/queue.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { registrationCodes as codes } from '#server/db/schema/members/registrations.ts'
import {
  codeExpiry,
  hashCode,
  makeCode,
  refuseExpiredCodes,
  refuseTooManyCodes,
} from '#server/features/identity/sent-codes.queries.ts'
import { enabledSmsClasses, type SmsClass } from '#server/features/push/sms/sms-classes.queries.ts'
import { storeSmsText } from '#server/features/push/sms/sms-contents.queries.ts'

/** Guesses of one code. */
const MOST_ATTEMPTS = 5

const hashOf = ({ secretKey }: Config, mobile: string, code: string) =>
  hashCode(secretKey, `registration:${mobile}`, code)

/** The class of these codes; undefined where none is enabled or short messages are not set up: no code is asked for. */
export const findCodeClass = async (db: Executor, { sms }: Config): Promise<SmsClass | undefined> =>
  sms ? (await enabledSmsClasses(db, 'registrationCode'))[0] : undefined

/** Stores a code for the number and queues the message with it. */
export async function sendRegistrationCode(tx: Tx, config: Config, smsClass: SmsClass, mobile: string): Promise<void> {
  await refuseTooManyCodes(tx, codes, codes.mobile, mobile)
  const code = makeCode()
  const [stored] = await tx
    .insert(codes)
    .values({ mobile, codeHash: hashOf(config, mobile, code), expiresAt: codeExpiry })
    .returning({ id: codes.id })
  if (!stored) throw new Error('no code was stored')
  const values: Readonly<Record<string, string>> = { 验证码: code, 有效分钟: String(SENT_CODE_MIN) }
  const bodyId = await storeSmsText(tx, smsClass, { smsClassId: smsClass.id, partPrice: smsClass.partPrice })
  await queueMessages(tx, [
    {
      key: `registrationCode:${stored.id}`,
      channel: 'sms',
      address: mobile,
      recipientKind: 'address',
      recipientId: null,
      recipientName: '',
      bodyId,
      fields: smsParameters(smsClass.text, values),
      parts: smsParts(fillSms(wholeSms(smsClass), (name) => values[name] ?? '')),
      cause: registrationCodeCause.name,
    },
  ])
}

/** Counts an attempt with the newest code of the number. A right one stays valid: people apply for several products. */
export async function isRightCode(db: Db, config: Config, mobile: string, code: string): Promise<boolean> {
  const newest = db
    .select({ id: codes.id })
    .from(codes)
    .where(eq(codes.mobile, mobile))
    .orderBy(desc(codes.id))
    .limit(1)
  const [found] = await db
    .update(codes)
    .set({ attempts: sql`${codes.attempts} + 1` })
    .where(and(eq(codes.id, newest), sql`${codes.expiresAt} > now()`, lt(codes.attempts, MOST_ATTEMPTS)))
    .returning({ codeHash: codes.codeHash })
  return found?.codeHash === hashOf(config, mobile, code.trim())
}

export const registrationCodeCause = cause({
  name: 'registrations.code',
  label: '试用注册的验证码',
  isSecret: true,
  refuse: refuseExpiredCodes,
})
