// Blocks and marks of an article's body that are bound to prices: what their attributes may be, and the HTML that readers see.

import {
  isChartTitle,
  isCode,
  isDay,
  isEntryId,
  isPart,
  isTableRow,
  readChart,
  readTable,
  tableHead,
} from './bound-figures.ts'
import { type BlockRule, escapeHtml } from './nodes.ts'
import { chartDays } from './template-fields.ts'

/** Columns of figures. */
const isFigure = (column: number) => column >= 2 && column <= 6
const cell = (tag: 'td' | 'th') => (text: string, i: number) =>
  `<${tag}><p${isFigure(i) ? ' class="rt-right"' : ''}>${escapeHtml(text)}</p></${tag}>`

/** By the name of the node. */
export const blocks: Readonly<Record<string, BlockRule>> = {
  priceTable: {
    attrs: { day: isDay, rows: (rows) => Array.isArray(rows) && rows.every(isTableRow) },
    html: (attrs) => {
      const { rows } = readTable(attrs) ?? { rows: [] }
      if (rows.length === 0) return ''
      const body = rows.map(({ cells }) => `<tr>${cells.map(cell('td')).join('')}</tr>`).join('')
      return `<table><tbody><tr>${tableHead.map(cell('th')).join('')}</tr>${body}</tbody></table>`
    },
  },
  priceChart: {
    attrs: { code: isCode, day: isDay, days: (days) => chartDays.some((each) => each === days), title: isChartTitle },
    html: (attrs) => `<p class="rt-center">${escapeHtml(readChart(attrs)?.title ?? '')}</p>`,
  },
}

/** By the name of the mark: a figure of a published entry. */
export const boundMarks: Readonly<Record<string, BlockRule>> = {
  priceFigure: {
    attrs: { code: isCode, day: isDay, part: isPart, priceId: isEntryId, publication: isEntryId },
    html: (_, inner) => inner,
  },
}
