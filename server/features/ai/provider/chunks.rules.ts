// Chunks of a streamed answer, whichever form: text, reasoning, tool calls in pieces, and usage wherever it stands.
import { AiFailure, failureOf, failureOfFinish } from './failures.rules.ts'
import type { Tokens } from './ledger.acts.ts'

type Counts = {
  prompt_tokens?: unknown
  completion_tokens?: unknown
  cached_tokens?: unknown
  prompt_cache_hit_tokens?: unknown
  prompt_tokens_details?: { cached_tokens?: unknown } | null
  completion_tokens_details?: { reasoning_tokens?: unknown } | null
}
type ToolPiece = { index?: unknown; id?: unknown; function?: { name?: unknown; arguments?: unknown } }
type Chunk = {
  id?: unknown
  request_id?: unknown
  error?: unknown
  code?: unknown
  usage?: Counts | null
  choices?: {
    delta?: { content?: unknown; reasoning_content?: unknown; tool_calls?: ToolPiece[] } | null
    finish_reason?: unknown
    usage?: Counts | null
  }[]
}

export type ToolCall = { id: string; name: string; arguments: string }

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const countIn = (...values: unknown[]) => values.find(isCount) ?? 0

/** Null where it does not count both. */
function tokensOf(counts: Counts | null | undefined): Tokens | null {
  const [input, output] = [counts?.prompt_tokens, counts?.completion_tokens]
  if (!isCount(input) || !isCount(output)) return null
  const { prompt_tokens_details: sent, completion_tokens_details: answered } = counts ?? {}
  const cached = countIn(sent?.cached_tokens, counts?.prompt_cache_hit_tokens, counts?.cached_tokens)
  const reasoning = countIn(answered?.reasoning_tokens)
  return {
    input,
    cached: Math.min(cached, input),
    output,
    reasoning: Math.min(reasoning, output),
    isEstimated: false,
  }
}

function parsed(data: string): Chunk {
  try {
    const chunk: unknown = JSON.parse(data)
    if (chunk !== null && typeof chunk === 'object' && !Array.isArray(chunk)) return chunk
  } catch {
    // said below
  }
  throw new AiFailure('broken', { message: 'AI 服务的回答无法识别' })
}

/** Longest answer, characters: more than any `max_tokens` that a prompt may ask for. */
const ANSWER_MAX = 100_000
/** Tool calls of one answer, and characters of their arguments: a model that writes more is lost. */
const CALLS_MAX = 16
const ARGUMENTS_MAX = 20_000

/** Collects an answer from its chunks. @param onText called with each piece of the text */
export function collectAnswer(onText: (piece: string) => void) {
  const calls = new Map<number, ToolCall>()
  let [length, reasoning, isWhole, hasBegun, requestId] = [0, '', false, false, '']
  let usage: Tokens | null = null

  function addCall(piece: ToolPiece, place: number): void {
    const at = isCount(piece.index) ? piece.index : place
    const call = calls.get(at) ?? { id: '', name: '', arguments: '' }
    if (typeof piece.id === 'string' && piece.id !== '') call.id = piece.id
    if (typeof piece.function?.name === 'string' && piece.function.name !== '') call.name = piece.function.name
    if (typeof piece.function?.arguments === 'string') call.arguments += piece.function.arguments
    calls.set(at, call)
    if (calls.size > CALLS_MAX || call.arguments.length > ARGUMENTS_MAX) throw new AiFailure('broken')
  }

  function addText(text: unknown): void {
    if (typeof text !== 'string' || text === '') return
    hasBegun = true
    length += text.length
    if (length > ANSWER_MAX) throw new AiFailure('broken', { message: '回答过长，已停止' })
    onText(text)
  }

  function add(data: string): void {
    if (data === '[DONE]') {
      isWhole = true
      return
    }
    const chunk = parsed(data)
    if (chunk.error !== undefined && chunk.error !== null) throw new AiFailure(failureOf(200, chunk))
    if (chunk.code !== undefined && chunk.choices === undefined) throw new AiFailure(failureOf(200, chunk))
    const own = chunk.request_id ?? chunk.id
    if (requestId === '' && typeof own === 'string') requestId = own.slice(0, 128)
    const [choice] = chunk.choices ?? []
    addText(choice?.delta?.content)
    const thought = choice?.delta?.reasoning_content
    if (typeof thought === 'string' && thought !== '') {
      hasBegun = true
      reasoning = (reasoning + thought).slice(0, ANSWER_MAX)
    }
    for (const [place, piece] of (choice?.delta?.tool_calls ?? []).entries()) {
      hasBegun = true
      addCall(piece, place)
    }
    // services count per chunk, at the end, or twice: the last one is of the whole
    usage = tokensOf(chunk.usage) ?? tokensOf(choice?.usage) ?? usage
    if (typeof choice?.finish_reason === 'string') {
      const failure = failureOfFinish(choice.finish_reason)
      if (failure) throw new AiFailure(failure)
      isWhole = true
    }
  }

  return {
    add,
    state: () => ({ isWhole, hasBegun, usage, reasoning, requestId, length, calls: [...calls.values()] }),
  }
}
