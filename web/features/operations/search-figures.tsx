// Figures of search marketing: a cell, and a row of the main ones with their change.
import { Tooltip } from 'antd'
import { createContext, useContext } from 'react'
import type { Comparison, SearchFigures, SearchRow } from '#contract/operations/search-marketing.ts'
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

/** Opens the registrations of a row of the list, without one those of all; undefined without the right to them. */
export const OpenLeadsContext = createContext<((row?: SearchRow) => void) | undefined>(undefined)

type LeadsProps = { of: SearchFigures; row?: SearchRow }

/** How many registered, which opens the list that counts them. */
function Leads({ of, row }: LeadsProps) {
  const open = useContext(OpenLeadsContext)
  if (!open || of.leads === 0) return <Figure measure="leads" of={of} />
  const text = figureText(of.leads)
  const label = `${row ? `${row.name} ` : ''}${measureLabels.leads} ${text}，查看明细`
  return (
    <button type="button" className="search-cell" aria-label={label} onClick={() => open(row)}>
      {text}
    </button>
  )
}

/** A figure of a row, or of all: one that a list is behind opens it. */
export const LinkedFigure = ({ measure, ...figure }: LeadsProps & { measure: Measure }) =>
  measure === 'leads' ? <Leads {...figure} /> : <Figure measure={measure} of={figure.of} />

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
            <LinkedFigure measure={measure} of={now} />
          </dd>
          <dd>
            <ChangeText measure={measure} now={now} before={before} compare={compare} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
