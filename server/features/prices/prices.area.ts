// What the prices area registers with the application.
import { routes as chartNotes } from './chart-notes.routes.ts'
import { routes as entryPresence } from './entry-presence.routes.ts'
import { routes as openPrices } from './open-prices.routes.ts'
import { routes as priceData, priceDataExport } from './price-data.routes.ts'
import { pricesExport, pricesImport } from './price-sheets.ts'
import { routes as priceUses } from './price-uses.routes.ts'
import { routes as entries } from './prices.routes.ts'
import { quoteItemsExport, quoteItemsImport } from './quote-item-sheets.ts'
import { routes as quoteItems } from './quote-items.routes.ts'
import { priceReviewCause } from './reviews/review-notices.ts'
import { routes as reviewPresence } from './reviews/review-presence.routes.ts'
import { routes as differences, differencesExport } from './series/differences.routes.ts'
import { processesExport, processesImport } from './series/process-sheets.ts'
import { routes as processes } from './series/processes.routes.ts'
import { routes as series, seriesExport } from './series/series.routes.ts'
import { recomputeSeries } from './series/series-values.acts.ts'

export const prices = {
  causes: [priceReviewCause],
  routes: [
    ...entries,
    ...entryPresence,
    ...openPrices,
    ...priceData,
    ...priceUses,
    ...chartNotes,
    ...quoteItems,
    ...reviewPresence,
    ...series,
    ...processes,
    ...differences,
  ],
  sheets: [
    pricesImport,
    quoteItemsImport,
    pricesExport,
    priceDataExport,
    quoteItemsExport,
    seriesExport,
    processesImport,
    processesExport,
    differencesExport,
  ],
  jobs: [recomputeSeries],
}
