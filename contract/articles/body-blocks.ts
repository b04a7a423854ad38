// A body as its top-level blocks: what is compared, merged and counted.

import { countWords } from '#contract/rich-text.ts'
import { readChart, readTable, shownTable } from './bound-figures.ts'
import type { BodyNode } from './nodes.ts'

export type BlockKind = 'text' | 'heading' | 'list' | 'quote' | 'table' | 'picture' | 'chart' | 'line'
export type Block = {
  kind: BlockKind
  node: BodyNode
  text: string
  /** Of a table: its caption, if any, and its cells by row. */
  rows?: readonly (readonly string[])[]
}

const kinds: Readonly<Record<string, BlockKind>> = {
  heading: 'heading',
  bulletList: 'list',
  orderedList: 'list',
  blockquote: 'quote',
  table: 'table',
  priceTable: 'table',
  picture: 'picture',
  priceChart: 'chart',
  horizontalRule: 'line',
}

const textblocks: ReadonlySet<string> = new Set(['paragraph', 'heading'])

const captionOf = ({ attrs }: BodyNode): string => (typeof attrs?.caption === 'string' ? attrs.caption : '')

/** Caches by node object: nodes are immutable, and the editor keeps the nodes of paragraphs that do not change. */
const texts = new WeakMap<BodyNode, string>()
const counts = new WeakMap<BodyNode, number>()

/** Plain text of a node; blocks inside it are separated by line breaks. */
export function textOf(node: BodyNode): string {
  const known = texts.get(node)
  if (known !== undefined) return known
  const caption = captionOf(node)
  const text = caption === '' ? wordsOf(node) : [caption, wordsOf(node)].filter(Boolean).join('\n')
  texts.set(node, text)
  return text
}

function countIn(block: BodyNode): number {
  const known = counts.get(block)
  if (known !== undefined) return known
  const count = countWords(textOf(block))
  counts.set(block, count)
  return count
}

/** Word count of a body; no word spans two blocks. */
export const wordsInBody = ({ content = [] }: BodyNode): number =>
  content.reduce((sum, block) => sum + countIn(block), 0)

function wordsOf(node: BodyNode): string {
  if (node.type === 'text') return node.text ?? ''
  if (node.type === 'hardBreak') return '\n'
  if (node.type === 'priceTable')
    return (readTable(node.attrs)?.rows ?? []).map(({ cells }) => cells.join(' ')).join('\n')
  if (node.type === 'priceChart') return readChart(node.attrs)?.title ?? ''
  const inner = (node.content ?? []).map(textOf)
  return textblocks.has(node.type) ? inner.join('') : inner.filter((each) => each !== '').join('\n')
}

function priceRows(node: BodyNode): readonly (readonly string[])[] {
  const table = readTable(node.attrs)
  if (!table) return []
  const { head, rows } = shownTable(table)
  return [head, ...rows]
}

function rowsOf(node: BodyNode): readonly (readonly string[])[] {
  const caption = captionOf(node)
  const rows =
    node.type === 'priceTable' ? priceRows(node) : (node.content ?? []).map((row) => (row.content ?? []).map(textOf))
  return caption === '' ? rows : [[caption], ...rows]
}

/** Cached by node object, like the texts. */
const known = new WeakMap<BodyNode, Block>()

function blockOf(node: BodyNode): Block {
  const before = known.get(node)
  if (before) return before
  const kind = kinds[node.type] ?? 'text'
  const block: Block = { kind, node, text: textOf(node), ...(kind === 'table' && { rows: rowsOf(node) }) }
  known.set(node, block)
  return block
}

export const blocksOf = (body: BodyNode): Block[] => (body.content ?? []).map(blockOf)

const pictures = new WeakMap<BodyNode, number>()

export function picturesIn(node: BodyNode): number {
  const before = pictures.get(node)
  if (before !== undefined) return before
  const own = node.type === 'picture' ? 1 : 0
  const count = (node.content ?? []).reduce((sum, child) => sum + picturesIn(child), own)
  pictures.set(node, count)
  return count
}
