// Paths and labels that the screens of meetings' contents share.
import { type NewsState, newsStateLabels } from '#contract/meetings/content-labels.ts'
import { Status, type Tone } from '#web/kit/table/status.tsx'

const MEETINGS = '/application/meetingExhibition/managementMeeting'

export const NEWS = `${MEETINGS}/newsForm`
export const EDIT_NEWS = `${MEETINGS}/editNewsForm`
export const CAROUSEL = `${MEETINGS}/carouselForm`
export const EDIT_CAROUSEL = `${MEETINGS}/editCarouselForm`
export const PICTURES = `${MEETINGS}/meetingPicturesForm`
export const EDIT_PICTURE = `${MEETINGS}/editMeetingPicturesForm`

export const newsTones: Record<NewsState, Tone> = {
  draft: 'idle',
  pending: 'warning',
  published: 'good',
  takenDown: 'bad',
}

export function NewsStatus({ state }: { state: NewsState }) {
  return <Status tone={newsTones[state]}>{newsStateLabels[state]}</Status>
}

export const meetingName = ({ edition, name }: { edition: string; name: string }) => `${edition}${name}`
