// Work that hangs on a person. Each area declares its own kinds: a handover moves them, and an account that still has some is not
// deleted.
import type { Right } from '#contract/access.ts'
import type { HandoverPart } from '#contract/organisation/handover.ts'
import type { Author } from '#server/core/core.ts'
import type { Tx } from '#server/db/connection.ts'
import type { Viewer } from './scope.ts'

export type WorkRow = { id: string; name: string }

type Person = { id: string; realName: string }

/** Locked rows that go from one person to another. */
export type Handover = { rows: readonly WorkRow[]; from: Person; to: Person; actor: Viewer; by: Author }

export const HANDOVER_REASON = '工作交接'

export type HeldWork = {
  /** As the preview of a handover and the refusal of a deletion call it. */
  title: string
  part: HandoverPart
  /** Where it is worked on, and the rights of which any opens that page: a receiver without them is warned about. */
  page: string
  rights: readonly Right[]
  /** What the person holds, locked. */
  lock: (tx: Tx, personId: string) => Promise<WorkRow[]>
  /** Throws 409 where the actor may not hand these rows over, or the receiver cannot take them. */
  check?: (tx: Tx, handover: Handover) => Promise<void>
  /** All that the person holds. */
  move: (tx: Tx, handover: Handover) => Promise<unknown>
}
