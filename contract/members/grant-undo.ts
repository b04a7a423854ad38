// Taking back an act on grants, whatever it concerned: one account, one customer, or a batch over many.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Fields, Id } from '#contract/fields.ts'
import { subProductsWith } from '#contract/sub-product-access.ts'
import { subProductMenu } from '#contract/sub-products.ts'

const root = '/api/backend/member/grant'

/** Most changes undone in one call. */
export const UNDO_CHANGES_MAX = 10_000

const access = anyOf(
  ...subProductsWith('accounts').flatMap((key) =>
    (['empower', 'batchEmpower', 'revokeBatchEmpower'] as const).map((alias) =>
      can(subProductMenu(key, 'accounts'), alias),
    ),
  ),
)
const body = Fields({ actId: Id('变更') })

const Undoable = Type.Object({ msg: Type.String({ description: 'why it cannot be taken back; empty where it can' }) })
export type Undoable = Static<typeof Undoable>

/** 20404 where a customer of it is out of scope, 403 without the right on each sub-product. */
export const checkUndoGrants = readCall('授权变更能否撤销', `${root}/checkUndo`, access, { body, data: Undoable })

/**
 * Restores everything as it was before the act, in an act of its own. 409 where something was changed again since. A
 * batch whose job still runs is ended. The right by which a batch was done also undoes it.
 */
export const undoGrants = writeCall('撤销授权变更', `${root}/undo`, access, {
  body,
  data: Type.Object({ actId: Type.String(), changed: Type.Integer({ description: 'accounts' }) }),
})
