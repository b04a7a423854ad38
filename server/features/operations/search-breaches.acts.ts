// Tells owners when an account's month has cost more than its budget, or a lead more than its target: each once a day per account.
import { Decimal } from 'decimal.js'
import { sql } from 'drizzle-orm'
import { can } from '#contract/access.ts'
import { addDays, dayOf } from '#contract/days.ts'
import { attributionText, usualAttribution } from '#contract/operations/attribution.ts'
import { searchSourceLabels } from '#contract/operations/search-labels.ts'
import { SEARCH_USUAL_DAYS } from '#contract/operations/search-marketing.ts'
import { noticeStaff } from '#server/core/outbox/queue.ts'
import type { Tx } from '#server/db/connection.ts'
import { semNodes } from '#server/db/schema/operations.ts'
import { listHolders } from '#server/features/organisation/users/holders.queries.ts'
import { findAccount } from './search-accounts.queries.ts'
import { totalSums } from './search-marketing.queries.ts'
import { figuresOf } from './search-marketing.rules.ts'

/** Targets of an account that are looked at, those set last. */
const TARGETS = 100
/** Of these a notice names so many. */
const NAMED = 5

type Target = { campaign: string; keyword: string; targetCost: string; ownerId: string | null }

type Days = { from: string; to: string }

const breachLabels = { budget: '超出月预算', target: '超出目标成本' } as const
type Breach = {
  what: keyof typeof breachLabels
  text: string
  days: Days
  /** Beside the account's own. */
  owners: readonly (string | null)[]
}

async function breachedTargets(tx: Tx, accountId: string, days: Days): Promise<(Target & { text: string })[]> {
  const { rows } = await tx.execute<Target>(sql`
    select campaign, keyword, target_cost::text as "targetCost", owner_id::text as "ownerId" from ${semNodes}
      where account_id = ${accountId}::bigint and target_cost is not null and campaign <> '' order by id desc limit ${TARGETS}`)
  const breached: (Target & { text: string })[] = []
  for (const target of rows) {
    const { campaign, keyword, targetCost } = target
    const one = keyword ? { campaign, keyword } : { campaign }
    const { cost, costPerLead } = figuresOf(await totalSums(tx, { ...usualAttribution, ...days, accountId, one }))
    const name = keyword ? `${campaign} ${keyword}` : campaign
    // without a lead the cost itself is compared
    if (new Decimal(costPerLead ?? cost).lte(targetCost)) continue
    const is = costPerLead === null ? `消费 ${cost} 元还没有注册` : `注册成本 ${costPerLead} 元`
    breached.push({ ...target, text: `“${name}”${is}，目标 ${targetCost} 元` })
  }
  return breached
}

/** A cost per lead means nothing without its days and its model. */
const basisText = `目标成本看近 ${SEARCH_USUAL_DAYS} 天，${attributionText(usualAttribution)}。`

/**
 * Call it in the transaction that changed what these accounts have spent. A budget and targets are told apart, each with a link to
 * the figures that it is about.
 */
export async function noticeBreaches(tx: Tx, accountIds: readonly string[], now = Date.now()): Promise<void> {
  const today = dayOf(now)
  const yesterday = addDays(today, -1)
  const month = yesterday.slice(0, 'YYYY-MM'.length)
  const ofMonth = { from: `${month}-01`, to: yesterday }
  const ofTargets = { from: addDays(today, -SEARCH_USUAL_DAYS), to: yesterday }
  for (const accountId of new Set(accountIds)) {
    const account = await findAccount(tx, accountId)
    if (!account?.isEnabled) continue
    const tell = async ({ what, text, days, owners }: Breach) => {
      const known = [...new Set([account.ownerId, ...owners])].filter((id) => id !== null)
      await noticeStaff(tx, {
        event: 'searchBreach',
        key: `${accountId}:${what}:${today}`,
        userIds: known.length > 0 ? known : await listHolders(tx, can('semData', 'edit')),
        title: `${searchSourceLabels[account.source]} ${account.name} ${breachLabels[what]}`,
        text,
        link: `/operate/SemDeta?${new URLSearchParams({ accountId, days: `${days.from}~${days.to}`, ...usualAttribution })}`,
      })
    }
    const { cost } = figuresOf(await totalSums(tx, { ...usualAttribution, ...ofMonth, accountId }))
    const { monthlyBudget: budget, currency } = account
    if (budget !== null && new Decimal(cost).gt(budget)) {
      const text = `${month} 已消费 ${cost} ${currency}，月预算 ${budget}。`
      await tell({ what: 'budget', text, days: ofMonth, owners: [] })
    }
    const targets = await breachedTargets(tx, accountId, ofTargets)
    if (targets.length === 0) continue
    const texts = [
      ...targets.slice(0, NAMED).map(({ text }) => text),
      ...(targets.length > NAMED ? [`等 ${targets.length} 项超出目标`] : []),
    ]
    const owners = targets.map(({ ownerId }) => ownerId)
    await tell({ what: 'target', text: `${texts.join('；')}。${basisText}`, days: ofTargets, owners })
  }
}
