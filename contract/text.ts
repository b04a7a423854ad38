// How texts that people type are compared, in every area: full width, case, invisible characters, blanks and traditional
// characters make no difference. The database compares by the same rule (`text_key`); typed-text.ts says how they are stored.
import { simplified, traditional } from './simplified.ts'
import { halfWidth } from './typed-text.ts'

const blank = /^[\s\p{Z}]$/u
/** Control and format characters, such as a zero-width space; a line break is a blank. */
const invisible = /^(?:[\p{Cc}\p{Cf}\u115f\u1160\u3164\uffa0]|\u034f)$/u
const spaced = /^[\p{Script=Latin}\p{N}]$/u

const plain = /^[!-~]*$/

/** Signs and characters that are their own key, but for traditional ones: most Chinese texts have no others. */
const usual = /^[!-@[-~\u4e00-\u9fff]*$/
const isTraditional = new RegExp(`[${traditional}]`, 'u')

let pairs: Map<string, string> | undefined
/** Lower case, and simplified. */
function folded(char: string): string {
  if (char <= '\x7f') return char.toLowerCase()
  pairs ??= new Map(Array.from(traditional, (sign, at) => [sign, simplified[at] ?? sign]))
  const lower = pairs.get(char) ?? char.toLowerCase()
  return Array.from(lower).length === 1 ? lower : char
}

/** The key by which texts are compared. */
export function textKey(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  // looking for one of these signs is quicker than looking up each
  if (usual.test(text) && !isTraditional.test(text)) return text
  return Array.from(halfWidth(text), folded).join('')
}

/** Characters of the text by which words are found, each with its place. */
type Keyed = { char: string; from: number; to: number }

function keyed(text: string): Keyed[] {
  const found: Keyed[] = []
  let gap: Keyed | undefined
  let at = 0
  for (const sign of text) {
    const place = { from: at, to: at + sign.length }
    at = place.to
    if (blank.test(sign)) {
      gap ??= { char: ' ', ...place }
      continue
    }
    if (invisible.test(sign)) continue
    for (const char of sign.normalize('NFKC')) {
      if (blank.test(char) || invisible.test(char)) continue
      // words of letters and digits stay apart: `therapist` is not in `the rapist`
      if (gap && spaced.test(found.at(-1)?.char ?? '') && spaced.test(char)) found.push(gap)
      gap = undefined
      found.push({ char: folded(char), ...place })
    }
  }
  return found
}

const joined = (chars: readonly Keyed[]) => chars.map(({ char }) => char).join('')

export type TextPlace = { word: string; from: number; to: number }

/** Every place of the words in the text. */
export function findWords(text: string, words: readonly string[]): TextPlace[] {
  if (words.length === 0) return []
  const chars = keyed(text)
  const key = joined(chars)
  // characters of two code units: places in the key as a string, not as an array
  const starts: number[] = []
  for (const [i, { char }] of chars.entries()) for (let unit = 0; unit < char.length; unit++) starts.push(i)
  return words.flatMap((word) => {
    const wanted = joined(keyed(word))
    const found: TextPlace[] = []
    if (wanted === '') return found
    for (let at = key.indexOf(wanted); at >= 0; at = key.indexOf(wanted, at + wanted.length)) {
      const first = chars[starts[at] ?? 0]
      const last = chars[starts[at + wanted.length - 1] ?? 0]
      if (first && last) found.push({ word, from: first.from, to: last.to })
    }
    return found
  })
}
