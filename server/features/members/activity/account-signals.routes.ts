// Signals over HTTP: found, looked into, handled and opened again; in sales scope.
import { getSignal, handleSignals, querySignals, reopenSignals } from '../../../../contract/members/account-signals.ts'
import { scopeValues } from '../../../core/access/scope.ts'
import { refuse } from '../../../core/http/refusal.ts'
import { serve } from '../../../core/http/serve.ts'
import { handle, reopen } from './account-signals.acts.ts'
import { getSignalRow, listEarlier, listSignals, listUses } from './account-signals.queries.ts'

export const routes = [
  serve(querySignals, ({ body, db, actor }) => listSignals(db, body, scopeValues(actor))),

  serve(getSignal, async ({ body: { id }, db, actor }) => {
    const signal = await getSignalRow(db, actor, id)
    if (!signal) throw refuse('notFound')
    const [uses, earlier] = await Promise.all([listUses(db, signal), listEarlier(db, signal)])
    return { signal, uses, earlier }
  }),

  serve(handleSignals, ({ body: { ids, remark }, core, actor, by }) => handle({ core, actor, by, ids }, remark.trim())),

  serve(reopenSignals, ({ body: { ids }, core, actor, by }) => reopen({ core, actor, by, ids })),
]
