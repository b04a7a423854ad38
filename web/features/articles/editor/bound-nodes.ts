// Editor nodes that are bound to quote items (contract/articles/bound-figures.ts). The binding is serialised in
// `data-bound`, so that it survives copying within and between articles.
import { Mark, Node } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import {
  isShortText,
  readChart,
  readFigure,
  readMove,
  readOpen,
  readTable,
  shownTable,
} from '#contract/articles/bound-figures.ts'
import { directionName } from '#contract/articles/template-fields.ts'
import { ChartNodeView } from './chart-node-view.tsx'

type Attributes = Record<string, unknown>

function boundAs<T extends object>(type: string, read: (attrs: Attributes) => T | null) {
  return (element: HTMLElement): T | false => {
    try {
      const { type: found, ...attrs } = JSON.parse(element.dataset.bound ?? '') as Attributes
      return (found === type && read(attrs)) || false
    } catch {
      return false
    }
  }
}

const bound = (type: string, attrs: Attributes) => ({ 'data-bound': JSON.stringify({ type, ...attrs }) })
const fields = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { default: null, rendered: false }]))

const PriceFigure = Mark.create({
  name: 'priceFigure',
  inclusive: false,
  addAttributes: () => fields('code', 'part', 'day', 'priceId', 'publication'),
  parseHTML: () => [{ tag: 'span[data-bound]', getAttrs: boundAs('priceFigure', readFigure) }],
  renderHTML: ({ mark }) => [
    'span',
    { class: 'bound-figure', title: `${mark.attrs.code} ${mark.attrs.day}`, ...bound('priceFigure', mark.attrs) },
    0,
  ],
})

/** Words that depend on a move; nested conditions put several on one text. */
const PriceMove = Mark.create({
  name: 'priceMove',
  inclusive: false,
  excludes: '',
  addAttributes: () => fields('code', 'when', 'day', 'priceId', 'publication'),
  parseHTML: () => [{ tag: 'span[data-bound]', getAttrs: boundAs('priceMove', readMove) }],
  renderHTML: ({ mark }) => [
    'span',
    {
      title: `${directionName(mark.attrs.when)}时的用词：${mark.attrs.code} ${mark.attrs.day}`,
      ...bound('priceMove', mark.attrs),
    },
    0,
  ],
})

/** A placeholder that is filled once its price is out. */
const OpenField = Mark.create({
  name: 'openField',
  inclusive: false,
  addAttributes: () => fields('source', 'day', 'productId'),
  parseHTML: () => [{ tag: 'span[data-bound]', getAttrs: boundAs('openField', readOpen) }],
  renderHTML: ({ mark }) => ['span', { title: String(mark.attrs.source), ...bound('openField', mark.attrs) }, 0],
})

const cells = (tag: 'td' | 'th', isFigure: (column: number) => boolean) => (texts: readonly string[]) =>
  ['tr', ...texts.map((text, i) => [tag, { class: isFigure(i) ? 'rt-right' : null }, text])] as const

const readCaptioned = (attrs: Attributes) => {
  const table = readTable(attrs)
  return table && { ...table, caption: isShortText(attrs.caption) ? attrs.caption : null }
}

const PriceTable = Node.create({
  name: 'priceTable',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => fields('day', 'rows', 'caption', 'edition', 'wanted', 'productId'),
  parseHTML: () => [{ tag: 'div[data-bound]', getAttrs: boundAs('priceTable', readCaptioned) }],
  renderHTML: ({ node }) => {
    const { head, rows, isFigure } = shownTable(readTable(node.attrs) ?? { rows: [] })
    const body = ['tbody', cells('th', isFigure)(head), ...rows.map(cells('td', isFigure))]
    const caption = typeof node.attrs.caption === 'string' ? [['caption', node.attrs.caption]] : []
    return ['div', { class: 'bound-block', ...bound('priceTable', node.attrs) }, ['table', ...caption, body]] as never
  },
})

const PriceChart = Node.create({
  name: 'priceChart',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => fields('code', 'day', 'days', 'title', 'unit', 'points', 'note'),
  parseHTML: () => [{ tag: 'div[data-bound]', getAttrs: boundAs('priceChart', readChart) }],
  renderHTML: ({ node }) => [
    'div',
    { class: 'bound-block bound-chart', ...bound('priceChart', node.attrs) },
    String(node.attrs.title ?? ''),
  ],
  addNodeView: () => ReactNodeViewRenderer(ChartNodeView),
})

export const boundNodes = [PriceFigure, PriceMove, OpenField, PriceTable, PriceChart]
