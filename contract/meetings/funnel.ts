// What became of a meeting's guests: invited, signed up, came, trial, formal; each figure with its list.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Choice, Day, Fields, Id, listFields, Nullable, Text } from '#contract/fields.ts'
import { signUpSourceLabels, signUpStateLabels } from './sign-up-labels.ts'

const root = '/api/backend/meetings/funnel'
const right = can('meeting', 'count')

/** After its last day: what a company buys later is not counted as the meeting's. */
export const FUNNEL_DAYS = 90

/**
 * Sign-ups are counted, whatever number of heads they have. `trial` and `formal`: the company of a live sign-up got its first
 * grant of that kind after signing up, until 90 days after the meeting's last day.
 */
export const funnelSteps = ['invited', 'opened', 'signedUp', 'came', 'trial', 'formal'] as const
export type FunnelStep = (typeof funnelSteps)[number]
export const funnelStepLabels: Record<FunnelStep, string> = {
  invited: '已邀请',
  opened: '打开邀请',
  signedUp: '已报名',
  came: '到场',
  trial: '开通试用',
  formal: '转为正式',
}

/** What live sign-ups are broken down by. */
export const guestGroups = ['source', 'day', 'province'] as const
export type GuestGroup = (typeof guestGroups)[number]

/** Of companies whose province is not known. */
export const NO_PROVINCE = 'none'

const Bars = Type.Array(Type.Object({ key: Type.String(), count: Type.Integer() }))
const Funnel = Type.Object({
  steps: Type.Object({
    invited: Type.Integer(),
    opened: Type.Integer(),
    signedUp: Type.Integer(),
    came: Type.Integer(),
    trial: Type.Integer(),
    formal: Type.Integer(),
  }),
  source: Bars,
  day: Bars,
  province: Bars,
})
export type Funnel = Static<typeof Funnel>

/** Of the guests that the caller sees: their own invitations, and sign-ups as in the list of sign-ups. */
export const getMeetingFunnel = readCall('会议转化统计', `${root}/figures`, right, {
  body: Fields({ meetingId: Id('会议') }),
  data: Funnel,
})

const Guest = Type.Object({
  id: Type.String(),
  name: Type.String(),
  company: Type.String(),
  isInvited: Type.Boolean(),
  openedAt: Nullable(Type.String()),
  state: Nullable(Choice('状态', signUpStateLabels)),
  source: Nullable(Choice('来源', signUpSourceLabels)),
  province: Type.String(),
  appliedAt: Nullable(Type.String()),
  ownerName: Type.String({ description: 'of customer or registration' }),
})
export type GuestRow = Static<typeof Guest>

export const GuestQuery = Fields({
  ...listFields(['name', 'company', 'appliedAt']),
  meetingId: Id('会议'),
  step: Type.Optional(Choice('环节', funnelStepLabels)),
  source: Type.Optional(Choice('来源', signUpSourceLabels)),
  day: Type.Optional(Day('报名日期')),
  province: Type.Optional(Text('省份', 30)),
})
export type GuestQuery = Static<typeof GuestQuery>

/** Who a figure counts. `source`, `day` and `province` are of live sign-ups, together with the step `signedUp`. */
export const queryMeetingGuests = readCall('会议来宾明细', `${root}/guests`, right, {
  body: GuestQuery,
  data: Paged(Guest),
})
