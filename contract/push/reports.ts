// Customised reports: what customers ordered, and each issue of it from its file to the customer's receipt.

import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { type BodyOf, readCall, writeCall } from '#contract/endpoint.ts'
import { Choice, Day, Fields, Id, Moment, Nullable, OneLine, Required, Text } from '#contract/fields.ts'
import { FileId } from '#contract/files.ts'
import { messageStateLabels } from '#contract/outbox/message-labels.ts'
import { contains, type RowOf, rowCalls } from '#contract/rows.ts'
import { issueStateLabels, orderRhythmLabels } from './report-labels.ts'

const MENU = 'customizedReport'
const root = '/api/backend/push/reportOrder'

const fields = {
  enterpriseId: Id('客户'),
  title: OneLine(Required('报告名称', 100)),
  contents: Text('报告内容', 1_000),
  rhythm: Choice('频率', orderRhythmLabels),
  startsOn: Day('首期日期'),
  endsOn: Day('结束日期'),
  contactName: OneLine(Required('联系人', 32)),
  contactEmail: Required('联系邮箱', 128),
  /** Yuan, for the whole order. */
  price: Type.String({
    title: '金额（元）',
    pattern: '^(0|[1-9][0-9]{0,9})(\\.[0-9]{1,2})?$',
    messages: { required: '请输入金额', pattern: '金额应为不超过10位整数、2位小数的数字' },
  }),
  remark: Text('备注', 500),
  isEnabled: Type.Boolean({ title: '进行中' }),
}

export const reportOrderCalls = rowCalls({
  noun: '定制报告',
  path: root,
  menu: MENU,
  fields,
  query: {
    title: contains(fields.title),
    enterprise: Text('客户', 100),
    rhythm: fields.rhythm,
    isEnabled: fields.isEnabled,
  },
  sortable: ['endsOn', 'updatedAt'],
  row: {
    ...fields,
    enterpriseName: Type.String({ title: '客户' }),
    ownerName: Type.String({ title: '归属人' }),
    issues: Type.Integer({ title: '已发送期数', description: 'sent or received' }),
    lastDueOn: Nullable(Type.String({ title: '最近一期' })),
    updatedAt: Moment('更新时间'),
  },
})
export type ReportOrderQuery = BodyOf<typeof reportOrderCalls.list>
export type ReportOrderRow = RowOf<typeof reportOrderCalls>

const Issue = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  number: Type.Integer(),
  dueOn: Type.String(),
  title: Type.String(),
  text: Type.String(),
  file: Type.Object({
    id: Type.String(),
    name: Type.String(),
    size: Type.Integer(),
    type: Type.String(),
    url: Type.String(),
  }),
  state: Choice('状态', issueStateLabels),
  opinion: Type.String(),
  authorName: Type.String(),
  reviewerName: Nullable(Type.String()),
  isOwn: Type.Boolean({ description: 'the caller wrote it: somebody else reviews' }),
  /** Of its mail. */
  mail: Nullable(Type.Object({ state: Choice('邮件', messageStateLabels), reason: Type.String() })),
  sentAt: Nullable(Type.String()),
  receivedOn: Nullable(Type.String()),
  receivedBy: Type.String(),
})
export type ReportIssue = Static<typeof Issue>

/** Days of a calendar month, and those around it that its page shows. */
const CALENDAR_DAYS = 45

const Due = Type.Object({
  orderId: Type.String(),
  title: Type.String(),
  enterpriseName: Type.String(),
  dueOn: Type.String(),
  /** Null: nothing has been written yet. */
  state: Nullable(Choice('状态', issueStateLabels)),
})
export type ReportDue = Static<typeof Due>

/** An order with its issues, the newest first, and the days on which the next ones are due. */
export const getReportOrder = readCall('定制报告：订单与各期', `${root}/issues`, can(MENU, 'details'), {
  body: Fields({ id: Id('定制报告') }),
  data: Type.Object({
    order: Type.Object({
      id: Type.String(),
      title: Type.String(),
      contents: Type.String(),
      enterpriseName: Type.String(),
      rhythm: Choice('频率', orderRhythmLabels),
      startsOn: Type.String(),
      endsOn: Type.String(),
      contactName: Type.String(),
      contactEmail: Type.String(),
      price: Type.String(),
      isEnabled: Type.Boolean(),
    }),
    issues: Type.Array(Issue),
    due: Type.Array(Type.String(), { description: 'days without an issue, the first ones' }),
  }),
})

/** Issues due on the days of a calendar, of active orders within the caller's scope. */
export const queryReportDue = readCall('定制报告日历', `${root}/due`, can(MENU, 'count'), {
  body: Fields({ from: Day('开始日期'), days: Type.Integer({ title: '天数', minimum: 1, maximum: CALENDAR_DAYS }) }),
  data: Type.Array(Due),
})

const Version = Type.Integer({ title: '版本', minimum: 1 })
/** Of an order that has it due on that day; the version is null for a new one. */
export const saveReportIssue = writeCall('保存定制报告的一期', `${root}/saveIssue`, can(MENU, 'edit'), {
  body: Fields({
    orderId: Id('定制报告'),
    dueOn: Day('期次'),
    version: Nullable(Version),
    title: OneLine(Required('邮件主题', 150)),
    text: Required('正文', 10_000),
    fileId: FileId('attachment', '报告文件'),
  }),
  data: Type.Object({ id: Type.String(), version: Type.Integer() }),
})

const acted = Fields({ id: Id('期次'), version: Version })

/** To those who review; without any, it may be sent. */
export const submitReportIssue = writeCall('提交定制报告', `${root}/submitIssue`, can(MENU, 'launch'), { body: acted })
export const passReportIssue = writeCall('定制报告审核通过', `${root}/passIssue`, can(MENU, 'pass'), { body: acted })
export const overruleReportIssue = writeCall('定制报告审核驳回', `${root}/overruleIssue`, can(MENU, 'overrule'), {
  body: Fields({ id: Id('期次'), version: Version, opinion: Required('驳回意见', 500) }),
})
/** Once: to the contact of the order. */
export const sendReportIssue = writeCall('发送定制报告', `${root}/sendIssue`, can(MENU, 'launch'), { body: acted })
export const receiveReportIssue = writeCall('登记定制报告签收', `${root}/receiveIssue`, can(MENU, 'edit'), {
  body: Fields({ id: Id('期次'), version: Version, receivedOn: Day('签收日期'), receivedBy: Required('签收人', 32) }),
})
