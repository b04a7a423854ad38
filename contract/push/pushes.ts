// Pushes by mail: content, audience, timing and delivery. The calls are push-calls.ts.

import { type Static, Type } from 'typebox'
import {
  Choice,
  Day,
  Fields,
  Id,
  Ids,
  IdsOrNone,
  listFields,
  Moment,
  Nullable,
  OneLine,
  OneOf,
  Required,
  Text,
} from '#contract/fields.ts'
import { FileIds } from '#contract/files.ts'
import { enterpriseLevelLabels, grantKindLabels } from '#contract/members/members.ts'
import { messageStateLabels, messageStates } from '#contract/outbox/message-labels.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import {
  type LeftOutReason,
  leftOutLabels,
  pushRenderingLabels,
  pushStateLabels,
  pushTimingLabels,
} from './push-labels.ts'

export const PUSH_ACCOUNTS_MAX = 5_000
export const PUSH_ITEMS_MAX = 60
/** Charts are pictures, one for each item, the first ones only. */
export const PUSH_CHARTS_MAX = 6
export const PUSH_FILES_MAX = 5
export const PUSH_ARTICLES_MAX = 5
/** Mail servers commonly refuse more than 20 MB, a third of which is the encoding. */
export const PUSH_FILE_BYTES = 10 * 1_048_576

export const Version = Type.Integer({ title: '版本', minimum: 1 })

export const PushAudience = Fields({
  /** Matching accounts of the sub-product; null: only the ones named below. */
  rule: Nullable(
    Fields({
      productIds: IdsOrNone('授权产品', 200),
      kinds: Type.Array(Choice('授权类型', grantKindLabels), { title: '授权类型', maxItems: 3, uniqueItems: true }),
      levels: Type.Array(Choice('客户级别', enterpriseLevelLabels), {
        title: '客户级别',
        maxItems: 3,
        uniqueItems: true,
      }),
      ownerIds: IdsOrNone('归属人', 100),
    }),
  ),
  listIds: IdsOrNone('名单', 20),
  accountIds: IdsOrNone('账号', PUSH_ACCOUNTS_MAX),
  excludedIds: IdsOrNone('排除的账号', 1_000),
})
export type PushAudience = Static<typeof PushAudience>

export const contents = {
  subject: Required('邮件主题', 150),
  text: Required('正文', 10_000),
  isAdvert: Type.Boolean({ title: '商业广告' }),
  isTracked: Type.Boolean({ title: '记录打开' }),
  productIds: IdsOrNone('报告产品', 200),
  quoteItemIds: IdsOrNone('报价项', PUSH_ITEMS_MAX),
  chartDays: Type.Integer({ title: '走势图天数', minimum: 0, maximum: 366 }),
  rendering: Choice('价格取值', pushRenderingLabels),
  attachmentIds: FileIds('attachment', '附件', PUSH_FILES_MAX),
  articleIds: IdsOrNone('资讯', PUSH_ARTICLES_MAX),
}
export const form = {
  title: OneLine(Required('推送名称', 100)),
  ...contents,
  audience: PushAudience,
  timing: Choice('发送时间', pushTimingLabels),
  sendAt: Nullable(Moment('定时时间')),
  sendTime: Type.String({
    title: '每日时间',
    pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9])?$',
    messages: { pattern: '每日时间应为 HH:MM' },
  }),
}
export const PushForm = Fields(form)
export type PushForm = Static<typeof PushForm>

const Count = Type.Integer()
/** Of a push by short message, as its class was when it was written. */
export type PushedSms = { subProduct: SubProductKey; sign: string; partPrice: string }

export const PushCounts = Type.Object(
  Object.fromEntries(messageStates.map((state) => [state, Count])) as Record<
    (typeof messageStates)[number],
    typeof Count
  >,
)
export type PushCounts = Static<typeof PushCounts>

const summary = {
  id: Type.String(),
  version: Type.Integer(),
  title: Type.String({ title: '推送名称' }),
  subject: Type.String({ title: '邮件主题' }),
  state: Choice('状态', pushStateLabels),
  timing: Choice('发送时间', pushTimingLabels),
  planId: Nullable(Type.String()),
  correctionOf: Nullable(Type.String()),
  nextAt: Nullable(Moment('下次发送')),
  note: Type.String({ title: '说明' }),
  counts: Nullable({ ...PushCounts, title: '收件人' }),
  authorId: Type.String(),
  authorName: Type.String({ title: '创建人' }),
  pusherName: Nullable(Type.String({ title: '提交人' })),
  reviewerName: Nullable(Type.String({ title: '审核人' })),
  startedAt: Nullable(Moment('开始发送')),
  endedAt: Nullable(Moment('发送结束')),
  updatedAt: Moment('更新时间'),
}
export const PushRow = Type.Object(summary)
export type PushRow = Static<typeof PushRow>

