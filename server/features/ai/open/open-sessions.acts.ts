// Asks an assistant for an account: the rows of question and answer are committed before anything is asked.
import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Feedback } from '#contract/ai/ai-labels.ts'
import { type askOpenSession, SESSION_QUESTIONS, type startOpenSession } from '#contract/ai/open-calls.ts'
import { fillPrompt } from '#contract/ai/prompt-text.ts'
import { dayOf } from '#contract/days.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { SubProductApiKey } from '#server/core/access/api-keys.ts'
import type { Core } from '#server/core/core.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/db/connection.ts'
import { aiMessages, aiSessions } from '#server/db/schema/ai.ts'
import { setFeedback, sumUp } from '../messages.queries.ts'
import { costLimit, hold } from '../provider/holds.acts.ts'
import type { Limit } from '../provider/limits.queries.ts'
import { hasModel, modelNamed } from '../provider/models.queries.ts'
import { estimateTokens } from '../provider/provider.acts.ts'
import type { Asked } from './answering-runs.ts'
import {
  findAccount,
  historyOf,
  lockOpenAnswer,
  lockSession,
  openAssistant,
  promptInUse,
  questionQuota,
  standing,
} from './open-sessions.queries.ts'

/** Answers of one account that may be running. */
const RUNNING_MAX = 3
const TITLE_LENGTH = 60

type By = { tx: Tx; apiKey: SubProductApiKey }

function checkUsable({ isUsable }: { isUsable: boolean }): void {
  if (!isUsable) throw refuse('conflict', { msg: '账号已禁用或锁定' })
}

export async function startSession({ tx, apiKey }: By, { accountId, assistant }: BodyOf<typeof startOpenSession>) {
  const account = orNotFound(await findAccount(tx, apiKey.subProduct, accountId))
  checkUsable(account)
  const found = orNotFound(await openAssistant(tx, assistant.trim()))
  const [added] = await tx
    .insert(aiSessions)
    .values({
      apiKeyId: apiKey.id,
      externalId: randomUUID(),
      memberId: account.memberId,
      accountId: account.id,
      assistantId: found.id,
      assistantName: found.name,
      title: '',
      startedAt: sql`now()` as never,
      lastAt: sql`now()` as never,
    })
    .returning({ id: aiSessions.id })
  return { id: added?.id ?? '' }
}

/** `asked` is null where the question has its answer already. */
export type Question = { messageId: string; asked: Asked | null; notice: Asked['held']['notices'] }

export async function ask(
  { tx, apiKey }: By,
  core: Core,
  sessionId: string,
  { clientId, text }: BodyOf<typeof askOpenSession>,
): Promise<Question> {
  const session = orNotFound(await lockSession(tx, apiKey.subProduct, sessionId))
  const { accountId } = session
  const { answerId, running, number } = await standing(tx, { accountId, sessionId, clientId })
  if (answerId !== null) return { messageId: answerId, asked: null, notice: [] }
  checkUsable(session)
  if (running >= RUNNING_MAX) throw refuse('conflict', { msg: `已有 ${running} 个回答在生成，请等它们完成` })
  if (number >= SESSION_QUESTIONS * 2) throw refuse('conflict', { msg: '这个会话已经很长，请开始新的会话' })
  const history = number === 0 ? [] : await historyOf(tx, sessionId, number + 1)
  const prompt = session.assistantId === null ? undefined : await promptInUse(tx, session.assistantId)
  const isAsked = prompt !== undefined && (await hasModel(tx, core.config))
  const model = isAsked ? await modelNamed(tx, core.config, prompt.model).catch(() => null) : null
  const limits: Limit[] = []
  // a question that nothing can answer costs none
  const quota = prompt ? await questionQuota(tx, accountId) : null
  if (quota !== null) limits.push({ subject: 'accountQuestions', id: accountId, most: quota, amount: 1 })
  const filled = prompt ? fillPrompt(prompt.prompt, { 问题: text, 日期: dayOf(Date.now()) }) : ''
  if (model && prompt && session.assistantId !== null) {
    const sent = estimateTokens(filled + text + history.map(({ content }) => content).join(''))
    const tokens = { input: sent, output: prompt.maxTokens }
    const amount = tokens.input + tokens.output
    limits.push({ subject: 'accountTokens', id: accountId, most: core.config.aiDailyTokens, amount })
    limits.push(...(await costLimit(tx, core, session.assistantId, model, tokens)))
  }
  const held = await hold(tx, limits, core.log)
  const now = sql`now()` as never
  const answerNumber = number + 2
  const added = await tx
    .insert(aiMessages)
    .values([
      { sessionId, at: now, number: number + 1, role: 'user', content: text.trim(), clientId },
      {
        sessionId,
        at: now,
        number: answerNumber,
        role: 'assistant',
        content: '',
        state: 'streaming',
        aliveAt: now,
        promptNumber: prompt?.number ?? null,
      },
    ])
    .returning({ id: aiMessages.id, number: aiMessages.number })
  const messageId = added.find((message) => message.number === answerNumber)?.id ?? ''
  // its sums are made anew when the answer has ended
  await tx
    .update(aiSessions)
    .set({
      title: session.title || text.trim().slice(0, TITLE_LENGTH),
      lastAt: now,
      messages: sql`${aiSessions.messages} + ${added.length}`,
    })
    .where(eq(aiSessions.id, sessionId))
  const asked: Asked = {
    messageId,
    sessionId,
    assistantName: session.assistantName,
    keyName: apiKey.name,
    held,
    question: {
      asker: { kind: 'account', accountId, productIds: session.productIds ?? [] },
      text: text.trim(),
      history,
      isTakenDown: prompt === undefined,
      model:
        model && prompt
          ? {
              core,
              model,
              prompt: filled,
              temperature: Number(prompt.temperature),
              maxTokens: prompt.maxTokens,
              lookup: prompt,
              subject: {
                purpose: 'chat',
                promptId: prompt.id,
                sessionId,
                messageId,
                accountId,
                ...(session.assistantId !== null && { assistantId: session.assistantId }),
              },
            }
          : null,
    },
  }
  return { messageId, asked, notice: held.notices }
}

/** What was said stays; the process that answers meets it at its next store. */
export async function stopAnswer({ tx, apiKey }: By, id: string): Promise<void> {
  orNotFound(await lockOpenAnswer(tx, apiKey.subProduct, id))
  await tx
    .update(aiMessages)
    .set({ state: 'stopped' })
    .where(and(eq(aiMessages.id, id), eq(aiMessages.state, 'streaming')))
}

export async function rateAnswer({ tx, apiKey }: By, id: string, feedback: Feedback | null): Promise<void> {
  const { sessionId, state } = orNotFound(await lockOpenAnswer(tx, apiKey.subProduct, id))
  if (state === 'streaming') throw refuse('conflict', { msg: '回答还在生成，请稍后再评价' })
  await setFeedback(tx, id, feedback)
  await sumUp(tx, [sessionId])
}
