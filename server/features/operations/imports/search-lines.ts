// A line of a report as it is read: what each cell means, and what is wrong with it.
import {
  type SearchLevel,
  type SearchSource,
  searchLevelLabels,
  searchLevels,
  searchSourceLabels,
  searchSources,
} from '#contract/operations/search-labels.ts'
import type { SearchImportKey } from '#contract/operations/search-sheets.ts'
import { searchPartLabels, searchParts } from '#contract/operations/search-slices.ts'
import { textKey } from '#contract/text.ts'
import type { ImportRow } from '#server/core/sheets/imports-check.ts'
import type { knownAccounts } from '#server/features/operations/search-accounts.queries.ts'
import type { ReportLine } from './search-reports.queries.ts'
import {
  deviceNames,
  readAmount,
  readChange,
  readCount,
  readDevice,
  readHour,
  readRegion,
} from './search-sheets.rules.ts'

export type Report = (key: SearchImportKey, message: string) => void
type Row = ImportRow<SearchImportKey>
/** A line with the source whose account it is of. */
export type Ready = ReportLine & { source: SearchSource }

const levelOfName = new Map(searchLevels.map((level) => [searchLevelLabels[level], level]))
const sourceOfName = new Map(searchSources.map((source) => [searchSourceLabels[source], source]))
const partOfName = new Map(searchParts.map((part) => [searchPartLabels[part], part]))

/** Names that a line of each level has; those that it may have besides. */
const namesOf: Readonly<Record<SearchLevel, { must: readonly NameKey[]; may: readonly NameKey[] }>> = {
  account: { must: [], may: [] },
  campaign: { must: ['campaign'], may: [] },
  group: { must: ['campaign', 'group'], may: [] },
  keyword: { must: ['campaign', 'keyword'], may: ['group'] },
  word: { must: ['campaign', 'word'], may: ['group', 'keyword'] },
}
const nameKeys = ['campaign', 'group', 'keyword', 'word'] as const
type NameKey = (typeof nameKeys)[number]

function levelOf({ values }: Row, report: Report): SearchLevel {
  const written = values.level.trim()
  if (written === '') return nameKeys.findLast((key) => values[key] !== '') ?? 'account'
  const level = levelOfName.get(written as never)
  if (!level) report('level', `层级应为${Object.values(searchLevelLabels).join('、')}`)
  return level ?? 'account'
}

type Account = Awaited<ReturnType<typeof knownAccounts>>[number]

/** Accounts by what reports call them: the code will do where people write it instead of the name. */
export function namedAccounts(accounts: readonly Account[]) {
  const byKey = new Map<string, Account[]>()
  for (const account of accounts)
    for (const key of new Set([textKey(account.name), textKey(account.code)]))
      byKey.set(key, [...(byKey.get(key) ?? []), account])
  const found = new Map<string, readonly Account[]>()
  /** A report has few of them, each many times. */
  return (written: string): readonly Account[] => {
    const known = found.get(written) ?? byKey.get(textKey(written)) ?? []
    found.set(written, known)
    return known
  }
}
type Named = ReturnType<typeof namedAccounts>
export type Reading = { today: string; named: Named }

/** As the row has it; else that of the only account which is called so. */
function sourceOf({ values }: Row, named: Named, report: Report): SearchSource {
  const written = values.source.trim()
  const source = sourceOfName.get(written as never)
  if (written !== '' && !source) report('source', `来源应为${Object.values(searchSourceLabels).join('、')}`)
  if (written !== '') return source ?? 'other'
  const own = named(values.account)
  if (own.length === 1 && own[0]) return own[0].source
  report('source', '无法判断是哪个平台的报表，请选择来源')
  return 'other'
}

