// Link addresses.
import { richTextSchemes } from '#contract/rich-text.ts'
import { isUrl } from '#contract/validation.ts'

const allowed = new RegExp(`^(?:${richTextSchemes.join('|')}):`, 'i')

/**
 * The URL for a typed link address; one without a scheme gets one. Null: no address, or a scheme that is not allowed.
 */
export function linkAddress(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return null
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return `mailto:${text}`
  const isWhole = allowed.test(text)
  // `host:8080` has no scheme, `javascript:…` one that is not allowed
  if (!isWhole && /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)) return null
  const full = isWhole ? text : `https://${text}`
  const isKnown = isUrl(full) || /^(?:mailto|tel):./i.test(full)
  return isKnown && URL.canParse(full) ? new URL(full).href : null
}
