// Labels and addresses of meetings, and the reads that show them.
import {
  fullMeetingName,
  type MeetingState,
  meetingKindLabels,
  meetingKinds,
  meetingPhaseLabels,
  meetingPhases,
  meetingStateLabels,
  meetingStates,
} from '#contract/meetings/meeting-labels.ts'
import { getMeeting, getMeetingEditions, queryMeetings, searchEarlierMeetings } from '#contract/meetings/meetings.ts'
import { subProducts } from '#contract/sub-products.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import { Status } from '#web/kit/table/status.tsx'

export const MEETINGS = '/application/meetingExhibition/managementMeeting'
export const MEETING_ADD = `${MEETINGS}/meetingForm`
export const MEETING_EDIT = `${MEETINGS}/editMeetingForm`
export const MEETING_PREVIOUS = `${MEETINGS}/previousForm`

/** Reads that every act on a meeting invalidates. */
export const meetingReads = [queryMeetings, getMeeting, getMeetingEditions, searchEarlierMeetings]

export const kindOptions = optionsOf(meetingKindLabels, meetingKinds)
export const stateOptions = optionsOf(meetingStateLabels, meetingStates)
export const phaseOptions = optionsOf(meetingPhaseLabels, meetingPhases)

const titles = new Map<string, string>(subProducts.map(({ key, title }) => [key, title]))
export const channelOptions = subProducts.map(({ key, title }) => ({ value: key, label: title }))
export const channelNames = (keys: readonly string[]) => keys.map((key) => titles.get(key) ?? key).join('、') || '—'

export const phaseTones = { early: 'idle', open: 'good', full: 'warning', closed: 'idle', over: 'idle' } as const
export const meetingTones = { draft: 'idle', published: 'good', takenDown: 'warning', cancelled: 'bad' } as const

export function MeetingStatus({ state }: { state: MeetingState }) {
  return <Status tone={meetingTones[state]}>{meetingStateLabels[state]}</Status>
}

type Days = { startsOn: string; endsOn: string }
export const daysText = ({ startsOn, endsOn }: Days) => (startsOn === endsOn ? startsOn : `${startsOn} 至 ${endsOn}`)
export const feeText = (fee: string | null) => (fee === null ? '面议' : `${fee} 元`)
export const fullName = fullMeetingName
