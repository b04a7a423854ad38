// Signals over HTTP: listed, handled and reopened, within sales scope.
import {
  exportSignals,
  getSignal,
  handleSignals,
  querySignals,
  reopenSignals,
} from '#contract/members/account-signals.ts'
import { subProductOf } from '#contract/sub-products.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { audit } from '#server/core/audit/audit.ts'
import { type Author, type Core, transact } from '#server/core/core.ts'
import { attemptEach, outcomes } from '#server/core/http/outcomes.ts'
import { allFound, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import type { Tx } from '#server/db/connection.ts'
import {
  getSignalRow,
  hasOpenSignal,
  listEarlier,
  listSignals,
  listUses,
  lockSignals,
  markHandled,
  markOpen,
  type SignalToHandle,
} from './account-signals.queries.ts'

type Command = { core: Core; actor: Actor; by: Author; ids: readonly string[] }
type Act = (tx: Tx, signal: SignalToHandle) => Promise<void>

/** Throws 20404 where one is out of scope, 602 where some were refused. */
async function onEach({ core, actor, ids }: Command, act: Act): Promise<null> {
  const done = await transact(core, async (tx) => {
    const signals = allFound(await lockSignals(tx, actor, ids), ids)
    return attemptEach(tx, signals, act)
  })
  return outcomes(done)
}

/** Handles or reopens signals, row by row, each with an audit row. */
const handle = (command: Command, remark: string): Promise<null> =>
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

const reopen = (command: Command): Promise<null> =>
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

export const routes = [
  serve(querySignals, ({ body, db, actor }) => listSignals(db, body, scopeValues(actor))),

  serve(getSignal, async ({ body: { id }, db, actor }) => {
    const signal = orNotFound(await getSignalRow(db, actor, id))
    const [uses, earlier] = await Promise.all([listUses(db, signal), listEarlier(db, signal)])
    return { signal, uses, earlier }
  }),

  serve(handleSignals, ({ body: { ids, remark }, core, actor, by }) => handle({ core, actor, by, ids }, remark.trim())),

  serve(reopenSignals, ({ body: { ids }, core, actor, by }) => reopen({ core, actor, by, ids })),
]

export const signalsExport = declareExport(exportSignals, {
  target: 'accountSignal',
  list: listSignals,
  scope: scopeValues,
  cells: {
    subProduct: ({ subProduct }) => subProductOf(subProduct).title,
    samples: ({ samples }) => samples.join('、'),
  },
})
