// Addresses of links.
import { richTextSchemes } from '../../../contract/rich-text.ts'
import { isUrl } from '../../../contract/validation.ts'

const allowed = new RegExp(`^(?:${richTextSchemes.join('|')}):`, 'i')

/** What somebody types as a link's address: without a scheme it gets one, and what runs is none. Null: not an address. */
export function linkAddress(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return null
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return `mailto:${text}`
  const isWhole = allowed.test(text)
  // `host:8080` is no scheme, `javascript:…` is one that runs
  if (!isWhole && /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)) return null
  const full = isWhole ? text : `https://${text}`
  const isKnown = isUrl(full) || /^(?:mailto|tel):./i.test(full)
  return isKnown && URL.canParse(full) ? new URL(full).href : null
}
