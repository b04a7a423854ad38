// From the registration to the formal grant: how many came so far, each stage with all later ones, and how fast.
import {
  type Measure,
  measureLabels,
  type TimeKey,
  timeKeys,
  timeLabels,
} from '#contract/operations/registration-measures.ts'
import type { Figures } from '#contract/operations/registration-statistics.ts'
import { ScrollBox } from '#web/kit/scroll-box.tsx'
import type { FilterTexts } from '#web/kit/table/table-source.ts'
import { Count, describeMinutes, share } from './registration-statistics-count.tsx'
import { MeasureName } from './registration-statistics-measure.tsx'

type Stage = { key: 'count' | 'contactedUp' | 'trialUp' | 'formals'; name: string; slice: FilterTexts }

const stages: readonly Stage[] = [
  { key: 'count', name: '注册', slice: {} },
  { key: 'contactedUp', name: '联系及以后', slice: { reached: 'contactedUp' } },
  { key: 'trialUp', name: '试用及以后', slice: { reached: 'trialUp' } },
  { key: 'formals', name: '转为正式', slice: { reached: 'formal' } },
]

const times = ['median', 'p90', 'workMedian', 'workP90'] as const satisfies Measure[]

function Stages({ figures }: { figures: Figures }) {
  return (
    <ScrollBox className="statistics-scroll" label="各步骤的数量">
      <table className="statistics-table">
        <thead>
          <tr>
            <th scope="col">步骤</th>
            <th scope="col">数量</th>
            <th scope="col">
              <MeasureName of="share" label="占注册" />
            </th>
            <th scope="col">
              <MeasureName of="stepRate" label="上一步转化" />
            </th>
          </tr>
        </thead>
        <tbody>
          {stages.map(({ key, name, slice }, at) => {
            const before = stages[at - 1]
            return (
              <tr key={key}>
                <th scope="row">
                  <span
                    className="statistics-bar"
                    style={{ inlineSize: `${figures.count === 0 ? 0 : (figures[key] / figures.count) * 100}%` }}
                  />
                  <MeasureName of={key} label={name} />
                </th>
                <td>
                  <Count count={figures[key]} of={name} slice={slice} />
                </td>
                <td>{share(figures[key], figures.count)}</td>
                <td>{before ? share(figures[key], figures[before.key]) : '—'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollBox>
  )
}

function Times({ figures }: { figures: Figures }) {
  const row = (key: TimeKey) => {
    const { count, ...values } = figures.times[key]
    return (
      <tr key={key}>
        <th scope="row">{timeLabels[key]}</th>
        <td>{count}</td>
        {times.map((measure) => (
          <td key={measure}>{describeMinutes(values[measure], measure.startsWith('work') ? 'work' : 'plain')}</td>
        ))}
      </tr>
    )
  }
  return (
    <ScrollBox className="statistics-scroll" label="各步骤的用时">
      <table className="statistics-table">
        <thead>
          <tr>
            <th scope="col">用时</th>
            <th scope="col">注册数</th>
            {times.map((measure) => (
              <th key={measure} scope="col">
                <MeasureName of={measure} label={measureLabels[measure]} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{timeKeys.map(row)}</tbody>
      </table>
    </ScrollBox>
  )
}

export function Funnel({ figures }: { figures: Figures }) {
  return (
    <section className="statistics-card" aria-label="转化漏斗">
      <h2>转化漏斗</h2>
      <Stages figures={figures} />
      <Times figures={figures} />
      <p className="statistics-note">
        每一步都包含其后的各步：未记联系但已开通试用的计入“联系及以后”，未经试用直接转正式的计入“试用及以后”。
        试用与正式以会员的授权变更记录为准。
      </p>
    </section>
  )
}
