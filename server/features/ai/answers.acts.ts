// Asking the AI service: the answer is a row first, which grows while the service streams. Readers poll the row, so any
// process can show it, and closing the window loses nothing (record 099).
import { and, eq, sql } from 'drizzle-orm'
import { fillPrompt } from '../../../contract/ai/prompt-text.ts'
import type { Actor } from '../../core/access/actors.ts'
import type { Core } from '../../core/core.ts'
import { refuse } from '../../core/http/refusal.ts'
import type { Tx } from '../../db/connection.ts'
import { aiAnswers } from '../../db/schema/ai.ts'
import { aiSettings } from './ai-settings.ts'
import { type PromptInUse, usageOf } from './answers.queries.ts'
import { AiFailure, complete, createAiOutbound, type Usage } from './completion.ts'

/** Answers that one person may have running. */
const RUNNING_MAX = 3
/** How often a growing text is stored, ms. */
const STORE_MS = 250
/** Bytes of a token, roughly, in Chinese and English: for the day's limit before the service has counted. */
const BYTES_PER_TOKEN = 3

const estimate = (text: string) => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN)

export type Asking = {
  prompt: PromptInUse
  values: Readonly<Record<string, string>>
  articleId?: string
  questionId?: string
}

export type Started = { id: string; prompt: PromptInUse; sent: string; model: string }

/** Stores an answer that is to be made. Throws 409 without a service or past a limit of the person. */
export async function startAnswer(
  tx: Tx,
  core: Core,
  actor: Actor,
  { prompt, values, articleId, questionId }: Asking,
): Promise<Started> {
  const settings = aiSettings(core.config)
  // the limits hold for questions asked at once too
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`ai answers of ${actor.id}`}, 0))`)
  const { running, tokens } = await usageOf(tx, actor.id)
  if (running >= RUNNING_MAX) throw refuse('conflict', { msg: `已有 ${running} 个回答在生成，请等它们完成` })
  const sent = fillPrompt(prompt.prompt, values)
  const sentTokens = estimate(sent)
  if (tokens + sentTokens > settings.dailyTokens)
    throw refuse('conflict', { msg: `今天的 AI 用量已到上限（${settings.dailyTokens} 词元），请明天再用` })
  const model = prompt.model || settings.model
  const [added] = await tx
    .insert(aiAnswers)
    .values({ promptId: prompt.id, articleId, questionId, userId: actor.id, model, sent, sentTokens })
    .returning({ id: aiAnswers.id })
  return { id: added?.id ?? '', prompt, sent, model }
}

/** Yuan, with six decimals, by the prices of a million tokens. */
const costOf = (price: { sent: string; answered: string } | null, used: { sent: number; answered: number }) =>
  price &&
  sql`round((${price.sent}::numeric * ${used.sent}::int + ${price.answered}::numeric * ${used.answered}::int) / 1000000, 6)`

/** Runs started answers, after their transaction has committed. Never rejects: how it ended is in the row. */
export function runAnswers(core: Core, started: readonly Started[]): Promise<void> {
  const runs = started.map((each) =>
    runAnswer(core, each).catch((error: unknown) => core.log.error({ err: error, answer: each.id }, 'ai answer')),
  )
  return Promise.all(runs).then(() => undefined)
}

async function runAnswer(core: Core, { id, prompt, sent, model }: Started): Promise<void> {
  const settings = aiSettings(core.config)
  const stop = new AbortController()
  let text = ''
  let stored = 0
  const isRunning = and(eq(aiAnswers.id, id), eq(aiAnswers.state, 'running'))

  const store = async () => {
    if (text.length === stored) return
    stored = text.length
    const changes = { text, answerTokens: estimate(text), updatedAt: sql`now()` }
    const { rowCount } = await core.db.update(aiAnswers).set(changes).where(isRunning)
    if (rowCount === 0) stop.abort(new Error('not wanted any more'))
  }
  // one after the other; a failure to store stops the answer, as its text would be lost
  let storing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    storing = storing.then(store).catch((error: unknown) => stop.abort(error))
  }, STORE_MS)

  const end = async (state: 'done' | 'failed', reason: string, usage: Usage) => {
    clearInterval(timer)
    await storing
    const used = usage ?? { sent: estimate(sent), answered: estimate(text) }
    await core.db
      .update(aiAnswers)
      .set({
        ...{ text, state, reason, sentTokens: used.sent, answerTokens: used.answered },
        ...{ cost: costOf(settings.price, used), updatedAt: sql`now()`, endedAt: sql`now()` },
      })
      .where(isRunning)
  }
  const ask = { model, prompt: sent, temperature: Number(prompt.temperature), maxTokens: prompt.maxTokens }
  const outbound = createAiOutbound(core.config.outboundAllow, settings)
  const take = (piece: string) => {
    text += piece
  }
  try {
    await end('done', '', await complete(outbound, settings, ask, take, stop.signal))
  } catch (error) {
    if (stop.signal.aborted) return
    if (!(error instanceof AiFailure)) core.log.error({ err: error, answer: id }, 'ai answer')
    await end('failed', error instanceof AiFailure ? error.message : '生成失败，请稍后再试', null)
  } finally {
    clearInterval(timer)
  }
}

/** Only by the person who asked. */
export async function cancelAnswer(tx: Tx, actor: Actor, id: string): Promise<void> {
  await tx
    .update(aiAnswers)
    .set({ state: 'cancelled', endedAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(eq(aiAnswers.id, id), eq(aiAnswers.userId, actor.id), eq(aiAnswers.state, 'running')))
}
