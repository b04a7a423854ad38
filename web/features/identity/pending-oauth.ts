// A sign-in that is under way at a provider, kept in this tab alone: what another browser began is not finished here.
import { type Provider, providers } from '../../../contract/identity/oauth.ts'
import { readEntry, removeEntry, writeEntry } from '../../lib/storage.ts'

const PENDING = 'oauth'
const BINDING = 'oauthBinding'

/** `redirect` is where the person wanted to go. */
type Pending = { provider: Provider; verifier: string; redirect: string | null }
/** An identity that waits for the account that it is to be bound to. */
export type Binding = { provider: Provider; bindTicket: string; redirect: string | null }

const has = <K extends 'verifier' | 'bindTicket'>(name: K) =>
  function is(content: unknown): content is { provider: Provider; redirect: string | null } & Record<K, string> {
    if (typeof content !== 'object' || content === null) return false
    const { provider, redirect, ...rest } = content as Record<string, unknown>
    const isRedirect = redirect === null || typeof redirect === 'string'
    return isRedirect && providers.some((each) => each === provider) && typeof rest[name] === 'string'
  }

export const keepOauth = (pending: Pending) => writeEntry('session', PENDING, pending)

/** Answered once: a page that is loaded again finds nothing, as the server would. */
export function takeOauth(): Pending | undefined {
  const pending = readEntry('session', PENDING, has('verifier'))
  removeEntry('session', PENDING)
  return pending
}

export const keepBinding = (binding: Binding) => writeEntry('session', BINDING, binding)
export const readBinding = (): Binding | undefined => readEntry('session', BINDING, has('bindTicket'))
export const dropBinding = () => removeEntry('session', BINDING)
