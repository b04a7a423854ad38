// Fills the placeholders of an article whose prices are out by now. A placeholder remembers its template source, day and
// product; everything else stays as its author left it.
import { mapBody } from './body.ts'
import {
  type BoundArticle,
  type BoundField,
  boundFieldKeys,
  type FieldBinding,
  fieldOfNodes,
  nodesOfField,
} from './bound-fields.ts'
import { markOf, nodesIn, type OpenField, readOpen, readTable } from './bound-figures.ts'
import type { BodyNode } from './nodes.ts'
import { Filler, type FillSource, settled } from './template-fill.ts'
import { type Piece, readParagraph, type Template, type TemplateTree } from './template-text.ts'

/** What placeholders are filled for. */
type FillPlace = Pick<OpenField, 'day' | 'productId'>

/** Title, subtitle, summary and body with what can be filled now. */
export type Refilled = Record<BoundField, string> & { bindings: readonly FieldBinding[]; body: BodyNode }

const openOf = (node: BodyNode) => readOpen(markOf(node, 'openField')?.attrs)
const isFor = (open: OpenField | null, place: FillPlace): open is OpenField =>
  open?.day === place.day && open.productId === place.productId

const inlineOf = (article: BoundArticle): BodyNode[] => [
  ...boundFieldKeys.flatMap((field) => nodesOfField(article, field)),
  ...nodesIn(article.body),
]
const tablesIn = ({ body }: BoundArticle) =>
  [...nodesIn(body)].flatMap(({ type, attrs }) => (type === 'priceTable' ? (readTable(attrs) ?? []) : []))

/** Days and products of the placeholders. A table that lacks rows names the product of one of its day's placeholders. */
export function openPlacesOf(article: BoundArticle): FillPlace[] {
  const opens = inlineOf(article).flatMap((node) => openOf(node) ?? [])
  const tables = tablesIn(article).flatMap(({ day, wanted, productId }) =>
    wanted && productId ? [{ day, productId }] : [],
  )
  const found = new Map([...opens, ...tables].map(({ day, productId }) => [`${day} ${productId}`, { day, productId }]))
  return [...found.values()]
}

/** Placeholders, and rows that tables lack. */
export const countOpen = (article: BoundArticle): number =>
  inlineOf(article).filter((node) => openOf(node) !== null).length +
  tablesIn(article).reduce((sum, { wanted, rows }) => sum + (wanted ? Math.max(0, wanted.length - rows.length) : 0), 0)

const piecesOf = (nodes: readonly BodyNode[], place: FillPlace): Piece[] =>
  nodes.flatMap((node): readonly Piece[] => {
    const open = openOf(node)
    if (!isFor(open, place)) return [{ kind: 'node', node }]
    const marks = (node.marks ?? []).filter(({ type }) => type !== 'openField')
    return readParagraph([{ type: 'text', text: open.source, ...(marks.length > 0 && { marks }) }], 0).pieces
  })

function treeOf(node: BodyNode, place: FillPlace): TemplateTree {
  const content = node.content ?? []
  if (content.some((child) => isFor(openOf(child), place))) return { node, pieces: piecesOf(content, place) }
  const isText = content.some(({ type }) => type === 'text')
  return content.length > 0 && !isText ? { node, children: content.map((child) => treeOf(child, place)) } : { node }
}

/** The placeholders of one place as a template, and the codes of the tables that lack rows. */
export const openTemplate = (
  article: BoundArticle,
  place: FillPlace,
): { template: Template; codes: readonly string[] } => ({
  template: {
    tree: treeOf(article.body, place),
    title: [],
    problems: [],
    summary: boundFieldKeys.flatMap((field) => piecesOf(nodesOfField(article, field), place)),
  },
  codes: tablesIn(article).flatMap(({ day, wanted = [] }) => (day === place.day ? wanted : [])),
})

const textsBy = (text: (field: BoundField) => string): Record<BoundField, string> => ({
  title: text('title'),
  subtitle: text('subtitle'),
  summary: text('summary'),
})

/** The texts as they are. */
export const textsOf = (article: BoundArticle): Refilled => ({
  ...textsBy((field) => String(article[field] ?? '')),
  bindings: article.bindings ?? [],
  body: article.body,
})

export function refill(article: BoundArticle, source: FillSource): Refilled {
  const filler = new Filler(source)
  const fields = new Map(
    boundFieldKeys.map((field) => [
      field,
      fieldOfNodes(field, filler.pieces(piecesOf(nodesOfField(article, field), source))),
    ]),
  )
  const [body = article.body] = filler.tree(treeOf(article.body, source))
  return {
    ...textsBy((field) => fields.get(field)?.text ?? ''),
    bindings: [...fields.values()].flatMap(({ bindings }) => bindings),
    body: settled(mapBody(body, (node) => (node.type === 'priceTable' ? filler.rowsOf(node) : node))),
  }
}
