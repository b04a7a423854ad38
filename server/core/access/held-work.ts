// Work that hangs on a person. Each area declares its own kinds: a handover moves them, and an account that still has some is not
// deleted.
import type { Right } from '#contract/access.ts'
import type { HandoverPart } from '#contract/organisation/handover.ts'
import type { Tx } from '#server/db/connection.ts'

export type WorkRow = { id: string; name: string }

export type HeldWork = {
  /** As the preview of a handover and the refusal of a deletion call it. */
  title: string
  part: HandoverPart
  /** Where it is worked on, and the rights of which any opens that page: a receiver without them is warned about. */
  page: string
  rights: readonly Right[]
  /** What the person holds, locked. */
  lock: (tx: Tx, personId: string) => Promise<WorkRow[]>
  /** All that the person holds. */
  move: (tx: Tx, fromId: string, toId: string) => Promise<unknown>
}
