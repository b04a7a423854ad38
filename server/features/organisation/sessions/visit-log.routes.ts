// The visit log over HTTP.
import { getAdminLogByPage, recordVisits } from '../../../../contract/organisation/staff-links.ts'
import { serve } from '../../../core/http/serve.ts'
import { addVisits, listVisits } from './visit-log.queries.ts'

export const routes = [
  serve(getAdminLogByPage, ({ body, db }) => listVisits(db, body)),

  serve(recordVisits, async ({ body: { pages }, actor, db, request }) => {
    await addVisits(
      db,
      pages.map(({ path, title }) => ({ userId: actor.id, address: request.ip, path, title })),
    )
    return null
  }),
]
