// Aligns the two editions of an article by paragraph: which are outdated, and which figures differ.
import type { Edition } from '#contract/articles/article-labels.ts'
import { type Block, blocksOf } from '#contract/articles/body-blocks.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { blockKey, compareBodies } from './compare.rules.ts'

export type PairRow = {
  chinese: Block | null
  english: Block | null
  /** The paragraph of the other edition changed since this text was last brought up to date. */
  isChanged: boolean
  /** Figures that occur on one side only. */
  figures: { onlyChinese: readonly string[]; onlyEnglish: readonly string[] }
}

/** Figures, without dates and names: not `11月23日`, not `0.5%S`. */
const FIGURE = /(?<![\p{L}\d.])[+-]?\d+(?:[,.]\d+)*%?(?![A-Za-z%]|[.,]?\d|\s*[年月日号:：])/gu
const englishDate =
  /\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?\s+\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{4})?/gi

const plain = (figure: string) => figure.replace(/^\+/, '').replaceAll(',', '')
/** Figures normalised for comparison: without thousands separators, plus signs and dates. */
const figuresOf = (text: string): string[] => (text.replace(englishDate, ' ').match(FIGURE) ?? []).map(plain)
/** All numbers, including those of names and dates. */
const numbersOf = (text: string): string[] => (text.match(/\d+(?:[,.]\d+)*%?/g) ?? []).map(plain)

function without(figures: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return figures.filter((figure) => {
    const at = left.indexOf(figure)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

export function figuresBetween(chinese: string, text: string) {
  const [own, other] = [figuresOf(chinese), figuresOf(text)]
  const onlyChinese = without(own, other)
  // 95号 is part of a name while RON 95 looks like a figure: numbers anywhere in the Chinese text are not reported as
  // extra
  const named = without(numbersOf(chinese), own)
  return { onlyChinese, onlyEnglish: without(without(other, own), named) }
}

/** Score of a paragraph without a partner; paragraphs of different kinds are never partners. */
const ALONE = -1
const KIND = 2
/** Maximum penalty for an unusual length ratio; the usual ratio is that of the whole texts. */
const LENGTH = 0.5
/** Shorter texts are not compared by length. */
const LONG = 12

/** Score of two paragraphs as partners: same kind, shared figures, similar relative length. */
function fits(own: readonly Block[], other: readonly Block[]): (i: number, j: number) => number {
  const lengthOf = (blocks: readonly Block[]) => blocks.reduce((sum, { text }) => sum + text.length, 0)
  const usual = Math.log((lengthOf(other) || 1) / (lengthOf(own) || 1))
  const [figures, others] = [own, other].map((blocks) => blocks.map(({ text }) => figuresOf(text)))
  return (i, j) => {
    const [left, right] = [own[i], other[j]]
    if (!left || !right || left.kind !== right.kind) return Number.NEGATIVE_INFINITY
    const [mine = [], theirs = []] = [figures?.[i], others?.[j]]
    const lacking = without(mine, theirs).length
    const apart = Math.min(1, (lacking + without(theirs, mine).length) / 4)
    const isLong = left.text.length >= LONG && right.text.length >= LONG
    const stretch = isLong ? Math.abs(Math.log(right.text.length / left.text.length) - usual) : 0
    return KIND + mine.length - lacking - apart - Math.min(LENGTH, stretch / 4)
  }
}

/**
 * Aligns both sequences in order by dynamic programming, so that an added paragraph does not shift those that follow.
 */
function aligned(own: readonly Block[], other: readonly Block[]): [Block | null, Block | null][] {
  const [rows, columns] = [own.length + 1, other.length + 1]
  const best = new Float64Array(rows * columns)
  const at = (i: number, j: number) => best[i * columns + j] ?? 0
  const fitAt = fits(own, other)
  for (let i = own.length; i >= 0; i--) {
    for (let j = other.length; j >= 0; j--) {
      const alone = i === own.length ? (other.length - j) * ALONE : j === other.length ? (own.length - i) * ALONE : null
      best[i * columns + j] =
        alone ?? Math.max(fitAt(i, j) + at(i + 1, j + 1), at(i + 1, j) + ALONE, at(i, j + 1) + ALONE)
    }
  }
  const pairs: [Block | null, Block | null][] = []
  let [i, j] = [0, 0]
  while (i < own.length || j < other.length) {
    const isPair = i < own.length && j < other.length && at(i, j) === fitAt(i, j) + at(i + 1, j + 1)
    const isOwn = !isPair && i < own.length && (j === other.length || at(i, j) === at(i + 1, j) + ALONE)
    pairs.push([isPair || isOwn ? (own[i] ?? null) : null, isPair || !isOwn ? (other[j] ?? null) : null])
    if (isPair || isOwn) i += 1
    if (isPair || !isOwn) j += 1
  }
  return pairs
}

/**
 * @param other the edition shown beside the own text: its changes are marked
 * @param upTo the version of the other edition that the own text was last brought up to date with; null: never
 */
export function alignPair(
  chinese: BodyNode,
  englishBody: BodyNode,
  upTo: BodyNode | null,
  other: Edition = 'zh',
): PairRow[] {
  const changed = new Set(
    upTo === null
      ? []
      : compareBodies(upTo, other === 'zh' ? chinese : englishBody).flatMap((each) =>
          each.kind === 'added'
            ? [each.block.node]
            : 'after' in each && each.kind !== 'format'
              ? [each.after.node]
              : [],
        ),
  )
  const same = new Set([...changed].map((node) => blockKey({ kind: 'text', text: '', node })))
  return aligned(blocksOf(chinese), blocksOf(englishBody)).map(([left, right]) => {
    const read = other === 'zh' ? left : right
    return {
      chinese: left,
      english: right,
      isChanged: read !== null && same.has(blockKey(read)),
      figures: figuresBetween(left?.text ?? '', right?.text ?? ''),
    }
  })
}
