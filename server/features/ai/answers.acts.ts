// Asking the AI service: the answer is a row first, which grows while the service streams. Readers poll the row, so any
// process can show it, and closing the window loses nothing (record 099).
import { and, eq, sql } from 'drizzle-orm'
import { neededField } from '#contract/ai/ai-labels.ts'
import { fillPrompt } from '#contract/ai/prompt-text.ts'
import { dayOf } from '#contract/days.ts'
import type { Actor } from '#server/core/access/actors.ts'
import type { Core } from '#server/core/core.ts'
import { refuse } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/db/connection.ts'
import { aiAnswers } from '#server/db/schema/ai.ts'
import { type PromptInUse, runningOf } from './answers.queries.ts'
import { AiFailure } from './provider/failures.rules.ts'
import { costLimit, type Hold, hold, settleHold } from './provider/holds.acts.ts'
import type { CallSubject } from './provider/ledger.acts.ts'
import { type Model, modelNamed } from './provider/models.queries.ts'
import { callModel, estimateTokens } from './provider/provider.acts.ts'
import { answerTrial } from './trial-answers.ts'

/** Answers that one person may have running. */
const RUNNING_MAX = 4
/** How often a growing text is stored, ms. */
const STORE_MS = 250
/** So many of these between stores of a text that does not grow. */
const STILL_TICKS = 4

export type Asking = {
  prompt: PromptInUse
  values: Readonly<Record<string, string>>
  articleId?: string
  articleVersionId?: string
  questionId?: string
}

export type Started = {
  id: string
  prompt: PromptInUse
  sent: string
  /** Of a chat assistant, which is asked as members ask it; null: the filled prompt is all that is sent. */
  question: string | null
  model: Model
  subject: CallSubject & { userId: string }
  held: Hold
}

