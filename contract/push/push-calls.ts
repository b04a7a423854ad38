// The calls of both pages of pushes, each below its own path and with its own rights.
import { Type } from 'typebox'
import { type Alias, anyOf, can } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Paged } from '../envelope.ts'
import { Fields, Id, Ids, Nothing, Nullable, OneOf, Text } from '../fields.ts'
import { actedPush, onePush, pushActCallsOf } from './push-act-calls.ts'
import { type PushKind, pushPages, trackingStates } from './push-labels.ts'
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
  const call = { method: 'POST' } as const
  return {
    kind,
    ...pushActCallsOf(root, title, right),
    list: endpoint({
      ...call,
      summary: `${title}列表`,
      path: `${root}/page`,
      access: right('view'),
      effect: 'read',
      body: PushQuery,
      data: Paged(PushRow),
    }),
    get: endpoint({
      ...call,
      summary: `${title}：一个推送`,
      path: `${root}/get`,
      access: right('view'),
      effect: 'read',
      body: Fields(onePush),
      data: PushDetail,
    }),
    add: endpoint({
      ...call,
      summary: `新增${title}`,
      path: `${root}/add`,
      access: right('add'),
      effect: 'write',
      body: PushForm,
      data: Saved,
    }),
    /** Drafts, and plans that are stopped. */
    edit: endpoint({
      ...call,
      summary: `编辑${title}`,
      path: `${root}/edit`,
      access: right('edit'),
      effect: 'write',
      body: Fields({ ...actedPush, ...form }),
      data: Saved,
    }),
    copy: endpoint({
      ...call,
      summary: `复制${title}`,
      path: `${root}/copy`,
      access: right('copy'),
      effect: 'write',
      body: Fields(onePush),
      data: Saved,
    }),
    /** Who would get it, and who of the audience not, why: `leftOutLabels`. */
    audience: endpoint({
      ...call,
      summary: `${title}：收件人预览`,
      path: `${root}/audience`,
      access: right('count'),
      effect: 'read',
      body: Fields({
        audience: PushAudience,
        productIds: contents.productIds,
        quoteItemIds: contents.quoteItemIds,
        articleIds: contents.articleIds,
        subject: contents.subject,
        text: contents.text,
      }),
      data: AudienceFound,
    }),
    candidates: endpoint({
      ...call,
      summary: `${title}：查找账号`,
      path: `${root}/candidates`,
      access: writing,
      effect: 'read',
      body: Fields({
        text: Type.Optional(Text('姓名、企业或登录名', 64)),
        ids: Type.Optional(Ids('账号', PUSH_ACCOUNTS_MAX)),
      }),
      data: Type.Array(Candidate),
    }),
    /** Published ones that the asker works on; without a text the newest. */
    articles: endpoint({
      ...call,
      summary: `${title}：查找资讯`,
      path: `${root}/articles`,
      access: writing,
      effect: 'read',
      body: Fields({
        text: Type.Optional(Text('标题', 64)),
        ids: Type.Optional(contents.articleIds),
      }),
      data: Type.Array(PushArticle),
    }),
    /** The mail as a recipient sees it; without one, as the first of the audience does. */
    preview: endpoint({
      ...call,
      summary: `${title}：邮件预览`,
      path: `${root}/preview`,
      access: writing,
      effect: 'read',
      body: Fields({ ...contents, accountId: Nullable(Id('收件人')), audience: PushAudience }),
      data: MailShown,
    }),
    /** What was sent, or would be now. */
    shown: endpoint({
      ...call,
      summary: `${title}：邮件内容`,
      path: `${root}/shown`,
      access: right('details'),
      effect: 'read',
      body: Fields(onePush),
      data: MailShown,
    }),
    /** To the mail address of the asker's own account. */
    test: endpoint({
      ...call,
      summary: `${title}：测试发送给自己`,
      path: `${root}/test`,
      access: writing,
      effect: 'write',
      body: Fields({ ...contents, audience: PushAudience }),
      data: Type.Object({ address: Type.String() }),
    }),
    recipients: endpoint({
      ...call,
      summary: `${title}：收件人`,
      path: `${root}/recipients`,
      access: right('details'),
      effect: 'read',
      body: RecipientQuery,
      data: Paged(Recipient),
    }),
    /** A draft that tells those who got this push what of it was corrected. */
    correct: endpoint({
      ...call,
      summary: `${title}：更正通知`,
      path: `${root}/correct`,
      access: right('add'),
      effect: 'write',
      body: Fields(onePush),
      data: Saved,
    }),
    /** Whether opening and clicks can be recorded here. */
    tracking: endpoint({
      ...call,
      summary: `${title}：是否可以记录打开和点击`,
      path: `${root}/tracking`,
      access: right('view'),
      effect: 'read',
      body: Fields({}),
      data: Type.Object({ state: OneOf('状态', trackingStates) }),
    }),
    lists: endpoint({
      ...call,
      summary: `${title}：名单`,
      path: `${root}/lists`,
      access: right('view'),
      effect: 'read',
      body: Fields({}),
      data: Type.Array(PushList),
    }),
    saveList: endpoint({
      ...call,
      summary: `${title}：保存名单`,
      path: `${root}/saveList`,
      access: writing,
      effect: 'write',
      body: Fields(pushListForm),
      data: Type.Object({ id: Type.String() }),
    }),
    removeList: endpoint({
      ...call,
      summary: `${title}：删除名单`,
      path: `${root}/removeList`,
      access: right('delete'),
      effect: 'write',
      body: Fields({ id: Id('名单') }),
      data: Nothing,
    }),
  }
}

export type PushCalls = ReturnType<typeof pushCallsOf>
export const pushCalls: Record<PushKind, PushCalls> = { report: pushCallsOf('report'), price: pushCallsOf('price') }

/** A draft for accounts chosen in their list. */
export const startPush = endpoint({
  summary: '给所选账号推送报告',
  method: 'POST',
  path: '/api/backend/push/report/start',
  access: can('bigData.accounts', 'emailPushReport'),
  effect: 'write',
  body: Fields({
    accountIds: Type.Array(Id('账号'), { title: '账号', minItems: 1, maxItems: PUSH_ACCOUNTS_MAX, uniqueItems: true }),
  }),
  data: Type.Object({ id: Type.String(), version: Type.Integer() }),
})
