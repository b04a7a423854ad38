// Labels of outbox messages, and the staff notices.
import { keysOf } from '#contract/labels.ts'

export const messageChannels = ['mail', 'sms', 'wecomApplication', 'wecomRobot', 'bell', 'webhook'] as const
export type MessageChannel = (typeof messageChannels)[number]

export const channelLabels: Readonly<Record<MessageChannel, string>> = {
  mail: '邮件',
  sms: '短信',
  wecomApplication: '企业微信应用',
  wecomRobot: '企业微信机器人',
  bell: '站内消息',
  webhook: '子产品推送',
}

/**
 * `sending`: handed over, no answer known yet. `failed`: refused for good, may be sent again by a person. `undelivered`:
 * the provider cannot deliver it. `withheld`: not sent on purpose. `unsure`: it may or may not have arrived, a person decides.
 */
export const messageStates = ['queued', 'sending', 'sent', 'failed', 'undelivered', 'withheld', 'unsure'] as const
export type MessageState = (typeof messageStates)[number]

export const messageStateLabels: Readonly<Record<MessageState, string>> = {
  queued: '排队中',
  sending: '发送中',
  sent: '已发送',
  failed: '失败',
  undelivered: '未送达',
  withheld: '未发送',
  unsure: '待核实',
}

/** What pushes by mail are about: a recipient opts out of each by itself. Reports that a customer has ordered are none of them. */
export const mailTopicLabels = { prices: '价格', reports: '报告', marketing: '营销' } as const
export type MailTopic = keyof typeof mailTopicLabels
export const mailTopics = keysOf(mailTopicLabels)
/** `all`: a short message is answered without naming a topic. */
export const optOutTopics = ['all', ...mailTopics] as const
export type OptOutTopic = (typeof optOutTopics)[number]

/** The owner of an address. */
export const recipientKinds = ['user', 'member', 'contact', 'address'] as const
export type RecipientKind = (typeof recipientKinds)[number]

/** Events that notify staff. `on`: on unless the person switches it off; `always`: no personal switch. */
export const noticeEvents = {
  priceReview: { label: '价格审核', usual: 'on' },
  articleReview: { label: '资讯审核', usual: 'on' },
  articleShared: { label: '同事转来的资讯', usual: 'always' },
  reportReview: { label: '邮件推送报告', usual: 'on' },
  transactionPriceReview: { label: '邮件推送成交价', usual: 'on' },
  pushHeld: { label: '推送没有发送', usual: 'always' },
  registration: { label: '新注册', usual: 'off' },
  expiring: { label: '客户即将到期', usual: 'off' },
  jobEnded: { label: '后台任务结束', usual: 'off' },
  meetingSignUp: { label: '会议报名', usual: 'off' },
  meetingSeat: { label: '会议候补转为确认', usual: 'always' },
  visitReturned: { label: '拜访报告被退回', usual: 'always' },
  visitDue: { label: '拜访到期', usual: 'on' },
  heardPrice: { label: '听到的价格', usual: 'on' },
  shareLead: { label: '分享线索', usual: 'on' },
  monitoring: { label: '数据更新监控', usual: 'always' },
  searchBreach: { label: '推广超出预算或目标', usual: 'on' },
  integration: { label: '子产品接入', usual: 'always' },
  aiBudget: { label: 'AI 用量将到上限', usual: 'on' },
} as const
export type NoticeEvent = keyof typeof noticeEvents
