// Manual entry from a spreadsheet, and the export of its list.
import { ALL_PRODUCTS, type EntryImportKey, entryImports, exportEntries } from '#contract/members/manual-entry.ts'
import { grantKindLabels } from '#contract/members/members.ts'
import type { ImportCalls } from '#contract/sheets.ts'
import { type SubProductKey, subProductOf } from '#contract/sub-products.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { databaseToday } from '#server/core/clock.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { declareImport, type Import } from '#server/core/sheets/imports.ts'
import { whole } from '#server/core/sheets/imports-check.ts'
import type { Made } from '#server/core/sheets/imports-context.ts'
import { inSets } from '#server/core/sheets/imports-save.ts'
import { checkLines, type Entry, lockKnown, saveEntries } from './manual-entry.acts.ts'
import { listEntries, shownProducts } from './manual-entry.queries.ts'
import { kindOf, productLookup } from './manual-entry.rules.ts'

export const entriesExport = declareExport(exportEntries, {
  target: 'entry',
  list: listEntries,
  scope: (actor) => scopeValues(actor),
})

/** In a set of lines, each of which may bring hundreds. */
const GRANTS_A_SET = 10_000
const LINES_A_SET = 1_000

const importOf = (subProduct: SubProductKey, calls: ImportCalls): Import =>
  declareImport<EntryImportKey, Entry>(calls, {
    target: 'entry',
    options: async () => ({ kind: Object.values(grantKindLabels), products: [ALL_PRODUCTS] }),
    check: whole(async ({ db, actor, rows, report, breathe }) => {
      const productsIn = productLookup(await shownProducts(db))
      const day = await databaseToday(db)
      const isWhole = subProductOf(subProduct).grantsBy === 'whole'
      const products = new Map<number, readonly string[]>()
      for (const row of rows) {
        await breathe()
        const found = isWhole ? { ids: [] } : productsIn(row.values.products)
        if ('ids' in found) products.set(row.at, found.ids)
        else report(row, 'products', found.problem)
        if (row.values.endsOn !== '' && row.values.endsOn < day) report(row, 'endsOn', '截止日期不能早于今天')
      }
      const lines = rows.map(({ number, values }) => ({ ...values, number }))
      await checkLines(db, actor, subProduct, lines, (at, field, message) => {
        const row = rows[at]
        if (row) report(row, field, message)
      })
      return ({ at, values: { enterprise, realName, mobile, loginName, kind, endsOn } }) => {
        const ids = products.get(at)
        const grantKind = kindOf(kind)
        if (!ids || !grantKind) throw new Error('a row that was looked up in vain is not saved')
        return { enterprise, realName, mobile, loginName, endsOn, kind: grantKind, productIds: ids }
      }
    }),
    save: async ({ tx, actor, by, rows, step }) => {
      const made: Made[] = []
      await lockKnown(
        tx,
        actor,
        subProduct,
        rows.map(({ value }) => value),
      )
      const most = Math.max(1, ...new Set(rows.map(({ value }) => value.productIds.length)))
      const size = Math.max(1, Math.min(LINES_A_SET, Math.floor(GRANTS_A_SET / most)))
      for (const some of inSets(rows, step, size)) {
        const batch = some.map(({ value }) => value)
        made.push(...(await saveEntries(tx, { by, actor, subProduct }, batch, 'import')))
      }
      return made
    },
  })

/** One for each sub-product that has manual entry. */
export const entryImportsOf: readonly Import[] = (Object.entries(entryImports) as [SubProductKey, ImportCalls][]).map(
  ([key, calls]) => importOf(key, calls),
)
