// Below a plain text field: the figures that it quotes, its placeholders, and forbidden words in it.
import { Form, type FormInstance } from 'antd'
import { type BoundField, nodesOfField } from '#contract/articles/bound-fields.ts'
import { markOf, readFigure, readMove, readOpen } from '#contract/articles/bound-figures.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { directionName, priceParts } from '#contract/articles/template-fields.ts'
import { findWords } from '#contract/text.ts'
import type { ArticleValues } from './article-values.ts'

/** What the words are bound to, or null. */
function titleOf(node: BodyNode): string | null {
  const figure = readFigure(markOf(node, 'priceFigure')?.attrs)
  if (figure) {
    const [part] = Object.entries(priceParts).find(([, value]) => value === figure.part) ?? ['']
    return `${figure.code} ${figure.day} ${part}`
  }
  const move = readMove(markOf(node, 'priceMove')?.attrs)
  if (move) return `${directionName(move.when)}时的用词：${move.code} ${move.day}`
  return null
}

type Props = { form: FormInstance<ArticleValues>; field: BoundField; forbidden: readonly string[] }

export function BoundNote({ form, field, forbidden }: Props) {
  const text = Form.useWatch(field, form) ?? ''
  const bindings = Form.useWatch('bindings', { form, preserve: true }) ?? []
  let at = 0
  const nodes = nodesOfField({ [field]: text, bindings }, field)
  const open = nodes.filter((node) => readOpen(markOf(node, 'openField')?.attrs) !== null).length
  const bound = nodes.flatMap((node) => {
    const title = titleOf(node)
    const words = node.text ?? ''
    at += words.length
    return title === null ? [] : [{ key: at, title, words }]
  })
  const found = [...new Set(findWords(text, forbidden).map(({ from, to }) => text.slice(from, to)))]
  if (bound.length === 0 && found.length === 0 && open === 0) return null
  return (
    <p className="article-note article-bound">
      {bound.length > 0 && '引用的价格：'}
      {bound.map(({ key, title, words }) => (
        <span key={key} className="bound-figure" title={title}>
          {words}
        </span>
      ))}
      {open > 0 && <span>待补 {open} 处，价格发布后可用“补填待补”填入</span>}
      {found.length > 0 && <span className="is-forbidden">禁用词：{found.join('、')}</span>}
    </p>
  )
}
