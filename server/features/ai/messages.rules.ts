// Which messages of a batch may be stored, and whether one is already known.

import type { Feedback } from '#contract/ai/ai-labels.ts'
import {
  MESSAGE_AHEAD_MIN,
  MESSAGE_SINCE,
  type RefusedMessage,
  type SentMessage,
  type SentSession,
} from '#contract/ai/messages.ts'
import type { AiSource } from '#server/db/schema/ai.ts'

const MINUTE_MS = 60_000
const COST_DECIMALS = 6

/** A message as it is stored. `feedback` is undefined where the batch does not say. */
export type TakenMessage = {
  externalId: string
  number: number
  role: 'user' | 'assistant'
  content: string
  at: string
  sources: AiSource[]
  promptNumber: number | null
  model: string
  tokens: number
  cost: string
  ms: number | null
  feedback: Feedback | null | undefined
  isSensitive: boolean
  isUnanswered: boolean
}

function reasonOf({ role, at, feedback }: SentMessage, now: number): string | null {
  const time = Date.parse(at)
  if (Number.isNaN(time)) return '时间不正确'
  if (time > now + MESSAGE_AHEAD_MIN * MINUTE_MS) return '时间晚于当前时间'
  if (time < Date.parse(MESSAGE_SINCE)) return '时间过早'
  return role === 'user' && feedback ? '只有回答可以评价' : null
}

const taken = (externalId: string, sent: SentMessage): TakenMessage => ({
  externalId,
  number: sent.number,
  role: sent.role,
  content: sent.content,
  at: new Date(sent.at).toISOString(),
  sources: (sent.sources ?? []).map(({ title, link, excerpt = '' }) => ({ title, link, excerpt })),
  promptNumber: sent.promptNumber ?? null,
  model: sent.model ?? '',
  tokens: sent.tokens ?? 0,
  cost: Number(sent.cost ?? '0').toFixed(COST_DECIMALS),
  ms: sent.ms ?? null,
  feedback: sent.feedback,
  isSensitive: sent.isSensitive ?? false,
  isUnanswered: sent.isUnanswered ?? false,
})

/** Splits the messages of a batch into those that may be stored and the refused; a number counts once in a batch. */
export function sortOut(
  sessions: readonly SentSession[],
  now = Date.now(),
): { taken: TakenMessage[]; refused: RefusedMessage[] } {
  const found: TakenMessage[] = []
  const refused: RefusedMessage[] = []
  const seen = new Set<string>()
  for (const { externalId, messages } of sessions) {
    for (const sent of messages) {
      const { number } = sent
      const place = `${externalId} ${number}`
      const reason = seen.has(place) ? '同一批中有重复的消息序号' : reasonOf(sent, now)
      seen.add(place)
      if (reason === null) found.push(taken(externalId, sent))
      else refused.push({ externalId, number, reason })
    }
  }
  return { taken: found, refused }
}

type Compared = Omit<TakenMessage, 'externalId' | 'feedback'>
const factsOf = (message: Compared) =>
  JSON.stringify([
    ...[message.role, message.content, Date.parse(message.at), message.promptNumber, message.model, message.tokens],
    ...[Number(message.cost), message.ms, message.isSensitive, message.isUnanswered],
    // the order of keys in jsonb is its own
    message.sources.map(({ title, link, excerpt }) => [title, link, excerpt]),
  ])

/** Whether two are the same but for the feedback, which comes later. */
export const isSameMessage = (one: Compared, other: Compared): boolean => factsOf(one) === factsOf(other)
