// Notes on charts of prices, over HTTP.
import { addChartNote, listChartNotes, removeChartNote } from '../../../contract/prices/chart-notes.ts'
import { audit } from '../../core/audit/audit.ts'
import { transact } from '../../core/core.ts'
import { refuse } from '../../core/http/refusal.ts'
import { serve } from '../../core/http/serve.ts'
import { deleteNote, insertNote, notesOf, productOf } from './chart-notes.queries.ts'

const target = (id: string) => ({ targetType: 'chartNote', targetId: id })

export const routes = [
  serve(listChartNotes, ({ body, actor, db }) => notesOf(db, body, actor)),

  serve(addChartNote, ({ body: { column, day, caption }, core, actor, by }) =>
    transact(core, async (tx) => {
      const product = await productOf(tx, column, actor)
      if (!product) throw refuse('notFound')
      const own = { day, caption: caption.trim() }
      const id = await insertNote(tx, by, { productId: product.id, ...own })
      await audit(tx, by, { action: 'chartNote.add', ...target(id), after: { ...own, productName: product.name } })
      return { id }
    }),
  ),

  serve(removeChartNote, ({ body: { id }, core, actor, by }) =>
    transact(core, async (tx) => {
      const before = await deleteNote(tx, id, actor)
      if (!before) throw refuse('notFound')
      await audit(tx, by, { action: 'chartNote.delete', ...target(id), before })
      return null
    }),
  ),
]
