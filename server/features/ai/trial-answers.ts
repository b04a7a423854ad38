// Trial runs of a chat assistant: answered as a member's question is, with the rights of whoever tries it. Figures that are nothing
// known are marked, not withheld, so that an author sees what the model does.
import type { Core } from '#server/core/core.ts'
import { answerQuestion } from './answering/answer.acts.ts'
import { emptyOutcome, type Outcome } from './answering/answer.queries.ts'
import type { PromptInUse } from './answers.queries.ts'
import { askerFor } from './evaluation/askers.queries.ts'
import { AiFailure } from './provider/failures.rules.ts'
import type { CallSubject } from './provider/ledger.acts.ts'
import type { Model } from './provider/models.queries.ts'

type Trial = {
  core: Core
  prompt: PromptInUse
  /** The prompt with its fields filled. */
  filled: string
  question: string
  model: Model
  subject: CallSubject
  userId: string
  onText: (piece: string) => void
  signal: AbortSignal
}

/** @throws AiFailure where the service failed, or the signal's reason */
export async function answerTrial(trial: Trial): Promise<Outcome> {
  const { core, prompt, filled, question, model, subject, userId, onText, signal } = trial
  const asker = await askerFor(core.db, { memberId: null, userId }, prompt.assistantId)
  if (!asker) throw new AiFailure('request', { message: '账号已禁用，不能试运行' })
  const temperature = Number(prompt.temperature)
  const asked = { core, model, prompt: filled, temperature, maxTokens: prompt.maxTokens, lookup: prompt, subject }
  const outcome = emptyOutcome()
  await answerQuestion({ db: core.db, asker, text: question, history: [], model: asked, signal, onText }, outcome)
  if (outcome.failure) throw outcome.failure
  return outcome
}