export function readLine(row: Row, report: Report, { today, named }: Reading): Ready {
  const { values } = row
  const source = sourceOf(row, named, report)
  const level = levelOf(row, report)
  const names = Object.fromEntries(nameKeys.map((key) => [key, values[key].trim()])) as Record<NameKey, string>
  const { must, may } = namesOf[level]
  for (const key of nameKeys) {
    if (must.includes(key) && names[key] === '') report(key, `${searchLevelLabels[key]}不能为空`)
    if (![...must, ...may].includes(key) && names[key] !== '') {
      report(key, `层级为“${searchLevelLabels[level]}”时不填${searchLevelLabels[key]}`)
    }
    if (/^[=＝]/.test(names[key])) report(key, '单元格是公式，请改为文字')
  }
  if (values.day > today) report('day', '日期不能晚于今天')
  const count = (key: 'shows' | 'clicks' | 'reported') => {
    const read = readCount(values[key])
    if (read === undefined) report(key, '应为整数，可以有千分位')
    return read ?? 0
  }
  const part = partOfName.get((values.part.trim() || searchPartLabels.all) as never)
  if (part === undefined) report('part', `流量应为${Object.values(searchPartLabels).join('、')}`)
  const amount = (key: 'cost' | 'position') => {
    const read = key === 'cost' && part === 'overspend' ? readChange(values.cost) : readAmount(values[key])
    if (read === undefined) report(key, '应为数字，最多两位小数，可以有千分位')
    return read ?? '0'
  }
  const device = readDevice(values.device)
  if (device === undefined) report('device', `设备应为${deviceNames}`)
  const hour = readHour(values.hour)
  if (hour === undefined) report('hour', '小时应为 0 至 23')
  const region = readRegion(values.region)
  const cuts = [device ?? '', region, hour ?? ''].filter((each) => each !== '').length
  if (cuts > 1) report(region === '' ? 'hour' : 'region', '设备、地域、小时只能按一种细分，请分别导出')
  if (part === 'overspend' && (level !== 'account' || cuts > 0)) report('part', '超投修正是整个账号的，不能细分')
  const cost = amount('cost')
  if (part === 'overspend' && Number(cost) > 0) report('cost', '超投修正是退回的消费，应为负数')
  if ((part === 'pc' || part === 'mobile') && device) report('device', '文件已按设备分开，不能再有设备列')
  const known = named(values.account).find((each) => each.source === source)
  if (known && !known.isEnabled) report('account', '账号已禁用')
  const position = values.position === '' ? null : amount('position')
  return {
    source,
    level,
    part: part ?? 'all',
    day: values.day,
    account: known?.name ?? values.account.trim(),
    ...names,
    // numbers of keywords; those of words and groups are in no report
    providerId: level === 'keyword' ? values.providerId.trim() : '',
    matchType: level === 'keyword' ? values.matchType.trim() : '',
    device: device ?? '',
    region,
    hour: hour ?? null,
    shows: count('shows'),
    clicks: count('clicks'),
    cost,
    reported: count('reported'),
    // reports write 0 where nothing was shown
    position: position === null || Number(position) === 0 ? null : position,
  }
}

/** Of lines with one key the second is doubled. */
export const keyOf = ({
  source,
  level,
  part,
  day,
  account,
  campaign,
  group,
  keyword,
  word,
  providerId,
  device,
  region,
  hour,
  shows,
  clicks,
  cost,
}: Ready) =>
  JSON.stringify([
    ...[source, level, part, day, account, campaign, group, keyword, word, providerId, device, region, hour],
    // of a day there are several, one of each campaign, as the source writes them: other amounts are other lines
    ...(part === 'overspend' ? [shows, clicks, Number(cost)] : []),
  ])

/** The problem of a line that stands already in this row. */
export const doubled = ({ part }: Ready, row: number): [key: SearchImportKey, message: string] =>
  part === 'overspend'
    ? ['cost', `与第 ${row} 行是同一笔超投修正：重复的请移除，确是两笔时请合成一行`]
    : ['day', `与第 ${row} 行是同一天的同一项`]

/**
 * Reports with a line that is refused. What replaces a day whole must not come without some of its lines, so its
 * other lines wait for that one. A line without account or day may be of any.
 */
export class FaultyReports {
  private readonly firstOf = new Map<string, number>()

  add({ account, day }: Pick<Ready, 'account' | 'day'>, row: number): void {
    const key = JSON.stringify([textKey(account), day])
    if (!this.firstOf.has(key)) this.firstOf.set(key, row)
  }

  /** The row of the first such line. */
  of({ account, day }: Pick<Ready, 'account' | 'day'>): number | undefined {
    if (this.firstOf.size === 0) return undefined
    const accounts = [textKey(account), '']
    return accounts
      .flatMap((own) => [day, ''].map((of) => this.firstOf.get(JSON.stringify([own, of]))))
      .find((row) => row !== undefined)
  }
}

/** The problem of a line whose report has a faulty one. */
export const heldBack = (row: number): [key: SearchImportKey, message: string] => [
  'day',
  `第 ${row} 行有错误，这一天的报表要整份导入`,
]
