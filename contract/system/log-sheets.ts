// Exports of the logs: what each list finds.
import { can } from '#contract/access.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { FailureQuery, queryLoginFailures } from '#contract/organisation/sessions.ts'
import { getAdminLogByPage, VisitQuery } from '#contract/organisation/visit-log.ts'
import { AuditQuery, queryAuditLog } from './audit-log.ts'
import { ClientLogQuery, queryClientLog } from './client-log.ts'

export const exportAudit = exportCall('审计日志', '/api/backend/system/auditLog/export', can('auditLog', 'exportBtn'), {
  query: AuditQuery,
  columns: sheetOf(queryAuditLog, [
    'id',
    'at',
    'actorName',
    'action',
    'targetId',
    { key: 'changes', header: '变更', width: 60 },
    'address',
    'requestId',
  ]),
})

export const exportClientLog = exportCall(
  '页面错误日志',
  '/api/backend/system/clientLog/export',
  can('clientLog', 'exportBtn'),
  {
    query: ClientLogQuery,
    columns: sheetOf(queryClientLog, [
      'receivedAt',
      'type',
      'message',
      'count',
      'userName',
      'url',
      { key: 'info', header: '附加信息', width: 40 },
      { key: 'stack', header: '堆栈', width: 60 },
      'address',
      { key: 'userAgent', header: '浏览器', width: 40 },
    ]),
  },
)

export const exportFailures = exportCall(
  '登录失败记录',
  '/api/backend/organisation/loginFail/export',
  can('loginFail', 'exportBtn'),
  {
    query: FailureQuery,
    columns: sheetOf(queryLoginFailures, [
      'at',
      'userName',
      'realName',
      'reason',
      'address',
      'device',
      { key: 'lockedUntil', header: '登录限制至', width: 18, as: 'moment' },
    ]),
  },
)

export const exportVisits = exportCall('访问日志', '/api/backend/log/visitLog/export', can('visitLog', 'exportBtn'), {
  query: VisitQuery,
  columns: sheetOf(getAdminLogByPage, ['at', 'userName', 'realName', 'action', 'title', 'target', 'ip']),
})
