// Derived series over HTTP.
import {
  findInputs,
  listSeriesValues,
  previewSeries,
  resumeSeries,
  SERIES_DAYS,
  seriesCalls,
  stopSeries,
} from '../../../../contract/prices/series-calls.ts'
import { transact } from '../../../core/core.ts'
import { refuse } from '../../../core/http/refusal.ts'
import { serve } from '../../../core/http/serve.ts'
import { checkDays } from '../days.rules.ts'
import { addSeries, editSeries, pointOf, preview, removeSeries, turnSeries } from './series.acts.ts'
import { findSeries, pageOfSeries, searchInputs, seriesValuesOf } from './series.queries.ts'

export const routes = [
  serve(seriesCalls.list, ({ body, actor, db }) => pageOfSeries(db, body, actor)),

  serve(seriesCalls.get, async ({ body, actor, db }) => {
    const found = await findSeries(db, body.id, actor)
    if (!found) throw refuse('notFound')
    return found
  }),

  serve(seriesCalls.add, ({ body, core, actor, by }) => transact(core, (tx) => addSeries(tx, { actor, by }, body))),
  serve(seriesCalls.edit, ({ body, core, actor, by }) => transact(core, (tx) => editSeries(tx, { actor, by }, body))),

  serve(seriesCalls.remove, async ({ body, core, actor, by }) => {
    await transact(core, (tx) => removeSeries(tx, { actor, by }, body.ids))
    return null
  }),

  serve(stopSeries, async ({ body: { ids, ...stop }, core, actor, by }) => {
    await transact(core, (tx) => turnSeries(tx, { actor, by }, ids, stop))
    return null
  }),

  serve(resumeSeries, async ({ body: { ids }, core, actor, by }) => {
    await transact(core, (tx) => turnSeries(tx, { actor, by }, ids, null))
    return null
  }),

  serve(previewSeries, ({ body, actor, db }) => preview(db, actor, body)),

  serve(listSeriesValues, async ({ body: { id, ...range }, actor, db }) => {
    checkDays(range, SERIES_DAYS)
    const found = await findSeries(db, id, actor)
    if (!found) throw refuse('notFound')
    const names = new Map(found.inputs.map((input) => [input.id, input.name]))
    const values = await seriesValuesOf(db, { seriesIds: [id], ...range }, actor)
    return values.map(({ day, value, lack }) =>
      pointOf(day, lack ? { lack } : { value: value ?? '' }, (code) => names.get(code) ?? code),
    )
  }),

  serve(findInputs, ({ body, actor, db }) => searchInputs(db, body, actor)),
]
