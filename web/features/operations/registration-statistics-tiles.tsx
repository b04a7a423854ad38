// The headline figures, each beside that of the period before.
import type { DataOf } from '../../../contract/endpoint.ts'
import {
  type Figures,
  type getRegistrationFigures,
  reachedLabels,
} from '../../../contract/operations/registration-statistics.ts'
import type { FilterTexts } from '../../kit/list/list-state.ts'
import { Count, sayMinutes, share } from './registration-statistics-count.tsx'

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
  key: 'count' | 'contacted' | 'waiting' | 'invalid' | 'trials' | 'formals'
  label: string
  slice?: FilterTexts
}

const tiles: readonly Tile[] = [
  { key: 'count', label: '注册' },
  { key: 'contacted', label: reachedLabels.contacted, slice: { reached: 'contacted' } },
  { key: 'waiting', label: reachedLabels.waiting, slice: { reached: 'waiting' } },
  { key: 'trials', label: reachedLabels.trial, slice: { reached: 'trial' } },
  { key: 'formals', label: reachedLabels.formal, slice: { reached: 'formal' } },
  { key: 'invalid', label: reachedLabels.invalid, slice: { reached: 'invalid' } },
]

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
    key === 'count' || count === 0 ? null : `占 ${share(rest[key], count)}`
  return (
    <dl className="statistics-tiles">
      {tiles.map(({ key, label, slice = {} }) => (
        <div key={key}>
          <dt>{label}</dt>
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
        <dt>首次联系用时（中位数）</dt>
        <dd className="statistics-number">{sayMinutes(figures.contactMedian)}</dd>
        <dd>
          <Change
            now={figures.contactMedian}
            before={figuresBefore.contactMedian}
            shown={sayMinutes(figuresBefore.contactMedian)}
          />
        </dd>
      </div>
    </dl>
  )
}
