// Processes of products over HTTP.
import { listProcessValues, processCalls } from '../../../../contract/prices/processes.ts'
import { SERIES_DAYS } from '../../../../contract/prices/series-calls.ts'
import { transact } from '../../../core/core.ts'
import { refuse } from '../../../core/http/refusal.ts'
import { serve } from '../../../core/http/serve.ts'
import { checkDays } from '../days.rules.ts'
import { addProcess, copyProcess, editProcess, removeProcesses } from './processes.acts.ts'
import { findProcess, pageOfProcesses, valuesOfProcess } from './processes.queries.ts'

export const routes = [
  serve(processCalls.list, ({ body, actor, db }) => pageOfProcesses(db, body, actor)),

  serve(processCalls.get, async ({ body, actor, db }) => {
    const found = await findProcess(db, body.id, actor)
    if (!found) throw refuse('notFound')
    return found
  }),

  serve(processCalls.add, ({ body, core, actor, by }) => transact(core, (tx) => addProcess(tx, { actor, by }, body))),
  serve(processCalls.edit, ({ body, core, actor, by }) => transact(core, (tx) => editProcess(tx, { actor, by }, body))),
  serve(processCalls.copy, ({ body, core, actor, by }) => transact(core, (tx) => copyProcess(tx, { actor, by }, body))),

  serve(processCalls.remove, async ({ body, core, actor, by }) => {
    await transact(core, (tx) => removeProcesses(tx, { actor, by }, body.ids))
    return null
  }),

  serve(listProcessValues, async ({ body: { id, ...range }, actor, db }) => {
    checkDays(range, SERIES_DAYS)
    if (!(await findProcess(db, id, actor))) throw refuse('notFound')
    return valuesOfProcess(db, id, range)
  }),
]
