// From the registration to the formal grant: how many came so far, and how fast.
import type { Figures } from '../../../contract/operations/registration-statistics.ts'
import type { FilterTexts } from '../../kit/list/list-state.ts'
import { ScrollBox } from '../../kit/scroll-box.tsx'
import { Count, sayMinutes, share } from './registration-statistics-count.tsx'

type Step = {
  name: string
  count: number
  slice: FilterTexts
  /** Of the step before, those who came on; null for the first. */
  rate: string | null
  median: number | null
  total: number | null
}

const stepsOf = (of: Figures): Step[] => [
  { name: '注册', count: of.count, slice: {}, rate: null, median: null, total: null },
  {
    ...{ name: '首次联系', count: of.contacted, slice: { reached: 'contacted' } },
    ...{ rate: share(of.contacted, of.count), median: of.contactMedian, total: of.contactMedian },
  },
  {
    ...{ name: '开通试用', count: of.trials, slice: { reached: 'trial' } },
    ...{ rate: share(of.contactedTrials, of.contacted), median: of.trialMedian, total: of.trialTotal },
  },
  {
    ...{ name: '转为正式', count: of.formals, slice: { reached: 'formal' } },
    ...{ rate: share(of.trialFormals, of.trials), median: of.formalMedian, total: of.formalTotal },
  },
]

export function Funnel({ figures }: { figures: Figures }) {
  return (
    <section className="statistics-card" aria-label="转化漏斗">
      <h2>转化漏斗</h2>
      <ScrollBox className="statistics-scroll" label="各步骤的数量与用时">
        <table className="statistics-table">
          <thead>
            <tr>
              <th scope="col">步骤</th>
              <th scope="col">数量</th>
              <th scope="col">占注册</th>
              <th scope="col">上一步转化</th>
              <th scope="col">距上一步（中位数）</th>
              <th scope="col">距注册（中位数）</th>
            </tr>
          </thead>
          <tbody>
            {stepsOf(figures).map(({ name, count, slice, rate, median, total }) => (
              <tr key={name}>
                <th scope="row">
                  <span
                    className="statistics-bar"
                    style={{ inlineSize: `${figures.count === 0 ? 0 : (count / figures.count) * 100}%` }}
                  />
                  {name}
                </th>
                <td>
                  <Count count={count} of={name} slice={slice} />
                </td>
                <td>{share(count, figures.count)}</td>
                <td>{rate ?? '—'}</td>
                <td>{sayMinutes(median)}</td>
                <td>{sayMinutes(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <p className="statistics-note">
        试用与正式以会员的授权台账为准：注册转成的会员在注册之后第一次获得的试用、正式授权（不限子产品），已撤销的操作不计。
        未经试用直接转正式的计入“转为正式”，不计入“上一步转化”。用时按自然时间计算，含夜间、周末与节假日。
      </p>
    </section>
  )
}
