// The logs into spreadsheets: what each list finds.
import { can } from '../access.ts'
import { FailureQuery, VisitQuery } from '../organisation/staff-links.ts'
import { exportCall } from '../sheets.ts'
import { AuditQuery } from './audit-log.ts'
import { ClientLogQuery } from './client-log.ts'

const auditColumns = [
  { key: 'id', header: '编号' },
  { key: 'at', header: '时间' },
  { key: 'actorName', header: '操作人' },
  { key: 'action', header: '操作' },
  { key: 'targetId', header: '对象' },
  { key: 'changes', header: '变更' },
  { key: 'address', header: 'IP 地址' },
  { key: 'requestId', header: '请求编号' },
] as const
export type AuditExportKey = (typeof auditColumns)[number]['key']

export const exportAudit = exportCall({
  noun: '审计日志',
  path: '/api/backend/system/auditLog/export',
  access: can('auditLog', 'exportBtn'),
  query: AuditQuery,
  columns: auditColumns,
})

const clientColumns = [
  { key: 'receivedAt', header: '上报时间' },
  { key: 'type', header: '类型' },
  { key: 'message', header: '信息' },
  { key: 'count', header: '次数' },
  { key: 'userName', header: '用户' },
  { key: 'url', header: '页面地址' },
  { key: 'info', header: '附加信息' },
  { key: 'stack', header: '堆栈' },
  { key: 'address', header: 'IP 地址' },
  { key: 'userAgent', header: '浏览器' },
] as const
export type ClientLogExportKey = (typeof clientColumns)[number]['key']

export const exportClientLog = exportCall({
  noun: '前端错误日志',
  path: '/api/backend/system/clientLog/export',
  access: can('clientLog', 'exportBtn'),
  query: ClientLogQuery,
  columns: clientColumns,
})

const failureColumns = [
  { key: 'at', header: '时间' },
  { key: 'userName', header: '输入的用户名' },
  { key: 'realName', header: '员工' },
  { key: 'reason', header: '原因' },
  { key: 'address', header: 'IP 地址' },
  { key: 'device', header: '设备' },
  { key: 'lockedUntil', header: '登录限制至' },
] as const
export type FailureExportKey = (typeof failureColumns)[number]['key']

export const exportFailures = exportCall({
  noun: '登录失败记录',
  path: '/api/backend/organisation/loginFail/export',
  access: can('loginFail', 'exportBtn'),
  query: FailureQuery,
  columns: failureColumns,
})

const visitColumns = [
  { key: 'at', header: '时间' },
  { key: 'userName', header: '用户名' },
  { key: 'realName', header: '姓名' },
  { key: 'action', header: '类型' },
  { key: 'title', header: '页面或操作' },
  { key: 'target', header: '路径或对象' },
  { key: 'ip', header: 'IP 地址' },
] as const
export type VisitExportKey = (typeof visitColumns)[number]['key']

export const exportVisits = exportCall({
  noun: '访问日志',
  path: '/api/backend/log/visitLog/export',
  access: can('visitLog', 'exportBtn'),
  query: VisitQuery,
  columns: visitColumns,
})
