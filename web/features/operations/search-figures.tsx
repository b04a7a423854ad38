// Figures of search marketing: a cell, and a row of the main ones with their change.
import { Tooltip } from 'antd'
import type { SearchFigures } from '../../../contract/operations/search-marketing.ts'
import { changeOf, figureText, type Measure, measureLabels, measureTips, reasonOf } from './search-figures.rules.ts'
import './search-marketing.css'

type FigureProps = { measure: Measure; of: SearchFigures }

/** A figure; a dash says why there is none. */
export function Figure({ measure, of }: FigureProps) {
  const value = of[measure]
  if (value !== null) return figureText(value)
  const reason = reasonOf(measure, of)
  return (
    <Tooltip title={reason}>
      <span role="img" aria-label={reason}>
        –
      </span>
    </Tooltip>
  )
}

const arrows = { up: '↑', down: '↓', same: '' } as const
const words = { up: '增加', down: '减少', same: '持平' } as const

function ChangeText({ measure, now, before }: { measure: Measure; now: SearchFigures; before: SearchFigures }) {
  const change = changeOf(now[measure], before[measure])
  const was = `上期 ${figureText(before[measure])}`
  if (!change) return <span className="search-change">{was}</span>
  const { direction, text } = change
  return (
    <span className="search-change" data-direction={direction}>
      <span title={was} role="img" aria-label={`比上期${words[direction]} ${text}，${was}`}>
        {direction === 'same' ? '与上期持平' : `${arrows[direction]} ${text}`}
      </span>
    </span>
  )
}

const shown = [
  ...(['cost', 'shows', 'clicks', 'clickRate', 'costPerClick'] as const),
  ...(['leads', 'costPerLead', 'granted', 'costPerGranted'] as const),
]

export function FigureCards({ now, before }: { now: SearchFigures; before: SearchFigures }) {
  return (
    <dl className="search-cards">
      {shown.map((measure) => (
        <div key={measure}>
          <dt title={measureTips[measure]}>{measureLabels[measure]}</dt>
          <dd>
            <Figure measure={measure} of={now} />
          </dd>
          <dd>
            <ChangeText measure={measure} now={now} before={before} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
