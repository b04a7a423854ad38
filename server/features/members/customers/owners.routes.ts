// Owners over HTTP: one customer to one person, many to one, many distributed. Many are confirmed first; above a
// hundred rows a job does it, in one transaction.
import type { RowOutcome } from '#contract/envelope.ts'
import type { AccountQuery } from '#contract/members/accounts.ts'
import {
  changeEnterprisesSalesman,
  changeMembersSalesman,
  OWNED_AT_ONCE,
  OWNED_MAX,
  queryOwnerChanges,
  reallocateEnterprises,
  reallocateMembers,
  setEnterpriseOwner,
  setMemberOwner,
} from '#contract/members/owners.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { audit } from '#server/core/audit/audit.ts'
import { type Author, type Core, transact } from '#server/core/core.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { outcomes } from '#server/core/http/outcomes.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { startJob } from '#server/core/jobs/jobs.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { requireWorkers } from '#server/features/organisation/users/holders.queries.ts'
import { foundAccounts } from '../accounts/accounts-found.queries.ts'
import { findEnterprise } from './customers.queries.ts'
import { type MovingCall, moveOwners } from './owners.jobs.ts'
import {
  listOwnerChanges,
  lockEnterprisesOwned,
  lockMembersOf,
  type Owned,
  storeMoves,
  subProductOfAccounts,
} from './owners.queries.ts'
import { dealOut, previewOf } from './owners.rules.ts'

type Locked = { matched: number; rows: Owned[] }

const checkReceivers = (tx: Tx, ids: readonly string[], field: 'ownerId' | 'ownerIds') =>
  requireWorkers(tx, ids, { field, who: '接收人', work: 'customers' })

type One = { id: string; ownerId: string | null; reason: string }

/** One row with its unit; named explicitly, a locked member moves as well. */
async function moveOne(core: Core, by: Author, { id, ownerId, reason }: One, lock: (tx: Tx) => Promise<Locked>) {
  await transact(core, async (tx) => {
    if (ownerId !== null) await checkReceivers(tx, [ownerId], 'ownerId')
    const { matched, rows } = await lock(tx)
    const [first] = rows
    if (matched !== 1 || !first) throw refuse('notFound')
    const moves = rows
      .filter((row) => row.ownerId !== ownerId)
      .map((row) => ({ target: row.target, id: row.id, fromId: row.ownerId, toId: ownerId }))
    if (moves.length === 0) throw refuse('conflict', { msg: '归属没有变化' })
    await storeMoves(tx, by, moves, reason.trim())
    await audit(tx, by, {
      action: `${first.target}.setOwner`,
      targetType: first.target,
      targetId: first.target === 'enterprise' ? id : first.id,
      before: { ownerId: first.ownerId },
      after: { ownerId, rows: moves.length, reason: reason.trim() },
    })
  })
  return null
}

type Many = { ids: readonly string[]; reason: string }
type MoveContext = Parameters<typeof confirmed>[1] & {
  core: Core
  by: Author
  actor: Actor
  subProduct: SubProductKey | undefined
}
type ManyOptions = {
  call: MovingCall
  receivers: readonly string[]
  field: 'ownerId' | 'ownerIds'
  lock: (tx: Tx) => Promise<Locked>
}

const staysText = '会员已锁定，归属不变'

