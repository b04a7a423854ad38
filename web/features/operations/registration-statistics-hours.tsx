// Weekday and hour of registrations, or of first contacts, as a heat map.
import { Segmented } from 'antd'
import { useState } from 'react'
import {
  getRegistrationHours,
  type HourCell,
  type HourKind,
  type StatisticsQuery,
} from '#contract/operations/registration-statistics.ts'
import { weekdayLabels } from '#contract/prices/price-labels.ts'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { ScrollBox } from '#web/kit/scroll-box.tsx'
import type { FilterTexts } from '#web/kit/table/table-source.ts'
import { useCall } from '#web/lib/query.ts'
import { Count } from './registration-statistics-count.tsx'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
/** Shades beside that of nothing. */
const SHADES = 5

const kinds = { registered: '注册时间', contacted: '首次联系时间' } as const
const options = Object.entries(kinds).map(([value, label]) => ({ value: value as HourKind, label }))

const sliceOf = (of: HourKind, weekday: number, hour: number): FilterTexts =>
  of === 'registered'
    ? { weekday: String(weekday), hour: String(hour) }
    : { contactWeekday: String(weekday), contactHour: String(hour) }

function HeatMap({ cells, of }: { cells: readonly HourCell[]; of: HourKind }) {
  const known = new Map(cells.map(({ weekday, hour, count }) => [`${weekday} ${hour}`, count]))
  const most = Math.max(1, ...cells.map(({ count }) => count))
  return (
    <ScrollBox className="statistics-scroll" label={`${kinds[of]}的星期与小时`}>
      <table className="statistics-heat">
        <thead>
          <tr>
            <th scope="col">星期</th>
            {hours.map((hour) => (
              <th key={hour} scope="col">
                {hour}
                <span className="statistics-unseen"> 时</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdayLabels.map((label, at) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {hours.map((hour) => {
                const count = known.get(`${at + 1} ${hour}`) ?? 0
                return (
                  <td key={hour} data-shade={Math.ceil((count / most) * SHADES)}>
                    {count > 0 && <Count count={count} of={`${label} ${hour} 时`} slice={sliceOf(of, at + 1, hour)} />}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

export function HoursCard({ query }: { query: StatisticsQuery }) {
  const [of, setOf] = useState<HourKind>('registered')
  const read = useCall(getRegistrationHours, { ...query, of }, { call: { hideErrorMsg: true } })
  return (
    <section className="statistics-card" aria-label="时段分布">
      <div className="statistics-head">
        <h2>时段分布</h2>
        <Segmented<HourKind> aria-label="时段" size="small" value={of} options={options} onChange={setOf} />
      </div>
      <Loaded read={read} rows={6}>
        {(cells) => <HeatMap cells={cells} of={of} />}
      </Loaded>
      <p className="statistics-note">首次联系时间：本期注册的客户在什么时候被首次联系；那一天可以在本期之后。</p>
    </section>
  )
}
