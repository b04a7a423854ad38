// The two languages of one article, side by side: which paragraph is whose, what is out of date, whether figures are the same.
import { type Block, blocksOf } from '../../../contract/articles/body-blocks.ts'
import type { BodyNode } from '../../../contract/articles/nodes.ts'
import { blockKey, compareBodies } from './compare.rules.ts'

export type PairRow = {
  chinese: Block | null
  english: Block | null
  /** The Chinese one was changed since the English text was last brought up to date. */
  isOutdated: boolean
  /** Figures that stand in the one alone. */
  figures: { onlyChinese: readonly string[]; onlyEnglish: readonly string[] }
}

const FIGURE = /(?<![\p{L}\d.])[+-]?\d+(?:[,.]\d+)*%?(?![\d]*\s*[年月日号:：])/gu
const english =
  /\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?\s+\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{4})?/gi

/** Figures of a text as they compare: no thousands, no needless sign, dates left out. */
const figuresOf = (text: string): string[] =>
  (text.replace(english, ' ').match(FIGURE) ?? []).map((figure) => figure.replace(/^\+/, '').replaceAll(',', ''))

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
  return { onlyChinese: without(own, other), onlyEnglish: without(other, own) }
}

/** @param upTo the Chinese text that the English one was last brought up to date with; null: never */
export function alignPair(chinese: BodyNode, englishBody: BodyNode, upTo: BodyNode | null): PairRow[] {
  const changed = new Set(
    upTo === null
      ? []
      : compareBodies(upTo, chinese).flatMap((each) =>
          each.kind === 'added'
            ? [each.block.node]
            : 'after' in each && each.kind !== 'format'
              ? [each.after.node]
              : [],
        ),
  )
  const same = new Set([...changed].map((node) => blockKey({ kind: 'text', text: '', node })))
  const [own, other] = [blocksOf(chinese), blocksOf(englishBody)]
  return Array.from({ length: Math.max(own.length, other.length) }, (_, i) => {
    const [left = null, right = null] = [own[i], other[i]]
    return {
      chinese: left,
      english: right,
      isOutdated: left !== null && same.has(blockKey(left)),
      figures: figuresBetween(left?.text ?? '', right?.text ?? ''),
    }
  })
}
