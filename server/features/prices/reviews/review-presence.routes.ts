// Which reviewers are at which product of the queue, over HTTP.
import { listReviewers, noteReviewing } from '#contract/prices/review-presence.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { endReviewer, noteReviewer, reviewersFor } from './review-presence.queries.ts'

export const routes = [
  // not an act: nothing to audit
  serveAct(noteReviewing, async ({ tx, announce, body: { tab, productId }, actor }) => {
    const own = { userId: actor.id, tab }
    const isChanged = productId === null ? await endReviewer(tx, own) : await noteReviewer(tx, own, productId, actor)
    if (isChanged) announce({ type: 'priceReviewers' })
    return null
  }),

  serve(listReviewers, ({ actor, db }) => reviewersFor(db, actor)),
]
