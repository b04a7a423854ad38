// Notes on the trend of search marketing, over HTTP.
import { SEARCH_DAYS } from '#contract/operations/search-marketing.ts'
import { addSemNote, querySemNotes, removeSemNote } from '#contract/operations/search-notes.ts'
import { audit } from '#server/core/audit/audit.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { checkDays } from '#server/features/prices/days.rules.ts'
import { findAccount } from './search-accounts.queries.ts'
import { deleteNote, insertNote, listNotes } from './search-notes.queries.ts'

const target = (id: string) => ({ targetType: 'semNote', targetId: id })

export const routes = [
  serve(querySemNotes, ({ body, db }) => {
    checkDays(body, SEARCH_DAYS)
    return listNotes(db, body)
  }),

  serveAct(addSemNote, async ({ tx, body: { day, caption, accountId }, by }) => {
    const account = accountId === null ? null : orNotFound(await findAccount(tx, accountId))
    const own = { day, caption: caption.trim() }
    const id = await insertNote(tx, by, { ...own, accountId })
    await audit(tx, by, { action: 'semNote.add', ...target(id), after: { ...own, account: account?.name ?? '' } })
    return { id }
  }),

  serveAct(removeSemNote, async ({ tx, body: { id }, by }) => {
    const before = orNotFound(await deleteNote(tx, id))
    await audit(tx, by, { action: 'semNote.delete', ...target(id), before })
    return null
  }),
]