const AttachedFile = Type.Object({
  id: Type.String(),
  name: Type.String(),
  size: Type.Integer(),
  type: Type.String(),
  /** A link for the caller, 12 h. */
  url: Type.String(),
})
export const PushDetail = Type.Object({
  ...summary,
  isAdvert: Type.Boolean(),
  isTracked: Type.Boolean(),
  /** Recipients who opened it and who followed a link; null where that is not recorded. */
  opened: Nullable({ ...Count, title: '打开点击' }),
  clicked: Nullable(Count),
  text: Type.String(),
  productIds: Type.Array(Type.String()),
  quoteItemIds: Type.Array(Type.String()),
  chartDays: Type.Integer(),
  rendering: Choice('价格取值', pushRenderingLabels),
  attachmentIds: Type.Array(Type.String()),
  attachments: Type.Array(AttachedFile, { title: '附件' }),
  articleIds: Type.Array(Type.String()),
  articles: Type.Array(Type.Object({ id: Type.String(), title: Type.String() }), { title: '资讯' }),
  audience: Type.Object({ ...PushAudience.properties }),
  sendAt: Nullable(Type.String()),
  sendTime: Type.String(),
  isOwn: Type.Boolean({ description: 'the caller wrote or submitted it: somebody else reviews' }),
  /** Published prices in it that were corrected since, and articles that were corrected or taken down. */
  corrected: Type.Integer(),
  correctedArticles: Type.Integer(),
  corrections: Type.Array(
    Type.Object({ id: Type.String(), title: Type.String(), state: Choice('状态', pushStateLabels) }),
  ),
})
export type PushDetail = Static<typeof PushDetail>

export const PushQuery = Fields({
  ...listFields(['updatedAt', 'startedAt']),
  title: Type.Optional(Text('推送名称', 100)),
  state: Type.Optional(Choice('状态', pushStateLabels)),
  authorId: Type.Optional(Id('创建人')),
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
})
export type PushQuery = Static<typeof PushQuery>

export const Recipient = Type.Object({
  id: Type.String({ description: 'of the message' }),
  name: Type.String(),
  enterprise: Type.String(),
  address: Type.String(),
  state: Choice('状态', messageStateLabels),
  reason: Type.String(),
  at: Nullable(Type.String()),
  openedAt: Nullable(Type.String()),
  clickedAt: Nullable(Type.String()),
})
export type PushRecipient = Static<typeof Recipient>

export const RecipientQuery = Fields({
  ...listFields(['id']),
  pushId: Id('推送'),
  state: Type.Optional(Choice('状态', messageStateLabels)),
  text: Type.Optional(Text('姓名或邮箱', 64)),
})
export type RecipientQuery = Static<typeof RecipientQuery>

export const Candidate = Type.Object({
  id: Type.String({ description: 'of the account' }),
  name: Type.String(),
  enterprise: Type.String(),
  address: Type.String(),
})
export type PushCandidate = Static<typeof Candidate>

export const AudienceFound = Type.Object({
  total: Type.Integer({ description: 'who would get it' }),
  excluded: Type.Integer(),
  leftOut: Type.Array(
    Type.Object({
      reason: OneOf('原因', Object.keys(leftOutLabels) as LeftOutReason[]),
      count: Type.Integer(),
      names: Type.Array(Type.String(), { description: 'the first of them' }),
    }),
  ),
  first: Type.Array(Candidate),
})
export type AudienceFound = Static<typeof AudienceFound>

/** Accounts under a name. */
export const PushList = Type.Object({ id: Type.String(), name: Type.String(), count: Type.Integer() })
export const pushListForm = {
  name: OneLine(Required('名单名称', 50)),
  accountIds: Ids('账号', PUSH_ACCOUNTS_MAX),
}

export const PushArticle = Type.Object({ id: Type.String(), title: Type.String(), publishedAt: Type.String() })
export type PushArticle = Static<typeof PushArticle>

/** A rendered mail, its pictures as data of their own. */
export const MailShown = Type.Object({
  subject: Type.String(),
  html: Type.String(),
  text: Type.String(),
  sender: Type.String(),
  missing: Type.Array(Type.String(), { description: 'fields without a value for this recipient' }),
})
export type MailShown = Static<typeof MailShown>
