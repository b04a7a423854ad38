// A model's text is released by sentence: handles become figures of the database, and a number that is nothing known is not shown.
import type { FigureVerdict, PricePart, QuotedPart } from '#contract/ai/answer-labels.ts'

/** A part of a published price. */
export type Priced<Part> = { quoteItemId: string; day: string; part: Part; publication: string }

/** A figure that the server may put in: a published price, or computed of such. */
export type Handle = {
  /** `Q000123 2026-11-26 average`, or `C1`. */
  key: string
  /** `2345`, with its sign where it is a change. */
  figure: string
  unit: string
  verdict: Extract<FigureVerdict, 'bound' | 'computed'>
  /** Names of its item, any of which makes clear what it is. Computed ones have none. */
  names: readonly string[]
  price: Priced<QuotedPart> | null
  /** What it is made of: a correction of any of these is one of the figure. */
  madeOf: readonly Priced<PricePart>[]
}

export type Passage = { title: string; link: string; text: string }

export type Figure = {
  /** Within the released text; null where the sentence was withheld. */
  place: number | null
  text: string
  verdict: FigureVerdict
  price: Handle['price']
  madeOf: Handle['madeOf']
  sentence: string
}

export type Released = { text: string; figures: Figure[] }

/** For whom: members do not see a sentence with an unknown number, staff see it marked. */
export type Audience = 'member' | 'staff'

export type Known = {
  handles: ReadonlyMap<string, Handle>
  passages: readonly Passage[]
  /** Names and specifications of items: their digits are no figures. */
  names: readonly string[]
}

const handlePattern = /⟦([^⟦⟧]{0,80})⟧/gu
const UNVERIFIED = '【未核实】'

const date =
  /\d{4}\s*年\s*\d{1,2}\s*月(?:\s*\d{1,2}\s*[日号])?|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}\s*月\s*\d{1,2}\s*[日号]|\d{4}\s*年|[〇零一二三四五六七八九]{4}年|(?<!\d)\d{1,2}\s*[月日号](?!\p{L}*?价)|(?<!\d)\d{1,2}:\d{2}(?!\d)/gu
/**
 * Chinese numerals where they count something: before a unit (but `一成不变`), as a share, with a power of ten (`三千`, `涨五十`, but
 * neither `万一` nor `十四五`), or read out by digit.
 */
const numeral = new RegExp(
  [
    '[〇零一二两三四五六七八九十][〇零一二两三四五六七八九十百千万亿点]*(?=\\s*(?:元|块|个百分点|个点|%|％|万吨|吨|美元|美分|成(?!不变)))',
    '[一二两三四五六七八九十百千万]+分之[〇零一二两三四五六七八九十百点]+',
    '[一二两三四五六七八九][十百千万][〇零一二两三四五六七八九十百千万点]*',
    '[千百][〇零一二两三四五六七八九十百千]+',
    '[〇零一二三四五六七八九]{3,}',
  ].join('|'),
  'gu',
)
const number = /[+-]?\d(?:[\d,，.\s]*\d)?%?/gu

const blank = (length: number) => ' '.repeat(length)
const masked = (text: string, pattern: RegExp) => text.replace(pattern, (found) => blank(found.length))

export const plainNumber = (text: string) =>
  text
    .replace(/[,，\s%+]/gu, '')
    .replace(/(\.\d*?)0+$/u, '$1')
    .replace(/\.$/u, '')

/** A name of digits alone, as `5500` of coal, is a figure where a unit of money follows, or as part of a longer number. */
const namePattern = (name: string) => {
  const text = name.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&')
  return new RegExp(/^[\d.,]+$/u.test(name) ? `(?<![\\d.,])${text}(?![\\d.,]|\\s*(?:元|块|美元|美分|%))` : text, 'gu')
}

export type FoundNumber = { text: string; at: number }

