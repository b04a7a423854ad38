// Every text of an article that readers see or search by, with the place where it stands.
import { type BoundTexts, boundFieldKeys, boundFields } from './bound-fields.ts'
import { nodesIn, readChart, readTable } from './bound-figures.ts'
import type { BodyNode } from './nodes.ts'

export type ArticleTexts = BoundTexts & {
  body: BodyNode
  keywords?: string | readonly string[] | null
  tags?: string | readonly string[] | null
}
export type PlacedText = { place: string; text: string }

const isTextblock = ({ type }: BodyNode) => type === 'paragraph' || type === 'heading'
const inline = ({ content = [] }: BodyNode) => content.map(({ text }) => text ?? '\n').join('')

/** Cached by node object, as texts of blocks are: the editor keeps the nodes of what does not change. */
const known = new WeakMap<BodyNode, PlacedText[]>()

function textsInBlock(block: BodyNode): PlacedText[] {
  const before = known.get(block)
  if (before) return before
  const found: PlacedText[] = []
  const add = (place: string, text: unknown) => {
    if (typeof text === 'string' && text.trim() !== '') found.push({ place, text })
  }
  const isTable = block.type === 'table' || block.type === 'priceTable'
  for (const node of nodesIn(block)) {
    const { type, attrs } = node
    if (isTextblock(node)) add(isTable ? '表格' : '正文', inline(node))
    if (type === 'table' || type === 'priceTable') add('表格标题', attrs?.caption)
    if (type === 'picture') {
      add('图片说明', attrs?.caption)
      add('图片替代文字', attrs?.alt)
    }
    if (type === 'priceTable')
      for (const { cells } of readTable(attrs)?.rows ?? []) for (const cell of cells) add('表格', cell)
    if (type === 'priceChart') add('走势图标题', readChart(attrs)?.title)
  }
  known.set(block, found)
  return found
}

const listOf = (value: ArticleTexts['keywords']): readonly string[] =>
  typeof value === 'string' ? [value] : (value ?? [])

export function textsIn(article: ArticleTexts): PlacedText[] {
  const fields = boundFieldKeys.flatMap((field) => {
    const text = article[field]
    return typeof text === 'string' && text !== '' ? [{ place: boundFields[field], text }] : []
  })
  return [
    ...fields,
    ...listOf(article.keywords).map((text) => ({ place: '关键词', text })),
    ...listOf(article.tags).map((text) => ({ place: '标签', text })),
    ...(article.body.content ?? []).flatMap(textsInBlock),
  ]
}
