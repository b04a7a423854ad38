// What `hasTyped` loads: the key of texts, and pinyin.
import { textKey } from '#contract/text.ts'
import { spell } from './pinyin.ts'
import { readSyllables } from './syllables.ts'

const known = new Map<string, readonly (readonly string[])[]>()

function readingsOf(text: string): readonly (readonly string[])[] {
  let readings = known.get(text)
  if (!readings) {
    readings = spell(text).map((ways) => ways.map((way) => way.toLowerCase().trim()))
    known.set(text, readings)
  }
  return readings
}

export function hasSpelled(text: string, typed: string): boolean {
  const key = textKey(typed)
  if (textKey(text).includes(key)) return true
  const word = key.replaceAll("'", '')
  if (!/^[a-z]{2,}$/.test(word)) return false
  const readings = readingsOf(text)
  return readings.some((_, from) => readSyllables(readings, word, 0, from) >= 0)
}
