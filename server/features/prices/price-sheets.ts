// Prices and quote items into spreadsheets.
import {
  priceStatusLabels,
  quoteFrequencyLabels,
  quoteSourceLabels,
  quoteStatusLabels,
} from '../../../contract/prices/price-labels.ts'
import { exportPrices, type PriceExportKey } from '../../../contract/prices/price-sheets.ts'
import type { PriceRow } from '../../../contract/prices/prices.ts'
import { exportQuoteItems, type QuoteItemExportKey, type QuoteItemRow } from '../../../contract/prices/quote-items.ts'
import { declareExport } from '../../core/sheets/exports.ts'
import { eachPrice } from './prices.queries.ts'
import { eachQuoteItem } from './quote-items.queries.ts'

export const pricesExport = declareExport<PriceExportKey, PriceRow>(exportPrices, {
  target: 'price',
  list: eachPrice,
  scope: (viewer) => ({ viewer }),
  columns: {
    day: { width: 12, cell: ({ day }) => day },
    productName: { width: 20, cell: ({ productName }) => productName },
    itemName: { width: 26, cell: ({ itemName }) => itemName },
    market: { width: 14, cell: ({ market }) => market },
    specification: { width: 18, cell: ({ specification }) => specification },
    unit: { width: 10, cell: ({ unit }) => unit },
    low: { width: 12, isNumber: true, cell: ({ low }) => low },
    high: { width: 12, isNumber: true, cell: ({ high }) => high },
    average: { width: 12, isNumber: true, cell: ({ average }) => average },
    change: { width: 12, isNumber: true, cell: ({ change }) => change },
    percent: { width: 12, isNumber: true, cell: ({ percent }) => percent },
    status: { width: 10, cell: ({ status }) => priceStatusLabels[status] },
    remark: { width: 30, cell: ({ remark }) => remark },
    submittedByName: { width: 12, cell: ({ submittedByName }) => submittedByName ?? '' },
    verifiedByName: { width: 12, cell: ({ verifiedByName }) => verifiedByName ?? '' },
    publication: { width: 10, isNumber: true, cell: ({ publication }) => publication },
  },
})

export const quoteItemsExport = declareExport<QuoteItemExportKey, QuoteItemRow>(exportQuoteItems, {
  target: 'quoteItem',
  list: eachQuoteItem,
  scope: (viewer) => ({ viewer }),
  columns: {
    code: { width: 12, cell: ({ code }) => code },
    productName: { width: 20, cell: ({ productName }) => productName },
    name: { width: 26, cell: ({ name }) => name },
    market: { width: 14, cell: ({ market }) => market },
    specification: { width: 18, cell: ({ specification }) => specification },
    unit: { width: 10, cell: ({ unit }) => unit },
    frequency: { width: 12, cell: ({ frequency }) => quoteFrequencyLabels[frequency] },
    dueTime: { width: 12, cell: ({ dueTime }) => dueTime },
    source: { width: 10, cell: ({ source }) => quoteSourceLabels[source] },
    analystName: { width: 12, cell: ({ analystName }) => analystName ?? '' },
    deputyName: { width: 12, cell: ({ deputyName }) => deputyName ?? '' },
    status: { width: 10, cell: ({ status }) => quoteStatusLabels[status] },
    stopReason: { width: 24, cell: ({ stopReason }) => stopReason },
    stoppedOn: { width: 12, cell: ({ stoppedOn }) => stoppedOn ?? '' },
    lastDay: { width: 12, cell: ({ lastDay }) => lastDay ?? '' },
  },
})
