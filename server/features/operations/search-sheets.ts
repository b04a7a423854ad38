// Imports the reports of the search engines.
import { dayOf } from '#contract/days.ts'
import { keysOf } from '#contract/labels.ts'
import {
  type SearchLevel,
  type SearchSource,
  searchLevelLabels,
  searchLevels,
  searchSourceLabels,
  searchSources,
} from '#contract/operations/search-labels.ts'
import { type SearchImportKey, searchImport } from '#contract/operations/search-sheets.ts'
import {
  OVERSPEND_GRAIN,
  searchPartLabels,
  searchParts,
  sliceLabel,
  WORD_GRAIN,
} from '#contract/operations/search-slices.ts'
import { textKey } from '#contract/text.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { declareImport, type Import } from '#server/core/sheets/imports.ts'
import { type CheckContext, whole } from '#server/core/sheets/imports-check.ts'
import { knownAccounts } from './search-accounts.queries.ts'
import { noticeBreaches } from './search-breaches.acts.ts'
import { compareFacts } from './search-replaced.queries.ts'
import { type ReportLine, slicesOf, storeReport } from './search-reports.queries.ts'
import {
  deviceNames,
  isReportHeader,
  readAmount,
  readChange,
  readCount,
  readDevice,
  readHour,
  readRegion,
  unfoldReport,
} from './search-sheets.rules.ts'
import { compareSlices, keyText, type Outcome, storedSlices } from './search-slices.queries.ts'

type Checking = CheckContext<SearchImportKey>
type Row = Checking['rows'][number]
type Report = (key: SearchImportKey, message: string) => void
/** A line with the source whose account it is of. */
type Ready = ReportLine & { source: SearchSource }

const levelOfName = new Map(searchLevels.map((level) => [searchLevelLabels[level], level]))
const sourceOfName = new Map(searchSources.map((source) => [searchSourceLabels[source], source]))
const partOfName = new Map(searchParts.map((part) => [searchPartLabels[part], part]))

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

type Accounts = Awaited<ReturnType<typeof knownAccounts>>

/** As the row says; else that of the only account which is called so. */
function sourceOf({ values }: Row, accounts: Accounts, report: Report): SearchSource {
  const written = values.source.trim()
  const source = sourceOfName.get(written as never)
  if (written !== '' && !source) report('source', `来源应为${Object.values(searchSourceLabels).join('、')}`)
  if (written !== '') return source ?? 'other'
  const key = textKey(values.account)
  const own = accounts.filter(({ name, code }) => textKey(name) === key || textKey(code) === key)
  if (own.length === 1 && own[0]) return own[0].source
  report('source', '无法判断是哪个平台的报表，请选择来源')
  return 'other'
}

