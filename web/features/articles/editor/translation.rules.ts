// What an English article begins with: the places of its Chinese one, and of the text what needs no translation.
import type { Article } from '../../../../contract/articles/articles.ts'
import { readFigure } from '../../../../contract/articles/bound-figures.ts'
import type { BodyNode } from '../../../../contract/articles/nodes.ts'
import type { ArticleValues } from './article-values.ts'

/** Kept whole: they stay bound, or hold figures. */
const kept: ReadonlySet<string> = new Set(['table', 'priceTable', 'priceChart', 'picture', 'horizontalRule'])
const isFigure = ({ marks }: BodyNode) =>
  marks?.some(({ type, attrs }) => type === 'priceFigure' && readFigure(attrs) !== null) ?? false

/** The same blocks, without their words; bound figures stand where they are to be written around. */
export function skeletonOf(node: BodyNode): BodyNode {
  if (kept.has(node.type)) return node
  const content = (node.content ?? []).flatMap((child): BodyNode[] => {
    if (child.type !== 'text') return child.type === 'hardBreak' ? [] : [skeletonOf(child)]
    return isFigure(child) ? [child, { type: 'text', text: ' ' }] : []
  })
  const { content: _, ...own } = node
  return content.length > 0 ? { ...own, content } : own
}

/** Channels are of an edition, and are chosen anew. */
export const translatedFrom = ({ newest }: Article): Partial<ArticleValues> => ({
  ...{ kind: newest.kind, newsCategoryId: newest.newsCategoryId, productIds: newest.productIds },
  ...{ publishAt: newest.publishAt, takeDownAt: newest.takeDownAt },
  body: skeletonOf(newest.body),
})
