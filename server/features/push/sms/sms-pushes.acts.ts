// Sends a push by short message, with its text and prices as of now.
import { sql } from 'drizzle-orm'
import { smsLeftOutLabels } from '#contract/push/push-labels.ts'
import type { Tx } from '#server/db/connection.ts'
import { type AudienceCriteria, judged } from '../pushes/audience.queries.ts'
import { changePush, type StoredPush } from '../pushes/pushes.queries.ts'
import { queueMessagesOf, recordPush } from '../pushes/queueing.queries.ts'
import { smsAdvertCause, smsCause } from './sms.cause.ts'
import {
  parametersOf,
  partsOf,
  readSms,
  readSmsCorrection,
  type SmsContents,
  type SmsNow,
  smsOf,
  storeSmsBody,
} from './sms-contents.queries.ts'

/** Contents of a push, or of a correction. */
export const readSmsOf = (tx: Tx, push: SmsContents & Pick<StoredPush, 'correctionOf'>): Promise<SmsNow> =>
  push.correctionOf === null ? readSms(tx, push) : readSmsCorrection(tx, push, push.correctionOf)

export const lackText = ({ correctionOf }: Pick<StoredPush, 'correctionOf'>, { missing }: SmsNow): string =>
  `${correctionOf === null ? '今日还没有发布' : '更正内容里没有值的字段'}：${missing.join('、')}`

/** @returns how many messages were stored, withheld ones included, or why none can be */
export async function queueSms(
  tx: Tx,
  push: StoredPush,
  criteria: AudienceCriteria,
  by: { id: string; name: string },
): Promise<number | string> {
  const now = await readSmsOf(tx, push)
  if (now.missing.length > 0) return lackText(push, now)
  const bodyId = await storeSmsBody(tx, push)
  await recordPush(tx, push, now, by)
  await changePush(tx, push.id, { bodyId })
  return queueMessagesOf(tx, push.id, bodyId, criteria, {
    cause: (push.isAdvert ? smsAdvertCause : smsCause).name,
    labels: smsLeftOutLabels,
    fields: parametersOf(push, now),
    parts: partsOf(push, now),
  })
}

/** Total parts, as the provider counts them, and price in yuan. */
export async function costOf(tx: Tx, push: SmsContents, now: SmsNow, criteria: AudienceCriteria) {
  const { rows } = await tx.execute<{ parts: number; cost: string }>(sql`
    select coalesce(sum(${partsOf(push, now)}), 0)::int as parts,
        (coalesce(sum(${partsOf(push, now)}), 0) * ${smsOf(push).partPrice}::numeric)::numeric(14, 2)::text as cost
      from ${judged(criteria)} j where j.reason is null`)
  return rows[0] ?? { parts: 0, cost: '0.00' }
}
