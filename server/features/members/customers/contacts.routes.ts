// Contacts of an enterprise over HTTP: listed, added, edited, marked as left, merged, deleted.
import { mergeContacts, queryContacts, removeContact, saveContact, setContactLeft } from '#contract/members/contacts.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { transact } from '#server/core/core.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { merge, remove, save, setLeft } from './contacts.acts.ts'
import { listContacts } from './contacts.queries.ts'
import { findEnterprise } from './customers.queries.ts'

export const routes = [
  serve(queryContacts, async ({ body, db, actor }) => {
    orNotFound(await findEnterprise(db, actor, body.enterpriseId))
    return listContacts(db, body, scopeValues(actor))
  }),

  serveAct(saveContact, ({ tx, body, actor, by }) => save({ tx, actor, by }, body)),

  serveAct(setContactLeft, ({ tx, body, actor, by }) => setLeft({ tx, actor, by }, body)),

  serve(mergeContacts, (context) =>
    transact(context.core, (tx) => {
      const { body, actor, by } = context
      return merge({ tx, actor, by }, body, (plan) => confirmed(tx, context, plan))
    }),
  ),

  serveAct(removeContact, ({ tx, body: { id }, actor, by }) => remove({ tx, actor, by }, id)),
]
