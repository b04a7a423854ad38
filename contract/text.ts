// How texts that people type are compared: full width, case, invisible characters and blanks between Chinese characters
// make no difference.

const blank = /^[\s\p{Z}]$/u
/** Control and format characters, such as a zero-width space; a line break is a blank. */
const invisible = /^(?:[\p{Cc}\p{Cf}\u115f\u1160\u3164\uffa0]|\u034f)$/u
const spaced = /^[\p{Script=Latin}\p{N}]$/u

/** Characters of the key, each with its place in the text. */
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
    for (const char of sign.normalize('NFKC').toLowerCase()) {
      if (blank.test(char) || invisible.test(char)) continue
      // words of letters and digits stay apart
      if (gap && spaced.test(found.at(-1)?.char ?? '') && spaced.test(char)) found.push(gap)
      gap = undefined
      found.push({ char, ...place })
    }
  }
  return found
}

/** The key by which a text is compared. */
export const textKey = (text: string): string =>
  keyed(text)
    .map(({ char }) => char)
    .join('')

export type TextPlace = { word: string; from: number; to: number }

/** Every place of the words in the text, as its key has them. */
export function findWords(text: string, words: readonly string[]): TextPlace[] {
  if (words.length === 0) return []
  const chars = keyed(text)
  const key = chars.map(({ char }) => char).join('')
  // characters of two code units: places in the key as a string, not as an array
  const starts: number[] = []
  for (const [i, { char }] of chars.entries()) for (let unit = 0; unit < char.length; unit++) starts.push(i)
  return words.flatMap((word) => {
    const wanted = textKey(word)
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
