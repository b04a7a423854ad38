// How texts that people type are stored, in every area. text.ts says how they are compared.

/**
 * Blanks and what nobody sees, written out: the database, which leaves out the same, has no classes of Unicode. Not NUL, which no
 * text may have: it is refused.
 */
const unseen =
  /(?!\0)[\u034f\ufe00-\ufe0f\u{e0000}-\u{e0fff}\0-\x20\x7f-\xa0\xad\u061c\u115f\u1160\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufeff\uffa0\ufff9-\ufffb]/gu
const control = /(?!\0)[\u034f\p{Cc}\p{Cf}\u115f\u1160\u3164\uffa0]/gu
const breaks = /[\r\n\t\v\f\u0085\u2028\u2029]+/g

/** Without blanks and what nobody sees, letters, digits and brackets of half width. */
export const halfWidth = (text: string): string => text.replace(unseen, '').normalize('NFKC').replace(unseen, '')

/** A text of one line, as it is stored: trimmed, its line breaks as blanks, without characters that nobody sees. */
const cleanLine = (typed: string): string => typed.replace(breaks, ' ').replace(control, '').trim()

/** The eleven digits of a mobile number, however it is typed; what is none stays. */
export function mobileOf(typed: string): string {
  const found = /^(?:\+?86|0086)?(1\d{10})$/.exec(halfWidth(typed).replace(/[-‐-―−().]/g, ''))
  return found?.[1] ?? cleanLine(typed)
}

/** The same for a field that takes landlines too. */
function phoneOf(typed: string): string {
  const mobile = mobileOf(typed)
  return /^1\d{10}$/.test(mobile) ? mobile : halfWidth(typed).replace(/[‐-―−]/g, '-')
}

/** A login in letters of full width is that in half width; a blank in it stays, and is refused. */
const loginOf = (typed: string): string => cleanLine(typed.normalize('NFKC'))

/** What becomes of a typed text before it is checked and stored: the names that `cleaned` of a schema may have. */
export const cleaners = { line: cleanLine, login: loginOf, mobile: mobileOf, phone: phoneOf }
export type Cleaner = keyof typeof cleaners

/** The values of a form with their texts trimmed. */
export function trimmed<V extends object>(values: V): V {
  const entries = Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value])
  return Object.fromEntries(entries) as V
}
