// Figures of search marketing: a cell, and a row of the main ones with their change.
import { Tooltip } from 'antd'
import type { Comparison, SearchFigures } from '#contract/operations/search-marketing.ts'
import {
  changeOf,
  comparedLabels,
  figureText,
  type Measure,
  measureLabels,
  measureTips,
  reasonOf,
} from './search-figures.rules.ts'
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

type ComparedProps = { now: SearchFigures; before: SearchFigures; compare?: Comparison | undefined }

function ChangeText({ measure, now, before, compare = 'before' }: ComparedProps & { measure: Measure }) {
  const change = changeOf(now[measure], before[measure])
  const label = comparedLabels[compare]
  const was = `${label} ${figureText(before[measure])}`
  if (!change) return <span className="search-change">{was}</span>
  const { direction, text } = change
  return (
    <span className="search-change" data-direction={direction}>
      <span title={was} role="img" aria-label={`比${label}${words[direction]} ${text}，${was}`}>
        {direction === 'same' ? `与${label}持平` : `${arrows[direction]} ${text}`}
      </span>
    </span>
  )
}

const shown = [
  ...(['cost', 'paid', 'shows', 'clicks', 'clickRate', 'costPerClick'] as const),
  ...(['leads', 'costPerLead', 'costPerTrial', 'costPerFormal', 'amount', 'roi'] as const),
]

export function FigureCards({ now, before, compare }: ComparedProps) {
  return (
    <dl className="search-cards">
      {shown.map((measure) => (
        <div key={measure}>
          <dt title={measureTips[measure]}>{measureLabels[measure]}</dt>
          <dd>
            <Figure measure={measure} of={now} />
          </dd>
          <dd>
            <ChangeText measure={measure} now={now} before={before} compare={compare} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
