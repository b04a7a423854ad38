// Derived series out to spreadsheets.
import { quoteStatusLabels } from '../../../../contract/prices/price-labels.ts'
import { exportSeries, type SeriesExportKey, type SeriesRow } from '../../../../contract/prices/series-calls.ts'
import { seriesKindLabels } from '../../../../contract/prices/series-labels.ts'
import { declareExport } from '../../../core/sheets/exports.ts'
import { eachSeries } from './series.queries.ts'

export const seriesExport = declareExport<SeriesExportKey, SeriesRow>(exportSeries, {
  target: 'series',
  list: eachSeries,
  scope: (viewer) => ({ viewer }),
  columns: {
    code: { width: 12, cell: ({ code }) => code },
    productName: { width: 20, cell: ({ productName }) => productName },
    name: { width: 26, cell: ({ name }) => name },
    kind: { width: 12, cell: ({ kind }) => seriesKindLabels[kind] },
    formula: { width: 40, cell: ({ formula }) => formula },
    unit: { width: 10, cell: ({ unit }) => unit },
    decimals: { width: 10, isNumber: true, cell: ({ decimals }) => String(decimals) },
    withinDays: { width: 14, isNumber: true, cell: ({ withinDays }) => String(withinDays) },
    lastDay: { width: 12, isDay: true, cell: ({ lastDay }) => lastDay ?? '' },
    lastValue: { width: 12, isNumber: true, cell: ({ lastValue }) => lastValue },
    status: { width: 10, cell: ({ status }) => quoteStatusLabels[status] },
    stopReason: { width: 24, cell: ({ stopReason }) => stopReason },
    stoppedOn: { width: 12, isDay: true, cell: ({ stoppedOn }) => stoppedOn ?? '' },
    remark: { width: 30, cell: ({ remark }) => remark },
  },
})
