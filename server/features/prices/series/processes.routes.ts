// Processes of products over HTTP.
import { listProcessValues, processCalls } from '#contract/prices/processes.ts'
import { SERIES_DAYS } from '#contract/prices/series-calls.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { checkDays } from '../days.rules.ts'
import { addProcess, copyProcess, editProcess, removeProcesses } from './processes.acts.ts'
import { findProcess, pageOfProcesses, valuesOfProcess } from './processes.queries.ts'

export const routes = [
  serve(processCalls.list, ({ body, actor, db }) => pageOfProcesses(db, body, actor)),

  serve(processCalls.get, async ({ body, actor, db }) => orNotFound(await findProcess(db, body.id, actor))),

  serveAct(processCalls.add, ({ tx, body, actor, by }) => addProcess(tx, { actor, by }, body)),
  serveAct(processCalls.edit, ({ tx, body, actor, by, ...context }) =>
    editProcess(tx, { actor, by }, body, (plan) => confirmed(tx, { ...context, body }, plan)),
  ),
  serveAct(processCalls.copy, ({ tx, body, actor, by }) => copyProcess(tx, { actor, by }, body)),

  serveAct(processCalls.remove, ({ tx, body, actor, by }) => removeProcesses(tx, { actor, by }, body.ids)),

  serve(listProcessValues, async ({ body: { id, ...range }, actor, db }) => {
    checkDays(range, SERIES_DAYS)
    if (!(await findProcess(db, id, actor))) throw refuse('notFound')
    return valuesOfProcess(db, id, range)
  }),
]
