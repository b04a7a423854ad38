// Many customers to their new owners: what was confirmed, in one transaction with the job's end.
import { Type } from 'typebox'
import { Fields, Id, Nullable, OneOf, Text } from '../../../contract/fields.ts'
import { ownedThings } from '../../../contract/members.ts'
import { audit } from '../../core/audit.ts'
import { transact } from '../../core/core.ts'
import { job } from '../../core/jobs.ts'
import { lockStill, storeMoves } from './owners.queries.ts'

/** Rows of one statement: between them the job tells how far it is, and hears that it should stop. */
const BATCH = 500
/** Members of the enterprises go with them. */
const MOVES_MAX = 200_000

const Move = Fields({
  target: OneOf('对象', ownedThings),
  id: Id(),
  fromId: Nullable(Id()),
  toId: Nullable(Id()),
})

/** A row that has changed hands since it was confirmed stays with its new owner. */
export const moveOwners = job({
  name: 'owners.move',
  input: Fields({ moves: Type.Array(Move, { maxItems: MOVES_MAX }), reason: Text('原因', 200) }),
  title: ({ moves }) => `重新分配 ${moves.length} 个客户`,
  run: ({ id, input: { moves, reason }, core, by, signal, progress, finish }) =>
    transact(core, async (tx) => {
      let moved = 0
      for (let from = 0; from < moves.length; from += BATCH) {
        signal.throwIfAborted()
        progress(from, moves.length, '正在变更归属')
        const still = await lockStill(tx, moves.slice(from, from + BATCH))
        await storeMoves(tx, by, still, reason)
        moved += still.length
      }
      await audit(tx, by, {
        action: 'owners.reallocate',
        targetType: 'job',
        targetId: id,
        after: { rows: moved, reason },
      })
      const failed = moves.length - moved
      const message = failed > 0 ? `变更 ${moved} 个，${failed} 个已另有变更或已锁定` : `变更 ${moved} 个`
      return finish(tx, { done: moved, failed, message })
    }),
})
