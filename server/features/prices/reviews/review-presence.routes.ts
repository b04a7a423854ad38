// Who is at which product of the review queue, over HTTP.
import { listReviewers, noteReviewing } from '../../../../contract/prices/review-presence.ts'
import { serve, serveAct } from '../../../core/http/serve.ts'
import { endReviewer, noteReviewer, reviewersFor } from './review-presence.queries.ts'

export const routes = [
  // no act of a person: it leaves no trace in the audit log
  serveAct(noteReviewing, async ({ tx, announce, body: { tab, productId }, actor }) => {
    const own = { userId: actor.id, tab }
    const isChanged = productId === null ? await endReviewer(tx, own) : await noteReviewer(tx, own, productId, actor)
    if (isChanged) announce({ type: 'priceReviewers' })
    return null
  }),

  serve(listReviewers, ({ actor, db }) => reviewersFor(db, actor)),
]
