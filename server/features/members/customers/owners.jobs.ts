// Changes the owners of many customers as confirmed, in the transaction that ends the job, with a file of outcomes.
import { Type } from 'typebox'
import { isAllowed } from '#contract/access.ts'
import { Fields, Id, Nullable, OneOf, Text } from '#contract/fields.ts'
import { ownedThings } from '#contract/members/members.ts'
import {
  changeEnterprisesSalesman,
  changeMembersSalesman,
  reallocateEnterprises,
  reallocateMembers,
} from '#contract/members/owners.ts'
import { subProducts } from '#contract/sub-products.ts'
import { audit } from '#server/core/audit/audit.ts'
import { type Core, transact } from '#server/core/core.ts'
import { storeFile } from '#server/core/files/files.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { job } from '#server/core/jobs/jobs.ts'
import { writeSheet } from '#server/core/sheets/sheets.ts'
import type { Tx } from '#server/db/connection.ts'
import { lockStill, namesOfMoves, type OwnerMove, storeMoves } from './owners.queries.ts'
import { ownedLabels } from './owners.rules.ts'

/** Rows in one statement; between statements the job reports progress and can be cancelled. */
const BATCH = 500
/** Members of moved enterprises included. */
const MOVES_MAX = 200_000

const Move = Fields({
  target: OneOf('对象', ownedThings),
  id: Id(),
  fromId: Nullable(Id()),
  toId: Nullable(Id()),
})

const columns = [
  { header: '对象', width: 8 },
  { header: '名称', width: 36 },
  { header: '原归属', width: 12 },
  { header: '新归属', width: 12 },
  { header: '结果', width: 8 },
  { header: '说明', width: 30 },
]

/** What people count: a customer's members go along with it. */
function countedOf<Move extends Pick<OwnerMove, 'target'>>(moves: readonly Move[]) {
  const companies = moves.filter(({ target }) => target === 'enterprise')
  return companies.length > 0 ? { counted: companies, unit: '个客户' } : { counted: moves, unit: '个会员' }
}

const POOL = '公海'

type NamedMoves = Awaited<ReturnType<typeof namesOfMoves>>

function storeResult(
  tx: Tx,
  core: Core,
  ownerId: string | null,
  named: NamedMoves,
  isMoved: (move: OwnerMove) => boolean,
) {
  const rows = named.map(({ move, name, giver, receiver }) => [
    ...[ownedLabels[move.target], name, giver || POOL, receiver || POOL],
    ...(isMoved(move) ? ['成功', ''] : ['未变更', '已另有变更、已锁定、已删除或不在您的范围内']),
  ])
  const source = writeSheet('xlsx', { name: '结果', columns, rows })
  return storeFile(tx, { core, name: '归属变更结果.xlsx', source, purpose: 'export', ownerId })
}

/** The calls that start it. */
const calls = { changeMembersSalesman, reallocateMembers, changeEnterprisesSalesman, reallocateEnterprises }
export type MovingCall = keyof typeof calls

/** Skips rows that have changed owner or left the scope since the confirmation. */
export const moveOwners = job({
  name: 'owners.move',
  input: Fields({
    call: OneOf('操作', Object.keys(calls) as [MovingCall, ...MovingCall[]]),
    /** Of the accounts, where the call is about accounts. */
    subProduct: Nullable(
      OneOf(
        '子产品',
        subProducts.map(({ key }) => key),
      ),
    ),
    moves: Type.Array(Move, { maxItems: MOVES_MAX }),
    reason: Text('原因', 200),
  }),
  title: ({ moves }) => {
    const { counted, unit } = countedOf(moves)
    return `更换销售：${counted.length} ${unit}`
  },
  run: async ({ id, input: { call, subProduct, moves, reason }, core, by, signal, progress, finish }) => {
    const actor = by.id === null ? null : await core.actors.person(by.id)
    // asked again: the right may have ended since, also where the person repeats the job
    if (!actor || !isAllowed(calls[call].access, actor, subProduct ?? undefined)) throw refuse('forbidden')
    return transact(core, async (tx) => {
      const moved = new Set<OwnerMove>()
      const { counted, unit } = countedOf(moves)
      const done = () => counted.filter((move) => moved.has(move)).length
      for (let from = 0; from < moves.length; from += BATCH) {
        signal.throwIfAborted()
        progress(from === 0 ? 0 : done(), counted.length, '正在变更归属')
        const still = await lockStill(tx, actor, moves.slice(from, from + BATCH))
        await storeMoves(tx, by, still, reason)
        for (const move of still) moved.add(move)
      }
      await audit(tx, by, {
        action: 'owners.reallocate',
        targetType: 'job',
        targetId: id,
        after: { rows: moved.size, reason },
      })
      const named = await namesOfMoves(tx, moves)
      const file = await storeResult(tx, core, by.id, named, (move) => moved.has(move))
      const failed = counted.length - done()
      const along = moves.length - moved.size - failed
      const message = [
        `变更 ${done()} ${unit}`,
        ...(failed > 0 ? [`${failed} ${unit}未变更`] : []),
        ...(along > 0 ? [`随客户的 ${along} 个会员未变更`] : []),
        '逐个结果在文件中',
      ].join('，')
      return finish(tx, { done: done(), failed: failed + along, message, fileId: file.id })
    })
  },
})
