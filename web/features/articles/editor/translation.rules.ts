// Initial values of a translation: the blocks of the Chinese text, with what needs no translation, and in English what
// the register knows: names and units of quote items, headings and captions that are terms. The rest is marked.
import type { Article } from '#contract/articles/articles.ts'
import {
  type ChartBinding,
  readChart,
  readFigure,
  readTable,
  type TableBinding,
} from '#contract/articles/bound-figures.ts'
import { unitInEnglish } from '#contract/articles/english.ts'
import { directionInEnglish } from '#contract/articles/figure-rules.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { untranslated } from '#contract/articles/template-fields.ts'
import type { Term } from '#contract/articles/terms.ts'
import type { ArticleValues } from './article-values.ts'

/** What has English names: quote items by code, and terms. */
export type Register = { names: ReadonlyMap<string, string>; terms: readonly Term[] }

const isChinese = (text: string) => /\p{Script=Han}/u.test(text)
const isFigure = ({ marks }: BodyNode) =>
  marks?.some(({ type, attrs }) => type === 'priceFigure' && readFigure(attrs) !== null) ?? false

/** A whole text in English: by the dictionary, or marked. */
function inEnglish(text: string, { terms }: Register): string {
  if (!isChinese(text)) return text
  const found = terms.find(({ chinese, english }) => english !== '' && chinese === text.trim())
  return found ? found.english : untranslated(text.trim())
}

/** The English name of an item, or its Chinese one marked. */
const nameOf = (code: string, chinese: string, { names }: Register): string =>
  names.get(code) || (isChinese(chinese) ? untranslated(chinese) : chinese)

function unitOf(unit: string): string {
  const english = unitInEnglish(unit)
  return isChinese(english) ? untranslated(unit) : english
}

/** Attributes that hold a text. */
function textAttrs({ attrs = {} }: BodyNode, register: Register): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attrs).map(([name, value]) => {
      const isText = (name === 'caption' || name === 'alt') && typeof value === 'string'
      return [name, isText ? inEnglish(value, register) : value]
    }),
  )
}

const tableRows = ({ rows }: TableBinding, register: Register) =>
  rows.map(({ cells, ...row }) => {
    const [name = '', , ...rest] = cells
    // markets have no English names: the item's includes it
    return { ...row, cells: [nameOf(row.code, name, register), '', ...rest.slice(0, -1), unitOf(rest.at(-1) ?? '')] }
  })

function chartTitle({ code, days, title }: ChartBinding, { names }: Register): string {
  const name = names.get(code)
  return name ? `${name}, last ${days} days` : untranslated(title)
}

/** Tables, charts and pictures: kept whole, their texts in English. */
function blockOf(node: BodyNode, register: Register): BodyNode | null {
  if (node.type === 'horizontalRule') return node
  const attrs = textAttrs(node, register)
  if (node.type === 'picture') return { ...node, attrs }
  if (node.type === 'priceTable') {
    const table = readTable(node.attrs)
    return table && { ...node, attrs: { ...attrs, edition: 'en', rows: tableRows(table, register) } }
  }
  if (node.type === 'priceChart') {
    const chart = readChart(node.attrs)
    return chart && { ...node, attrs: { ...attrs, title: chartTitle(chart, register), unit: unitOf(chart.unit) } }
  }
  if (node.type !== 'table') return null
  const cell = (each: BodyNode): BodyNode =>
    each.type === 'text'
      ? { ...figureOf(each), text: isFigure(each) ? (figureOf(each).text ?? '') : inEnglish(each.text ?? '', register) }
      : { ...each, ...(each.content && { content: each.content.map(cell) }) }
  return { ...cell(node), ...(node.attrs && { attrs }) }
}

/** A bound figure alone: words of a move are written anew, a direction has its own word. */
function figureOf(node: BodyNode): BodyNode {
  const marks = node.marks?.filter(({ type }) => type !== 'priceMove' && type !== 'openField') ?? []
  const { marks: _, ...own } = node
  return { ...own, text: directionInEnglish(node.text ?? ''), ...(marks.length > 0 && { marks }) }
}

/** The same blocks without their prose; bound figures stay. */
export function skeletonOf(node: BodyNode, register: Register): BodyNode {
  const block = blockOf(node, register)
  if (block) return block
  const { content: children = [], ...own } = node
  const heading =
    node.type === 'heading' && !children.some(isFigure) ? children.map(({ text }) => text ?? '').join('') : ''
  if (heading.trim() !== '') return { ...own, content: [{ type: 'text', text: inEnglish(heading, register) }] }
  const content = children.flatMap((child): BodyNode[] => {
    if (child.type !== 'text') return child.type === 'hardBreak' ? [] : [skeletonOf(child, register)]
    return isFigure(child) ? [figureOf(child), { type: 'text', text: ' ' }] : []
  })
  return content.length > 0 ? { ...own, content } : own
}

/** Channels differ by edition and are chosen anew. */
export const translatedFrom = ({ newest }: Article, register: Register): Partial<ArticleValues> => ({
  kind: newest.kind,
  newsCategoryId: newest.newsCategoryId,
  productIds: newest.productIds,
  publishAt: newest.publishAt,
  takeDownAt: newest.takeDownAt,
  body: skeletonOf(newest.body, register),
})
