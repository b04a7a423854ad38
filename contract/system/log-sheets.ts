// Exports of the logs: what each list finds.
import { can } from '#contract/access.ts'
import { exportCall } from '#contract/exports.ts'
import { FailureQuery } from '#contract/organisation/sessions.ts'
import { VisitQuery } from '#contract/organisation/visit-log.ts'
import { AuditQuery } from './audit-log.ts'
import { ClientLogQuery } from './client-log.ts'

const at = { key: 'at', header: '时间', width: 18, as: 'moment' } as const
const address = { key: 'address', header: 'IP 地址', width: 18 } as const

export const exportAudit = exportCall('审计日志', '/api/backend/system/auditLog/export', can('auditLog', 'exportBtn'), {
  query: AuditQuery,
  columns: [
    { key: 'id', header: '编号', width: 12 },
    at,
    { key: 'actorName', header: '操作人', width: 14 },
    { key: 'action', header: '操作', width: 24 },
    { key: 'targetId', header: '对象', width: 20 },
    { key: 'changes', header: '变更', width: 60 },
    address,
    { key: 'requestId', header: '请求编号', width: 30 },
  ],
})

export const exportClientLog = exportCall(
  '页面错误日志',
  '/api/backend/system/clientLog/export',
  can('clientLog', 'exportBtn'),
  {
    query: ClientLogQuery,
    columns: [
      { key: 'receivedAt', header: '上报时间', width: 18, as: 'moment' },
      { key: 'type', header: '类型', width: 12 },
      { key: 'message', header: '信息', width: 60 },
      { key: 'count', header: '次数', width: 8, as: 'number' },
      { key: 'userName', header: '用户', width: 16 },
      { key: 'url', header: '页面地址', width: 40 },
      { key: 'info', header: '附加信息', width: 40 },
      { key: 'stack', header: '堆栈', width: 60 },
      address,
      { key: 'userAgent', header: '浏览器', width: 40 },
    ],
  },
)

export const exportFailures = exportCall(
  '登录失败记录',
  '/api/backend/organisation/loginFail/export',
  can('loginFail', 'exportBtn'),
  {
    query: FailureQuery,
    columns: [
      at,
      { key: 'userName', header: '输入的用户名', width: 18 },
      { key: 'realName', header: '员工', width: 14 },
      { key: 'reason', header: '原因', width: 20 },
      address,
      { key: 'device', header: '设备', width: 24 },
      { key: 'lockedUntil', header: '登录限制至', width: 18, as: 'moment' },
    ],
  },
)

export const exportVisits = exportCall('访问日志', '/api/backend/log/visitLog/export', can('visitLog', 'exportBtn'), {
  query: VisitQuery,
  columns: [
    at,
    { key: 'userName', header: '用户名', width: 18 },
    { key: 'realName', header: '姓名', width: 14 },
    { key: 'action', header: '类型', width: 12 },
    { key: 'title', header: '页面或操作', width: 28 },
    { key: 'target', header: '路径或对象', width: 40 },
    { key: 'ip', header: 'IP 地址', width: 18 },
  ],
})
