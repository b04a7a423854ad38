// Pending OAuth sign-in, in session storage: it can only be finished in the tab that began it.
import { type Provider, providers } from '#contract/identity/oauth.ts'
import { readEntry, removeEntry, writeEntry } from '#web/lib/storage.ts'

const PENDING = 'oauth'
const BINDING = 'oauthBinding'

/** `redirect`: address to open after signing in. */
type Pending = { provider: Provider; verifier: string; redirect: string | null }
/** An identity to be bound to an account. */
export type Binding = { provider: Provider; bindTicket: string; redirect: string | null }

const has = <K extends 'verifier' | 'bindTicket'>(name: K) =>
  function is(content: unknown): content is { provider: Provider; redirect: string | null } & Record<K, string> {
    if (typeof content !== 'object' || content === null) return false
    const { provider, redirect, ...rest } = content as Record<string, unknown>
    const isRedirect = redirect === null || typeof redirect === 'string'
    return isRedirect && providers.some((each) => each === provider) && typeof rest[name] === 'string'
  }

export const keepOauth = (pending: Pending) => writeEntry('session', PENDING, pending)

/** Reads and removes: the server accepts a code only once, so a reload must not find it. */
export function consumeOauth(): Pending | undefined {
  const pending = readEntry('session', PENDING, has('verifier'))
  removeEntry('session', PENDING)
  return pending
}

export const keepBinding = (binding: Binding) => writeEntry('session', BINDING, binding)
export const readBinding = (): Binding | undefined => readEntry('session', BINDING, has('bindTicket'))
export const dropBinding = () => removeEntry('session', BINDING)
