// Documents in spreadsheets: import of drafts by title, kind and day; export of the list.
import { type DocumentImportKey, documentImports, exportDocuments } from '#contract/members/documents.ts'
import type { ImportCalls } from '#contract/sheets.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { textKey } from '#contract/text.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { declareImport, type Import } from '#server/core/sheets/imports.ts'
import { whole } from '#server/core/sheets/imports-check.ts'
import type { Made } from '#server/core/sheets/imports-context.ts'
import { inSets } from '#server/core/sheets/imports-save.ts'
import { documents } from '#server/db/schema/members/orders.ts'
import { insertDocuments, listDocuments, titlesOn } from './documents.queries.ts'

export const documentsExport = declareExport(exportDocuments, {
  target: 'document',
  list: listDocuments,
})

type Ready = { title: string; kind: string; day: string }

const importOf = (subProduct: SubProductKey, calls: ImportCalls): Import =>
  declareImport<DocumentImportKey, Ready>(calls, {
    target: 'document',
    undo: { table: documents },
    check: whole(async ({ db, rows, report, breathe }) => {
      const days = rows.map(({ values }) => values.day).filter((day) => day !== '')
      const taken = await titlesOn(db, subProduct, days)
      const first = new Map<string, number>()
      for (const row of rows) {
        await breathe()
        const key = `${row.values.day} ${textKey(row.values.title)}`
        const earlier = first.get(key)
        if (taken.has(key)) report(row, 'title', '这一天已有同名文档')
        else if (earlier !== undefined) report(row, 'title', `与第 ${earlier} 行重复`)
        else first.set(key, row.number)
      }
      return ({ values: { title, kind, day } }) => ({ title: title.trim(), kind: kind.trim(), day })
    }),
    save: async ({ tx, actor, rows, step }) => {
      const made: Made[] = []
      for (const some of inSets(rows, step)) {
        const batch = some.map(({ value }) => value)
        const ids = await insertDocuments(
          tx,
          batch.map((value) => ({ ...value, subProduct, authorId: actor.id })),
        )
        made.push(...batch.map(({ title }, at) => ({ id: ids[at] ?? '', name: title })))
      }
      return made
    },
  })

/** One for each sub-product that has documents. */
export const documentImportsOf: readonly Import[] = (
  Object.entries(documentImports) as [SubProductKey, ImportCalls][]
).map(([key, calls]) => importOf(key, calls))
