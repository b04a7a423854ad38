// Registrations by week, and how many of each week had come so far within some weeks.
import { Segmented } from 'antd'
import { useState } from 'react'
import {
  type CohortStage,
  cohortStages,
  cohortWeeks,
  reachedLabels,
} from '#contract/operations/registration-measures.ts'
import {
  type CohortRow,
  getRegistrationCohorts,
  type StatisticsQuery,
} from '#contract/operations/registration-statistics.ts'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { ScrollBox } from '#web/kit/scroll-box.tsx'
import { useCall } from '#web/lib/query.ts'
import { Count, share } from './registration-statistics-count.tsx'
import { printDays } from './registration-statistics-filters.tsx'
import { MeasureName } from './registration-statistics-measure.tsx'

/** Shades beside that of nothing, as those of the heat map. */
const SHADES = 5
const MAX_HEIGHT_PX = 340

const options = optionsOf(reachedLabels, cohortStages)

function Cohorts({ rows, of }: { rows: readonly CohortRow[]; of: CohortStage }) {
  return (
    <ScrollBox className="statistics-scroll" label="各周注册的进展" style={{ maxHeight: MAX_HEIGHT_PX }}>
      <table className="statistics-heat statistics-cohorts">
        <thead>
          <tr>
            <th scope="col">注册周</th>
            <th scope="col">
              <MeasureName of="count" label="注册" />
            </th>
            {cohortWeeks.map((weeks) => (
              <th key={weeks} scope="col">
                <MeasureName of="within" label={`${weeks} 周内`} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map(({ from, to, count, within }) => {
            const days = printDays({ from, to })
            const name = `${from} 至 ${to.slice(5)}`
            return (
              <tr key={from}>
                <th scope="row">{name}</th>
                <td>
                  <Count count={count} of={`${name} 注册`} slice={{ days }} />
                </td>
                {cohortWeeks.map((weeks, at) => {
                  const reached = within[at] ?? null
                  if (reached === null || count === 0) return <td key={weeks}>—</td>
                  return (
                    <td key={weeks} data-shade={Math.ceil((reached / count) * SHADES)}>
                      <Count
                        count={reached}
                        of={`${name} ${weeks} 周内${reachedLabels[of]}`}
                        slice={{ days, within: `${of}-${weeks}` }}
                      />
                      <small>{share(reached, count)}</small>
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollBox>
  )
}

export function CohortsCard({ query }: { query: StatisticsQuery }) {
  const [of, setOf] = useState<CohortStage>('trial')
  const read = useCall(getRegistrationCohorts, { ...query, of }, { call: { hideErrorMsg: true } })
  return (
    <section className="statistics-card" aria-label="同期群">
      <div className="statistics-head">
        <h2>同期群</h2>
        <Segmented<CohortStage> aria-label="进展" size="small" value={of} options={options} onChange={setOf} />
      </div>
      <Loaded read={read} rows={6}>
        {(rows) => <Cohorts rows={rows} of={of} />}
      </Loaded>
      <p className="statistics-note">每行是一周的注册；该周的每个注册都满若干周之后，才显示若干周内的数字。</p>
    </section>
  )
}
