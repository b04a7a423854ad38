// Reads that show series; a change of a series, process or table of differences invalidates them.
import { listProcessValues } from '#contract/prices/processes.ts'
import { listSeriesValues, seriesCalls } from '#contract/prices/series-calls.ts'

export const seriesReads = [seriesCalls.list, seriesCalls.get, listSeriesValues, listProcessValues]
