// Notes on charts of prices, over HTTP.
import { addChartNote, listChartNotes, removeChartNote } from '#contract/prices/chart-notes.ts'
import { audit } from '#server/core/audit/audit.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { deleteNote, insertNote, notesOf, productOf } from './chart-notes.queries.ts'

const target = (id: string) => ({ targetType: 'chartNote', targetId: id })

export const routes = [
  serve(listChartNotes, ({ body, actor, db }) => notesOf(db, body, actor)),

  serveAct(addChartNote, async ({ tx, body: { column, day, caption }, actor, by }) => {
    const product = orNotFound(await productOf(tx, column, actor))
    const own = { day, caption: caption.trim() }
    const id = await insertNote(tx, by, { productId: product.id, ...own })
    await audit(tx, by, { action: 'chartNote.add', ...target(id), after: { ...own, productName: product.name } })
    return { id }
  }),

  serveAct(removeChartNote, async ({ tx, body: { id }, actor, by }) => {
    const before = orNotFound(await deleteNote(tx, id, actor))
    await audit(tx, by, { action: 'chartNote.delete', ...target(id), before })
    return null
  }),
]
