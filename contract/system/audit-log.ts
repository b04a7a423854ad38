// The audit log for administrators: who did what to which row, when and from where, and whether its chain is intact.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Day, Fields, Id, listFields, Moment, Nullable, OneOf, Text } from '#contract/fields.ts'

const root = '/api/backend/system/auditLog'

export const AuditQuery = Fields({
  ...listFields(['at']),
  actorName: Type.Optional(Text('操作人', 64)),
  action: Type.Optional(Text('操作', 64)),
  targetType: Type.Optional(Text('对象类型', 32)),
  targetId: Type.Optional(Text('对象编号', 64)),
  address: Type.Optional(Text('IP 地址', 45)),
  requestId: Type.Optional(Text('请求编号', 64)),
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
})
export type AuditQuery = Static<typeof AuditQuery>

/**
 * One field that the act changed; null for a value that did not exist, or no longer does. Ids are shown by name, and
 * values that are not text as JSON.
 */
const AuditChange = Type.Object({
  field: Type.String(),
  before: Nullable(Type.String()),
  after: Nullable(Type.String()),
})
export type AuditChange = Static<typeof AuditChange>

const AuditRow = Type.Object({
  id: Type.String({ title: '编号' }),
  at: Moment('时间'),
  actorName: Type.String({ title: '操作人', description: 'what one signs in with; empty where nobody was signed in' }),
  actorRealName: Nullable(Type.String()),
  address: Type.String({ title: 'IP 地址' }),
  requestId: Type.String({ title: '请求编号' }),
  action: Type.String({ title: '操作', description: 'target and verb, such as user.edit' }),
  targetType: Type.String(),
  targetId: Type.String({ title: '对象' }),
  targetName: Nullable(Type.String({ description: 'as it is called now, or was when an act recorded it' })),
  fields: Type.Array(Type.String(), { description: 'those that the act changed' }),
})
export type AuditRow = Static<typeof AuditRow>

const AuditDetail = Type.Object({ ...AuditRow.properties, changes: Type.Array(AuditChange) })
export type AuditDetail = Static<typeof AuditDetail>

export const queryAuditLog = readCall('审计日志', `${root}/page`, can('auditLog', 'view'), {
  body: AuditQuery,
  data: Paged(AuditRow),
})

/** One act with what it changed, before and after. */
export const getAuditAct = readCall('审计日志详情', `${root}/get`, can('auditLog', 'details'), {
  body: Fields({ id: Id('编号') }),
  data: AuditDetail,
})

const ChainState = Type.Object({
  sealed: Type.Integer({ description: 'rows that the chain covers' }),
  waiting: Type.Integer({ description: 'rows written since the last seal' }),
  head: Nullable(Type.String({ description: 'the newest seal, HMAC-SHA-256 in hex' })),
  broken: Type.Array(Type.String(), { description: 'rows that were altered or taken away, the first 200' }),
  brokenCount: Type.Integer({ description: 'how many there are in all' }),
  headFault: Nullable(OneOf('链尾', ['cut', 'forged'])),
})
export type ChainState = Static<typeof ChainState>

/** Computes the whole chain again. */
export const checkAuditChain = readCall('校验审计链', `${root}/check`, can('auditLog', 'verify'), { data: ChainState })
