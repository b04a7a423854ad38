// Handling signals, and taking that back: row by row, each recorded.

import type { Actor } from '../../../core/access/actors.ts'
import { audit } from '../../../core/audit/audit.ts'
import { type Author, type Core, transact } from '../../../core/core.ts'
import { attemptEach, outcomes } from '../../../core/http/outcomes.ts'
import { refuse } from '../../../core/http/refusal.ts'
import type { Tx } from '../../../db/connection.ts'
import { hasOpenSignal, lockSignals, markHandled, markOpen, type SignalToHandle } from './account-signals.queries.ts'

type Command = { core: Core; actor: Actor; by: Author; ids: readonly string[] }
type Act = (tx: Tx, signal: SignalToHandle) => Promise<void>

/** Throws 20404 where one of them is out of sight, 602 where some were refused. */
async function onEach({ core, actor, ids }: Command, act: Act): Promise<null> {
  const done = await transact(core, async (tx) => {
    const signals = await lockSignals(tx, actor, ids)
    if (signals.length < ids.length) throw refuse('notFound')
    return attemptEach(tx, signals, act)
  })
  return outcomes(done)
}

export const handle = (command: Command, remark: string): Promise<null> =>
  onEach(command, async (tx, { id, handledAt }) => {
    if (handledAt !== null) throw refuse('conflict', { msg: '已由他人处理' })
    await markHandled(tx, id, command.actor.id, remark)
    await audit(tx, command.by, {
      action: 'accountSignal.handle',
      targetType: 'accountSignal',
      targetId: id,
      after: { remark },
    })
  })

export const reopen = (command: Command): Promise<null> =>
  onEach(command, async (tx, signal) => {
    const { id, handledAt, remark } = signal
    if (handledAt === null) throw refuse('conflict', { msg: '尚未处理' })
    if (await hasOpenSignal(tx, signal)) throw refuse('conflict', { msg: '该账号已有新的未处理异常' })
    await markOpen(tx, id)
    await audit(tx, command.by, {
      action: 'accountSignal.reopen',
      targetType: 'accountSignal',
      targetId: id,
      before: { remark },
    })
  })
