// Many chosen values of a picker in one line: how many, and their list on hover.
import { Popover } from 'antd'
import type { ReactNode } from 'react'
import './picker-field.css'

/** Values from which on only their number is shown. */
const FOLDED_FROM = 4
/** Further names are not drawn. */
const NAMED = 200

type Chosen = { label?: ReactNode; value?: unknown }

const folded = {
  maxTagCount: 0,
  maxTagPlaceholder: (chosen: readonly Chosen[]) => (
    <Popover
      title={`已选 ${chosen.length} 个`}
      content={
        <ul className="picker-folded">
          {chosen.slice(0, NAMED).map(({ value, label }) => (
            <li key={String(value)}>{label ?? String(value)}</li>
          ))}
          {chosen.length > NAMED && <li>{`等 ${chosen.length} 个`}</li>}
        </ul>
      }
    >
      <span>{`已选 ${chosen.length} 个`}</span>
    </Popover>
  ),
}

/** Props of antd's selects of many. */
export const foldedChoice = (count: number) => (count >= FOLDED_FROM ? folded : {})