function readLine(row: Row, report: Report, { today, accounts }: { today: string; accounts: Accounts }): Ready {
  const { values } = row
  const source = sourceOf(row, accounts, report)
  const level = levelOf(row, report)
  const names = Object.fromEntries(nameKeys.map((key) => [key, values[key].trim()])) as Record<Named, string>
  const { must, may } = named[level]
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
  // the code will do where people write it instead of the name
  const key = textKey(values.account)
  const known = accounts.find(
    (each) => each.source === source && (textKey(each.name) === key || textKey(each.code) === key),
  )
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

const keyOf = ({
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

/** Slices that a message names one by one. */
const NAMED = 8

const sliceText = ({ day, grain, before, after }: Outcome, name: string): string => {
  const change = (was: string | number | undefined, is: string | number) =>
    was === undefined || String(was) === String(is) ? `${is}` : `${was} → ${is}`
  return `${day} ${name} ${sliceLabel(grain)}（${change(before?.rows, after.rows)} 行，消费 ${change(before?.cost, after.cost)}）`
}

type Compared = { outcome: Outcome; name: string; slice: ReturnType<typeof slicesOf<Ready>>[number] }

const sumLabels = { rows: '行', shows: '展现量', clicks: '点击量', cost: '消费', reported: '线索' } as const

/** What stands in the place of the slices that are replaced, with the rows that change. */
async function showReplaced(
  { db, compare, replace, breathe }: Checking,
  replaced: readonly Compared[],
  placeOf: ReadonlyMap<Ready, number>,
): Promise<void> {
  const found = await compareFacts(
    db,
    replaced.map(({ slice }) => slice),
    breathe,
  )
  for (const [at, { rows, gone }] of found.entries()) {
    const { outcome, name, slice } = replaced[at] as Compared
    for (const [place, line] of slice.lines.entries()) {
      // several lines of what is given back are one row
      const was = rows[Math.min(place, rows.length - 1)]
      if (was) compare({ at: placeOf.get(line) ?? -1 }, was)
    }
    const { day, grain, before, after, stored } = outcome
    replace({
      key: keyText(outcome),
      version: stored,
      name: `${day} ${name} ${sliceLabel(grain)}`,
      sums: keysOf(sumLabels).map((key) => ({
        label: sumLabels[key],
        was: String(before?.[key] ?? 0),
        is: String(after[key]),
      })),
      changed: rows.filter((was) => was !== undefined && was.length > 0).length,
      added: rows.filter((was) => was === undefined).length,
      gone: gone.length,
      goneNames: gone.slice(0, NAMED),
    })
  }
}

/** What was given back for a day stays where a report replaces the day: it may be in the report already. */
async function reportGivenBack({ db, tell }: Checking, outcomes: readonly Compared[]): Promise<void> {
  const backOf = ({ outcome }: Compared) => ({ ...outcome, grain: OVERSPEND_GRAIN })
  const brought = new Set(outcomes.map(({ outcome }) => keyText(outcome)))
  const replaced = outcomes.filter(({ outcome }) => outcome.state === 'replaced' && outcome.grain < WORD_GRAIN)
  const asked = new Map(replaced.map((each) => [keyText(backOf(each)), each]))
  for (const key of brought) asked.delete(key)
  const stored = await storedSlices(db, [...asked.values()].map(backOf))
  const texts = [...stored].map(([key, { day, cost }]) => `${day} ${asked.get(key)?.name ?? ''} ${cost}`)
  if (texts.length > 0)
    tell(`这些天另有超投修正，仍会计入：${texts.slice(0, NAMED).join('；')}。新报表已扣除时，请删除这些修正。`)
}

/** Which slices the rows make, and what becomes of those that are there. */
async function reportSlices(checking: Checking, ready: ReadonlyMap<number, Ready>, accounts: Accounts): Promise<void> {
  const { db, tell, compare } = checking
  const placeOf = new Map([...ready].map(([at, line]) => [line, at]))
  const outcomes: Compared[] = []
  const unknown = new Set<string>()
  for (const [source, own] of Map.groupBy(ready.values(), (line) => line.source)) {
    const ids = new Map(accounts.filter((each) => each.source === source).map(({ name, id }) => [textKey(name), id]))
    const names = new Map(accounts.map(({ id, name }) => [id, name]))
    for (const { account } of own) {
      if (ids.has(textKey(account))) continue
      unknown.add(`${searchSourceLabels[source]} ${account}`)
      // an account without slices
      ids.set(textKey(account), `-${ids.size + 1}`)
    }
    const slices = slicesOf(own, ids)
    for (const [at, outcome] of (await compareSlices(db, slices)).entries())
      outcomes.push({ outcome, name: names.get(outcome.accountId) ?? '', slice: slices[at] as Compared['slice'] })
  }
  if (unknown.size > 0) tell(`将新增账号：${[...unknown].slice(0, NAMED).join('、')}；账号写错时请更正。`)
  const of = (state: Outcome['state']) => outcomes.filter(({ outcome }) => outcome.state === state)
  const [fresh, same, replaced] = [of('new'), of('same'), of('replaced')]
  const days = [...new Set(fresh.map(({ outcome }) => outcome.day))].toSorted()
  if (fresh.length > 0)
    tell(`新增 ${fresh.length} 份报表（${days.length > 1 ? `${days[0]} 至 ${days.at(-1)}` : days[0]}）。`)
  for (const { slice } of same) for (const line of slice.lines) compare({ at: placeOf.get(line) ?? -1 }, [])
  if (same.length > 0) tell(`${same.length} 份与已有的相同，将跳过。`)
  await reportGivenBack(checking, outcomes)
  if (replaced.length > 0) {
    const texts = replaced.slice(0, NAMED).map(({ outcome, name }) => sliceText(outcome, name))
    await showReplaced(checking, replaced, placeOf)
    tell(`将整份替换 ${replaced.length} 份：${texts.join('；')}${replaced.length > NAMED ? ' 等' : ''}。`)
  }
}

async function checkReport(checking: Checking): Promise<(row: Row) => Ready> {
  const { db, rows, report, tell, breathe } = checking
  const today = dayOf(Date.now())
  const accounts = await knownAccounts(db)
  const ready = new Map<number, Ready>()
  const firstWith = new Map<string, number>()
  let wrong = 0
  let odd = 0
  for (const row of rows) {
    await breathe()
    const problems = wrong
    const line = readLine(
      row,
      (key, message) => {
        wrong++
        report(row, key, message)
      },
      { today, accounts },
    )
    const key = keyOf(line)
    const first = firstWith.get(key)
    if (first === undefined) firstWith.set(key, row.number)
    else if (line.part === 'overspend')
      report(row, 'cost', `与第 ${first} 行是同一笔超投修正：重复的请移除，确是两笔时请合成一行`)
    else report(row, 'day', `与第 ${first} 行是同一天的同一项`)
    if (line.clicks > line.shows) odd++
    if (problems === wrong && first === undefined && line.day !== '') ready.set(row.at, line)
  }
  if (odd > 0) tell(`${odd} 行的点击多于展现，请核对。`)
  await reportSlices(checking, ready, accounts)
  return (row) => {
    const line = ready.get(row.at)
    if (!line) throw refuse('invalid')
    return line
  }
}

export const searchReportImport: Import = declareImport<SearchImportKey, Ready>(searchImport, {
  target: 'searchFigures',
  check: whole(checkReport),
  options: async () => ({
    source: Object.values(searchSourceLabels),
    level: Object.values(searchLevelLabels),
    part: Object.values(searchPartLabels),
  }),
  unfold: unfoldReport,
  isHeader: isReportHeader,
  save: async ({ tx, rows, importId, actor, step, say }) => {
    const made: { id: string; name: string }[] = []
    const states: Outcome['state'][] = []
    let done = 0
    for (const [source, own] of Map.groupBy(rows, ({ value }) => value.source)) {
      const lines = own.map(({ value: { source: _, ...line } }) => line)
      const stored = await storeReport(tx, source, lines, {
        author: { byId: actor.id, kind: 'import', importId },
        step: (n) => step(done + n),
      })
      done += own.length
      made.push(...stored.made)
      states.push(...stored.outcomes.map(({ state }) => state))
      await noticeBreaches(
        tx,
        stored.outcomes.map(({ accountId }) => accountId),
      )
    }
    const count = (state: Outcome['state']) => states.filter((each) => each === state).length
    if (count('replaced') > 0) say(`替换了 ${count('replaced')} 份同一天的报表`)
    if (count('same') > 0) say(`${count('same')} 份与已有的相同，没有改动`)
    return made
  },
})
