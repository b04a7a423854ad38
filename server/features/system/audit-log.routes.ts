// The audit log over HTTP.
import { checkAuditChain, getAuditAct, queryAuditLog } from '#contract/system/audit-log.ts'
import { checkFields, orNotFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { findAct, listAudit, stateOfChain } from './audit-log.queries.ts'
import { withNames } from './audit-names.ts'

/** Rate limit, as each check reads the whole log. */
const CHECKS_PER_MINUTE = 6

export const routes = [
  serve(queryAuditLog, async ({ body, db }) => {
    const { from, to } = body
    checkFields({ from: from && to && from > to ? '开始日期不能晚于结束日期' : null })
    const { records, ...page } = await listAudit(db, body)
    return { ...page, records: await withNames(db, records) }
  }),

  serve(getAuditAct, async ({ body: { id }, db }) => {
    const found = await findAct(db, id)
    const row = orNotFound((await withNames(db, found ? [found] : []))[0])
    return row
  }),

  serve(checkAuditChain, ({ db, core }) => stateOfChain(db, core.config), { perMinute: CHECKS_PER_MINUTE }),
]
