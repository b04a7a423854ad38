// What a class of short messages is for: pushes of prices, one occasion of a meeting, or a code, with the fields of its text.

export const smsPurposes = [
  'push',
  'meetingInvitation',
  'meetingResult',
  'meetingOffer',
  'meetingReminder',
  'meetingMoved',
  'meetingCancelled',
  'meetingRestored',
  'registrationCode',
] as const
export type SmsPurpose = (typeof smsPurposes)[number]
/** The console sends these by itself. */
export type SmsOccasion = Exclude<SmsPurpose, 'push'>
export type MeetingPurpose = Exclude<SmsOccasion, 'registrationCode'>

export const smsPurposeLabels: Record<SmsPurpose, string> = {
  push: '短信推送',
  meetingInvitation: '会议邀请',
  meetingResult: '会议报名结果',
  meetingOffer: '会议候补名额',
  meetingReminder: '会议前一天提醒',
  meetingMoved: '会议时间地点变更',
  meetingCancelled: '会议取消',
  meetingRestored: '会议恢复举行',
  registrationCode: '试用注册验证码',
}

/** 链接码 is the end of 链接: providers want the rest of an address in the template itself. */
const ofMeeting = ['姓名', '会议', '日期', '地点', '链接', '链接码'] as const

export const occasionSmsFields = {
  meetingInvitation: ofMeeting,
  meetingResult: [...ofMeeting, '结果'],
  meetingOffer: [...ofMeeting, '人数', '截止时间'],
  meetingReminder: ofMeeting,
  meetingMoved: ofMeeting,
  meetingCancelled: [...ofMeeting, '原因'],
  meetingRestored: ofMeeting,
  registrationCode: ['验证码', '有效分钟'],
} as const satisfies Record<SmsOccasion, readonly string[]>

/** Advertising goes by day alone, and never to who opted out; what a guest has asked for does not wait. */
export const isAdvertOf = (purpose: SmsOccasion): boolean => purpose === 'meetingInvitation'

/** A message without it is of no use to who gets it. */
export const neededSmsField: Partial<Record<SmsOccasion, string>> = { registrationCode: '验证码' }
