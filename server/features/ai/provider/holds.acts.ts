// What one answer may use: all its limits are reserved together, or none.
import { sql } from 'drizzle-orm'
import type { LimitSubject } from '#contract/ai/call-labels.ts'
import type { Core } from '#server/core/core.ts'
import { refuse } from '#server/core/http/refusal.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { aiModelPrices } from '#server/db/schema/ai-calls.ts'
import { notifyBudget } from './budget-notices.ts'
import { type Limit, reserve, settle } from './limits.queries.ts'
import type { Model } from './models.queries.ts'

type Refused = (most: number) => string
const refused: Readonly<Record<LimitSubject, Refused>> = {
  userTokens: (most) => `今天的 AI 用量已到上限（${most} 词元），请明天再用`,
  accountTokens: () => '今天的 AI 用量已到上限，请明天再用',
  accountQuestions: (most) => `今天的提问次数已用完（${most} 次），请明天再问`,
  assistantCost: () => '该助手本月的 AI 费用已到上限，请联系系统管理员',
}
const notices: Readonly<Record<LimitSubject, string>> = {
  userTokens: '今天的 AI 用量已超过八成',
  accountTokens: '今天的 AI 用量已超过八成',
  accountQuestions: '今天的提问次数已用八成',
  assistantCost: '该助手本月的 AI 费用已超过八成',
}

/** Reserved limits, with the moment of their reservation; `notices`: those of which 80 % are used now for the first time. */
export type Hold = { limits: readonly Limit[]; at: Date; notices: readonly LimitSubject[] }

export const noticeText = (subject: LimitSubject) => notices[subject]

/** Throws 429 where one of them leaves no room: the transaction takes the others back. */
export async function hold(tx: Tx, limits: readonly Limit[], log: Core['log']): Promise<Hold> {
  const due: LimitSubject[] = []
  // one order for all, so that two of them never wait for each other
  const inOrder = limits.toSorted((one, other) => (one.subject < other.subject ? -1 : 1))
  for (const limit of inOrder) {
    const { isHeld, used, isNoticeDue } = await reserve(tx, limit)
    if (!isHeld) throw refuse('tooMany', { msg: refused[limit.subject](limit.most) })
    if (!isNoticeDue) continue
    due.push(limit.subject)
    await notifyBudget(tx, limit, used)
    log.warn({ subject: limit.subject, id: limit.id, used, most: limit.most }, 'ai limit nearly used up')
  }
  return { limits: inOrder, at: new Date(), notices: due }
}

/** @param used of each subject; what is left out was used as reserved */
export async function settleHold(
  db: Executor,
  { limits, at }: Hold,
  used: Partial<Record<LimitSubject, number | string>>,
): Promise<void> {
  for (const limit of limits) {
    const amount = used[limit.subject]
    if (amount !== undefined) await settle(db, limit, amount, at)
  }
}

/** What so many tokens would cost now, yuan; 0 where no price is set. */
async function estimateCost(db: Executor, model: Model, tokens: { input: number; output: number }) {
  const usual = model.id === null ? model.usualPrice : null
  const { rows } = await db.execute<{ cost: number | null }>(sql`
    select ((coalesce(p.input, ${usual?.input ?? null}::numeric) * ${tokens.input}::int
        + coalesce(p.output, ${usual?.output ?? null}::numeric) * ${tokens.output}::int) / 1000000)::float8 as cost
      from (select) one left join lateral (select * from ${aiModelPrices} p
        where p.model_id is not distinct from ${model.id}::bigint and p.valid_from <= now()
        order by p.valid_from desc limit 1) p on true`)
  return rows[0]?.cost ?? 0
}

/** The money that an assistant may cost a month, where AI_MONTH_COST limits it. */
export async function costLimit(
  db: Executor,
  { config }: Pick<Core, 'config'>,
  assistantId: string,
  model: Model,
  tokens: { input: number; output: number },
): Promise<Limit[]> {
  const most = config.aiMonthCost
  if (most === 0) return []
  return [{ subject: 'assistantCost', id: assistantId, most, amount: await estimateCost(db, model, tokens) }]
}
