// The headline figures, each beside that of the period before.
import type { DataOf } from '#contract/endpoint.ts'
import { reachedLabels } from '#contract/operations/registration-measures.ts'
import type { Figures, getRegistrationFigures } from '#contract/operations/registration-statistics.ts'
import type { FilterTexts } from '#web/kit/table/table-source.ts'
import { Count, describeMinutes, share } from './registration-statistics-count.tsx'
import { MeasureName } from './registration-statistics-measure.tsx'

type Reply = DataOf<typeof getRegistrationFigures>

/** `+12.5%` of the value before; a word where there was none. */
function changeOf(now: number | null, before: number | null): { text: string; tone?: 'rise' | 'fall' } {
  if (now === null || before === null) return { text: '无可比数据' }
  if (now === before) return { text: '持平' }
  const tone = now > before ? 'rise' : 'fall'
  const sign = now > before ? '+' : '−'
  if (before === 0) return { text: `${sign}${Math.abs(now - before).toLocaleString('zh-CN')}`, tone }
  return { text: `${sign}${((Math.abs(now - before) / before) * 100).toFixed(1)}%`, tone }
}

type Tile = {
  key: 'count' | 'contacted' | 'waiting' | 'overdue' | 'invalid' | 'trials' | 'formals' | 'duplicates'
  label: string
  slice?: FilterTexts
}

const tiles: readonly Tile[] = [
  { key: 'count', label: '注册' },
  { key: 'contacted', label: reachedLabels.contacted, slice: { reached: 'contacted' } },
  { key: 'waiting', label: reachedLabels.waiting, slice: { reached: 'waiting' } },
  { key: 'overdue', label: reachedLabels.overdue, slice: { reached: 'overdue' } },
  { key: 'trials', label: reachedLabels.trial, slice: { reached: 'trial' } },
  { key: 'formals', label: reachedLabels.formal, slice: { reached: 'formal' } },
  { key: 'invalid', label: reachedLabels.invalid, slice: { reached: 'invalid' } },
  { key: 'duplicates', label: reachedLabels.duplicate, slice: { reached: 'duplicate' } },
]

/** Duplicates are no part of the registrations that are counted. */
const isWhole = (key: Tile['key']) => key === 'count' || key === 'duplicates'

function Change({ now, before, shown }: { now: number | null; before: number | null; shown: string }) {
  const { text, tone } = changeOf(now, before)
  return (
    <>
      <span className={tone && `statistics-${tone}`}>{text}</span>
      <span className="statistics-faint">{`上期 ${shown}`}</span>
    </>
  )
}

export function Tiles({ figures, figuresBefore }: Pick<Reply, 'figures' | 'figuresBefore'>) {
  const shareOf = ({ count, ...rest }: Figures, key: Tile['key']) =>
    isWhole(key) || count === 0 ? null : `占 ${share(rest[key], count)}`
  const { contact } = figures.times
  const { contact: contactBefore } = figuresBefore.times
  return (
    <dl className="statistics-tiles">
      {tiles.map(({ key, label, slice = {} }) => (
        <div key={key}>
          <dt>
            <MeasureName of={key} label={label} />
          </dt>
          <dd className="statistics-number">
            <Count count={figures[key]} of={label} slice={slice} />
            <small>{shareOf(figures, key)}</small>
          </dd>
          <dd>
            <Change now={figures[key]} before={figuresBefore[key]} shown={figuresBefore[key].toLocaleString('zh-CN')} />
          </dd>
        </div>
      ))}
      <div>
        <dt>
          <MeasureName of="workMedian" label="首次联系（工作时间）" />
        </dt>
        <dd className="statistics-number">{describeMinutes(contact.workMedian, 'work')}</dd>
        <dd>
          <Change
            now={contact.workMedian}
            before={contactBefore.workMedian}
            shown={describeMinutes(contactBefore.workMedian, 'work')}
          />
        </dd>
      </div>
    </dl>
  )
}
