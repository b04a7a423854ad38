// Labels of announcement states and audiences.
import {
  type AnnouncementRow,
  type AnnouncementState,
  type Audience,
  announcementStateLabels,
  announcementStates,
  audienceLabels,
  audiences,
} from '#contract/system/announcements.ts'
import type { Option } from '#web/kit/form/options.ts'
import type { Tone } from '#web/kit/table/status.tsx'

export const stateOptions: readonly Option<AnnouncementState>[] = announcementStates.map((value) => ({
  value,
  label: announcementStateLabels[value],
}))

export const audienceOptions: readonly Option<Audience>[] = audiences.map((value) => ({
  value,
  label: audienceLabels[value],
}))

export const announcementTones: Readonly<Record<AnnouncementState, Tone>> = {
  draft: 'idle',
  launched: 'good',
  takenDown: 'warning',
}

export const audienceOf = ({ audience, targetNames }: AnnouncementRow): string =>
  audience === 'everybody' ? audienceLabels.everybody : targetNames.join('、')
