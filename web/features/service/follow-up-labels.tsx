// Labels and addresses of follow-ups, and the reads that show them.
import { daysBetween } from '#contract/days.ts'
import { enterpriseLevelLabels } from '#contract/members/members.ts'
import { queryContactFollows } from '#contract/service/contact-follows.ts'
import { queryCustomerStream } from '#contract/service/customer-stream.ts'
import { queryCustomerValues } from '#contract/service/customer-values.ts'
import { type FollowMood, followMoodLabels } from '#contract/service/follow-up-labels.ts'
import {
  type FollowUpRow,
  getDueDays,
  getFollowChoices,
  getFollowUp,
  getFollowUpFigures,
  queryFollowUps,
} from '#contract/service/follow-ups.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import { Status } from '#web/kit/table/status.tsx'
import { serverToday } from '#web/lib/server-clock.ts'

export const FOLLOW_UPS = '/userControl/customerManagement/followUp'
const below = '/userControl/customerManagement/customerList'
export const FOLLOW_UP_DETAILS = `${below}/followUpRecordDetails`
export const FOLLOW_UPS_BY_DAY = `${below}/followDateDetails`
export const FOLLOW_UPS_BY_VALUE = `${below}/followValueDetails`
export const FOLLOW_UPS_BY_CONTACT = `${below}/followConcatDetails`
export const CUSTOMER_SERVICE = `${below}/customerServiceDetails`

/** Reads that every act on a follow-up invalidates. */
export const followUpReads = [
  queryFollowUps,
  getFollowUp,
  getFollowUpFigures,
  getFollowChoices,
  getDueDays,
  queryCustomerValues,
  queryContactFollows,
  queryCustomerStream,
]

export const moodOptions = optionsOf(followMoodLabels)
export const levelOptions = optionsOf(enterpriseLevelLabels)

export const moodTones = { good: 'good', neutral: 'idle', bad: 'bad' } as const

export function Mood({ mood }: { mood: FollowMood | null }) {
  return mood === null ? '—' : <Status tone={moodTones[mood]}>{followMoodLabels[mood]}</Status>
}

/** The day of the next follow-up, and how it stands today. */
export function NextDay({ nextOn, isOpen }: Pick<FollowUpRow, 'nextOn' | 'isOpen'>) {
  if (nextOn === null) return '—'
  if (!isOpen) return <Status tone="good">{`${nextOn} 已跟进`}</Status>
  const days = daysBetween(serverToday(), nextOn)
  if (days < 0) return <Status tone="bad">{`${nextOn} 逾期 ${-days} 天`}</Status>
  return <Status tone={days === 0 ? 'warning' : 'idle'}>{days === 0 ? `${nextOn} 今天` : nextOn}</Status>
}
