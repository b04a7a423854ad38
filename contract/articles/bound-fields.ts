// Figures in the plain text fields of an article. A field stays a text; a binding beside it names the words that it
// binds and what stands before them, and is found again by both: places would not survive editing. Rules read a field
// as inline nodes with the same marks as the body.
import { type Static, Type } from 'typebox'
import { plainFigure } from '#contract/ai/prompt-text.ts'
import { Fields, OneOf, Required, Text } from '#contract/fields.ts'
import { boundMarks } from './blocks.ts'
import {
  boundCells,
  type FigureBinding,
  figureMark,
  figuresIn,
  markOf,
  nodesIn,
  type QuotedFigure,
  readFigure,
  readTable,
} from './bound-figures.ts'
import type { BodyMark, BodyNode } from './nodes.ts'

export const boundFields = { title: '标题', subtitle: '副标题', summary: '摘要' } as const
export type BoundField = keyof typeof boundFields
export const boundFieldKeys = Object.keys(boundFields) as [BoundField, ...BoundField[]]

/** Characters before the words by which they are told from the same words elsewhere. */
const LEAD = 8

export const FieldBinding = Fields({
  field: OneOf('栏目', boundFieldKeys),
  text: Required('文字', 1_000),
  lead: Text('前文', LEAD),
  type: OneOf('类型', ['priceFigure', 'priceMove', 'openField']),
  /** Those of the mark. */
  attrs: Type.Unsafe<Readonly<Record<string, unknown>>>({
    type: 'object',
    title: '引用',
    additionalProperties: true,
  }),
})
export type FieldBinding = Static<typeof FieldBinding>

export type BoundTexts = Partial<Record<BoundField, string | readonly string[] | null>> & {
  bindings?: readonly FieldBinding[] | undefined
}
/** All texts that may quote a figure. */
export type BoundArticle = BoundTexts & { body: BodyNode }

/** The bindings whose attributes are valid, without others. */
export const cleanBindings = (bindings: readonly FieldBinding[]): FieldBinding[] =>
  bindings.flatMap((binding) => {
    const checks = Object.entries(boundMarks[binding.type]?.attrs ?? {})
    if (!checks.every(([name, isRight]) => isRight(binding.attrs[name]))) return []
    return [{ ...binding, attrs: Object.fromEntries(checks.map(([name]) => [name, binding.attrs[name]])) }]
  })

type Span = { from: number; to: number; mark: BodyMark; binding: FieldBinding }

/** A figure is not found inside a longer one: `800` is not in `7,800` or `800.5`. */
const isWhole = (text: string, from: number, to: number): boolean =>
  !(/\d/.test(text[from] ?? '') && /\d[.,]?$/.test(text.slice(Math.max(0, from - 2), from))) &&
  !(/\d$/.test(text.slice(from, to)) && /^[.,]?\d/.test(text.slice(to, to + 2)))

/** Every place of the words, in their order. */
function placesOf(text: string, words: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) {
    if (isWhole(text, at, at + words.length)) found.push(at)
  }
  return found
}

/** Length of the end that two texts share. */
function commonEnd(one: string, other: string): number {
  let length = 0
  while (length < Math.min(one.length, other.length) && one.at(-1 - length) === other.at(-1 - length)) length += 1
  return length
}

/** Bindings whose words are gone have no place. */
function spansIn(text: string, bindings: readonly FieldBinding[]): Span[] {
  const taken = new Set<string>()
  return bindings.flatMap((binding) => {
    const { text: words, lead, type, attrs } = binding
    // moves and figures inside them have the same place
    const free = placesOf(text, words).filter((from) => !taken.has(`${type} ${from}`))
    const shared = free.map((from) => commonEnd(lead, text.slice(0, from)))
    const from = free[shared.indexOf(Math.max(...shared))]
    if (from === undefined) return []
    if (type !== 'priceMove') taken.add(`${type} ${from}`)
    return [{ from, to: from + words.length, mark: { type, attrs }, binding }]
  })
}

const textOfField = (article: BoundTexts, field: BoundField): string => {
  const text = article[field]
  return typeof text === 'string' ? text : ''
}
const spansOf = (article: BoundTexts, field: BoundField): Span[] =>
  spansIn(
    textOfField(article, field),
    (article.bindings ?? []).filter((binding) => binding.field === field),
  )

/** The bindings whose words still stand in their fields: what a save keeps. */
export const standingBindings = (article: BoundTexts): FieldBinding[] =>
  boundFieldKeys.flatMap((field) => spansOf(article, field).map(({ binding }) => binding))

