// Small table of an account's log rows, used in log details and access statistics.
import './account-log.css'
import type { NearLog } from '#contract/members/account-logs.ts'
import { accountLogLabels } from '#contract/members/members.ts'
import { formatSecond, formatSeconds } from './account-log-labels.ts'

/** @param current the row whose neighbours are shown */
export function NearLogs({ rows, label, current }: { rows: readonly NearLog[]; label: string; current?: string }) {
  return (
    <table className="log-near" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">时间</th>
          <th scope="col">类型</th>
          <th scope="col">模块与内容</th>
          <th scope="col">IP 地址</th>
          <th scope="col" className="log-near-number">
            停留
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, at, kind, module, detail, address, seconds }) => (
          <tr key={id} aria-current={id === current || undefined}>
            <td>{formatSecond(at)}</td>
            <td>{accountLogLabels[kind]}</td>
            <td>{[module, detail].filter(Boolean).join(' · ') || '—'}</td>
            <td>{address || '—'}</td>
            <td className="log-near-number">{formatSeconds(seconds)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
