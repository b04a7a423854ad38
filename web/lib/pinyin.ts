// Pinyin without tones. Loaded when the menu search first opens, as the dictionary is large.
import { pinyin } from 'pinyin-pro'

// `v` for ü, as typed on a keyboard
const options = { toneType: 'none', type: 'array', v: true } as const

const known = new Map<string, readonly string[]>()

/** All readings of a character, so that any of them matches, not only the one in its word. */
function waysOf(sign: string): readonly string[] {
  const before = known.get(sign)
  if (before) return before
  const ways = pinyin(sign, { ...options, multiple: true })
  known.set(sign, ways)
  return ways
}

/** Readings of each character, the one in its word first. */
export function spell(text: string): readonly (readonly string[])[] {
  const signs = Array.from(text)
  return pinyin(text, options).map((way, at) => [...new Set([way, ...waysOf(signs[at] ?? way)])])
}
