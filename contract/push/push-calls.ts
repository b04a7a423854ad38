// The calls of both pages of pushes, each below its own path and with its own rights.
import { Type } from 'typebox'
import { type Alias, anyOf, can } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Paged } from '../envelope.ts'
import { Fields, Id, Ids, Nothing, Nullable, OneOf, Required, Text } from '../fields.ts'
import { type PushKind, pushPages, pushStates } from './push-labels.ts'
import {
  AudienceFound,
  Candidate,
  contents,
  form,
  MailShown,
  PUSH_ACCOUNTS_MAX,
  PushAudience,
  PushDetail,
  PushForm,
  PushQuery,
  PushRow,
  Recipient,
  RecipientQuery,
  Version,
} from './pushes.ts'

const one = { id: Id('推送') }
const acted = { ...one, version: Version }

function pushCallsOf(kind: PushKind) {
  const { menu, title } = pushPages[kind]
  const root = `/api/backend/push/${kind}` as const
  const right = (alias: Alias) => can(menu, alias)
  const writing = anyOf(right('add'), right('edit'))
  const Saved = Type.Object({ id: Type.String(), version: Type.Integer() })
  const call = { method: 'POST' } as const
  return {
    kind,
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
      body: Fields(one),
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
      body: Fields({ ...acted, ...form }),
      data: Saved,
    }),
    /** Drafts alone. */
    remove: endpoint({
      ...call,
      summary: `删除${title}`,
      path: `${root}/remove`,
      access: right('delete'),
      effect: 'write',
      body: Fields(acted),
      data: Nothing,
    }),
    copy: endpoint({
      ...call,
      summary: `复制${title}`,
      path: `${root}/copy`,
      access: right('copy'),
      effect: 'write',
      body: Fields(one),
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
      body: Fields(one),
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
    /** 600 says to how many. Goes to review where somebody reviews, otherwise out. */
    launch: endpoint({
      ...call,
      summary: `提交${title}`,
      path: `${root}/launch`,
      access: right('launch'),
      effect: 'write',
      body: Fields(acted),
      data: Type.Object({ state: OneOf('状态', pushStates) }),
    }),
    pass: endpoint({
      ...call,
      summary: `${title}审核通过`,
      path: `${root}/pass`,
      access: right('pass'),
      effect: 'write',
      body: Fields(acted),
      data: Nothing,
    }),
    overrule: endpoint({
      ...call,
      summary: `${title}审核驳回`,
      path: `${root}/overrule`,
      access: right('overrule'),
      effect: 'write',
      body: Fields({ ...acted, opinion: Required('驳回意见', 500) }),
      data: Nothing,
    }),
    /** Whatever has not been handed over stays; back to draft where nothing was queued yet. */
    stop: endpoint({
      ...call,
      summary: `停止${title}`,
      path: `${root}/stop`,
      access: right('takeDown'),
      effect: 'write',
      body: Fields(one),
      data: Nothing,
    }),
    resume: endpoint({
      ...call,
      summary: `继续${title}`,
      path: `${root}/resume`,
      access: right('launch'),
      effect: 'write',
      body: Fields(one),
      data: Nothing,
    }),
    /** Failed ones are queued again; what may have arrived is left alone. */
    retry: endpoint({
      ...call,
      summary: `${title}：重发失败的`,
      path: `${root}/retry`,
      access: right('launch'),
      effect: 'write',
      body: Fields(one),
      data: Type.Object({ count: Type.Integer() }),
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
    /** A draft that tells those who got this push which of its prices were corrected. */
    correct: endpoint({
      ...call,
      summary: `${title}：更正通知`,
      path: `${root}/correct`,
      access: right('add'),
      effect: 'write',
      body: Fields(one),
      data: Saved,
    }),
    lists: endpoint({
      ...call,
      summary: `${title}：名单`,
      path: `${root}/lists`,
      access: right('view'),
      effect: 'read',
      body: Fields({}),
      data: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), count: Type.Integer() })),
    }),
    saveList: endpoint({
      ...call,
      summary: `${title}：保存名单`,
      path: `${root}/saveList`,
      access: writing,
      effect: 'write',
      body: Fields({
        name: Required('名单名称', 50),
        accountIds: Type.Array(Id('账号'), {
          title: '账号',
          minItems: 1,
          maxItems: PUSH_ACCOUNTS_MAX,
          uniqueItems: true,
        }),
      }),
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
