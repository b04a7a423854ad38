// The editions before a meeting, the latest first.
import type { ReactNode } from 'react'
import type { MeetingEdition } from '#contract/meetings/meetings.ts'
import { daysText, fullName, MeetingStatus } from './meeting-labels.tsx'
import './meetings.css'

type Props = { editions: readonly MeetingEdition[]; nameOf?: (edition: MeetingEdition) => ReactNode }

export function Editions({ editions, nameOf = fullName }: Props) {
  if (editions.length === 0) return <p className="meeting-faint">没有更早的一届。</p>
  return (
    <ol className="meeting-editions" aria-label="往届">
      {editions.map((edition) => (
        <li key={edition.id}>
          <span>{nameOf(edition)}</span>
          <span className="meeting-faint">
            {daysText(edition)}
            {edition.city && ` ${edition.city}`}
          </span>
          <MeetingStatus {...edition} />
        </li>
      ))}
    </ol>
  )
}
