// Words of meetings and exhibitions that tables, calls and screens share.

export const meetingKinds = ['conference', 'exhibition', 'salon', 'training', 'online'] as const
export type MeetingKind = (typeof meetingKinds)[number]
export const meetingKindLabels: Record<MeetingKind, string> = {
  conference: '会议',
  exhibition: '展会',
  salon: '沙龙',
  training: '培训',
  online: '线上会议',
}

export const meetingStates = ['draft', 'published', 'takenDown', 'cancelled'] as const
export type MeetingState = (typeof meetingStates)[number]
export const meetingStateLabels: Record<MeetingState, string> = {
  draft: '草稿',
  published: '已发布',
  takenDown: '已下架',
  cancelled: '已取消',
}

/** How the sign-up of a published meeting stands, by its days and seats; of others nothing is said. */
export const meetingPhases = ['early', 'open', 'full', 'closed', 'over'] as const
export type MeetingPhase = (typeof meetingPhases)[number]
export const meetingPhaseLabels: Record<MeetingPhase, string> = {
  early: '报名未开始',
  open: '报名中',
  full: '候补中',
  closed: '已截止',
  over: '已结束',
}

export const fullMeetingName = ({ name, edition }: { name: string; edition: string }) =>
  edition === '' ? name : `${name} ${edition}`
