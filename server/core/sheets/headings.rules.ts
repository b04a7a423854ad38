// Which line of a sheet is its header, and which column each of its headings means.
import type { ImportColumn } from '#contract/sheets.ts'
import { parseDay } from './days.ts'

/** Sheets of our own templates, which hold no rows. */
export const GUIDE_SHEET = '填写说明'
export const OPTIONS_SHEET = '选项'
export const isOwnSheet = (name: string) => name === GUIDE_SHEET || name === OPTIONS_SHEET

/** A heading as it is compared: full width, case, blanks and the mark of required columns make no difference. */
export const plainHeading = (text: string): string => text.normalize('NFKC').replace(/[\s*]/g, '').toLowerCase()

const midnight = /[T\s]+0{1,2}:00(:00)?(\.0+)?$/

/** A heading that is a day is written as a day: CSV has `2026-11-26 0:00:00` for it. */
export function headingText(text: string): string {
  const plain = text.normalize('NFKC').trim().replace(midnight, '')
  // eight digits alone may be a code
  return /^\d+$/.test(plain) ? text : (parseDay(plain) ?? text)
}

/** A unit or a note behind the name. */
const inBrackets = /[([【].*?[)\]】]/g
const bare = (plain: string) => plain.replace(inBrackets, '')

/** The one of `known` that a heading means: as it is, or without what stands in brackets. */
function matchOf(text: string, known: { has: (heading: string) => boolean }): string | undefined {
  const plain = plainHeading(text)
  if (plain === '') return undefined
  return [plain, bare(plain)].find((each) => known.has(each))
}

export const headingsOf = (columns: readonly ImportColumn[]): string[] =>
  columns.flatMap(({ header, aliases = [] }) => [header, ...aliases].map(plainHeading))

type Known = ReadonlySet<string>

const scoreOf = (cells: readonly string[], known: Known): number =>
  new Set(cells.flatMap((cell) => matchOf(cell, known) ?? [])).size

/** Two lines as one: the lower one says more. */
function joined(upper: readonly string[], lower: readonly string[], known: Known): string[] {
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) => {
    const [above = '', below = ''] = [upper[at], lower[at]]
    if (below === '' || above === below) return above
    if (above === '') return below
    const both = `${above}${below}`
    return matchOf(both, known) === undefined && matchOf(below, known) !== undefined ? below : both
  })
}

/** Lines among which the header is looked for. */
const LINES = 20

export type HeaderPlace = { at: number; lines: 1 | 2; cells: string[] }

/**
 * The line whose cells match most columns, joined with the one below where both together match more. The first line where
 * none matches.
 * @param wanted the place of the line that a person has picked
 */
export function findHeader(rows: readonly (readonly string[])[], known: Known, wanted?: number): HeaderPlace {
  let best: HeaderPlace & { score: number } = {
    at: wanted ?? 0,
    lines: 1,
    cells: [...(rows[wanted ?? 0] ?? [])],
    score: 0,
  }
  for (const [at, cells] of rows.slice(0, LINES).entries()) {
    if (wanted !== undefined && at !== wanted) continue
    const score = scoreOf(cells, known)
    if (score > best.score) best = { at, lines: 1, cells: [...cells], score }
    const below = rows[at + 1]
    if (!below) continue
    const pair = joined(cells, below, known)
    const pairScore = scoreOf(pair, known)
    if (pairScore > best.score && pairScore > scoreOf(below, known))
      best = { at, lines: 2, cells: pair, score: pairScore }
  }
  const { at, lines, cells } = best
  return { at, lines, cells }
}

/** How well a sheet fits. */
export const sheetScore = (rows: readonly (readonly string[])[], known: Known): number =>
  scoreOf(findHeader(rows, known).cells, known)

/** How a heading came to its column. */
export type MatchedBy = 'name' | 'choice' | 'alias' | 'ignored' | 'none'
export type Heading = { text: string; key: string; by: MatchedBy }

/** Headings that no import wants. */
const isNumbering = (plain: string) => ['序号', '行号', '#', 'no', 'no.'].includes(plain)

/** What people have chosen for headings before; '' is a column that was not wanted. */
export type Choices = { own: ReadonlyMap<string, string>; shared: ReadonlyMap<string, string> }
export const noChoices: Choices = { own: new Map(), shared: new Map() }

/** By name, by what this person chose, by known other names, by what others chose; each column once, the first heading wins. */
export function matchHeadings(
  cells: readonly string[],
  columns: readonly ImportColumn[],
  { own, shared }: Choices = noChoices,
  ignored: ReadonlySet<string> = new Set(),
): Heading[] {
  const names = new Map(columns.map(({ key, header }) => [plainHeading(header), key]))
  const aliases = new Map(
    columns.flatMap(({ key, aliases: all = [] }) => all.map((each) => [plainHeading(each), key] as const)),
  )
  const headings: Heading[] = cells.map((text) => ({ text, key: '', by: 'none' }))
  const used = new Set<string>()
  const ways: readonly [MatchedBy, (text: string) => string | undefined][] = [
    ['name', (text) => names.get(plainHeading(text))],
    ['choice', (text) => own.get(plainHeading(text))],
    ['alias', (text) => aliases.get(matchOf(text, aliases) ?? '') ?? names.get(matchOf(text, names) ?? '')],
    ['choice', (text) => shared.get(plainHeading(text))],
  ]
  for (const [by, keyOf] of ways) {
    for (const heading of headings) {
      if (heading.by !== 'none' || heading.text.trim() === '') continue
      const key = keyOf(heading.text)
      if (key === undefined) continue
      if (key === '') heading.by = 'ignored'
      else if (!used.has(key) && columns.some((column) => column.key === key)) {
        used.add(key)
        Object.assign(heading, { key, by })
      }
    }
  }
  for (const heading of headings) {
    const plain = plainHeading(heading.text)
    if (heading.by === 'none' && (plain === '' || isNumbering(plain) || ignored.has(plain))) heading.by = 'ignored'
  }
  return headings
}
