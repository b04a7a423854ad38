// Short messages to guests: each occasion has a class (短信分类) with a template of the provider; without one nothing goes.

import { fullMeetingName } from '#contract/meetings/meeting-labels.ts'
import type { MeetingPurpose } from '#contract/push/sms-purposes.ts'
import { fillSms, smsParameters, smsParts, wholeSms } from '#contract/push/sms-text.ts'
import type { Core } from '#server/core/core.ts'
import { queueMessages } from '#server/core/outbox/queue.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { enabledSmsClasses } from '#server/features/push/sms/sms-classes.queries.ts'
import { storeSmsText } from '#server/features/push/sms/sms-contents.queries.ts'
import { absolute } from './guest-mails.queries.ts'
import { daysText } from './pages/meeting-html.ts'
import type { MeetingSeats } from './sign-ups/seats.queries.ts'

type Config = Core['config']

export type TextedGuest = {
  name: string
  mobile: string
  /** Of the guest's own page. */
  path: string
  /** The same key once, whatever the channel of other messages. */
  key: string
  /** For the cause's check at the claim. */
  about: string
  /** What the occasion has beside the fields of all. */
  more?: Readonly<Record<string, string>>
}

type Texting = { purpose: MeetingPurpose; meeting: MeetingSeats; cause: string; notBefore?: string }

const classFor = async (db: Executor, config: Config, purpose: MeetingPurpose) =>
  config.sms ? (await enabledSmsClasses(db, purpose))[0] : undefined

/** Whether guests are told of this occasion by short message. */
export const hasTexts = async (db: Executor, config: Config, purpose: MeetingPurpose): Promise<boolean> =>
  (await classFor(db, config, purpose)) !== undefined

const valuesOf = (config: Config, meeting: MeetingSeats, { name, path, more }: TextedGuest) => ({
  姓名: name,
  会议: fullMeetingName(meeting),
  日期: [daysText(meeting), meeting.firstTime ?? ''].filter((text) => text !== '').join(' '),
  地点: [meeting.city, meeting.venue].filter((text) => text !== '').join(' ') || '见链接',
  链接: absolute(config, path),
  链接码: path.slice(path.lastIndexOf('/') + 1),
  ...more,
})

/** @returns how many were queued */
export async function textGuests(
  tx: Tx,
  config: Config,
  guests: readonly TextedGuest[],
  { purpose, meeting, cause, notBefore }: Texting,
): Promise<number> {
  const found = guests.length === 0 ? undefined : await classFor(tx, config, purpose)
  if (!found) return 0
  const bodyId = await storeSmsText(tx, found, { smsClassId: found.id, partPrice: found.partPrice })
  return queueMessages(
    tx,
    guests.map((guest) => {
      const values: Readonly<Record<string, string>> = valuesOf(config, meeting, guest)
      return {
        key: `${guest.key}:sms`,
        channel: 'sms',
        address: guest.mobile,
        recipientKind: 'address',
        recipientId: null,
        recipientName: guest.name,
        bodyId,
        fields: smsParameters(found.text, values),
        parts: smsParts(fillSms(wholeSms(found), (name) => values[name] ?? '')),
        cause,
        about: guest.about,
        ...(notBefore !== undefined && { notBefore }),
      }
    }),
  )
}
