// Interface of a delivery provider, and the outcomes of a handover.
import type { MessageChannel } from '#contract/outbox/message-labels.ts'
import type { Ready } from './compose.ts'

export type Outcome =
  | { kind: 'sent'; ref: string }
  /** Certainly not accepted, and may be tried again. */
  | { kind: 'again'; reason: string }
  /** Certainly not accepted, for no fault of the message: the provider rests so long, or as its failures suggest, ms. */
  | { kind: 'rest'; reason: string; ms?: number }
  /** Refused for good. */
  | { kind: 'failed'; reason: string }
  | { kind: 'undelivered'; reason: string }
  /** It may or may not have been accepted. */
  | { kind: 'unsure'; reason: string }

export type Provider = {
  /** Of its rate, its failures and its messages in hand; `wecomRobot:群名` for one of several. */
  name: string
  channel: MessageChannel
  /** Where it serves some addresses of the channel alone. */
  addresses: readonly string[] | null
  /** Messages a second over all processes, and how many may go at once after a pause. */
  rate: number
  burst: number
  /** Handed over side by side by one process. */
  atOnce: number
  /** Messages to one address that are handed over as one. */
  pack: number
  /** Pause between two messages to one address, ms. */
  spacingMs: number
  /** Never throws: an unknown outcome is `unsure`. `messages` go to one address. */
  send: (messages: readonly Ready[]) => Promise<Outcome>
  /** What became of a message that was handed over, also by a process that died. Never throws. */
  fetchReceipt?: (message: SentMessage) => Promise<Receipt>
  /** It drops what it has had within so many ms: the same is handed over again instead of asking. */
  repeatableMs: number
  /** Where its messages are tried longer than others; pauses double up to `pauseMostMs`. */
  retry?: { tries: number; pauseMostMs: number }
  close: () => void
}

/** `ref`: the provider's message id; '' where it returned none. */
export type SentMessage = { id: string; address: string; ref: string; handedAt: string }

/** A provider's receipt for a message that it may have accepted. */
export type Receipt =
  | { kind: 'delivered'; ref: string; at: string | null }
  /** It has it, and does not know yet. */
  | { kind: 'waiting'; ref: string }
  | { kind: 'undelivered'; reason: string }
  /** It does not know of it, or its answer cannot be understood. */
  | { kind: 'unknown'; reason: string }
  /** Rate-limited or unreachable: retry after so long, ms. */
  | { kind: 'rest'; reason: string; ms?: number }

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300)
