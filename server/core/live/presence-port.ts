// What the live channel asks of whoever keeps note of the pages that people have open together.
import type { Frame } from '../../../contract/live/live.ts'
import type { Peer } from './live.ts'

type Place = Extract<Frame, { type: 'absent' }>

export type PresencePort = {
  enter: (peer: Peer, frame: Extract<Frame, { type: 'present' }>) => Promise<void>
  leave: (peer: Peer, frame: Place) => Promise<void>
  /** The connection has ended. */
  end: (peer: Peer) => void
}
