// Uses of published prices, and outcomes of a correction there.
import { keysOf } from '#contract/labels.ts'

/** `api`: another system has read them with a key; `dataKey`: a customer with a data key. */
export const useChannelLabels = {
  export: '导出',
  api: '接口读取',
  dataKey: '客户读取',
  article: '资讯',
  email: '邮件推送',
  sms: '短信推送',
  ai: 'AI 回答',
} as const
export type UseChannel = keyof typeof useChannelLabels
export const useChannels = keysOf(useChannelLabels)

/** `told`: recipients of the old figure were informed; `none`: no need to. */
export const noticeOutcomeLabels = { told: '已告知', none: '无需告知' } as const
export type NoticeOutcome = keyof typeof noticeOutcomeLabels
export const noticeOutcomes = keysOf(noticeOutcomeLabels)
