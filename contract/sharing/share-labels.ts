// Words of article shares.
import { Choice } from '#contract/fields.ts'

export const shareChannelLabels = {
  friend: '微信好友',
  group: '微信群',
  moments: '朋友圈',
  wecom: '企业微信',
  poster: '海报',
  other: '其他',
} as const
export const shareChannels = Object.keys(shareChannelLabels) as [ShareChannel, ...ShareChannel[]]
export type ShareChannel = keyof typeof shareChannelLabels
export const Channel = Choice('渠道', shareChannelLabels)

/** `offline`: the article was taken down; the link works again once it is published again. */
export const shareStateLabels = { open: '有效', ended: '已结束', offline: '资讯已下架' } as const
export const shareStates = Object.keys(shareStateLabels) as [ShareState, ...ShareState[]]
export type ShareState = keyof typeof shareStateLabels
export const State = Choice('状态', shareStateLabels)

/** How far a lead has come: its registration's state, and whether the member's grant is a formal one by now. */
export const leadStageLabels = {
  new: '待处理',
  contacted: '已联系',
  trial: '试用中',
  formal: '已转正式',
  invalid: '无效',
} as const
export type LeadStage = keyof typeof leadStageLabels
export const Stage = Choice('进展', leadStageLabels)
