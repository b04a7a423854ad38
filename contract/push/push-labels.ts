// Pushes by mail: which pages there are, what states are called, which fields a text may have.
import { keysOf } from '#contract/labels.ts'
import type { MailTopic, OptOutTopic } from '#contract/outbox/message-labels.ts'

/**
 * What each page pushes: the sub-product whose accounts get it, its menu, and the notice of spec §3 to its reviewers.
 */
export const pushPages = {
  report: {
    subProduct: 'bigData',
    menu: 'bigData.emailPushReport',
    list: '/application/bigData/emailPushReport',
    title: '邮件推送报告',
    notice: 'reportReview',
  },
  price: {
    subProduct: 'officialWebsite',
    menu: 'officialWebsite.emailPushTransactionPrice',
    list: '/application/officialWebsite/user/emailPushTransactionPrice',
    title: '邮件推送成交价',
    notice: 'transactionPriceReview',
  },
} as const
export const pushKinds = ['report', 'price'] as const
export type PushKind = (typeof pushKinds)[number]

/** The key of saved lists of a sub-product's accounts: that of its mails, where it has any. */
export const listKindOf = (subProduct: string): string =>
  pushKinds.find((kind) => pushPages[kind].subProduct === subProduct) ?? subProduct

/** Pushes by short message share rows, sending and review with pushes by mail. */
export const anyPushKinds = [...pushKinds, 'sms'] as const
export type AnyPushKind = (typeof anyPushKinds)[number]

/** What its recipients may have opted out of. */
export const mailTopicOf = (kind: PushKind, isAdvert: boolean): MailTopic =>
  isAdvert ? 'marketing' : kind === 'report' ? 'reports' : 'prices'
export const optOutTopicOf = ({ kind, isAdvert }: { kind: AnyPushKind; isAdvert: boolean }): OptOutTopic =>
  kind === 'sms' ? 'all' : mailTopicOf(kind, isAdvert)

const SMS_LIST = '/data/actciles/sms/components/smsListPush'
export const reviewPages = {
  report: { ...pushPages.report, opens: (id: string) => `${pushPages.report.list}/details?id=${id}` },
  price: { ...pushPages.price, opens: (id: string) => `${pushPages.price.list}/details?id=${id}` },
  sms: { menu: 'smsListPush', title: '短信推送', notice: 'articleReview', opens: () => `${SMS_LIST}?state=reviewing` },
} as const satisfies Record<AnyPushKind, { menu: string; title: string; notice: string; opens: (id: string) => string }>

/**
 * `scheduled`: its time comes; `held`: a plan that could not go, waits for a decision; `stopped`: a person stopped it, or
 * its time went by unnoticed.
 */
export const pushStateLabels = {
  draft: '草稿',
  reviewing: '待审核',
  scheduled: '待发送',
  sending: '发送中',
  held: '待处理',
  stopped: '已停止',
  finished: '已完成',
} as const
export type PushState = keyof typeof pushStateLabels
export const pushStates = keysOf(pushStateLabels)

/** `verified`: on each day, once all of its quote items that are due on it have been published. */
export const pushTimingLabels = {
  now: '立即发送',
  at: '定时发送',
  workday: '每个工作日',
  verified: '每日核价后',
} as const
export type PushTiming = keyof typeof pushTimingLabels
export const pushTimings = keysOf(pushTimingLabels)

/** Repeated: each time is a push of its own. */
export const isPlan = (timing: PushTiming): boolean => timing === 'workday' || timing === 'verified'

/** `sending`: prices as they are when it is sent; `fixed`: as they were when it was submitted. */
export const pushRenderings = ['sending', 'fixed'] as const
export const pushRenderingLabels = { sending: '发送时的价格', fixed: '提交时的价格' } as const

/** Of the recipient; one without a value for a used field gets nothing, and the page says why. */
export const pushFields = ['姓名', '企业', '登录名', '截止日期', '销售', '日期'] as const

/** Why somebody of the audience gets nothing. `field`: the name follows. */
export const leftOutLabels = {
  account: '账号或会员已禁用、锁定',
  address: '没有邮箱',
  form: '邮箱格式不正确',
  bounced: '邮箱退过信',
  optOut: '已退订',
  grant: '没有有效授权',
  twice: '与其他收件人邮箱相同',
  field: '缺少字段的值',
} as const
export type LeftOutReason = keyof typeof leftOutLabels
export const smsLeftOutLabels: Readonly<Record<LeftOutReason, string>> = {
  ...leftOutLabels,
  address: '没有手机号码',
  form: '手机号码不正确',
  twice: '与其他收件人手机号码相同',
}

/** Whether opening and clicks can be recorded: off without MAIL_TRACKING; without PUBLIC_URL no link leads back here. */
export const trackingLabels = {
  on: '邮件中放入专用的图片和链接，记录每人是否打开、点击；不记录已退订的人。',
  off: '未启用：需要设置 MAIL_TRACKING=on。',
  noUrl: '未设置 PUBLIC_URL，邮件中不放入链接，不记录打开和点击。',
} as const
export type TrackingState = keyof typeof trackingLabels

/** A push that was stopped before this message went. Resuming finds them by it. */
export const STOPPED_REASON = '推送已停止'
