// Double customers made one: everything of the one that is dropped goes to the one that is kept. It can be taken back for some days.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Fields, Id, Nullable } from '#contract/fields.ts'

const root = '/api/backend/member/enterpriseMerge'
/** A customer is deleted by it. */
const access = can('customerList', 'delete')

/** So many days a merge can be taken back. */
export const MERGE_UNDO_DAYS = 7
/** Most rows of the list. */
export const MERGES_MAX = 100

/**
 * Both in sales scope; what belongs to them goes along, whoever owns it. Fills what is empty in the one that is kept, and
 * deletes the other. 600 first.
 */
export const mergeEnterprises = writeCall('合并客户', `${root}/merge`, access, {
  body: Fields({ keepId: Id('保留的客户'), dropId: Id('并入的客户') }),
  data: Type.Object({ id: Type.String({ description: 'of the merge' }), moved: Type.Integer() }),
})

/** Puts exactly the moved rows back. 409 says what has changed since. */
export const undoEnterpriseMerge = writeCall('撤销客户合并', `${root}/undo`, access, {
  body: Fields({ id: Id('合并') }),
  data: Type.Object({ enterpriseId: Type.String({ description: 'of the customer that is back' }) }),
})

const MergeRow = Type.Object({
  id: Type.String(),
  at: Type.String(),
  keptId: Type.String(),
  keptName: Type.String(),
  droppedName: Type.String(),
  moved: Type.Integer({ description: 'rows' }),
  actorName: Type.String(),
  undoneAt: Nullable(Type.String()),
  canUndo: Type.Boolean({ description: `within ${MERGE_UNDO_DAYS} days, and not done yet` }),
})
export type MergeRow = Static<typeof MergeRow>

/** Newest first, of customers in sales scope. */
export const queryEnterpriseMerges = readCall('客户合并记录', `${root}/page`, access, {
  body: Fields({}),
  data: Type.Array(MergeRow, { description: `at most ${MERGES_MAX}` }),
})
