// Compares the figures of a text with the published ones: lists the outdated, and returns the text with the new ones.

import type { Edition } from '../../../../contract/articles/article-labels.ts'
import {
  type ChartBinding,
  chartNode,
  type EntryFigures,
  nodesIn,
  rangeIn,
  readChart,
  readFigure,
  readTable,
  tableRow,
} from '../../../../contract/articles/bound-figures.ts'
import { inEnglish, unitInEnglish } from '../../../../contract/articles/english.ts'
import { saysFigure } from '../../../../contract/articles/figure-rules.ts'
import type { BodyNode } from '../../../../contract/articles/nodes.ts'
import type { PricePart } from '../../../../contract/articles/template-fields.ts'
import { partText } from '../../../../contract/articles/template-fill.ts'
import type { Course, FoundFigures } from '../../../../contract/articles/templates.ts'

export type FigureChange = { name: string; day: string; before: string; after: string }
/** Keyed by day and code; a course covers the longest chart. */
export type Published = { figures: ReadonlyMap<string, FoundFigures>; courses: ReadonlyMap<string, Course> }
export const placeOf = (day: string, code: string) => `${day} ${code}`

/** All valid charts of a text. */
export const chartsIn = (body: BodyNode): ChartBinding[] =>
  [...nodesIn(body)].flatMap(({ type, attrs }) => (type === 'priceChart' ? (readChart(attrs) ?? []) : []))

/** Codes that a text quotes, by day. */
export function quotedIn(body: BodyNode): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const add = (day: string, code: string) => found.set(day, (found.get(day) ?? new Set()).add(code))
  const walk = (node: BodyNode) => {
    const figure = readFigure(node.marks?.find(({ type }) => type === 'priceFigure')?.attrs)
    if (figure) add(figure.day, figure.code)
    const table = node.type === 'priceTable' ? readTable(node.attrs) : null
    for (const { code } of table?.rows ?? []) add(table?.day ?? '', code)
    for (const child of node.content ?? []) walk(child)
  }
  walk(body)
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

/** A figure that is no longer published stays in the text and is listed with an empty replacement. */
export function refresh(
  body: BodyNode,
  published: Published,
  edition: Edition = 'zh',
): { body: BodyNode; changes: FigureChange[] } {
  const changes: FigureChange[] = []

  const text = (node: BodyNode): BodyNode => {
    const marks = node.marks ?? []
    const figure = readFigure(marks.find(({ type }) => type === 'priceFigure')?.attrs)
    if (!figure) return node
    const item = published.figures.get(placeOf(figure.day, figure.code))
    const isNewest = item?.entry?.publication === figure.publication
    if (item?.entry && isNewest && says(node.text ?? '', figure.part, item.entry)) return node
    const after = item?.entry ? partText(item, item.entry, figure.part, edition) : null
    changes.push({ name: item?.name ?? figure.code, day: figure.day, before: node.text ?? '', after: after ?? '' })
    if (!item?.entry || after === null) return node
    const attrs = { ...figure, priceId: item.entry.id, publication: item.entry.publication }
    return {
      ...node,
      text: after,
      marks: marks.map((mark) => (mark.type === 'priceFigure' ? { ...mark, attrs } : mark)),
    }
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
      changes.push({ name: item?.name ?? row.code, day: found.day, before: figures(row.cells), after })
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
      changes.push({ name: title, day: on, before: value, after: now.get(on)?.value ?? '' })
    }
    const isNew = points.length === 0 && now.size > 0
    if (isNew) changes.push({ name: title, day, before: '未绘制', after: `${now.size} 天的价格` })
    if (!drawn || (corrected.length === 0 && !isNew)) return node
    const unit = edition === 'en' ? unitInEnglish(drawn.unit) : drawn.unit
    const { note: _, ...kept } = node.attrs ?? {}
    const note = drawn.note === '' ? {} : { note: drawn.note }
    return { ...node, attrs: { ...kept, unit: unit || found.unit, points: drawn.points, ...note } }
  }

  const walk = (node: BodyNode): BodyNode => {
    if (node.type === 'text') return text(node)
    if (node.type === 'priceTable') return table(node)
    if (node.type === 'priceChart') return chart(node)
    return node.content ? { ...node, content: node.content.map(walk) } : node
  }
  return { body: walk(body), changes }
}
