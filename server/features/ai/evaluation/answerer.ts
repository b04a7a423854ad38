// What an evaluation asks: a version's answer to one question, as one asker. The only place where evaluation meets the
// way in which answers are made.
import { neededField } from '../../../../contract/ai/ai-labels.ts'
import { figuresOf, fillPrompt } from '../../../../contract/ai/prompt-text.ts'
import { dayOf } from '../../../../contract/days.ts'
import type { Core } from '../../../core/core.ts'
import type { PromptInUse } from '../answers.queries.ts'
import { askModel } from './asking.ts'

/**
 * Whose rights the answer is made with: `memberId` null: those of staff. `asKnownAt`: the last publication that is known;
 * null: all. `runId` and `userId`: who pays, for the ledger.
 */
export type Asker = { memberId: string | null; asKnownAt: string | null; runId: string; userId: string }

export type Reply = {
  text: string
  figures: string[]
  citations: { title: string; link: string }[]
  /** Whether it says that it does not answer. */
  isRefused: boolean
  /** Yuan; null: the model has no price. */
  cost: string | null
  ms: number
}

const refusal =
  /不能(?:提供|回答|给出)|无法(?:提供|回答|给出|预测)|不(?:提供|给出|构成)(?:投资|交易|操作)?建议|没有(?:查到|找到|相关)/u

/** @throws AiFailure where no whole answer came, or the signal's reason */
export async function answer(
  core: Core,
  question: string,
  version: PromptInUse,
  { runId, userId }: Asker,
  signal: AbortSignal,
): Promise<Reply> {
  const prompt = fillPrompt(version.prompt, { [neededField[version.purpose]]: question, 日期: dayOf(Date.now()) })
  const ask = {
    model: version.model,
    prompt,
    temperature: Number(version.temperature),
    maxTokens: version.maxTokens,
  }
  const subject = {
    purpose: 'evaluation',
    assistantId: version.assistantId,
    promptId: version.id,
    runId,
    userId,
  } as const
  const asked = await askModel(core, ask, subject, signal)
  const { text } = asked
  return { ...asked, figures: figuresOf(text), citations: [], isRefused: refusal.test(text) }
}
