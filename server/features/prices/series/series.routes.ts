import {
  exportSeries,
  findInputs,
  listSeriesValues,
  previewSeries,
  resumeSeries,
  SERIES_DAYS,
  seriesCalls,
  stopSeries,
} from '#contract/prices/series-calls.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { checkDays } from '../days.rules.ts'
import { checkKnownAt } from '../publications.queries.ts'
import { addSeries, editSeries, pointOf, preview, removeSeries, turnSeries } from './series.acts.ts'
import { eachSeries, findSeries, pageOfSeries, searchInputs, seriesValuesOf } from './series.queries.ts'

export const routes = [
  serve(seriesCalls.list, ({ body, actor, db }) => pageOfSeries(db, body, actor)),

  serve(seriesCalls.get, async ({ body, actor, db }) => orNotFound(await findSeries(db, body.id, actor))),

  serveAct(seriesCalls.add, ({ tx, body, actor, by }) => addSeries(tx, { actor, by }, body)),
  serveAct(seriesCalls.edit, ({ tx, body, actor, by, ...context }) =>
    editSeries(tx, { actor, by }, body, (plan) => confirmed(tx, { ...context, body }, plan)),
  ),

  serveAct(seriesCalls.remove, ({ tx, body, actor, by }) => removeSeries(tx, { actor, by }, body.ids)),

  serveAct(stopSeries, ({ tx, body: { ids, ...stop }, actor, by }) => turnSeries(tx, { actor, by }, ids, stop)),

  serveAct(resumeSeries, ({ tx, body: { ids }, actor, by }) => turnSeries(tx, { actor, by }, ids, null)),

  serve(previewSeries, ({ body, actor, db }) => preview(db, actor, body)),

  serve(listSeriesValues, async ({ body: { id, ...range }, actor, db }) => {
    checkDays(range, SERIES_DAYS)
    await checkKnownAt(db, range.asKnownAt)
    const found = orNotFound(await findSeries(db, id, actor))
    const names = new Map(found.inputs.map((input) => [input.id, input.name]))
    const values = await seriesValuesOf(db, { seriesIds: [id], ...range }, actor)
    const unitOn = (day: string) =>
      found.formulas.find(({ validFrom }) => validFrom === null || validFrom <= day)?.unit ?? found.unit
    return values.map(({ day, value, lack }) => ({
      ...pointOf(day, lack ? { lack } : { value: value ?? '' }, (code) => names.get(code) ?? code),
      unit: unitOn(day),
    }))
  }),

  serve(findInputs, ({ body, actor, db }) => searchInputs(db, body, actor)),
]

export const seriesExport = declareExport(exportSeries, {
  target: 'series',
  list: eachSeries,
  scope: (viewer) => ({ viewer }),
})
