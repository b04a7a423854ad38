// Tables of price differences over HTTP.
import {
  type DifferenceExportKey,
  differenceCalls,
  exportDifferences,
  getDifferences,
  saveDifferences,
} from '../../../../contract/prices/differences.ts'
import { differenceKindLabels } from '../../../../contract/prices/series-labels.ts'
import { transact } from '../../../core/core.ts'
import { outcomes } from '../../../core/http/outcomes.ts'
import { refuse } from '../../../core/http/refusal.ts'
import { serve } from '../../../core/http/serve.ts'
import { declareExport } from '../../../core/sheets/exports.ts'
import { addTable, editTable, enterDifferences, removeTables } from './differences.acts.ts'
import {
  type ExportedDifference,
  eachDifference,
  findTable,
  pageOfDifferences,
  sheetOf,
} from './differences.queries.ts'

export const routes = [
  serve(differenceCalls.list, ({ body, actor, db }) => pageOfDifferences(db, body, actor)),

  serve(differenceCalls.get, async ({ body, actor, db }) => {
    const found = await findTable(db, body.id, actor)
    if (!found) throw refuse('notFound')
    return found
  }),

  serve(differenceCalls.add, ({ body, core, actor, by }) => transact(core, (tx) => addTable(tx, { actor, by }, body))),
  serve(differenceCalls.edit, ({ body, core, actor, by }) =>
    transact(core, (tx) => editTable(tx, { actor, by }, body)),
  ),

  serve(differenceCalls.remove, async ({ body, core, actor, by }) => {
    await transact(core, (tx) => removeTables(tx, { actor, by }, body.ids))
    return null
  }),

  serve(getDifferences, async ({ body, actor, db }) => {
    const sheet = await sheetOf(db, body, actor)
    if (!sheet) throw refuse('notFound')
    return sheet
  }),

  serve(saveDifferences, async ({ body, core, actor, by }) =>
    outcomes(
      await transact(core, (tx, announce) => {
        announce({ type: 'priceReviews' })
        return enterDifferences(tx, { actor, by }, body)
      }),
    ),
  ),
]

export const differencesExport = declareExport<DifferenceExportKey, ExportedDifference>(exportDifferences, {
  target: 'difference',
  list: eachDifference,
  scope: (viewer) => ({ viewer }),
  columns: {
    tableName: { width: 26, cell: ({ tableName }) => tableName },
    productName: { width: 20, cell: ({ productName }) => productName },
    baseName: { width: 26, cell: ({ baseName }) => baseName },
    day: { width: 12, isDay: true, cell: ({ day }) => day },
    basePrice: { width: 12, isNumber: true, cell: ({ basePrice }) => basePrice },
    kind: { width: 10, cell: ({ kind }) => differenceKindLabels[kind] },
    name: { width: 20, cell: ({ name }) => name },
    source: { width: 26, cell: ({ comparedName }) => (comparedName ? `计算：${comparedName}` : '录入') },
    difference: { width: 12, isNumber: true, cell: ({ difference }) => difference },
    price: { width: 12, isNumber: true, cell: ({ price }) => price },
    unit: { width: 10, cell: ({ unit }) => unit },
  },
})