/** Numbers that need an origin, with where they stand. `text` has as many characters as what is shown. */
export function numbersAt(text: string, names: readonly string[]): FoundNumber[] {
  // compatibility forms (full width, circled, superscript) are digits too
  let rest = text.normalize('NFKC')
  for (const name of names.toSorted((one, other) => other.length - one.length)) {
    if (/\p{N}/u.test(name)) rest = masked(rest, namePattern(name.normalize('NFKC')))
  }
  rest = masked(rest, date)
  rest = masked(rest, /^\s*(?:#{1,6}\s|[-*>]\s|\d{1,2}[.、)）](?!\d)\s?)/u)
  const placed = (among: string, pattern: RegExp) =>
    [...among.matchAll(pattern)].map(({ 0: found, index }) => ({ text: found, at: index }))
  const digits = masked(rest, numeral)
  // digits of other scripts
  const others = placed(masked(digits, number), /[\p{Nd}\p{No}\p{Nl}]+/gu)
  const found = [...placed(rest, numeral), ...placed(digits, number)]
  return [...found, ...others.filter((each) => !/^[〇]+$/u.test(each.text))]
}

const numbersIn = (text: string, names: readonly string[]) => numbersAt(text, names).map((each) => each.text)

/** Whether a passage holds the figure, however its digits are written; a numeral is the same numeral there. */
export const isInSource = (text: string, { text: passage }: Passage): boolean => {
  const plain = passage.normalize('NFKC')
  const found = [...(plain.match(number) ?? []).map(plainNumber), ...(plain.match(numeral) ?? [])]
  return found.includes(plainNumber(text))
}

const citation = /\[(\d{1,2})\]/gu
/** Pictures and links become their text: an answer leads nowhere. */
const withoutLinks = (text: string) =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/gu, (_, words: string) => words)
    .replace(/<[^>]{0,500}>/gu, '')
    .replace(/\b(?:https?|ftp|data|javascript):\S*/giu, '')

/** The passages that a released text cites, each once. */
export const citedIn = (text: string, passages: readonly Passage[]): Passage[] => [
  ...new Set([...text.matchAll(citation)].flatMap(([, n = '']) => passages[Number(n) - 1] ?? [])),
]

/** One sentence, as it may be shown. */
export function release(sentence: string, { handles, passages, names }: Known, audience: Audience): Released {
  const safe = withoutLinks(sentence)
  const cited = citedIn(safe, passages)
  const bare = masked(masked(safe, citation), handlePattern)
  const unknownHandles = [...safe.matchAll(handlePattern)].flatMap(([, key = '']) =>
    handles.has(key.trim()) ? [] : [key],
  )
  const numbers = numbersIn(bare, names)
  const sourced = numbers.filter((each) => cited.some((passage) => isInSource(each, passage)))
  const unbound = [...numbers.filter((each) => !sourced.includes(each)), ...unknownHandles]
  if (unbound.length > 0 && audience === 'member') {
    return {
      text: '',
      figures: unbound.map((text) => ({
        place: null,
        text: text.slice(0, 80),
        verdict: 'unbound',
        price: null,
        madeOf: [],
        sentence,
      })),
    }
  }
  const figures: Figure[] = []
  let text = ''
  let from = 0
  const publications = new Set<string>()
  const keep = (piece: string) => {
    // a citation that holds none of the sentence's figures goes
    text += piece.replace(citation, (mark, n: string) => {
      const passage = passages[Number(n) - 1]
      return passage && sourced.every((each) => isInSource(each, passage)) ? mark : ''
    })
  }
  for (const match of safe.matchAll(handlePattern)) {
    keep(safe.slice(from, match.index))
    from = match.index + match[0].length
    const handle = handles.get((match[1] ?? '').trim())
    if (!handle) continue
    const [name = ''] = handle.names
    if (name !== '' && !handle.names.some((each) => bare.includes(each))) text += `${name} `
    figures.push({
      place: text.length,
      text: handle.figure,
      verdict: handle.verdict,
      price: handle.price,
      madeOf: handle.madeOf,
      sentence: '',
    })
    text += handle.unit === '' ? handle.figure : `${handle.figure} ${handle.unit}`
    if (handle.price) publications.add(handle.price.publication)
  }
  keep(safe.slice(from))
  for (const each of sourced)
    figures.push({ place: text.indexOf(each), text: each, verdict: 'source', price: null, madeOf: [], sentence: '' })
  for (const each of unbound)
    figures.push({
      place: Math.max(0, text.indexOf(each)),
      text: each.slice(0, 80),
      verdict: 'unbound',
      price: null,
      madeOf: [],
      sentence,
    })
  if (publications.size > 0) text = withTail(text, `（公布号 ${[...publications].join('、')}）`)
  if (unbound.length > 0) text = withTail(text, UNVERIFIED)
  return { text, figures }
}

/** Before the sentence's own end. */
function withTail(text: string, tail: string): string {
  const [end = ''] = /[。！？；\s]*$/u.exec(text) ?? []
  return `${text.slice(0, text.length - end.length)}${tail}${end}`
}

/** Cuts a growing text into sentences. @returns the whole ones, and what is left to wait for */
export function sentencesOf(text: string): { whole: string[]; rest: string } {
  const whole: string[] = []
  let from = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (sign === '⟦') depth++
    else if (sign === '⟧') depth = Math.max(0, depth - 1)
    if (sign === '\n' || (depth === 0 && '。！？；'.includes(sign))) {
      whole.push(text.slice(from, at + 1))
      from = at + 1
      depth = 0
    }
  }
  return { whole, rest: text.slice(from) }
}
