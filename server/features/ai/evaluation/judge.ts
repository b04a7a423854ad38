// A model's score of an answer. It stands beside the verdict and decides nothing.
import type { Core } from '#server/core/core.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { PromptInUse } from '../answers.queries.ts'
import { AiFailure } from '../provider/failures.rules.ts'
import { modelNamed } from '../provider/models.queries.ts'
import { callModel } from '../provider/provider.acts.ts'
import { type Asking, subjectOf, withinBudget } from './answerer.ts'

const order = (question: string, answer: string) =>
  `请为下面的回答打 1 到 5 分（5 分最好），只看是否切题、清楚、简洁，不要判断价格对错。只输出一个数字。\n\n<问题>\n${question}\n</问题>\n<回答>\n${answer}\n</回答>`

type Judged = { question: string; text: string; version: PromptInUse }

/** Of a digit and what stands around it. */
const MAX_TOKENS = 16

/** From 1 to 5; null where the model gives none, or the assistant's money of the month is used up. */
export async function judge(
  core: Core,
  { question, text, version }: Judged,
  asking: Pick<Asking, 'runId' | 'userId'>,
  signal: AbortSignal,
): Promise<number | null> {
  const subject = subjectOf('judge', version, asking)
  const sent = order(question, text)
  try {
    // without a usual one the version judges with its own
    const model = await modelNamed(core.db, core.config, core.config.ai ? '' : version.model)
    const calling = { core, model, subject, signal, onText: () => undefined }
    const budget = { core, assistantId: version.assistantId, model, sent, maxTokens: MAX_TOKENS }
    return await withinBudget(budget, async (spending) => {
      const messages = [{ role: 'user' as const, content: sent }]
      const said = await callModel(calling, { messages, temperature: 0, maxTokens: MAX_TOKENS })
      spending.cost = said.cost
      const [digit] = /(?<!\d)[1-5](?!\d)/u.exec(said.text) ?? []
      return digit === undefined ? null : Number(digit)
    })
  } catch (error) {
    if (error instanceof AiFailure || error instanceof Refusal) return null
    throw error
  }
}
