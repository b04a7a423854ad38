// The port to models: an answer is streamed, tried again before its first token, and recorded in the ledger whatever came of it.
import { setTimeout as sleep } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import type { CallOutcome, FailureKind } from '#contract/ai/call-labels.ts'
import type { Core } from '#server/core/core.ts'
import { createOutbound, OutboundRefused } from '#server/core/http/outbound.ts'
import { collectAnswer, type ToolCall } from './chunks.rules.ts'
import { AiFailure, failureOf, retryAfterOf } from './failures.rules.ts'
import { type CallSubject, recordCall, type Tokens } from './ledger.acts.ts'
import { type Model, standInFor } from './models.queries.ts'

/** Without content for so long, the service is taken for dead; a keep-alive is no content. */
const CONTENT_MS = 30_000
/** A line that is longer is no chunk of an answer. */
const LINE_BYTES = 1_048_576
const ERROR_BYTES = 16_384

const RETRIES = 2
const RETRY_AFTER_MOST_S = 20
/** Before the first and the second retry, where the service does not say. */
const PAUSES_MS = [300, 1_200]
const retried: readonly FailureKind[] = ['rate', 'busy', 'unreachable']
/** What another model may do better. */
const replaced: readonly FailureKind[] = [...retried, 'balance', 'key', 'timeout']

/** Bytes of a token, roughly, in Chinese and English: where the service does not count. */
const BYTES_PER_TOKEN = 3
export const estimateTokens = (text: string) => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN)

export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; calls: readonly ToolCall[]; reasoning: string }
  | { role: 'tool'; callId: string; content: string }

export type ToolDeclaration = { name: string; description: string; parameters: object }

export type ModelAsk = {
  messages: readonly ChatMessage[]
  /** From 0 to 2. */
  temperature: number
  maxTokens: number
  tools?: readonly ToolDeclaration[]
}

export type ModelAnswer = {
  text: string
  reasoning: string
  calls: ToolCall[]
  tokens: Tokens
  /** Yuan of all attempts, null: no price is set. */
  cost: string | null
  model: string
}

/** Services that want what the model thought sent back while it calls tools. */
const sendsReasoning: readonly Model['form'][] = ['deepseek', 'glm', 'kimi']
/** Services whose temperature ends at 1. */
const isCooler: readonly Model['form'][] = ['glm', 'kimi']

function wireMessage(message: ChatMessage, { form }: Model): object {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.callId, content: message.content }
  if (message.role !== 'assistant') return message
  const { content, calls, reasoning } = message
  const wire: Record<string, unknown> = { role: 'assistant', content }
  if (calls.length > 0)
    wire.tool_calls = calls.map(({ id, name, arguments: sent }) => ({
      id,
      type: 'function',
      function: { name, arguments: sent },
    }))
  if (reasoning !== '' && calls.length > 0 && sendsReasoning.includes(form)) wire.reasoning_content = reasoning
  return wire
}

function bodyOf(model: Model, { messages, temperature, maxTokens, tools = [] }: ModelAsk): string {
  const body: Record<string, unknown> = {
    model: model.model,
    temperature: isCooler.includes(model.form) ? Math.min(temperature, 1) : temperature,
    max_tokens: maxTokens,
    messages: messages.map((message) => wireMessage(message, model)),
    stream: true,
  }
  // GLM counts in its last chunk unasked
  if (model.form !== 'glm') body.stream_options = { include_usage: true }
  if (tools.length > 0) body.tools = tools.map((tool) => ({ type: 'function', function: tool }))
  return JSON.stringify(body)
}

type Attempt = Omit<ModelAnswer, 'cost' | 'model' | 'tokens'> & {
  usage: Tokens | null
  requestId: string
  hasBegun: boolean
  firstAt: Date | null
  failure: AiFailure | null
}

export type Patience = { totalMs: number; contentMs?: number }

/** One request. Never rejects but with the reason of `signal`: a failure is part of what came. */
async function attempt(
  outboundAllow: readonly string[],
  model: Model,
  body: string,
  onText: (piece: string) => void,
  signal: AbortSignal,
  { totalMs, contentMs = CONTENT_MS }: Patience,
): Promise<Attempt> {
  const late = AbortSignal.timeout(totalMs)
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), contentMs)
  let text = ''
  let firstAt: Date | null = null
  const answer = collectAnswer((piece) => {
    text += piece
    onText(piece)
  })
  const parser = createParser({
    onEvent: ({ data }) => {
      answer.add(data)
      firstAt ??= answer.state().hasBegun ? new Date() : null
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(), contentMs)
    },
  })
  let failure: AiFailure | null = null
  let headerId = ''
  try {
    const outbound = createOutbound(outboundAllow, () => late)
    const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'text/event-stream' }
    if (model.apiKey !== '') headers.authorization = `Bearer ${model.apiKey}`
    const reply = await outbound.stream(new URL(`${model.baseUrl}/chat/completions`), headers, body, {
      signal: AbortSignal.any([signal, late, silent.signal]),
      idleMs: contentMs,
    })
    const own = reply.headers['x-request-id']
    headerId = typeof own === 'string' ? own.slice(0, 128) : ''
    reply.setEncoding('utf8')
    if (reply.statusCode !== 200) {
      let said = ''
      for await (const part of reply) {
        said += part as string
        if (said.length > ERROR_BYTES) break
      }
      throw new AiFailure(failureOf(reply.statusCode ?? 0, jsonOf(said)), {
        retryAfterS: retryAfterOf(reply.headers['retry-after']),
      })
    }
    const isStream = reply.headers['content-type']?.includes('event-stream') ?? false
    let line = 0
    let whole = ''
    for await (const part of reply) {
      const piece = part as string
      const end = piece.lastIndexOf('\n')
      line = end < 0 ? line + piece.length : piece.length - end
      if (line > LINE_BYTES) throw new AiFailure('broken', { message: 'AI 服务的回答无法识别' })
      if (isStream) parser.feed(piece)
      else if (whole.length < ERROR_BYTES) whole += piece
    }
    // an error within a 200 that is no stream at all
    if (!isStream) throw new AiFailure(failureOf(200, jsonOf(whole)))
    if (!answer.state().isWhole) {
      throw new AiFailure('broken', answer.state().hasBegun ? {} : { message: 'AI 服务的回答无法识别' })
    }
  } catch (error) {
    if (signal.aborted && !(error instanceof AiFailure)) throw signal.reason
    failure = failureFrom(error, { isLate: late.aborted, isSilent: silent.signal.aborted }, answer.state().hasBegun)
  } finally {
    clearTimeout(timer)
  }
  const { usage, reasoning, requestId, calls, hasBegun } = answer.state()
  return { text, reasoning, calls, usage, requestId: headerId || requestId, hasBegun, firstAt, failure }
}

