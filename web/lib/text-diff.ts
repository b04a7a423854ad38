// Differences of two texts by word.
import { diffArrays } from 'diff'

export type Piece = { kind: 'same' | 'added' | 'removed'; text: string }

/** One word: a figure with sign and decimals, a run of letters, or a single Chinese character. */
const WORD = /[+-]?\d+(?:[,.]\d+)*%?|[A-Za-z]+|\s+|[\s\S]/gu
export const wordsOf = (text: string): string[] => text.match(WORD) ?? []

/** Maximum edit distance of one alignment; beyond it two texts count as entirely different. */
const EDITS_MAX = 4_000

/** Runs of equal items, and runs that replace each other. */
export function align<T>(before: readonly T[], after: readonly T[], keyOf: (value: T) => string) {
  const parts = diffArrays(before.map(keyOf), after.map(keyOf), { maxEditLength: EDITS_MAX })
  const runs: { isSame: boolean; before: readonly T[]; after: readonly T[] }[] = []
  let [i, j] = [0, 0]
  for (const { added, removed, count } of parts ?? [
    { added: false, removed: true, count: before.length },
    { added: true, removed: false, count: after.length },
  ]) {
    const isSame = !added && !removed
    const taken = { before: added ? [] : before.slice(i, i + count), after: removed ? [] : after.slice(j, j + count) }
    const last = runs.at(-1)
    if (last && !isSame && !last.isSame) {
      last.before = [...last.before, ...taken.before]
      last.after = [...last.after, ...taken.after]
    } else runs.push({ isSame, ...taken })
    i += taken.before.length
    j += taken.after.length
  }
  return runs
}

/** A text against an older one, word by word. */
export function diffWords(before: string, after: string): Piece[] {
  const pieces: Piece[] = []
  for (const run of align(wordsOf(before), wordsOf(after), (word) => word)) {
    if (run.isSame) pieces.push({ kind: 'same', text: run.before.join('') })
    else {
      if (run.before.length > 0) pieces.push({ kind: 'removed', text: run.before.join('') })
      if (run.after.length > 0) pieces.push({ kind: 'added', text: run.after.join('') })
    }
  }
  return pieces
}
