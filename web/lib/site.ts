// Constants of this installation: base path, product key, release, client.

/** Base path of the browser part (spec §2). */
export const BASE = '/backend'

/** spec §2: suffix of every page title. */
export const TITLE_SUFFIX = '后台管理系统'

/** Meta tag filled in by the server; in development Vite serves the `__…` placeholder unreplaced. */
function metaContent(name: string): string {
  const fallback = 'console'
  if (typeof document === 'undefined') return fallback
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
  return content && !content.startsWith('__') ? content : fallback
}

/** Product key: prefix of the auth header, the cookie and the storage entries. */
export const PRODUCT = metaContent('product')

/** Release of the loaded page. */
export const RELEASE = metaContent('release')

/** OAuth client of this console. The "secret" is public: anyone who opens the page can read it. */
export const CLIENT = { client_id: metaContent('client-id'), client_secret: metaContent('client-secret') } as const

/** spec §7: `{product}-auth` carries the access token. */
export const AUTH_HEADER = `${PRODUCT}-auth`

/** Nonce for style elements, required by the page's Content-Security-Policy. */
export function cspNonce(): string | undefined {
  if (typeof document === 'undefined') return undefined
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined
}
