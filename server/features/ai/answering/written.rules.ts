// A text that another engine wrote: its numbers are looked for among the published prices that it can mean. It was shown as it is,
// so nothing is withheld.
import type { QuotedPart } from '#contract/ai/answer-labels.ts'
import { askedPart } from './question.rules.ts'
import {
  citedIn,
  type Figure,
  type FoundNumber,
  type Handle,
  isInSource,
  numbersAt,
  type Passage,
  plainNumber,
  sentencesOf,
} from './release.rules.ts'

/** A part of a sentence with where it stands in the whole text. */
export type Piece = { text: string; at: number }

const placed = (texts: readonly string[], from: number): Piece[] => {
  let at = from
  return texts.map((text) => {
    const piece = { text, at }
    at += text.length
    return piece
  })
}

export const sentencesWithPlaces = (text: string): Piece[] => {
  const { whole, rest } = sentencesOf(text)
  return placed(rest === '' ? whole : [...whole, rest], 0)
}

/** A comma before three digits is of the number. */
export const clausesOf = ({ text, at }: Piece): Piece[] =>
  placed(text.split(/(?<=(?<!\d)，|，(?!\d{3}(?!\d))|；)/u), at)

type Pricing = Handle & { price: NonNullable<Handle['price']> }

const falls = /[跌降]|回落|走低|下调|下滑|减少/u
const partOrder: readonly QuotedPart[] = ['average', 'low', 'high', 'change', 'percent']
/** The sign of `2345-2355` is a dash. */
const isDash = ({ at }: FoundNumber, clause: string) => /[\d元吨]\s*$/u.test(clause.slice(0, at))

function fits(found: FoundNumber, clause: string, { figure, price: { part } }: Pricing): boolean {
  const { text } = found
  if ((part === 'percent') !== /[%％]$/u.test(text)) return false
  if (plainNumber(figure).replace(/^-/u, '') !== plainNumber(text).replace(/^-/u, '')) return false
  const sign = isDash(found, clause) ? '' : (/^[+-]/u.exec(text)?.[0] ?? '')
  if (part !== 'change' && part !== 'percent') return sign === ''
  if (plainNumber(figure) === '0') return true
  const isFall = sign === '' ? falls.test(clause) : sign === '-'
  return isFall === figure.startsWith('-')
}

/** The price that a number is: of the part that its clause names where several are equal, and of the newest day. */
function priceOf(found: FoundNumber, clause: string, handles: Iterable<Handle>): Pricing | undefined {
  const asked = askedPart(clause)
  const rank = ({ price: { part } }: Pricing) => (part === asked ? -1 : partOrder.indexOf(part))
  return [...handles]
    .filter((handle): handle is Pricing => handle.price !== null)
    .filter((handle) => fits(found, clause, handle))
    .toSorted((one, other) => rank(one) - rank(other) || (one.price.day < other.price.day ? 1 : -1))[0]
}

export type WrittenIn = {
  sentence: string
  passages: readonly Passage[]
  names: readonly string[]
  /** Prices that the clause can mean, in the order in which they are looked through: as known then, and before. */
  known: readonly Iterable<Handle>[]
}

/** What the numbers of a clause are. */
export function checkClause({ text: clause, at }: Piece, { sentence, passages, names, known }: WrittenIn): Figure[] {
  const cited = citedIn(sentence, passages)
  // a citation's number, and an address, is no figure
  const bare = clause
    .replace(/\[\d{1,2}\](?!\()/gu, (mark) => ' '.repeat(mark.length))
    .replace(/\]\([^)]*\)|\b(?:https?|ftp):\S*/giu, (link) => ' '.repeat(link.length))
  return numbersAt(bare, names).map((found) => {
    const figure = { place: at + found.at, text: found.text.slice(0, 80) }
    for (const handles of known) {
      const price = priceOf(found, bare, handles)
      if (price) return { ...figure, verdict: 'bound', price: price.price, madeOf: price.madeOf, sentence: '' }
    }
    if (cited.some((passage) => isInSource(found.text, passage)))
      return { ...figure, verdict: 'source', price: null, madeOf: [], sentence: '' }
    return { ...figure, verdict: 'unbound', price: null, madeOf: [], sentence: sentence.trim() }
  })
}

/** Whether a clause has numbers at all: most have none, and need no look at prices. */
export const hasNumbers = ({ text }: Piece): boolean => /\p{N}|[一二两三四五六七八九十百千万]/u.test(text)
