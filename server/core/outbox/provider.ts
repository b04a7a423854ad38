// What stands between the outbox and somebody who delivers: a port, and what may come of handing over.
import type { MessageChannel } from '../../../contract/outbox/message-labels.ts'
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
  /** Never throws: what it cannot tell is `unsure`. `messages` go to one address. */
  send: (messages: readonly Ready[]) => Promise<Outcome>
  /** What became of a message that was handed over, also by a process that died. Never throws. */
  ask?: (message: Asked) => Promise<Receipt>
  /** It drops what it has had within so many ms: the same is handed over again instead of asking. */
  repeatableMs: number
  close: () => void
}

/** `ref`: the provider's number; '' where it did not say one. */
export type Asked = { id: string; address: string; ref: string; handedAt: string }

/** What a provider says of a message that it may have been given. */
export type Receipt =
  | { kind: 'delivered'; ref: string; at: string | null }
  /** It has it, and does not know yet. */
  | { kind: 'waiting'; ref: string }
  | { kind: 'undelivered'; reason: string }
  /** It does not know of it, or its answer cannot be understood. */
  | { kind: 'unknown'; reason: string }
  /** It does not want to be asked, or cannot be reached: again after so long, ms. */
  | { kind: 'rest'; reason: string; ms?: number }

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300)
