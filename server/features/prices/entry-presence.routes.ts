// Who is in which row of a day's grid, over HTTP.
import { listEditors, noteEditing } from '#contract/prices/entry-presence.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { editorsFor, endEditor, noteEditor } from './entry-presence.queries.ts'

export const routes = [
  // not an act: nothing to audit
  serveAct(noteEditing, async ({ tx, announce, body: { tab, day, quoteItemId }, actor }) => {
    const own = { userId: actor.id, tab }
    const isChanged =
      quoteItemId === null ? await endEditor(tx, own) : await noteEditor(tx, own, { quoteItemId, day }, actor)
    if (isChanged) announce({ type: 'priceEditors' })
    return null
  }),

  serve(listEditors, ({ body, actor, db }) => editorsFor(db, body.day, actor)),
]
