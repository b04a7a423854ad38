// What AI calls have used, by day, person, assistant or model: sums of their ledger.
import { Segmented, Space } from 'antd'
import { useState } from 'react'
import {
  readUsage,
  USAGE_DAYS_USUAL,
  type UsageKind,
  type UsageRow,
  usageKindLabels,
  usageKinds,
} from '#contract/ai/usage.ts'
import { addDays } from '#contract/days.ts'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { formatFigure } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'

const kinds = optionsOf(usageKindLabels, usageKinds)
const spans = [7, USAGE_DAYS_USUAL, 90].map((value) => ({ value, label: `近 ${value} 天` }))

function Figures({ of }: { of: Omit<UsageRow, 'id' | 'name'> }) {
  const about = of.isEstimated ? '≈ ' : ''
  return (
    <>
      <td data-align="end">{of.calls}</td>
      <td data-align="end">{of.failed}</td>
      <td data-align="end">{about + formatFigure(of.inputTokens)}</td>
      <td data-align="end">{formatFigure(of.cachedTokens)}</td>
      <td data-align="end">{about + formatFigure(of.outputTokens)}</td>
      <td data-align="end">{`${about}${of.cost}${of.unpriced > 0 ? `（${of.unpriced} 次未计价）` : ''}`}</td>
    </>
  )
}

export function UsageList() {
  const [kind, setKind] = useState<UsageKind>('day')
  const [span, setSpan] = useState(USAGE_DAYS_USUAL)
  const to = serverToday()
  const read = useCall(
    readUsage,
    { kind, from: addDays(to, 1 - span), to },
    { staleTime: 0, placeholderData: (before) => before, call: { hideErrorMsg: true } },
  )
  return (
    <>
      <div className="trial-bar">
        <Space wrap>
          <Segmented<UsageKind> aria-label="统计方式" value={kind} options={kinds} onChange={setKind} />
          <Segmented<number> aria-label="统计范围" value={span} options={spans} onChange={setSpan} />
        </Space>
      </div>
      <Loaded read={read} rows={8}>
        {({ total, rows }) => (
          <div className="prompt-scroll">
            <table className="prompt-list">
              <thead>
                <tr>
                  <th>{usageKindLabels[kind].slice(1)}</th>
                  <th data-align="end">调用</th>
                  <th data-align="end">失败</th>
                  <th data-align="end">输入词元</th>
                  <th data-align="end">其中缓存</th>
                  <th data-align="end">输出词元</th>
                  <th data-align="end">费用（元）</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id}>
                    <td>{row.name}</td>
                    <Figures of={row} />
                  </tr>
                ))}
                {rows.length === 0 && (
                  <tr>
                    <td colSpan={7}>这段时间没有调用。</td>
                  </tr>
                )}
              </tbody>
              <tfoot>
                <tr>
                  <th>合计</th>
                  <Figures of={total} />
                </tr>
              </tfoot>
            </table>
          </div>
        )}
      </Loaded>
    </>
  )
}
