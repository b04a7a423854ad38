// Compares the figures of an article with the published ones, in its body and its text fields: lists the outdated, and
// returns the texts with the new ones. Words that no longer fit the move are listed, never changed.

import type { Edition } from '#contract/articles/article-labels.ts'
import {
  type BoundArticle,
  boundFieldKeys,
  boundFields,
  type FieldBinding,
  fieldOfNodes,
  fieldParagraphs,
  nodesOfField,
} from '#contract/articles/bound-fields.ts'
import {
  type ChartBinding,
  chartNode,
  type EntryFigures,
  figureMark,
  markOf,
  nodesIn,
  rangeIn,
  readChart,
  readFigure,
  readMove,
  readTable,
  tableRow,
} from '#contract/articles/bound-figures.ts'
import { inEnglish, unitInEnglish } from '#contract/articles/english.ts'
import { grouped } from '#contract/articles/figure-format.ts'
import { saysFigure } from '#contract/articles/figure-rules.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { directionName, type PricePart } from '#contract/articles/template-fields.ts'
import { partText } from '#contract/articles/template-fill.ts'
import type { Course, FoundFigures } from '#contract/articles/templates.ts'

/** `move`: words that no longer fit; `typed`: unbound, but equal to a price that was corrected. */
export type FigureChange = {
  kind: 'figure' | 'move' | 'typed'
  place: string
  name: string
  day: string
  before: string
  after: string
}
/** Keyed by day and code; a course covers the longest chart. */
export type Published = { figures: ReadonlyMap<string, FoundFigures>; courses: ReadonlyMap<string, Course> }
export const placeOf = (day: string, code: string) => `${day} ${code}`

/** All valid charts of a text. */
export const chartsIn = (body: BodyNode): ChartBinding[] =>
  [...nodesIn(body)].flatMap(({ type, attrs }) => (type === 'priceChart' ? (readChart(attrs) ?? []) : []))

/** Codes that an article quotes, by day. */
export function quotedIn(article: BoundArticle): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const add = (day: string, code: string) => found.set(day, (found.get(day) ?? new Set()).add(code))
  for (const part of [...fieldParagraphs(article).map(({ node }) => node), article.body]) {
    for (const node of nodesIn(part)) {
      const figure = readFigure(markOf(node, 'priceFigure')?.attrs)
      if (figure) add(figure.day, figure.code)
      for (const mark of node.marks ?? []) {
        const move = mark.type === 'priceMove' ? readMove(mark.attrs) : null
        if (move) add(move.day, move.code)
      }
      const table = node.type === 'priceTable' ? readTable(node.attrs) : null
      for (const { code } of table?.rows ?? []) add(table?.day ?? '', code)
    }
  }
  return found
}

const figureParts = ['low', 'high', 'average', 'change', 'percent'] as const

/** Whether a text matches that part of the entry; parts that are not figures always match. */
function says(text: string, part: PricePart, entry: EntryFigures): boolean {
  if (part === 'direction') return saysFigure(text, entry.change)
  if (part === 'range') {
    const [low, high] = rangeIn(text)
    return saysFigure(low, entry.low) && saysFigure(high, entry.high)
  }
  const field = figureParts.find((each) => each === part)
  return field === undefined || saysFigure(text, entry[field])
}

/** Whether the figures of a table row match the entry. */
const saysAll = (cells: readonly string[], entry: EntryFigures) =>
  figureParts.every((part, i) => cells[i + 2] === '-' || saysFigure(cells[i + 2] ?? '', entry[part]))

/** Written as the author wrote the old one: with separators of thousands, with a plus, without zeros behind the point. */
function inStyleOf(before: string, after: string): string {
  const whole = before.includes('.') ? after : after.replace(/\.0+(?=$|-)/g, '')
  const figure = before.includes(',') ? grouped(whole) : whole
  return before.startsWith('+') && /^[1-9]/.test(figure) ? `+${figure}` : figure
}

const typedFigure = /(?<![\d.,])\d+(?:,\d{3})*(?:\.\d+)?(?!\d|[.,]\d)/g
/** What follows a count, a day or a share, which no price is. */
const counted = /^\s*(?:吨|万|亿|家|[%％]|年|月|日|号|手|天|个|户|名|人|t\b)/
const priced = ['average', 'low', 'high'] as const

