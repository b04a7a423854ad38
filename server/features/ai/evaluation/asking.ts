// One question to a model for an evaluation; its row in the ledger comes with the call.
import type { Core } from '../../../core/core.ts'
import type { CallSubject } from '../provider/ledger.acts.ts'
import { modelNamed } from '../provider/models.queries.ts'
import { callModel } from '../provider/provider.acts.ts'

export type Ask = { model: string; prompt: string; temperature: number; maxTokens: number }
export type Asked = { text: string; cost: string | null; ms: number }

/** @throws AiFailure where no whole answer came, or the signal's reason */
export async function askModel(
  core: Core,
  { model: name, prompt, temperature, maxTokens }: Ask,
  subject: CallSubject,
  signal: AbortSignal,
): Promise<Asked> {
  const startedMs = Date.now()
  const model = await modelNamed(core.db, core.config, name)
  const messages = [{ role: 'user' as const, content: prompt }]
  const calling = { core, model, subject, signal, onText: () => undefined }
  const { text, cost } = await callModel(calling, { messages, temperature, maxTokens })
  return { text, cost, ms: Date.now() - startedMs }
}
