// The error catalogue of spec §8 as a pure function: what to do with a reply.
import type { RowOutcome } from '#contract/envelope.ts'
import { errors, resolvingCodes } from '#contract/errors.ts'

export type ShowOptions = {
  /** The whole message of a 500; otherwise cut to 20 characters. */
  noSlice?: boolean
  /** The whole message of other codes; otherwise cut to 25 characters. */
  messageAll?: boolean
  /** No toast at all: the caller shows the error itself. */
  hideErrorMsg?: boolean
  /** Codes that reject silently. */
  whitelist?: readonly number[]
}

export type Outcome =
  | { kind: 'success' | 'resolve' | 'silent' }
  | { kind: 'toast'; text: string }
  /** Without a notice the redirect to /login is silent. */
  | { kind: 'signOut'; notice?: string }

const SERVER_CHARACTERS = 20
const OTHER_CHARACTERS = 25

const cut = (text: string, characters: number) => Array.from(text).slice(0, characters).join('')

export function outcomeOf({ code, msg }: { code: number; msg: string }, options: ShowOptions = {}): Outcome {
  if (options.whitelist?.includes(code)) return { kind: 'silent' }
  if (code === 200) return { kind: 'success' }
  if (code === errors.signedOut.code) return { kind: 'signOut', notice: errors.signedOut.text }
  if (code === errors.noSuchCall.code) return { kind: 'signOut' }
  const isServerFault = code === errors.failed.code
  if (isServerFault && msg.includes('Failed to handle request')) return { kind: 'signOut' }
  if (resolvingCodes.has(code)) return { kind: 'resolve' }
  if (options.hideErrorMsg) return { kind: 'silent' }
  if (msg.includes('Invalid refresh token')) return { kind: 'toast', text: errors.signedOut.text }
  if (isServerFault) return { kind: 'toast', text: options.noSlice ? msg : cut(msg, SERVER_CHARACTERS) }
  return { kind: 'toast', text: options.messageAll ? msg : cut(msg, OTHER_CHARACTERS) }
}

/** The rows of an act on many of which some were refused (602); null for any other refusal. */
export const outcomesIn = ({ code, data }: { code: number; data: unknown }): RowOutcome[] | null =>
  code !== errors.partlyDone.code ? null : Array.isArray(data) ? (data as RowOutcome[]) : []
