// Pinyin without tones. Loaded when the menu search first opens: its words are heavy.
import { pinyin } from 'pinyin-pro'

// `v` stands for ü, as it is typed
const options = { toneType: 'none', type: 'array', v: true } as const

const known = new Map<string, readonly string[]>()

/** All readings of a character, so that a typed reading finds it even where the word has another one. */
function waysOf(sign: string): readonly string[] {
  const before = known.get(sign)
  if (before) return before
  const ways = pinyin(sign, { ...options, multiple: true })
  known.set(sign, ways)
  return ways
}

/** How each character may be read, first as in its word. */
export function spell(text: string): readonly (readonly string[])[] {
  const signs = Array.from(text)
  return pinyin(text, options).map((way, at) => [...new Set([way, ...waysOf(signs[at] ?? way)])])
}
