// Reads that show series: out of date once one has changed, and once a process or a table of differences has.
import { listProcessValues } from '../../../contract/prices/processes.ts'
import { listSeriesValues, seriesCalls } from '../../../contract/prices/series-calls.ts'

export const seriesReads = [seriesCalls.list, seriesCalls.get, listSeriesValues, listProcessValues]