async function moveMany(context: MoveContext, { ids, reason }: Many, { call, receivers, field, lock }: ManyOptions) {
  const { core, by, subProduct = null } = context
  const done = await transact(core, async (tx) => {
    const names = await checkReceivers(tx, receivers, field)
    const { matched, rows } = await lock(tx)
    if (matched !== ids.length) throw refuse('notFound')
    const plan = dealOut(rows, receivers)
    if (plan.moves.length === 0) {
      const msg = plan.locked.length > 0 ? '所选会员已锁定，不能变更归属' : '所选都已归接收人'
      throw refuse('conflict', { msg })
    }
    await confirmed(tx, context, { preview: previewOf(rows, plan, names), versions: plan })
    if (plan.moves.length > OWNED_AT_ONCE) {
      const jobId = await startJob(tx, moveOwners, { call, subProduct, moves: plan.moves, reason: reason.trim() }, by)
      return { moved: 0, jobId, stayed: [] as RowOutcome[] }
    }
    await storeMoves(tx, by, plan.moves, reason.trim())
    const after = { ownerIds: receivers, rows: plan.moves.length, reason: reason.trim() }
    const targetType = rows[0]?.target ?? 'member'
    await audit(tx, by, { action: `${targetType}.reallocate`, targetType, targetId: by.requestId, after })
    const stayed = plan.locked.map(({ id, name }) => ({ id, name, ok: false, msg: staysText }))
    const moved = rows.filter((row) => !row.locked).map(({ id, name }) => ({ id, name, ok: true, msg: '' }))
    return { moved: plan.moves.length, jobId: null, stayed: stayed.length > 0 ? [...stayed, ...moved] : [] }
  })
  outcomes(done.stayed)
  return { moved: done.moved, jobId: done.jobId }
}

type ChosenMembers = { body: { ids?: string[]; query?: AccountQuery }; db: Db }

const ofAccounts = {
  subProductOf: async ({ body: { ids = [], query }, db }: ChosenMembers) =>
    query ? query.subProduct : subProductOfAccounts(db, ids),
}

async function moveMembers(
  context: MoveContext & ChosenMembers,
  options: Omit<ManyOptions, 'lock'> & { reason: string },
) {
  const { body, db, actor } = context
  checkFields({ ids: (body.ids === undefined) === (body.query === undefined) ? '请选择账号' : null })
  const ids = body.query ? await foundAccounts(db, actor, body.query, OWNED_MAX) : (body.ids ?? [])
  return moveMany(context, { ids, reason: options.reason }, { ...options, lock: (tx) => lockMembersOf(tx, actor, ids) })
}

export const routes = [
  serve(
    setMemberOwner,
    ({ body, actor, core, by }) => moveOne(core, by, body, (tx) => lockMembersOf(tx, actor, [body.id])),
    { subProductOf: ({ body, db }) => subProductOfAccounts(db, [body.id]) },
  ),

  serve(
    changeMembersSalesman,
    (context) => {
      const { ownerId, reason } = context.body
      return moveMembers(context, { call: 'changeMembersSalesman', reason, receivers: [ownerId], field: 'ownerId' })
    },
    ofAccounts,
  ),

  serve(
    reallocateMembers,
    (context) => {
      const { ownerIds, reason } = context.body
      return moveMembers(context, { call: 'reallocateMembers', reason, receivers: ownerIds, field: 'ownerIds' })
    },
    ofAccounts,
  ),

  serve(setEnterpriseOwner, ({ body, actor, core, by }) =>
    moveOne(core, by, body, (tx) => lockEnterprisesOwned(tx, actor, [body.id], body.withMembers)),
  ),

  serve(changeEnterprisesSalesman, (context) => {
    const { body, actor } = context
    const lock = (tx: Tx) => lockEnterprisesOwned(tx, actor, body.ids, body.withMembers)
    const receivers = [body.ownerId]
    return moveMany(context, body, { call: 'changeEnterprisesSalesman', receivers, field: 'ownerId', lock })
  }),

  serve(reallocateEnterprises, (context) => {
    const { body, actor } = context
    const lock = (tx: Tx) => lockEnterprisesOwned(tx, actor, body.ids, body.withMembers)
    const receivers = body.ownerIds
    return moveMany(context, body, { call: 'reallocateEnterprises', receivers, field: 'ownerIds', lock })
  }),

  serve(queryOwnerChanges, async ({ body: { enterpriseId }, db, actor }) => {
    if (!(await findEnterprise(db, actor, enterpriseId))) throw refuse('notFound')
    return listOwnerChanges(db, actor, enterpriseId)
  }),
]
