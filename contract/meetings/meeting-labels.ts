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

export const fullMeetingName = ({ name, edition }: { name: string; edition: string }) =>
  edition === '' ? name : `${name} ${edition}`
