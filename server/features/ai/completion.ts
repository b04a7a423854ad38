// An answer of an OpenAI-compatible service, streamed: chat completions with `stream`, as server-sent events.
// https://platform.openai.com/docs/api-reference/chat-streaming
import { createParser } from 'eventsource-parser'
import { createOutbound, type Outbound, OutboundRefused } from '../../core/http/outbound.ts'
import type { AiSettings } from './ai-settings.ts'

/** Without a byte for so long, the service is taken for dead. */
const IDLE_MS = 20_000
/** Longest answer, characters: more than any `max_tokens` that a prompt may ask for. */
const ANSWER_MAX = 100_000

/** Why there is no whole answer, in words for the person who asked. */
export class AiFailure extends Error {
  override name = 'AiFailure'
}

export type Ask = {
  model: string
  prompt: string
  /** From 0 to 2. */
  temperature: number
  maxTokens: number
}

/** As the service counts them; null where it does not say. */
export type Usage = { sent: number; answered: number } | null

type Chunk = {
  choices?: { delta?: { content?: unknown }; finish_reason?: unknown }[]
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null
  error?: unknown
}

const refusals: Readonly<Record<number, string>> = {
  400: 'AI 服务不接受这次请求，可能是模型名称或长度不对',
  401: 'AI 服务拒绝了密钥，请联系系统管理员',
  403: 'AI 服务拒绝了密钥，请联系系统管理员',
  404: 'AI 服务没有这个模型或地址，请联系系统管理员',
  429: 'AI 服务繁忙或额度用尽，请稍后再试',
}
const CUT_OFF = '回答中途断开'

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

function read(data: string): Chunk {
  try {
    const chunk: unknown = JSON.parse(data)
    if (chunk !== null && typeof chunk === 'object') return chunk as Chunk
  } catch {
    // said below
  }
  throw new AiFailure('AI 服务的回答无法识别')
}

export const createAiOutbound = (allowed: readonly string[], { timeoutMs }: AiSettings): Outbound =>
  createOutbound(allowed, () => AbortSignal.timeout(timeoutMs))

/**
 * @param onText called with each piece of the answer
 * @param signal aborted where nobody wants the answer any more
 * @throws the signal's reason, or AiFailure with what came before it already passed to `onText`
 */
export async function complete(
  outbound: Outbound,
  { baseUrl, apiKey, timeoutMs }: AiSettings,
  { model, prompt, temperature, maxTokens }: Ask,
  onText: (piece: string) => void,
  signal: AbortSignal,
): Promise<Usage> {
  const late = AbortSignal.timeout(timeoutMs)
  const body = JSON.stringify({
    ...{ model, temperature, max_tokens: maxTokens },
    messages: [{ role: 'user', content: prompt }],
    ...{ stream: true, stream_options: { include_usage: true } },
  })
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', accept: 'text/event-stream' }
  let usage: Usage = null
  let isWhole = false
  let length = 0
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data === '[DONE]') {
        isWhole = true
        return
      }
      const { choices, usage: counted, error } = read(data)
      if (error !== undefined) throw new AiFailure('AI 服务报告了错误，请稍后再试')
      const [choice] = choices ?? []
      if (typeof choice?.finish_reason === 'string') isWhole = true
      const piece = choice?.delta?.content
      if (typeof piece === 'string' && piece !== '') {
        length += piece.length
        if (length > ANSWER_MAX) throw new AiFailure('回答过长，已停止')
        onText(piece)
      }
      const [sent, answered] = [counted?.prompt_tokens, counted?.completion_tokens]
      if (isCount(sent) && isCount(answered)) usage = { sent, answered }
    },
  })
  try {
    const address = new URL(`${baseUrl}/chat/completions`)
    const options = { signal: AbortSignal.any([signal, late]), idleMs: IDLE_MS }
    const reply = await outbound.stream(address, headers, body, options)
    if (reply.statusCode !== 200) {
      reply.destroy()
      const reason = refusals[reply.statusCode ?? 0] ?? `AI 服务出错（${reply.statusCode}），请稍后再试`
      throw new AiFailure(reason)
    }
    reply.setEncoding('utf8')
    for await (const part of reply) parser.feed(part as string)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof AiFailure) throw error
    if (late.aborted) throw new AiFailure(`超过 ${timeoutMs / 1_000} 秒没有答完，已停止`)
    if (error instanceof OutboundRefused) throw new AiFailure('AI 服务的地址不允许访问，请联系系统管理员')
    throw new AiFailure(length > 0 ? CUT_OFF : '连接不上 AI 服务，请稍后再试')
  }
  if (!isWhole) throw new AiFailure(length > 0 ? CUT_OFF : 'AI 服务的回答无法识别')
  return usage
}
