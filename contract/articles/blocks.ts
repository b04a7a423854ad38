// Blocks and marks of an article's body that are bound to prices: the checks of their attributes, and their HTML.

import {
  arePoints,
  areWanted,
  type ChartBinding,
  isCode,
  isDay,
  isDirection,
  isEntryId,
  isPart,
  isShortText,
  isSource,
  isTableRow,
  readChart,
  readTable,
  shownTable,
} from './bound-figures.ts'
import { attribute, type BlockRule, escapeHtml } from './nodes.ts'
import { chartDays } from './template-fields.ts'

const cell = (tag: 'td' | 'th', isFigure: (column: number) => boolean) => (text: string, i: number) =>
  `<${tag}><p${isFigure(i) ? ' class="rt-right"' : ''}>${escapeHtml(text)}</p></${tag}>`

/** Attribute with the file id of the picture that the server drew of a chart. Never stored in a body. */
export const DRAWN = 'drawnId'

const chartTitle = ({ title, unit }: ChartBinding) => (unit ? `${title}（${unit}）` : title)

/** Alternative text of the picture. */
function chartWords({ points }: ChartBinding): string {
  const [first, last] = [points[0], points.at(-1)]
  return first && last ? `${first.day} 均价 ${first.value}，${last.day} 均价 ${last.value}` : ''
}

/** Caption element of a table. */
export const captionOf = (caption: unknown) => (caption ? `<caption>${escapeHtml(String(caption))}</caption>` : '')

/** By node type. */
export const blocks: Readonly<Record<string, BlockRule>> = {
  priceTable: {
    attrs: {
      day: isDay,
      rows: (rows) => Array.isArray(rows) && rows.every(isTableRow),
      caption: isShortText,
      edition: (edition) => edition === 'en',
      wanted: areWanted,
      productId: isEntryId,
    },
    html: (attrs) => {
      const table = readTable(attrs)
      if (!table) return ''
      const { head, rows, isFigure } = shownTable(table)
      const row = (tag: 'td' | 'th') => (cells: readonly string[]) =>
        `<tr>${cells.map(cell(tag, isFigure)).join('')}</tr>`
      return `<table>${captionOf(attrs.caption)}<tbody>${row('th')(head)}${rows.map(row('td')).join('')}</tbody></table>`
    },
  },
  priceChart: {
    attrs: {
      code: isCode,
      day: isDay,
      title: isShortText,
      unit: isShortText,
      points: arePoints,
      note: isShortText,
      days: (days) => chartDays.some((each) => each === days),
    },
    html: (attrs) => {
      const chart = readChart(attrs)
      if (!chart) return ''
      const alt = escapeHtml(chartWords(chart))
      const picture = isEntryId(attrs[DRAWN]) ? `<img${attribute('data-file-id', attrs[DRAWN])} alt="${alt}" />` : ''
      const lines = [chartTitle(chart), chart.note].filter((line) => line !== '')
      return picture + lines.map((line) => `<p class="rt-center">${escapeHtml(line)}</p>`).join('')
    },
  },
}

/** By mark type: a figure of a published entry, words that depend on its move, and a placeholder for what has none. */
export const boundMarks: Readonly<Record<string, BlockRule>> = {
  priceFigure: {
    attrs: { code: isCode, day: isDay, part: isPart, priceId: isEntryId, publication: isEntryId },
    html: (_, inner) => inner,
  },
  priceMove: {
    attrs: { code: isCode, day: isDay, when: isDirection, priceId: isEntryId, publication: isEntryId },
    html: (_, inner) => inner,
  },
  openField: {
    attrs: { source: isSource, day: isDay, productId: isEntryId },
    html: (_, inner) => inner,
  },
}
