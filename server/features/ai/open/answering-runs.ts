// An answer while it is made: its row is the truth, stored each second. Whoever waits in this process hears each sentence at once.
import { sql } from 'drizzle-orm'
import { type MessageState, type RefusalKind, refusalLabels } from '#contract/ai/answer-labels.ts'
import type { Config } from '#server/config.ts'
import { type Core, transact } from '#server/core/core.ts'
import { ofKind, type Tx } from '#server/db/connection.ts'
import { aiMessages, aiSessions } from '#server/db/schema/ai.ts'
import { aiSteps } from '#server/db/schema/ai-figures.ts'
import { storeAccountLog } from '#server/features/members/activity/account-logs.queries.ts'
import { answerQuestion, type ModelQuestion } from '../answering/answer.acts.ts'
import { emptyOutcome, type Outcome } from '../answering/answer.queries.ts'
import { type Answered, storeFigures } from '../figures.queries.ts'
import { sumUp } from '../messages.queries.ts'
import { type Hold, settleHold } from '../provider/holds.acts.ts'

const STORE_MS = 1_000

type Run = { text: () => string; listeners: Set<() => void>; stop: () => void; ended: Promise<void> }
const runs = new WeakMap<Config, Map<string, Run>>()

/** Answers that this server makes now, by their ids. */
export function runsOf({ config }: Pick<Core, 'config'>): Map<string, Run> {
  const known = runs.get(config) ?? new Map<string, Run>()
  runs.set(config, known)
  return known
}

export type Asked = Answered & {
  sessionId: string
  held: Hold
  question: Omit<ModelQuestion, 'db' | 'onText' | 'signal'>
}

/** Figures and steps that are not stored yet, and the uses of the prices among them. */
async function storeFound(tx: Tx, asked: Asked, outcome: Outcome, from: { figures: number; steps: number }) {
  await storeFigures(tx, asked, outcome.figures.slice(from.figures))
  const steps = outcome.steps.slice(from.steps)
  if (steps.length > 0) {
    await tx
      .insert(aiSteps)
      .values(steps.map((step, at) => ({ ...step, messageId: asked.messageId, number: from.steps + at + 1 })))
  }
}

/** In the log of the account, without the question: that is the member's. */
async function noteRefusal(tx: Tx, asker: ModelQuestion['asker'], refusal: RefusalKind): Promise<void> {
  if (asker.kind !== 'account') return
  await storeAccountLog(tx, asker.accountId, {
    kind: 'search',
    module: 'AI 问答',
    detail: `提问未回答：${refusalLabels[refusal]}`,
  })
}

const stateOf = ({ refusal }: Outcome): MessageState =>
  refusal === null ? 'done' : refusal === 'service' ? 'failed' : 'refused'

/**
 * Runs an answer whose rows are committed. Its queries take turns at the pool apart from the calls that ask: a crowd of questions
 * leaves the answers connections.
 * @returns when it has ended; never rejects
 */
export const runAnswer = (core: Core, asked: Asked): Promise<void> => ofKind('ai answers', () => begin(core, asked))

function begin(core: Core, asked: Asked): Promise<void> {
  const { messageId } = asked
  const all = runsOf(core)
  const stop = new AbortController()
  const outcome = emptyOutcome()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const begun = Date.now()
  const stored = { figures: 0, steps: 0 }

  const store = (end: { state: MessageState } | null) =>
    transact(core, async (tx) => {
      const { text, publication, refusal, offer, productId, passages, reasoning } = outcome
      // the session before its message, as whoever stops or rates an answer locks them: the other way round they wait for each other
      if (end) await tx.execute(sql`select from ${aiSessions} where id = ${asked.sessionId}::bigint for update`)
      const sources = passages.map(({ title, link, text: passage }) => ({
        title,
        link,
        excerpt: passage.slice(title.length + 1),
      }))
      const { rowCount } = await tx.execute(sql`update ${aiMessages} set content = ${text}, alive_at = now(),
          publication = ${publication}::bigint, refusal = ${refusal}, is_unanswered = ${refusal !== null},
          product_id = ${productId}::bigint,
          offer = ${offer ? JSON.stringify(offer) : null}::jsonb, sources = ${JSON.stringify(sources)}::jsonb, reasoning = ${reasoning},
          state = case when state = 'stopped' then 'stopped' else ${end?.state ?? 'streaming'} end,
          ms = ${end ? Date.now() - begun : null}::int, (tokens, cost, model) = (
            select coalesce(sum(c.input_tokens + c.output_tokens), 0)::int, coalesce(sum(c.cost), 0), coalesce(max(c.model), '')
              from ai_calls c where c.message_id = ${messageId}::bigint)
        where id = ${messageId}::bigint and (state = 'streaming' or (state = 'stopped' and ${end !== null}::boolean))`)
      if (rowCount === 0) {
        stop.abort(new Error('stopped'))
        return
      }
      await storeFound(tx, asked, outcome, stored)
      if (end && refusal !== null) await noteRefusal(tx, asked.question.asker, refusal)
      stored.figures = outcome.figures.length
      stored.steps = outcome.steps.length
      if (end) await sumUp(tx, [asked.sessionId])
    })

  let storing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    storing = storing.then(() => store(null)).catch((error: unknown) => stop.abort(error))
  }, STORE_MS)

  async function make(): Promise<MessageState> {
    try {
      await answerQuestion({ ...asked.question, db: core.db, onText: tell, signal: stop.signal }, outcome)
      return stateOf(outcome)
    } catch (error) {
      if (stop.signal.aborted) return 'stopped'
      core.log.error({ err: error, message: messageId }, 'ai answer')
      outcome.refusal = 'service'
      return 'failed'
    }
  }

  async function run(): Promise<void> {
    try {
      const state = await make()
      clearInterval(timer)
      await storing
      await store({ state })
      await settleHold(core.db, asked.held, await usedBy(core, messageId))
    } catch (error) {
      core.log.error({ err: error, message: messageId }, 'ai answer was not stored')
    } finally {
      clearInterval(timer)
      all.delete(messageId)
      tell()
    }
  }
  const ended = run()
  all.set(messageId, { text: () => outcome.text, listeners, stop: () => stop.abort(new Error('stopped')), ended })
  return ended
}

async function usedBy({ db }: Core, messageId: string) {
  const { rows } = await db.execute<{ accountTokens: string; assistantCost: string }>(sql`
    select coalesce(sum(input_tokens + output_tokens), 0)::text as "accountTokens",
      coalesce(sum(cost), 0)::text as "assistantCost" from ai_calls where message_id = ${messageId}::bigint`)
  return rows[0] ?? {}
}
