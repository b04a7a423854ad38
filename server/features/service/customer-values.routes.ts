// Customers by value over HTTP.
import { queryCustomerValues } from '#contract/service/customer-values.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { serve } from '#server/core/http/serve.ts'
import { listCustomerValues } from './customer-values.queries.ts'
import { riskReasonsOf } from './risk.rules.ts'

export const routes = [
  serve(queryCustomerValues, async ({ body, db, actor }) => {
    const page = await listCustomerValues(db, body, scopeValues(actor))
    return { ...page, records: page.records.map((row) => ({ ...row, reasons: riskReasonsOf(row) })) }
  }),
]
