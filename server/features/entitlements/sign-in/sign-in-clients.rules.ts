// Which addresses a client may have.
import { URI_LENGTH } from '#contract/entitlements/sign-in-clients.ts'

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * What is wrong with an address; null: nothing.
 * @param allowsLoopback in development programs listen on their own machine, without TLS
 */
export function addressFault(text: string, allowsLoopback: boolean): string | null {
  const url = URL.parse(text)
  // compared by the letter: an address that is written otherwise would never match
  if (!url || text.length > URI_LENGTH || /[\s*\\]/.test(text)) return `地址 ${text} 不正确`
  if (url.hash !== '' || text.endsWith('#')) return `地址 ${text} 不能带 #`
  if (url.username !== '' || url.password !== '') return `地址 ${text} 不能带用户名和密码`
  if (url.protocol === 'https:' || (allowsLoopback && url.protocol === 'http:' && loopback.has(url.hostname)))
    return null
  return allowsLoopback ? `地址 ${text} 应以 https:// 开头，或是本机地址` : `地址 ${text} 应以 https:// 开头`
}

/** The first fault of several addresses. */
export const addressesFault = (texts: readonly string[], allowsLoopback: boolean): string | null =>
  texts.map((text) => addressFault(text, allowsLoopback)).find((fault) => fault !== null) ?? null
