// Compares the figures of a body with the published entries that they quote.
import type { FigureField } from './article-labels.ts'
import type { QuotedFigure } from './bound-figures.ts'
import { directionsInEnglish } from './english.ts'
import { type Direction, directionOf, directions } from './template-fields.ts'

/** An entry as currently published, rounded as it is displayed. */
export type PublishedEntry = { name: string; day: string; publication: string } & Readonly<
  Record<FigureField, string | null>
>

type DifferingFigure = { name: string; day: string; field: FigureField; text: string; published: string }

const plain = /^[+-]?\d+(?:\.\d+)?$/
/** Parsed for comparison: without thousands separators and percent sign. */
const numberOf = (text: string): number | null => {
  const bare = text
    .trim()
    .replace(/[,，\s]/g, '')
    .replace(/%$/, '')
  return plain.test(bare) ? Number(bare) : null
}

/** `上涨`, `up`. */
const directionOfWord = new Map<string, Direction>([
  ...Object.entries(directions),
  ...Object.entries(directionsInEnglish).map(([direction, word]) => [word, direction as Direction] as const),
])

/** A word of direction in English; other texts as they are. */
export function directionInEnglish(text: string): string {
  const direction = directionOfWord.get(text.trim())
  return direction === undefined ? text : directionsInEnglish[direction]
}

/**
 * Whether a text matches the figure of its entry: `+10`, `1,010.0` and `0.28%` do; a word of direction matches the sign
 * of the change.
 */
export function saysFigure(text: string, published: string | null): boolean {
  if (published === null) return false
  const direction = directionOfWord.get(text.trim())
  if (direction !== undefined) return direction === directionOf(Math.sign(Number(published)))
  return numberOf(text) === Number(published)
}

/** Figures that differ from their entry; those whose entry has another publication by now are not checked here. */
export function differing(
  figures: readonly QuotedFigure[],
  entries: ReadonlyMap<string, PublishedEntry>,
): DifferingFigure[] {
  return figures.flatMap(({ priceId, publication, field, value }) => {
    const entry = entries.get(priceId)
    if (!entry || entry.publication !== publication || saysFigure(value, entry[field])) return []
    return [{ name: entry.name, day: entry.day, field, text: value, published: entry[field] ?? '—' }]
  })
}
