// What the acts of all areas are given and pass on whole: a call's context has it all (serveAct).
import type { Tx } from '#server/db/connection.ts'
import type { Actor } from './access/actors.ts'
import type { Author, Core } from './core.ts'
import type { Change } from './live/bus.ts'

export type Act = {
  tx: Tx
  actor: Actor
  /** As the audit log names them. */
  by: Author
}

/** For acts of which open pages are told once they are committed. */
export type Announcing = { announce: (change: Change) => void }

/** For acts that depend on what is set up. */
export type Configured = { core: Pick<Core, 'config'> }
