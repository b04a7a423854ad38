// Tables of price differences over HTTP.
import { differenceCalls, exportDifferences, getDifferences, saveDifferences } from '#contract/prices/differences.ts'
import { differenceKindLabels } from '#contract/prices/series-labels.ts'
import { transact } from '#server/core/core.ts'
import { outcomes } from '#server/core/http/outcomes.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { addTable, editTable, enterDifferences, removeTables } from './differences.acts.ts'
import { eachDifference, findTable, pageOfDifferences, sheetOf } from './differences.queries.ts'

export const routes = [
  serve(differenceCalls.list, ({ body, actor, db }) => pageOfDifferences(db, body, actor)),

  serve(differenceCalls.get, async ({ body, actor, db }) => orNotFound(await findTable(db, body.id, actor))),

  serveAct(differenceCalls.add, ({ tx, body, actor, by }) => addTable(tx, { actor, by }, body)),
  serveAct(differenceCalls.edit, ({ tx, body, actor, by }) => editTable(tx, { actor, by }, body)),

  serveAct(differenceCalls.remove, ({ tx, body, actor, by }) => removeTables(tx, { actor, by }, body.ids)),

  serve(getDifferences, async ({ body, actor, db }) => orNotFound(await sheetOf(db, body, actor))),

  serve(saveDifferences, async ({ body, core, actor, by }) =>
    outcomes(
      await transact(core, (tx, announce) => {
        announce({ type: 'priceReviews' })
        return enterDifferences(tx, { actor, by }, body)
      }),
    ),
  ),
]

export const differencesExport = declareExport(exportDifferences, {
  target: 'difference',
  list: eachDifference,
  scope: (viewer) => ({ viewer }),
  cells: {
    kind: ({ kind }) => differenceKindLabels[kind],
    source: ({ comparedName }) => (comparedName ? `计算：${comparedName}` : '录入'),
  },
})
