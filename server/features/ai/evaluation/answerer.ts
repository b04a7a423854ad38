// What an evaluation asks: a version's answer to one question. Members' questions are answered as members are answered, texts of
// articles as the editor's buttons do it: there is no way of asking that only an evaluation has.
import { neededField } from '#contract/ai/ai-labels.ts'
import { figuresOf, fillPrompt } from '#contract/ai/prompt-text.ts'
import { dayOf } from '#contract/days.ts'
import type { Core } from '#server/core/core.ts'
import { answerQuestion } from '../answering/answer.acts.ts'
import { emptyOutcome } from '../answering/answer.queries.ts'
import { citedIn } from '../answering/release.rules.ts'
import type { PromptInUse } from '../answers.queries.ts'
import { AiFailure } from '../provider/failures.rules.ts'
import type { CallSubject } from '../provider/ledger.acts.ts'
import { modelNamed } from '../provider/models.queries.ts'
import { callModel } from '../provider/provider.acts.ts'
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

/** @throws AiFailure where no whole answer came, or the signal's reason */
export async function answer(ask: Ask): Promise<Reply> {
  const startedMs = Date.now()
  const made = await (ask.version.purpose === 'chat' ? asMember(ask) : asEditor(ask))
  return { ...made, ms: Date.now() - startedMs }
}

const filled = ({ question, version, asking }: Ask) =>
  fillPrompt(version.prompt, { [neededField[version.purpose]]: question, 日期: dayOf(asking.now) })

async function asMember(ask: Ask): Promise<Made> {
  const { core, question, version, asking, signal } = ask
  const asker = await askerFor(core.db, asking, version.assistantId)
  if (!asker) throw new AiFailure('request', { message: '该会员没有可用的 AI 问答账号' })
  const outcome = emptyOutcome()
  const model = {
    core,
    model: await modelNamed(core.db, core.config, version.model),
    prompt: filled(ask),
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
      model,
      signal,
      now: asking.now,
      audience: 'member',
      onText: () => undefined,
      ...(asking.asKnownAt !== null && { asKnownAt: asking.asKnownAt }),
    },
    outcome,
  )
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

async function asEditor(ask: Ask): Promise<Made> {
  const { core, version, asking, signal } = ask
  const model = await modelNamed(core.db, core.config, version.model)
  const calling = { core, model, subject: subjectOf('evaluation', version, asking), signal, onText: () => undefined }
  const { text, cost } = await callModel(calling, {
    messages: [{ role: 'user', content: filled(ask) }],
    temperature: Number(version.temperature),
    maxTokens: version.maxTokens,
  })
  const figures = figuresOf(text).map((each) => ({ text: each, quoteItemId: null }))
  return { text, figures, citations: [], isRefused: false, cost }
}
