// What the live channel needs from the module that tracks who has which page open.
import type { Frame } from '#contract/live/live.ts'
import type { Peer } from './live.ts'

type Place = Extract<Frame, { type: 'absent' }>

export type PresencePort = {
  enter: (peer: Peer, frame: Extract<Frame, { type: 'present' }>) => Promise<void>
  leave: (peer: Peer, frame: Place) => Promise<void>
  /** The connection has ended. */
  end: (peer: Peer) => void
}
