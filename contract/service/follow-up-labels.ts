// What a follow-up of a customer may be: how it was made, what came of it, how the other side felt.
import { keysOf } from '#contract/labels.ts'

export const followWayLabels = {
  phone: '电话',
  wechat: '微信',
  visit: '上门拜访',
  online: '线上会议',
  mail: '邮件',
  other: '其他',
} as const
export const followWays = keysOf(followWayLabels)
export type FollowWay = (typeof followWays)[number]

export const followResultLabels = {
  reached: '已沟通',
  unreached: '未联系上',
  agreed: '达成意向',
  refused: '明确拒绝',
} as const
export const followResults = keysOf(followResultLabels)
export type FollowResult = (typeof followResults)[number]

export const followMoodLabels = { good: '积极', neutral: '一般', bad: '不满' } as const
export const followMoods = keysOf(followMoodLabels)
export type FollowMood = (typeof followMoods)[number]
