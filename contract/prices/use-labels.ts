// Where published prices went, and what was done there about a correction.

/** `api`: another system has read them with a key; `dataKey`: a customer with a data key. */
export const useChannels = ['export', 'api', 'dataKey', 'article', 'email', 'sms'] as const
export type UseChannel = (typeof useChannels)[number]
export const useChannelLabels: Readonly<Record<UseChannel, string>> = {
  export: '导出',
  api: '接口读取',
  dataKey: '客户读取',
  article: '资讯',
  email: '邮件推送',
  sms: '短信推送',
}

/** `told`: whoever has the old figure was told; `none`: nobody need be. */
export const noticeOutcomes = ['told', 'none'] as const
export type NoticeOutcome = (typeof noticeOutcomes)[number]
export const noticeOutcomeLabels: Readonly<Record<NoticeOutcome, string>> = { told: '已告知', none: '无需告知' }
