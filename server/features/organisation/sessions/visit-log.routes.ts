// The visit log over HTTP.
import { queryUserActs, queryUserVisits } from '../../../../contract/organisation/staff-activity.ts'
import { getAdminLogByPage, recordVisits } from '../../../../contract/organisation/staff-links.ts'
import { serve } from '../../../core/http/serve.ts'
import { addVisits, listActsOf, listOpenedBy, listVisits } from './visit-log.queries.ts'

export const routes = [
  serve(getAdminLogByPage, ({ body, db }) => listVisits(db, body)),

  serve(queryUserActs, ({ body, db }) => listActsOf(db, body)),
  serve(queryUserVisits, ({ body, db }) => listOpenedBy(db, body)),

  serve(recordVisits, async ({ body: { pages }, actor, db, request }) => {
    await addVisits(
      db,
      pages.map(({ path, title }) => ({ userId: actor.id, address: request.ip, path, title })),
    )
    return null
  }),
]
