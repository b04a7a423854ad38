// Errors of the browser part: reported by the browser itself (spec §4 "Client errors"), read by administrators.
import { type Static, Type } from 'typebox'
import { anonymous, can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Choice, Day, Fields, Id, Ids, listFields, Moment, Nullable, Text } from '#contract/fields.ts'
import { CLIENT_LOG_BATCH } from '#contract/limits.ts'

const root = '/api/backend/system/clientLog'

/** An exception nobody caught, a promise nobody caught, a page that could not be drawn, a file that did not load. */
export const clientErrorLabels = {
  error: '脚本错误',
  rejection: '异步错误',
  page: '页面错误',
  resource: '资源加载',
} as const
export type ClientErrorType = keyof typeof clientErrorLabels
export const clientErrorTypes = Object.keys(clientErrorLabels) as [ClientErrorType, ...ClientErrorType[]]

/** Limits of a report, characters: larger than what is stored, so that a long text is truncated rather than refused. */
const TEXT_MAX = 500_000

/** spec §3 "Client error log entry", and how often it was seen since the last report. */
const ClientError = Fields({
  type: Choice('类型', clientErrorLabels),
  message: Text('信息', TEXT_MAX),
  stack: Text('堆栈', TEXT_MAX),
  info: Text('附加信息', TEXT_MAX),
  url: Text('页面地址', TEXT_MAX),
  time: Moment('发生时间'),
  count: Type.Integer({ title: '次数', minimum: 1, maximum: 1_000_000 }),
})
export type ClientError = Static<typeof ClientError>

/** Open to all: errors happen before the sign-in too. An optional token names the person. */
export const sendClientLog = writeCall('上报页面错误', '/api/backend/log/clientLog', anonymous, {
  body: Fields({ entries: Type.Array(ClientError, { title: '错误', minItems: 1, maxItems: CLIENT_LOG_BATCH }) }),
})

export const ClientLogQuery = Fields({
  ...listFields(['receivedAt', 'time', 'count']),
  type: Type.Optional(Choice('类型', clientErrorLabels)),
  text: Type.Optional(Text('编号或信息', 100)),
  userName: Type.Optional(Text('用户名', 64)),
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
})
export type ClientLogQuery = Static<typeof ClientLogQuery>

const ClientLogRow = Type.Object({
  id: Type.String(),
  type: Choice('类型', clientErrorLabels),
  number: Nullable(Type.String({ title: '编号', description: 'what the browser showed, to be read out' })),
  message: Type.String({ title: '信息' }),
  url: Type.String({ title: '页面地址' }),
  time: Moment('发生时间'),
  count: Type.Integer({ title: '次数' }),
  receivedAt: Moment('上报时间'),
  userName: Nullable(Type.String({ title: '用户', description: 'null before the sign-in' })),
  realName: Nullable(Type.String()),
  address: Type.String({ title: 'IP 地址' }),
})
export type ClientLogRow = Static<typeof ClientLogRow>

export const queryClientLog = readCall('页面错误日志', `${root}/page`, can('clientLog', 'view'), {
  body: ClientLogQuery,
  data: Paged(ClientLogRow),
})

const ClientLogDetail = Type.Object({
  ...ClientLogRow.properties,
  stack: Type.String({ title: '堆栈' }),
  info: Type.String({ title: '附加信息' }),
  userAgent: Type.String({ title: '浏览器' }),
})
export type ClientLogDetail = Static<typeof ClientLogDetail>

export const getClientError = readCall('页面错误详情', `${root}/get`, can('clientLog', 'details'), {
  body: Fields({ id: Id('错误') }),
  data: ClientLogDetail,
})

export const removeClientErrors = writeCall('删除页面错误', `${root}/remove`, can('clientLog', 'delete'), {
  body: Fields({ ids: Ids('错误') }),
})
