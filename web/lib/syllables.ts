// Matching of typed pinyin.

/** Readings of each character, likeliest first; non-Chinese characters are their own reading. */
export type Spell = (text: string) => readonly (readonly string[])[]

/** Matches a word as full or partial syllables: `yhguanl` is 用户管理. @returns end (exclusive) of the match, or -1 */
export function readSyllables(
  readings: readonly (readonly string[])[],
  word: string,
  at: number,
  from: number,
): number {
  if (at === word.length) return from
  for (const way of readings[from] ?? []) {
    let most = 0
    while (most < way.length && way[most] === word[at + most]) most += 1
    // an empty reading is a blank between words: skip it
    for (let taken = most; taken > 0 || (taken === 0 && way === ''); taken -= 1) {
      const end = readSyllables(readings, word, at + taken, from + 1)
      if (end >= 0) return end
    }
  }
  return -1
}