type Replaced = { name: string; day: string; code: string; part: (typeof priced)[number]; entry: EntryFigures }

/** Prices that were corrected since, by value; none that is published now. */
function replacedPrices({ figures }: Published): Map<number, Replaced> {
  const found = new Map<number, Replaced>()
  for (const [place, { name, code, entry, was = [] }] of figures) {
    if (!entry) continue
    const day = place.slice(0, place.indexOf(' '))
    for (const before of was) {
      for (const part of priced)
        if (!found.has(Number(before[part]))) found.set(Number(before[part]), { name, day, code, part, entry })
    }
  }
  for (const { entry } of figures.values()) for (const part of priced) if (entry) found.delete(Number(entry[part]))
  return found
}

export type Refreshed = Partial<Record<(typeof boundFieldKeys)[number], string>> & {
  bindings: FieldBinding[]
  body: BodyNode
}

type Options = { edition?: Edition /** Replaces the typed ones too, and binds them. */; withTyped?: boolean }

/** A figure that is no longer published stays in the text and is listed with an empty replacement. */
export function refresh(
  article: BoundArticle,
  published: Published,
  { edition = 'zh', withTyped = false }: Options = {},
): { article: Refreshed; changes: FigureChange[] } {
  const changes: FigureChange[] = []
  const replaced = replacedPrices(published)
  /** Where the rules are now. */
  let place = '正文'
  /** Passages are several nodes where a figure is in them: listed once. */
  const listed = new Set<string>()

  /** A move that holds gets the new publication, another is listed. */
  const moved = (node: BodyNode): BodyNode => {
    const marks = (node.marks ?? []).map((mark) => {
      const move = mark.type === 'priceMove' ? readMove(mark.attrs) : null
      const item = move && published.figures.get(placeOf(move.day, move.code))
      if (!move || item?.entry?.publication === move.publication) return mark
      const holds = item?.entry?.change != null && saysFigure(directionName(move.when), item.entry.change)
      const key = JSON.stringify([place, mark])
      if (!listed.has(key)) {
        listed.add(key)
        const after = holds ? directionName(move.when) : (item?.entry?.change ?? '')
        const kind = holds ? 'figure' : 'move'
        changes.push({
          kind,
          place,
          after,
          name: item?.name ?? move.code,
          day: move.day,
          before: node.text ?? '',
        })
      }
      if (!holds || !item?.entry) return mark
      return { ...mark, attrs: { ...move, priceId: item.entry.id, publication: item.entry.publication } }
    })
    return node.marks ? { ...node, marks } : node
  }

  const typed = (node: BodyNode): BodyNode[] => {
    const text = node.text ?? ''
    const parts: BodyNode[] = []
    let at = 0
    for (const { 0: figure, index } of text.matchAll(typedFigure)) {
      const found = replaced.get(Number(figure.replaceAll(',', '')))
      if (!found || counted.test(text.slice(index + figure.length))) continue
      const { name, day, code, part, entry } = found
      const after = inStyleOf(figure, entry[part])
      changes.push({ kind: 'typed', place, name, day, before: figure, after })
      if (!withTyped) continue
      const mark = figureMark({ code, part, day, priceId: entry.id, publication: entry.publication })
      if (index > at) parts.push({ ...node, text: text.slice(at, index) })
      parts.push({ ...node, text: after, marks: [...(node.marks ?? []), mark] })
      at = index + figure.length
    }
    return at === 0 ? [node] : [...parts, ...(at < text.length ? [{ ...node, text: text.slice(at) }] : [])]
  }

  const text = (given: BodyNode): BodyNode[] => {
    const node = moved(given)
    const marks = node.marks ?? []
    const figure = readFigure(markOf(node, 'priceFigure')?.attrs)
    if (!figure) return replaced.size > 0 ? typed(node) : [node]
    const item = published.figures.get(placeOf(figure.day, figure.code))
    const isNewest = item?.entry?.publication === figure.publication
    if (item?.entry && isNewest && says(node.text ?? '', figure.part, item.entry)) return [node]
    const before = node.text ?? ''
    const fresh = item?.entry ? partText(item, item.entry, figure.part, edition) : null
    const after = fresh === null ? '' : inStyleOf(before, fresh)
    changes.push({ kind: 'figure', place, before, after, name: item?.name ?? figure.code, day: figure.day })
    if (!item?.entry || after === '') return [node]
    const attrs = { ...figure, priceId: item.entry.id, publication: item.entry.publication }
    return [
      { ...node, text: after, marks: marks.map((mark) => (mark.type === 'priceFigure' ? { ...mark, attrs } : mark)) },
    ]
  }

  const table = (node: BodyNode): BodyNode => {
    const found = readTable(node.attrs)
    if (!found) return node
    const rows = found.rows.map((row) => {
      const item = published.figures.get(placeOf(found.day, row.code))
      if (item?.entry?.publication === row.publication && saysAll(row.cells, item.entry)) return row
      const named = item && found.edition === 'en' ? inEnglish(item) : item
      const now = named?.entry ? tableRow({ ...named, entry: named.entry }) : null
      const figures = (cells: readonly string[]) => cells.slice(2, 7).join(' ')
      const after = now ? figures(now.cells) : ''
      const before = figures(row.cells)
      changes.push({ kind: 'figure', place, name: item?.name ?? row.code, day: found.day, before, after })
      return now ?? row
    })
    return { ...node, attrs: { ...node.attrs, rows } }
  }

  const chart = (node: BodyNode): BodyNode => {
    const found = readChart(node.attrs)
    if (!found) return node
    const { code, day, days, title, points } = found
    const course = published.courses.get(placeOf(day, code))
    const redrawn = chartNode(day, days, course ?? { code, name: '', unit: '' }, course?.points ?? [], edition)
    const drawn = readChart(redrawn.attrs)
    const now = new Map(drawn?.points.map((point) => [point.day, point]))
    const corrected = points.filter(({ day: on, publication, value }) => {
      const found = now.get(on)
      return found?.publication !== publication || !saysFigure(value, found.value)
    })
    for (const { day: on, value } of corrected) {
      changes.push({
        kind: 'figure',
        place,
        name: title,
        day: on,
        before: value,
        after: now.get(on)?.value ?? '',
      })
    }
    const isNew = points.length === 0 && now.size > 0
    if (isNew) {
      changes.push({ kind: 'figure', place, name: title, day, before: '未绘制', after: `${now.size} 天的价格` })
    }
    if (!drawn || (corrected.length === 0 && !isNew)) return node
    const unit = edition === 'en' ? unitInEnglish(drawn.unit) : drawn.unit
    const { note: _, ...kept } = node.attrs ?? {}
    const note = drawn.note === '' ? {} : { note: drawn.note }
    return { ...node, attrs: { ...kept, unit: unit || found.unit, points: drawn.points, ...note } }
  }

  const walk = (node: BodyNode): BodyNode[] => {
    if (node.type === 'text') return text(node)
    if (node.type === 'priceTable') return [table(node)]
    if (node.type === 'priceChart') return [chart(node)]
    return [node.content ? { ...node, content: node.content.flatMap(walk) } : node]
  }

  const texts: Partial<Record<(typeof boundFieldKeys)[number], string>> = {}
  const bindings: FieldBinding[] = []
  for (const field of boundFieldKeys) {
    place = boundFields[field]
    const nodes = nodesOfField(article, field)
    if (nodes.length === 0) continue
    const now = fieldOfNodes(field, nodes.flatMap(walk))
    texts[field] = now.text
    bindings.push(...now.bindings)
  }
  place = '正文'
  const [body = article.body] = walk(article.body)
  return { article: { ...texts, bindings, body }, changes }
}

/** Takes the words of moves that no longer hold for rewritten: they are the author's own from now on. */
export function releaseMoves(article: BoundArticle, published: Published): Refreshed {
  const isOver = (attrs: Readonly<Record<string, unknown>> | undefined) => {
    const move = readMove(attrs)
    const entry = move && published.figures.get(placeOf(move.day, move.code))?.entry
    return !move || !entry?.change || !saysFigure(directionName(move.when), entry.change)
  }
  const free = (node: BodyNode): BodyNode => {
    const content = node.content?.map(free)
    const marks = node.marks?.filter(({ type, attrs }) => type !== 'priceMove' || !isOver(attrs))
    const { marks: _, content: __, ...own } = node
    return { ...own, ...(content && { content }), ...(marks && marks.length > 0 && { marks }) }
  }
  return {
    bindings: (article.bindings ?? []).filter(({ type, attrs }) => type !== 'priceMove' || !isOver(attrs)),
    body: free(article.body),
  }
}