/** Stores an answer that is to be made. Throws 409 without a service, 429 past a limit. */
export async function startAnswer(
  tx: Tx,
  core: Core,
  actor: Actor,
  { prompt, values, articleId, articleVersionId, questionId }: Asking,
): Promise<Started> {
  // the limits hold for questions asked at once too
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`ai answers of ${actor.id}`}, 0))`)
  const running = await runningOf(tx, actor.id)
  if (running >= RUNNING_MAX) throw refuse('conflict', { msg: `已有 ${running} 个回答在生成，请等它们完成` })
  const isChat = prompt.purpose === 'chat'
  const sent = fillPrompt(prompt.prompt, isChat ? { ...values, 日期: values.日期 || dayOf(Date.now()) } : values)
  const question = isChat ? (values[neededField.chat] ?? '').trim() : null
  const model = await modelNamed(tx, core.config, prompt.model)
  const tokens = { input: estimateTokens(sent), output: prompt.maxTokens }
  const amount = tokens.input + tokens.output
  const held = await hold(
    tx,
    [
      { subject: 'userTokens', id: actor.id, most: core.config.aiDailyTokens, amount },
      ...(await costLimit(tx, core, prompt.assistantId, model, tokens)),
    ],
    core.log,
  )
  const row = {
    promptId: prompt.id,
    articleId,
    articleVersionId,
    questionId,
    userId: actor.id,
    model: model.model,
    sent,
  }
  const [added] = await tx
    .insert(aiAnswers)
    .values({ ...row, sentTokens: tokens.input, unbound: isChat ? [] : null })
    .returning({ id: aiAnswers.id })
  const id = added?.id ?? ''
  const subject = {
    purpose: articleId === undefined || prompt.purpose === 'chat' ? ('trial' as const) : prompt.purpose,
    assistantId: prompt.assistantId,
    promptId: prompt.id,
    answerId: id,
    userId: actor.id,
  }
  return { id, prompt, sent, question, model, subject, held }
}

/**
 * Runs started answers, after their transaction has committed. Never rejects: how it ended is in the row.
 * @param onPiece told each piece of text as it comes
 */
export function runAnswers(
  core: Core,
  started: readonly Started[],
  onPiece: (piece: string) => void = () => undefined,
): Promise<void> {
  const runs = started.map((each) =>
    runAnswer(core, each, onPiece).catch((error: unknown) =>
      core.log.error({ err: error, answer: each.id }, 'ai answer'),
    ),
  )
  return Promise.all(runs).then(() => undefined)
}

async function runAnswer(
  core: Core,
  { id, prompt, sent, question, model, subject, held }: Started,
  onPiece: (piece: string) => void,
): Promise<void> {
  const stop = new AbortController()
  let text = ''
  let stored = 0
  let ticks = 0
  const isRunning = and(eq(aiAnswers.id, id), eq(aiAnswers.state, 'running'))

  const store = async () => {
    ticks += 1
    // a stop is met where nothing grows too
    if (text.length === stored && ticks % STILL_TICKS !== 0) return
    stored = text.length
    const changes = { text, answerTokens: estimateTokens(text), updatedAt: sql`now()` }
    const { rowCount } = await core.db.update(aiAnswers).set(changes).where(isRunning)
    if (rowCount === 0) stop.abort(new Error('not wanted any more'))
  }
  // one after the other; a failure to store stops the answer, as its text would be lost
  let storing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    storing = storing.then(store).catch((error: unknown) => stop.abort(error))
  }, STORE_MS)

  type Used = { tokens: { input: number; output: number }; unbound?: string[]; cost?: string }
  const stopStoring = async () => {
    clearInterval(timer)
    await storing
  }
  const end = async (state: 'done' | 'failed', reason: string, { tokens, unbound, cost }: Used) => {
    await stopStoring()
    const ended = { updatedAt: sql`now()`, endedAt: sql`now()`, cost: cost ?? ledgerCost(id) }
    await core.db
      .update(aiAnswers)
      .set({ text, state, reason, unbound, sentTokens: tokens.input, answerTokens: tokens.output, ...ended })
      .where(isRunning)
  }
  /** Whoever stopped it has seen what came since it was last stored. */
  const keepHeard = async () => {
    await stopStoring()
    await core.db
      .update(aiAnswers)
      .set({ text, answerTokens: estimateTokens(text), updatedAt: sql`now()` })
      .where(and(eq(aiAnswers.id, id), eq(aiAnswers.state, 'cancelled')))
  }
  const make = async (): Promise<Used> => {
    if (question === null) {
      const ask = { temperature: Number(prompt.temperature), maxTokens: prompt.maxTokens }
      const messages = [{ role: 'user' as const, content: sent }]
      return await callModel({ core, model, subject, onText, signal: stop.signal }, { ...ask, messages }).then(
        ({ tokens }) => ({ tokens }),
      )
    }
    const trial = { core, prompt, filled: sent, question, model, subject, userId: subject.userId, onText }
    const { figures, isModel } = await answerTrial({ ...trial, signal: stop.signal })
    const unbound = figures.flatMap(({ verdict, text: each }) => (verdict === 'unbound' ? [each] : []))
    const tokens = await tokensOf(core, id)
    // a template costs nothing
    return isModel ? { tokens, unbound } : { tokens, unbound, cost: '0' }
  }
  const onText = (piece: string) => {
    text += piece
    onPiece(piece)
  }
  try {
    await end('done', '', await make())
  } catch (error) {
    if (stop.signal.aborted) return await keepHeard()
    if (!(error instanceof AiFailure)) core.log.error({ err: error, answer: id }, 'ai answer')
    const tokens = { input: estimateTokens(sent), output: estimateTokens(text) }
    await end('failed', error instanceof AiFailure ? error.message : '生成失败，请稍后再试', { tokens })
  } finally {
    clearInterval(timer)
    await settleHold(core.db, held, await usedBy(core, id))
  }
}

/** What the calls for an answer have cost; null where no price was set. */
const ledgerCost = (id: string) => sql<string>`(select sum(c.cost) from ai_calls c where c.answer_id = ${id}::bigint)`

/** Of all calls that an answer needed. */
async function tokensOf({ db }: Core, id: string): Promise<{ input: number; output: number }> {
  const { rows } = await db.execute<{ input: number; output: number }>(sql`
    select coalesce(sum(input_tokens), 0)::int as input, coalesce(sum(output_tokens), 0)::int as output
      from ai_calls where answer_id = ${id}::bigint`)
  return rows[0] ?? { input: 0, output: 0 }
}

async function usedBy({ db }: Core, id: string) {
  const { rows } = await db.execute<{ userTokens: string; assistantCost: string }>(sql`
    select coalesce(sum(input_tokens + output_tokens), 0)::text as "userTokens",
      coalesce(sum(cost), 0)::text as "assistantCost" from ai_calls where answer_id = ${id}::bigint`)
  return rows[0] ?? {}
}

/** Only by the person who asked. */
export async function cancelAnswer(tx: Tx, actor: Actor, id: string): Promise<void> {
  await tx
    .update(aiAnswers)
    .set({ state: 'cancelled', endedAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(eq(aiAnswers.id, id), eq(aiAnswers.userId, actor.id), eq(aiAnswers.state, 'running')))
}
