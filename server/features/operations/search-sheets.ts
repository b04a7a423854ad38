// Imports the reports of the search engines.
import { dayOf } from '../../../contract/days.ts'
import {
  type SearchLevel,
  type SearchSource,
  searchLevelLabels,
  searchLevels,
  searchSources,
} from '../../../contract/operations/search-labels.ts'
import { type SearchImportKey, searchImports } from '../../../contract/operations/search-sheets.ts'
import { refuse } from '../../core/http/refusal.ts'
import { declareImport, type Import } from '../../core/sheets/imports.ts'
import { type CheckContext, whole } from '../../core/sheets/imports-check.ts'
import { type ReportLine, storeReport } from './search-reports.queries.ts'
import {
  deviceNames,
  isReportHeader,
  readAmount,
  readCount,
  readDevice,
  readRegion,
  unfoldReport,
} from './search-sheets.rules.ts'

type Checking = CheckContext<SearchImportKey>
type Row = Checking['rows'][number]
type Report = (key: SearchImportKey, message: string) => void

const levelOfName = new Map(searchLevels.map((level) => [searchLevelLabels[level], level]))

/** Names that a line of each level has; those that it may have besides. */
const named: Readonly<Record<SearchLevel, { must: readonly Named[]; may: readonly Named[] }>> = {
  account: { must: [], may: [] },
  campaign: { must: ['campaign'], may: [] },
  group: { must: ['campaign', 'group'], may: [] },
  keyword: { must: ['campaign', 'keyword'], may: ['group'] },
  word: { must: ['campaign', 'word'], may: ['group', 'keyword'] },
}
const nameKeys = ['campaign', 'group', 'keyword', 'word'] as const
type Named = (typeof nameKeys)[number]

function levelOf({ values }: Row, report: Report): SearchLevel {
  const written = values.level.trim()
  if (written === '') return nameKeys.findLast((key) => values[key] !== '') ?? 'account'
  const level = levelOfName.get(written as never)
  if (!level) report('level', `层级应为${Object.values(searchLevelLabels).join('、')}`)
  return level ?? 'account'
}

function readLine(row: Row, report: Report, today: string): ReportLine {
  const { values } = row
  const level = levelOf(row, report)
  const names = Object.fromEntries(nameKeys.map((key) => [key, values[key].trim()])) as Record<Named, string>
  const { must, may } = named[level]
  for (const key of nameKeys) {
    if (must.includes(key) && names[key] === '') report(key, `${searchLevelLabels[key]}不能为空`)
    if (![...must, ...may].includes(key) && names[key] !== '') {
      report(key, `层级为“${searchLevelLabels[level]}”时不填${searchLevelLabels[key]}`)
    }
  }
  if (values.day > today) report('day', '日期不能晚于今天')
  const count = (key: 'shows' | 'clicks' | 'reported') => {
    const read = readCount(values[key])
    if (read === undefined) report(key, '应为整数，可以有千分位')
    return read ?? 0
  }
  const amount = (key: 'cost' | 'position') => {
    const read = readAmount(values[key])
    if (read === undefined) report(key, '应为数字，最多两位小数，可以有千分位')
    return read ?? '0'
  }
  const device = readDevice(values.device)
  if (device === undefined) report('device', `设备应为${deviceNames}`)
  const position = values.position === '' ? null : amount('position')
  return {
    ...{ level, day: values.day, account: values.account.trim(), ...names },
    ...{ device: device ?? '', region: readRegion(values.region) },
    ...{ shows: count('shows'), clicks: count('clicks'), cost: amount('cost'), reported: count('reported') },
    // reports write 0 where nothing was shown
    position: position === null || Number(position) === 0 ? null : position,
  }
}

const keyOf = ({ level, day, account, campaign, group, keyword, word, device, region }: ReportLine) =>
  JSON.stringify([level, day, account, campaign, group, keyword, word, device, region])

async function checkReport({ rows, report, breathe }: Checking): Promise<(row: Row) => ReportLine> {
  const today = dayOf(Date.now())
  const ready = new Map<number, ReportLine>()
  const firstWith = new Map<string, number>()
  for (const row of rows) {
    await breathe()
    const line = readLine(row, (key, message) => report(row, key, message), today)
    const key = keyOf(line)
    const first = firstWith.get(key)
    if (first === undefined) firstWith.set(key, row.number)
    else report(row, 'day', `与第 ${first} 行是同一天的同一项`)
    ready.set(row.at, line)
  }
  return (row) => {
    const line = ready.get(row.at)
    if (!line) throw refuse('invalid')
    return line
  }
}

const importOf = (source: SearchSource): Import =>
  declareImport<SearchImportKey, ReportLine>(searchImports[source], {
    target: 'searchFigures',
    check: whole(checkReport),
    unfold: unfoldReport,
    isHeader: isReportHeader,
    save: async ({ tx, rows, step, say }) => {
      const lines = rows.map(({ value }) => value)
      const { replaced, made } = await storeReport(tx, source, lines, step)
      if (replaced > 0) say(`其中 ${replaced} 行替换了同一天的已有数据`)
      return made
    },
  })

export const searchImportsOf = searchSources.map(importOf)
