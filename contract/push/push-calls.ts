// The calls of both pages of pushes, each below its own path and with its own rights.
import { Type } from 'typebox'
import { type Alias, anyOf, can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Choice, Fields, Id, Ids, Nullable, Text } from '#contract/fields.ts'
import { actedPush, onePush, pushActCallsOf } from './push-act-calls.ts'
import { type PushKind, pushPages, trackingLabels } from './push-labels.ts'
import {
  AudienceFound,
  Candidate,
  contents,
  form,
  MailShown,
  PUSH_ACCOUNTS_MAX,
  PushArticle,
  PushAudience,
  PushDetail,
  PushForm,
  PushList,
  PushQuery,
  PushRow,
  pushListForm,
  Recipient,
  RecipientQuery,
} from './pushes.ts'

function pushCallsOf(kind: PushKind) {
  const { menu, title } = pushPages[kind]
  const root = `/api/backend/push/${kind}` as const
  const right = (alias: Alias) => can(menu, alias)
  const writing = anyOf(right('add'), right('edit'))
  const Saved = Type.Object({ id: Type.String(), version: Type.Integer() })
  /** With the id of the stored push, whose own files may be in it whoever uploaded them. */
  const drafted = { ...contents, id: Type.Optional(onePush.id) }
  return {
    kind,
    ...pushActCallsOf(root, title, right),
    list: readCall(`${title}列表`, `${root}/page`, right('view'), { body: PushQuery, data: Paged(PushRow) }),
    get: readCall(`${title}：一个推送`, `${root}/get`, right('view'), { body: Fields(onePush), data: PushDetail }),
    add: writeCall(`新增${title}`, `${root}/add`, right('add'), { body: PushForm, data: Saved }),
    /** Drafts only: reviewed pushes are not changed, but copied. */
    edit: writeCall(`编辑${title}`, `${root}/edit`, right('edit'), {
      body: Fields({ ...actedPush, ...form }),
      data: Saved,
    }),
    copy: writeCall(`复制${title}`, `${root}/copy`, right('copy'), { body: Fields(onePush), data: Saved }),
    /** Recipients, and people of the audience who are left out, with the reason (`leftOutLabels`). */
    audience: readCall(`${title}：收件人预览`, `${root}/audience`, right('count'), {
      body: Fields({
        audience: PushAudience,
        isAdvert: contents.isAdvert,
        productIds: contents.productIds,
        quoteItemIds: contents.quoteItemIds,
        articleIds: contents.articleIds,
        subject: contents.subject,
        text: contents.text,
      }),
      data: AudienceFound,
    }),
    candidates: readCall(`${title}：查找账号`, `${root}/candidates`, writing, {
      body: Fields({
        text: Type.Optional(Text('姓名、企业或登录名', 64)),
        ids: Type.Optional(Ids('账号', PUSH_ACCOUNTS_MAX)),
      }),
      data: Type.Array(Candidate),
    }),
    /** Published ones that the caller works on; without a text the newest. */
    articles: readCall(`${title}：查找资讯`, `${root}/articles`, writing, {
      body: Fields({
        text: Type.Optional(Text('标题', 64)),
        ids: Type.Optional(contents.articleIds),
      }),
      data: Type.Array(PushArticle),
    }),
    /** The mail as a recipient sees it; without one, as the first of the audience does. */
    preview: readCall(`${title}：邮件预览`, `${root}/preview`, writing, {
      body: Fields({ ...drafted, accountId: Nullable(Id('收件人')), audience: PushAudience }),
      data: MailShown,
    }),
    /** What was sent, or would be now. */
    shown: readCall(`${title}：邮件内容`, `${root}/shown`, right('details'), {
      body: Fields(onePush),
      data: MailShown,
    }),
    /** To the mail address of the caller's own account. */
    test: writeCall(`${title}：测试发送给自己`, `${root}/test`, writing, {
      body: Fields({ ...drafted, audience: PushAudience }),
      data: Type.Object({ address: Type.String() }),
    }),
    recipients: readCall(`${title}：收件人`, `${root}/recipients`, right('details'), {
      body: RecipientQuery,
      data: Paged(Recipient),
    }),
    /** Settles messages whose delivery nobody knows: they arrived, or are sent again. Within the caller's customers. */
    decide: writeCall(`${title}：核实待核实的`, `${root}/decide`, right('launch'), {
      body: Fields({ ...onePush, messageIds: Ids('收件人', 200), hasArrived: Type.Boolean({ title: '已送达' }) }),
    }),
    /** Drafts a correction for the recipients of this push. */
    correct: writeCall(`${title}：更正通知`, `${root}/correct`, right('add'), { body: Fields(onePush), data: Saved }),
    /** Whether opening and clicks can be recorded here. */
    tracking: readCall(`${title}：是否可以记录打开和点击`, `${root}/tracking`, right('view'), {
      body: Fields({}),
      data: Type.Object({ state: Choice('状态', trackingLabels) }),
    }),
    lists: readCall(`${title}：名单`, `${root}/lists`, right('view'), { body: Fields({}), data: Type.Array(PushList) }),
    saveList: writeCall(`${title}：保存名单`, `${root}/saveList`, writing, {
      body: Fields(pushListForm),
      data: Type.Object({ id: Type.String() }),
    }),
    removeList: writeCall(`${title}：删除名单`, `${root}/removeList`, right('delete'), {
      body: Fields({ id: Id('名单') }),
    }),
  }
}

export type PushCalls = ReturnType<typeof pushCallsOf>
export const pushCalls: Record<PushKind, PushCalls> = { report: pushCallsOf('report'), price: pushCallsOf('price') }

/** A draft for accounts chosen in their list. */
export const startPush = writeCall(
  '给所选账号推送报告',
  '/api/backend/push/report/start',
  can('bigData.accounts', 'emailPushReport'),
  {
    body: Fields({
      accountIds: Ids('账号', PUSH_ACCOUNTS_MAX),
    }),
    data: Type.Object({ id: Type.String(), version: Type.Integer() }),
  },
)
