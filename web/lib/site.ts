// What the page knows about its installation, and its address.

/** The path that the browser part lives under (spec §2). */
export const BASE = '/backend'

/** spec §2: suffix of every page title. */
export const TITLE_SUFFIX = '后台管理系统'

/** What the server writes into the page; in development Vite serves the page with the mark still in it. */
function written(name: string): string {
  const fallback = 'console'
  if (typeof document === 'undefined') return fallback
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
  return content && !content.startsWith('__') ? content : fallback
}

/** The product key: names the auth header, the cookie and the storage entries. */
export const PRODUCT = written('product')

/** The release that this page belongs to. */
export const RELEASE = written('release')

/** The client that this console signs in as. Its secret is none: everybody who opens the page can read it. */
export const CLIENT = { client_id: written('client-id'), client_secret: written('client-secret') } as const

/** spec §7: `{product}-auth` carries the access token. */
export const AUTH_HEADER = `${PRODUCT}-auth`

/** The nonce that style elements need under the page's Content-Security-Policy. */
export function cspNonce(): string | undefined {
  if (typeof document === 'undefined') return undefined
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined
}
