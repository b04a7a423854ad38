// The stream of one customer over HTTP.
import { queryCustomerStream } from '#contract/service/customer-stream.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { findEnterprise } from '#server/features/members/customers/customers.queries.ts'
import { streamOf } from './customer-stream.queries.ts'

export const routes = [
  serve(queryCustomerStream, async ({ body: { enterpriseId, kind }, db, actor }) => {
    orNotFound(await findEnterprise(db, actor, enterpriseId))
    return streamOf({ db, actor, enterpriseId }, kind)
  }),
]
