// The ledger of calls: one row for each request to a model, written when it has ended and never changed.
import { sql } from 'drizzle-orm'
import type { CallOutcome, CallPurpose, FailureKind } from '#contract/ai/call-labels.ts'
import type { Executor } from '#server/db/connection.ts'
import { aiCalls, aiModelPrices } from '#server/db/schema/ai-calls.ts'

/** What a call is for and who asked; what does not apply is left out. */
export type CallSubject = {
  purpose: CallPurpose
  assistantId?: string
  promptId?: string
  sessionId?: string
  messageId?: string
  answerId?: string
  runId?: string
  userId?: string
  accountId?: string
}

/** `input` has `cached` in it, `output` has `reasoning` in it. */
export type Tokens = { input: number; cached: number; output: number; reasoning: number; isEstimated: boolean }

/** Yuan for a million tokens, as decimals. */
export type TokenPrice = { input: string; cached: string; output: string }

export type EndedCall = CallSubject & {
  /** Null: the model of the environment. */
  modelId: string | null
  model: string
  tokens: Tokens
  /** AI_PRICE: counts for the model of the environment where no price of it is stored. */
  usualPrice: TokenPrice | null
  requestId: string
  outcome: CallOutcome
  failure: FailureKind | null
  retries: number
  startedAt: Date
  firstAt: Date | null
  endedAt: Date
}

const at = (moment: Date | null) => moment?.toISOString() ?? null

/**
 * @returns the row's id and its cost, yuan with six decimals; null where the model had no price when the call began. Prices are
 * read by the same statement that writes the row.
 */
export async function recordCall(db: Executor, call: EndedCall): Promise<{ id: string; cost: string | null }> {
  const { modelId, tokens } = call
  const usual = modelId === null ? call.usualPrice : null
  const { rows } = await db.execute<{ id: string; cost: string | null }>(sql`
    with stored as (select p.id, p.input, p.cached, p.output from ${aiModelPrices} p
        where p.model_id is not distinct from ${modelId}::bigint and p.valid_from <= ${at(call.startedAt)}::timestamptz
        order by p.valid_from desc limit 1),
      price as (select * from stored union all
        select null, ${usual?.input ?? null}::numeric, ${usual?.cached ?? null}::numeric, ${usual?.output ?? null}::numeric
          where not exists (select from stored))
    insert into ${aiCalls} (purpose, assistant_id, prompt_id, session_id, message_id, answer_id, run_id, user_id, account_id,
        model_id, model, input_tokens, cached_tokens, output_tokens, reasoning_tokens, is_estimated, cost, price_id,
        request_id, outcome, failure, retries, started_at, first_at, ended_at)
      select ${call.purpose}, ${call.assistantId ?? null}::bigint, ${call.promptId ?? null}::bigint,
        ${call.sessionId ?? null}::bigint, ${call.messageId ?? null}::bigint, ${call.answerId ?? null}::bigint,
        ${call.runId ?? null}::bigint, ${call.userId ?? null}::bigint, ${call.accountId ?? null}::bigint,
        ${modelId}::bigint, ${call.model}, ${tokens.input}::int, ${tokens.cached}::int, ${tokens.output}::int,
        ${tokens.reasoning}::int, ${tokens.isEstimated}::boolean,
        round((price.input * ${tokens.input - tokens.cached}::int + price.cached * ${tokens.cached}::int
          + price.output * ${tokens.output}::int) / 1000000, 6),
        price.id, ${call.requestId}, ${call.outcome}, ${call.failure}, ${call.retries}::int,
        ${at(call.startedAt)}::timestamptz, ${at(call.firstAt)}::timestamptz, ${at(call.endedAt)}::timestamptz
      from price
    returning id::text as id, cost::text as cost`)
  const [row] = rows
  if (!row) throw new Error('a call was not recorded')
  return row
}
