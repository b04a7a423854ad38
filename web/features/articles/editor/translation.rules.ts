// Initial values of a translation: the blocks of the Chinese text, with what needs no translation.
import type { Article } from '../../../../contract/articles/articles.ts'
import { readFigure } from '../../../../contract/articles/bound-figures.ts'
import type { BodyNode } from '../../../../contract/articles/nodes.ts'
import type { ArticleValues } from './article-values.ts'

/** Copied whole: bound to prices, or without prose. */
const kept: ReadonlySet<string> = new Set(['table', 'priceTable', 'priceChart', 'picture', 'horizontalRule'])
const isFigure = ({ marks }: BodyNode) =>
  marks?.some(({ type, attrs }) => type === 'priceFigure' && readFigure(attrs) !== null) ?? false

/** The same blocks without their text; bound figures stay. */
export function skeletonOf(node: BodyNode): BodyNode {
  if (kept.has(node.type)) return node
  const content = (node.content ?? []).flatMap((child): BodyNode[] => {
    if (child.type !== 'text') return child.type === 'hardBreak' ? [] : [skeletonOf(child)]
    return isFigure(child) ? [child, { type: 'text', text: ' ' }] : []
  })
  const { content: _, ...own } = node
  return content.length > 0 ? { ...own, content } : own
}

/** Channels differ by edition and are chosen anew. */
export const translatedFrom = ({ newest }: Article): Partial<ArticleValues> => ({
  ...{ kind: newest.kind, newsCategoryId: newest.newsCategoryId, productIds: newest.productIds },
  ...{ publishAt: newest.publishAt, takeDownAt: newest.takeDownAt },
  body: skeletonOf(newest.body),
})
