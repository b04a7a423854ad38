// Search for pages by name, pinyin or initials (spec §2 "Menu search"): an index built once for a menu.
import { halfWidth } from '#contract/typed-text.ts'
import type { MenuEntry } from '#web/lib/session/menu.rules.ts'
import { readSyllables, type Spell } from '#web/lib/syllables.ts'
import { ADD, ADDING } from '#web/lib/typed-words.ts'

/** Fallback without pinyin: search by name only. */
export const unspelled: Spell = (text) => Array.from(text, (sign) => [sign])

/** Matched range of characters; `to` is exclusive. */
export type Mark = { from: number; to: number }

type Spelled = {
  text: string
  lower: string
  readings: readonly (readonly string[])[]
  initials: string
  /** Bit mask of the letters in the readings: rules out most names quickly. */
  letters: number
}

type IndexedPage = {
  entry: MenuEntry
  name: Spelled
  /** Other usual names. */
  others: readonly Spelled[]
  above: readonly Spelled[]
  order: number
  /** Opens the page and presses its 新增. */
  isAct: boolean
}

/** What a page is searched by beside its title: other names, and what its 新增 adds where the person may. */
export type Beside = { others?: readonly string[] | undefined; adds?: string | undefined }

/** Parameter of an address whose page opens its 新增 at once. */
const ADD_ADDRESS = 'act=add'

export type MenuIndex = readonly IndexedPage[]

export type FoundPage = {
  page: IndexedPage
  /** Match in the page's own title. */
  own?: Mark
  /** Or the other name that matches. */
  other?: string
  /** Or match in the title of a menu above, and its level. */
  above?: Mark & { level: number }
}

/** Sort order of results by kind of match. */
const RANK = { prefix: 0, name: 1, initials: 2, pinyin: 3, path: 4 } as const

type Match = Mark & { rank: number }

/** Bit mask of the letters a to z in a text. */
function lettersOf(text: string): number {
  let letters = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at) - 97
    if (letter >= 0 && letter < 26) letters |= 1 << letter
  }
  return letters
}

function spelledBy(spell: Spell): (text: string) => Spelled {
  const known = new Map<string, Spelled>()
  return (text) => {
    const before = known.get(text)
    if (before) return before
    const signs = Array.from(text)
    const readings = spell(text).map((ways, at) => {
      const readings = [...ways, signs[at] ?? ''].map((way) => way.toLowerCase().trim())
      return [...new Set(readings)]
    })
    const initials = readings.map(([likeliest]) => likeliest?.[0] ?? ' ').join('')
    const letters = lettersOf(readings.flat().join(''))
    const made = { text, lower: text.toLowerCase(), readings, initials, letters }
    known.set(text, made)
    return made
  }
}

export function indexMenu(
  menu: readonly MenuEntry[],
  spell: Spell,
  besideOf: (entry: MenuEntry) => Beside = () => ({}),
): MenuIndex {
  const spelled = spelledBy(spell)
  const pages: IndexedPage[] = []
  const visit = (entries: readonly MenuEntry[], above: readonly Spelled[]) => {
    for (const entry of entries) {
      const name = spelled(entry.title)
      if (entry.children.length > 0) {
        visit(entry.children, [...above, name])
        continue
      }
      const { others = [], adds } = besideOf(entry)
      const otherNames = others.filter((other) => other !== entry.title).map(spelled)
      pages.push({ entry, name, others: otherNames, above, order: pages.length, isAct: false })
      if (adds === undefined) continue
      const address = `${entry.address}${entry.address.includes('?') ? '&' : '?'}${ADD_ADDRESS}`
      pages.push({
        entry: { ...entry, id: `${entry.id}-add`, title: `${ADD}${adds}`, address },
        name: spelled(`${ADD}${adds}`),
        others: ADDING.map((word) => spelled(`${word}${adds}`)),
        above: [...above, name],
        order: pages.length,
        isAct: true,
      })
    }
  }
  visit(menu, [])
  return pages
}

/** Normalises a query: half width, without blanks and the apostrophes that IMEs put between syllables. */
const wordOf = (query: string) => halfWidth(query).toLowerCase().replace(/['’]+/g, '')

function matchPinyin({ initials, readings, letters }: Spelled, word: string, wanted: number): Match | undefined {
  if ((wanted & ~letters) !== 0) return undefined
  const whole = initials.indexOf(word)
  if (whole >= 0) return { rank: RANK.initials, from: whole, to: whole + word.length }
  for (let from = 0; from < readings.length; from += 1) {
    const to = initials[from] === ' ' ? -1 : readSyllables(readings, word, 0, from)
    if (to >= 0) return { rank: RANK.pinyin, from, to }
  }
  return undefined
}

/** `wanted` is the letter mask of the word, computed once by the caller. */
function match(name: Spelled, word: string, wanted: number): Match | undefined {
  const at = name.lower.indexOf(word)
  if (at >= 0) return { rank: at === 0 ? RANK.prefix : RANK.name, from: at, to: at + word.length }
  return matchPinyin(name, word, wanted)
}

type Hit = FoundPage & { rank: number; at: number }

function hitOf(
  page: IndexedPage,
  matchOwn: (name: Spelled) => Match | undefined,
  matchAbove: (name: Spelled) => Match | undefined,
): Hit | undefined {
  const own = matchOwn(page.name)
  if (own) return { page, rank: own.rank, at: own.from, own }
  for (const other of page.others) {
    const found = matchOwn(other)
    if (found) return { page, rank: found.rank, at: found.from, other: other.text }
  }
  for (let level = page.above.length - 1; level >= 0; level -= 1) {
    const name = page.above[level]
    const found = name && matchAbove(name)
    if (found) return { page, rank: RANK.path, at: found.rank, above: { from: found.from, to: found.to, level } }
  }
  return undefined
}

/** Titles from the top menu down to the page, each with its matched range. */
export function trailOf({ page, own, above }: FoundPage): { title: string; mark: Mark | undefined }[] {
  const levels = page.above.map(({ text }, level) => ({
    title: text,
    mark: above?.level === level ? above : undefined,
  }))
  return [...levels, { title: page.name.text, mark: own }]
}

/** Results by rank: name prefix, substring, initials, pinyin, then titles above; an empty query gives all pages. */
export function searchMenu(index: MenuIndex, query: string): FoundPage[] {
  const word = wordOf(query)
  if (word === '') return index.flatMap((page) => (page.isAct ? [] : [{ page }]))
  const wanted = lettersOf(word)
  const matchOwn = (name: Spelled) => match(name, word, wanted)
  const above = new Map<Spelled, Match | undefined>()
  const matchAbove = (name: Spelled) => {
    if (!above.has(name)) above.set(name, matchOwn(name))
    return above.get(name)
  }
  const hits: Hit[] = []
  for (const page of index) {
    const hit = hitOf(page, matchOwn, matchAbove)
    if (hit) hits.push(hit)
  }
  hits.sort(
    (a, b) =>
      a.rank - b.rank ||
      a.at - b.at ||
      (a.rank === RANK.path ? 0 : a.page.name.text.length - b.page.name.text.length) ||
      a.page.order - b.page.order,
  )
  return hits
}

/** Pages by path, in the given order; unknown paths are skipped. */
export function pagesAt(index: MenuIndex, paths: readonly string[]): FoundPage[] {
  const byPath = new Map(index.flatMap((page) => (page.isAct ? [] : [[page.entry.path, page] as const])))
  return paths.flatMap((path) => {
    const page = byPath.get(path)
    return page ? [{ page }] : []
  })
}
