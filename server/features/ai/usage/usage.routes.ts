// What AI calls have used, over HTTP.
import { readUsage, USAGE_DAYS_MAX, USAGE_DAYS_USUAL } from '#contract/ai/usage.ts'
import { addDays, dayOf } from '#contract/days.ts'
import { serve } from '#server/core/http/serve.ts'
import { checkDays } from '#server/features/prices/days.rules.ts'
import { usageBy, usageTotal } from './usage.queries.ts'

export const routes = [
  serve(readUsage, async ({ body: { kind, from, to }, db, actor }) => {
    const last = to ?? dayOf(Date.now())
    const days = { from: from ?? addDays(last, 1 - USAGE_DAYS_USUAL), to: last }
    checkDays(days, USAGE_DAYS_MAX)
    const [total, rows] = await Promise.all([usageTotal(db, days), usageBy(db, actor, kind, days)])
    return { ...days, total, rows }
  }),
]
