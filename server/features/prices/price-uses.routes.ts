// Where prices went, and notices about corrections, over HTTP.
import { listPriceUses, noteCorrection } from '#contract/prices/price-uses.ts'
import { audit } from '#server/core/audit/audit.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { findCorrection, insertNotices, usesOf } from './price-uses.queries.ts'

export const routes = [
  serve(listPriceUses, ({ body, actor, db }) => usesOf(db, body.id, actor)),

  serveAct(noteCorrection, async ({ tx, body: { id, useIds, outcome, text }, actor, by }) => {
    const found = orNotFound(await findCorrection(tx, id, actor))
    if (found === 'none') throw refuse('conflict', { msg: '这条价格没有已发布的更正' })
    const { revisionId, name, oldUseIds } = found
    checkFields({
      useIds: useIds.every((useId) => oldUseIds.includes(useId)) ? null : '去向不存在，或使用的不是更正前的价格',
    })
    await insertNotices(tx, by, { revisionId, useIds, outcome, text: text.trim() })
    const after = { prices: name, uses: useIds.length, outcome, text: text.trim() }
    await audit(tx, by, { action: 'price.noteCorrection', targetType: 'price', targetId: id, after })
    return null
  }),
]
