// Tells owners when an account's month has cost more than its budget, or a lead more than its target: once a day per account.
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

/** Call it in the transaction that changed what these accounts have spent. */
export async function noticeBreaches(tx: Tx, accountIds: readonly string[], now = Date.now()): Promise<void> {
  const today = dayOf(now)
  const yesterday = addDays(today, -1)
  const month = yesterday.slice(0, 'YYYY-MM'.length)
  const ofMonth = { from: `${month}-01`, to: yesterday }
  const ofTargets = { from: addDays(today, -SEARCH_USUAL_DAYS), to: yesterday }
  for (const accountId of new Set(accountIds)) {
    const account = await findAccount(tx, accountId)
    if (!account?.isEnabled) continue
    const { cost } = figuresOf(await totalSums(tx, { ...usualAttribution, ...ofMonth, accountId }))
    const { monthlyBudget: budget } = account
    const isOver = budget !== null && new Decimal(cost).gt(budget)
    const targets = await breachedTargets(tx, accountId, ofTargets)
    if (!isOver && targets.length === 0) continue
    const owners = [account.ownerId, ...targets.map(({ ownerId }) => ownerId)].filter((id) => id !== null)
    const name = `${searchSourceLabels[account.source]} ${account.name}`
    const texts = [
      ...(isOver ? [`${month} 已消费 ${cost} ${account.currency}，月预算 ${budget}`] : []),
      ...targets.slice(0, NAMED).map(({ text }) => text),
      ...(targets.length > NAMED ? [`等 ${targets.length} 项超出目标`] : []),
    ]
    // a cost per lead means nothing without its days and its model; the link opens the days of what the title says
    const about =
      targets.length > 0 ? `目标成本看近 ${SEARCH_USUAL_DAYS} 天，${attributionText(usualAttribution)}。` : ''
    const { from, to } = isOver ? ofMonth : ofTargets
    await noticeStaff(tx, {
      event: 'searchBreach',
      key: `${accountId}:${today}`,
      userIds: owners.length > 0 ? [...new Set(owners)] : await listHolders(tx, can('semData', 'edit')),
      title: `${name} ${isOver ? '超出月预算' : '超出目标成本'}`,
      text: `${texts.join('；')}。${about}`,
      link: `/operate/SemDeta?${new URLSearchParams({ accountId, days: `${from}~${to}`, ...usualAttribution })}`,
    })
  }
}
