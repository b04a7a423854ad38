// What an evaluation asks: a version's answer to one question. Members' questions are answered as members are answered, texts of
// articles as the editor's buttons do it: there is no way of asking that only an evaluation has.
import { neededField } from '#contract/ai/ai-labels.ts'
import { figuresOf, fillPrompt } from '#contract/ai/prompt-text.ts'
import { dayOf } from '#contract/days.ts'
import { type Core, transact } from '#server/core/core.ts'
import { answerQuestion } from '../answering/answer.acts.ts'
import { emptyOutcome } from '../answering/answer.queries.ts'
import { citedIn } from '../answering/release.rules.ts'
import type { PromptInUse } from '../answers.queries.ts'
import { AiFailure } from '../provider/failures.rules.ts'
import { costLimit, hold, settleHold } from '../provider/holds.acts.ts'
import type { CallSubject } from '../provider/ledger.acts.ts'
import { type Model, modelNamed } from '../provider/models.queries.ts'
import { callModel, estimateTokens } from '../provider/provider.acts.ts'
import { askerFor } from './askers.queries.ts'

/**
 * Whose rights the answer is made with: `memberId` null: those of the person who runs it. `asKnownAt`: the last publication that
 * is known; null: the newest at `now`, the moment at which the question counts as asked.
 */
export type Asking = { memberId: string | null; asKnownAt: string | null; now: number; runId: string; userId: string }

export type Reply = {
  text: string
  /** As they are shown. `quoteItemId`: of a published price; null: of a text whose figures nobody binds. */
  figures: { text: string; quoteItemId: string | null }[]
  citations: { title: string; link: string }[]
  /** Whether a refusal took the answer's place. */
  isRefused: boolean
  /** Yuan; null: the model has no price. */
  cost: string | null
  ms: number
}

type Made = Omit<Reply, 'ms'>
type Ask = { core: Core; question: string; version: PromptInUse; asking: Asking; signal: AbortSignal }

export const subjectOf = (
  purpose: 'evaluation' | 'judge',
  { id: promptId, assistantId }: PromptInUse,
  { runId, userId }: Pick<Asking, 'runId' | 'userId'>,
): CallSubject => ({ purpose, assistantId, promptId, runId, userId })

/** What it has cost so far, yuan: also of an answer that fails in the end. Null: the model has no price. */
type Spending = { cost: string | null }
type Asked = Ask & { model: Model; sent: string; spending: Spending }

type Budget = { core: Core; assistantId: string; model: Model; sent: string; maxTokens: number }

/**
 * Asks within the assistant's money of the month, which is reserved before and settled after.
 * @throws 429 where it is used up
 */
export async function withinBudget<T>(
  { core, assistantId, model, sent, maxTokens }: Budget,
  ask: (spending: Spending) => Promise<T>,
): Promise<T> {
  const tokens = { input: estimateTokens(sent), output: maxTokens }
  const held = await transact(core, async (tx) =>
    hold(tx, await costLimit(tx, core, assistantId, model, tokens), core.log),
  )
  const spending: Spending = { cost: '0' }
  try {
    return await ask(spending)
  } finally {
    await settleHold(core.db, held, { assistantCost: spending.cost ?? '0' })
  }
}

/** @throws AiFailure where no whole answer came, 429 where the assistant's money of the month is used up, or the signal's reason */
export async function answer(ask: Ask): Promise<Reply> {
  const { core, version } = ask
  const { assistantId, maxTokens } = version
  const startedMs = Date.now()
  const model = await modelNamed(core.db, core.config, version.model)
  const sent = filled(ask)
  const made = await withinBudget({ core, assistantId, model, sent, maxTokens }, (spending) =>
    (version.purpose === 'chat' ? asMember : asEditor)({ ...ask, model, sent, spending }),
  )
  return { ...made, ms: Date.now() - startedMs }
}

const filled = ({ question, version, asking }: Ask) =>
  fillPrompt(version.prompt, { [neededField[version.purpose]]: question, 日期: dayOf(asking.now) })

async function asMember({ core, question, version, asking, signal, model, sent, spending }: Asked): Promise<Made> {
  const asker = await askerFor(core.db, asking, version.assistantId)
  if (!asker) throw new AiFailure('request', { message: '该会员没有可用的 AI 问答账号' })
  const outcome = emptyOutcome()
  const asked = {
    core,
    model,
    prompt: sent,
    temperature: Number(version.temperature),
    maxTokens: version.maxTokens,
    lookup: version,
    subject: subjectOf('evaluation', version, asking),
  }
  await answerQuestion(
    {
      db: core.db,
      asker,
      text: question,
      history: [],
      model: asked,
      signal,
      now: asking.now,
      audience: 'member',
      onText: () => undefined,
      ...(asking.asKnownAt !== null && { asKnownAt: asking.asKnownAt }),
    },
    outcome,
  ).finally(() => {
    spending.cost = outcome.cost
  })
  if (outcome.failure) throw outcome.failure
  const { text, figures, passages, refusal, cost } = outcome
  const shown = figures.filter(({ place }) => place !== null)
  return {
    text,
    figures: shown.map((figure) => ({ text: figure.text, quoteItemId: figure.price?.quoteItemId ?? null })),
    citations: citedIn(text, passages),
    isRefused: refusal !== null,
    cost,
  }
}

async function asEditor({ core, version, asking, signal, model, sent, spending }: Asked): Promise<Made> {
  const calling = { core, model, subject: subjectOf('evaluation', version, asking), signal, onText: () => undefined }
  const { text, cost } = await callModel(calling, {
    messages: [{ role: 'user', content: sent }],
    temperature: Number(version.temperature),
    maxTokens: version.maxTokens,
  })
  spending.cost = cost
  const figures = figuresOf(text).map((each) => ({ text: each, quoteItemId: null }))
  return { text, figures, citations: [], isRefused: false, cost }
}