function failureFrom(error: unknown, { isLate, isSilent }: { isLate: boolean; isSilent: boolean }, hasBegun: boolean) {
  if (error instanceof AiFailure) return error
  if (isLate || isSilent) return new AiFailure('timeout')
  if (error instanceof OutboundRefused)
    return new AiFailure('request', { message: 'AI 服务的地址不允许访问，请联系系统管理员' })
  return new AiFailure(hasBegun ? 'broken' : 'unreachable')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export type Calling = {
  core: Pick<Core, 'config' | 'db'>
  model: Model
  subject: CallSubject
  onText: (piece: string) => void
  /** Aborted where nobody wants the answer any more. */
  signal: AbortSignal
  patience?: Patience
}

const patienceOf = ({ config }: Pick<Core, 'config'>): Patience => ({ totalMs: config.aiTimeout * 1_000 })

/**
 * Asks, again where the service asks for patience before its first token, and at last the stand-in. Each request is a row of the
 * ledger.
 * @throws the signal's reason, or AiFailure with what came before it already passed to `onText`
 */
export async function callModel(calling: Calling, ask: ModelAsk): Promise<ModelAnswer> {
  const { core, signal } = calling
  let model = calling.model
  let isStandIn = false
  for (let retries = 0; ; retries++) {
    const { answer, failure } = await recorded(calling, model, ask, retries)
    if (!failure) return answer
    if (failure.hasBegun) throw failure.error
    const { kind, retryAfterS } = failure.error
    const pause = retryAfterS === null ? PAUSES_MS[retries] : retryAfterS * 1_000
    const mayWait = retryAfterS === null || retryAfterS <= RETRY_AFTER_MOST_S
    if (retried.includes(kind) && retries < RETRIES && pause !== undefined && mayWait) {
      await sleep(pause, undefined, { signal }).catch(() => signal.throwIfAborted())
      continue
    }
    const next = !isStandIn && replaced.includes(kind) ? await standInFor(core.db, core.config, model) : null
    if (!next) throw failure.error
    model = next
    isStandIn = true
    retries = -1
  }
}

type Recorded =
  | { answer: ModelAnswer; failure: null }
  | { answer: null; failure: { error: AiFailure; hasBegun: boolean } }

async function recorded(calling: Calling, model: Model, ask: ModelAsk, retries: number): Promise<Recorded> {
  const { core, subject, onText, signal, patience = patienceOf(core) } = calling
  const startedAt = new Date()
  const body = bodyOf(model, ask)
  let heard = ''
  const hear = (piece: string) => {
    heard += piece
    onText(piece)
  }
  const record = (outcome: CallOutcome, came: Partial<Attempt>) => {
    const { usage, requestId = '', firstAt = null, failure = null, reasoning = '' } = came
    // what was refused before its first token is not charged
    const isCharged = outcome !== 'failed' || came.hasBegun === true
    const estimated = {
      input: isCharged ? estimateTokens(body) : 0,
      cached: 0,
      output: estimateTokens(heard + reasoning),
      reasoning: estimateTokens(reasoning),
      isEstimated: true,
    }
    const tokens = usage ?? estimated
    return recordCall(core.db, {
      ...subject,
      modelId: model.id,
      model: model.model,
      tokens,
      usualPrice: model.usualPrice,
      requestId,
      outcome,
      failure: failure?.kind ?? null,
      retries,
      startedAt,
      firstAt,
      endedAt: new Date(),
    }).then(({ cost }) => ({ cost, tokens }))
  }
  const came = await attempt(core.config.outboundAllow, model, body, hear, signal, patience).catch(async (error) => {
    await record('stopped', { hasBegun: heard !== '' })
    throw error
  })
  const { cost, tokens } = await record(came.failure ? 'failed' : 'done', came)
  if (came.failure) return { answer: null, failure: { error: came.failure, hasBegun: came.hasBegun } }
  const { text, reasoning, calls } = came
  return { answer: { text, reasoning, calls, tokens, cost, model: model.model }, failure: null }
}
