// Merging customers over HTTP: merged, listed, taken back.
import { mergeEnterprises, queryEnterpriseMerges, undoEnterpriseMerge } from '#contract/members/customer-merges.ts'
import { transact } from '#server/core/core.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { merge, undo } from './merges.acts.ts'
import { listMerges } from './merges.queries.ts'

export const routes = [
  serve(queryEnterpriseMerges, ({ db, actor }) => listMerges(db, actor)),

  serve(mergeEnterprises, (context) =>
    transact(context.core, (tx) => {
      const { body, actor, by } = context
      return merge({ tx, actor, by }, body, (plan) => confirmed(tx, context, plan))
    }),
  ),

  serveAct(undoEnterpriseMerge, ({ tx, body: { id }, actor, by }) => undo({ tx, actor, by }, id)),
]
