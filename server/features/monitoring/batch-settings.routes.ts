// Settings of many quote items over HTTP.
import { listBatches, listItemSettings, resetItems, setItems, undoBatch } from '#contract/monitoring/batch-settings.ts'
import { transact } from '#server/core/core.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { serve } from '#server/core/http/serve.ts'
import { resetToWider, settleItems, undo } from './batch-settings.acts.ts'
import { lastBatches, pageOfItems } from './batch-settings.queries.ts'
import { lockDues } from './dues.queries.ts'
import { remake } from './rules.acts.ts'

export const routes = [
  serve(listItemSettings, ({ body, actor, db }) => pageOfItems(db, body, actor)),

  serve(setItems, (context) =>
    transact(context.core, async (tx) => {
      const { body, actor, by } = context
      const { ids, ...settings } = body
      await lockDues(tx)
      const batchId = await settleItems(tx, { actor, by }, ids, settings, (preview, versions) =>
        confirmed(tx, context, { preview, versions }),
      )
      await remake(tx)
      return { batchId, items: ids.length }
    }),
  ),

  serve(resetItems, (context) =>
    transact(context.core, async (tx) => {
      const { body, actor, by } = context
      await lockDues(tx)
      const done = await resetToWider(tx, { actor, by }, body.ids, (preview, versions) =>
        confirmed(tx, context, { preview, versions }),
      )
      await remake(tx)
      return done
    }),
  ),

  serve(undoBatch, (context) =>
    transact(context.core, async (tx) => {
      const { body, actor, by } = context
      await lockDues(tx)
      await undo(tx, { actor, by }, body.batchId)
      await remake(tx)
      return null
    }),
  ),

  serve(listBatches, ({ db }) => lastBatches(db)),
]
