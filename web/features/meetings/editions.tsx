// The editions before a meeting, the latest first, with what is kept of each.
import { FileOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { KeptEdition } from '#contract/meetings/meetings.ts'
import { daysText, fullName, MeetingStatus } from './meeting-labels.tsx'
import './meetings.css'

type Props = { editions: readonly KeptEdition[]; nameOf?: (edition: KeptEdition) => ReactNode }

function Kept({ pictures, papers }: KeptEdition) {
  return (
    <>
      {pictures.length > 0 && (
        <span className="meeting-kept">
          {pictures.map(({ id, name, url }) => (
            <a key={id} href={url} target="_blank" rel="noreferrer">
              <img src={url} alt={name} />
            </a>
          ))}
        </span>
      )}
      {papers.length > 0 && (
        <span className="meeting-kept">
          {papers.map(({ id, name, url }) => (
            <a key={id} href={url} download={name}>
              <FileOutlined aria-hidden /> {name}
            </a>
          ))}
        </span>
      )}
    </>
  )
}

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
          <Kept {...edition} />
        </li>
      ))}
    </ol>
  )
}
