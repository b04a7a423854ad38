// A text's figures against what is published now: which are out of date, and the text with the new ones.
import { readFigure, readTable, tableRow } from '../../../../contract/articles/bound-figures.ts'
import type { BodyNode } from '../../../../contract/articles/nodes.ts'
import { partText } from '../../../../contract/articles/template-fill.ts'
import type { FoundFigures } from '../../../../contract/articles/templates.ts'

export type FigureChange = { name: string; day: string; before: string; after: string }
/** By day and code. */
export type Published = ReadonlyMap<string, FoundFigures>
export const placeOf = (day: string, code: string) => `${day} ${code}`

/** What a text quotes: codes by day. */
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

/** What is no longer published stays as it is, and is told with an empty figure. */
export function refresh(body: BodyNode, published: Published): { body: BodyNode; changes: FigureChange[] } {
  const changes: FigureChange[] = []

  const text = (node: BodyNode): BodyNode => {
    const marks = node.marks ?? []
    const figure = readFigure(marks.find(({ type }) => type === 'priceFigure')?.attrs)
    if (!figure) return node
    const item = published.get(placeOf(figure.day, figure.code))
    if (item?.entry?.publication === figure.publication) return node
    const after = item?.entry ? partText(item, item.entry, figure.part) : null
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
      const item = published.get(placeOf(found.day, row.code))
      if (item?.entry?.publication === row.publication) return row
      const now = item?.entry ? tableRow({ ...item, entry: item.entry }) : null
      const figures = (cells: readonly string[]) => cells.slice(2, 7).join(' ')
      const after = now ? figures(now.cells) : ''
      changes.push({ name: item?.name ?? row.code, day: found.day, before: figures(row.cells), after })
      return now ?? row
    })
    return { ...node, attrs: { ...node.attrs, rows } }
  }

  const walk = (node: BodyNode): BodyNode => {
    if (node.type === 'text') return text(node)
    if (node.type === 'priceTable') return table(node)
    return node.content ? { ...node, content: node.content.map(walk) } : node
  }
  return { body: walk(body), changes }
}