/** A field as inline nodes. */
export function nodesOfField(article: BoundTexts, field: BoundField): BodyNode[] {
  const text = textOfField(article, field)
  const spans = spansOf(article, field)
  const ends = new Set([0, text.length, ...spans.flatMap(({ from, to }) => [from, to])])
  const cuts = [...ends].sort((a, b) => a - b)
  return cuts.slice(1).map((to, i): BodyNode => {
    const from = cuts[i] ?? 0
    const marks = spans.filter((span) => span.from <= from && span.to >= to).map(({ mark }) => mark)
    return { type: 'text', text: text.slice(from, to), ...(marks.length > 0 && { marks }) }
  })
}

/** Back from inline nodes: the text, and its bindings in their order. */
export function fieldOfNodes(
  field: BoundField,
  nodes: readonly BodyNode[],
): { text: string; bindings: FieldBinding[] } {
  type Open = { key: string; at: number; type: FieldBinding['type']; attrs: FieldBinding['attrs']; text: string }
  const found: Open[] = []
  let open: Open[] = []
  let text = ''
  for (const node of nodes) {
    const own = (node.marks ?? []).filter(({ type }) => Object.hasOwn(boundMarks, type))
    open = own.map(({ type, attrs = {} }) => {
      const key = JSON.stringify([type, attrs])
      const before = open.find((each) => each.key === key)
      if (before) return before
      const begun: Open = { key, attrs, text: '', at: text.length, type: type as FieldBinding['type'] }
      found.push(begun)
      return begun
    })
    for (const each of open) each.text += node.text ?? ''
    text += node.text ?? ''
  }
  const bindings = found
    .filter((each) => each.text !== '')
    .map(({ at, type, attrs, text: words }) => ({
      field,
      type,
      attrs,
      text: words,
      lead: text.slice(Math.max(0, at - LEAD), at),
    }))
  return { text, bindings }
}

/** The field with nodes at its end, and all bindings. */
export function appended(article: BoundTexts, field: BoundField, nodes: readonly BodyNode[]) {
  const { text, bindings } = fieldOfNodes(field, [...nodesOfField(article, field), ...nodes])
  const others = (article.bindings ?? []).filter((binding) => binding.field !== field)
  return { [field]: text, bindings: [...others, ...bindings] }
}

const numeral = /[+-]?\d[\d,]*(?:\.\d+)?%?(?![年月日号时点\d])/u

/**
 * Marks of the article's figures by how they are written. Figures of one entry that are equal are its average; a figure that two
 * entries have says nothing.
 */
function marksByFigure({ body, ...texts }: BoundArticle): ReadonlyMap<string, FigureBinding | null> {
  const known = new Map<string, FigureBinding | null>()
  const note = (words: string, binding: FigureBinding) => {
    const before = known.get(plainFigure(words))
    const isOther = before !== undefined && before?.priceId !== binding.priceId
    if (isOther) known.set(plainFigure(words), null)
    else if (!before || binding.part === 'average') known.set(plainFigure(words), binding)
  }
  for (const { node } of [...fieldParagraphs(texts), { node: body }]) {
    for (const each of nodesIn(node)) {
      const binding = readFigure(markOf(each, 'priceFigure')?.attrs)
      if (binding && each.text) note(each.text, binding)
      const table = each.type === 'priceTable' ? readTable(each.attrs) : null
      for (const row of table?.rows ?? []) for (const cell of boundCells(row, table?.day ?? '')) note(...cell)
    }
  }
  return known
}

/** The field with a text from elsewhere, in which figures that the article binds are bound again. The field's bindings stay: undone, they count. */
export function rebound(article: BoundArticle, field: BoundField, text: string) {
  const known = marksByFigure(article)
  const nodes = text.split(new RegExp(`(${numeral.source})`, 'u')).map((words): BodyNode => {
    const binding = numeral.test(words) ? known.get(plainFigure(words)) : undefined
    return binding ? { type: 'text', text: words, marks: [figureMark(binding)] } : { type: 'text', text: words }
  })
  const { bindings } = fieldOfNodes(field, nodes)
  return [...bindings, ...(article.bindings ?? [])]
}

/** The text fields as nodes, for rules that read nodes. */
export const fieldParagraphs = (article: BoundTexts): { field: BoundField; node: BodyNode }[] =>
  boundFieldKeys.map((field) => ({ field, node: { type: 'paragraph', content: nodesOfField(article, field) } }))

/** The figures of the text fields. A place begins with the name of its field. */
export const figuresInFields = (article: BoundTexts): QuotedFigure[] =>
  fieldParagraphs(article).flatMap(({ field, node }) =>
    figuresIn(node).map((figure) => ({ ...figure, place: `${field}-${figure.place}` })),
  )

/** Every figure that an article quotes, wherever it stands. */
export const quotedFigures = (article: BoundArticle): QuotedFigure[] => [
  ...figuresInFields(article),
  ...figuresIn(article.body),
]
