// Reports as the search engines write them: their names for columns, devices and regions, and lines that are no data.
import { Decimal } from 'decimal.js'
import {
  type SearchDevice,
  type SearchSource,
  searchDeviceLabels,
  searchLevelLabels,
  searchSourceLabels,
  searchSources,
} from '#contract/operations/search-labels.ts'
import { type SearchImportKey, searchImportColumns } from '#contract/operations/search-sheets.ts'
import { type SearchPart, searchPartLabels } from '#contract/operations/search-slices.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { parseDay } from '#server/core/sheets/days.ts'
import type { Beside, Unfolded } from '#server/core/sheets/imports-content.ts'
import { isSumWord } from '#server/core/sheets/sum-rows.rules.ts'

/** Without spaces, brackets and what is in them, small. The reports write `消费(元)`, `点击量（次）`, `Avg. position`. */
const plain = (text: string) =>
  text
    .replace(/[（(【[].*?[）)】\]]/g, '')
    .replace(/[\s*＊:：._-]/g, '')
    // the engines have another word for an account than the house
    .replace(/(?<=账)户/, '号')
    .toLowerCase()

const names: Readonly<Record<SearchImportKey, string>> = {
  source: '来源 平台 推广平台',
  level: '层级 数据层级',
  part: '流量 流量类型',
  day: '日期 时间 统计日期 数据日期 gregoriandate date day timeperiod',
  hour: '小时 时段 hour hourofday',
  account: '账号 账号名称 推广账号 账号名 accountname account',
  campaign: '计划 推广计划 推广计划名称 计划名称 方案 推广方案 campaign campaignname',
  group: '单元 推广单元 推广单元名称 单元名称 推广组 推广组名称 广告组 adgroup adgroupname',
  keyword: '关键词 关键词名称 关键字 推广关键词 keyword',
  providerId: '关键词id keywordid',
  matchType: '匹配模式 匹配方式 匹配类型 matchtype deliveredmatchtype',
  word: '搜索词 搜索关键词 用户搜索词 搜索字词 searchterm searchquery',
  device: '设备 推广设备 投放设备 终端 设备类型 devicetype device',
  region: '地域 推广地域 地区 省份 省级地域 一级地域 region stateprovince state',
  shows: '展现 展现量 展现次数 展示 展示量 展示次数 展现数 展示数 impressions impr',
  clicks: '点击 点击量 点击次数 点击数 clicks',
  cost: '消费 花费 消耗 总费用 费用 总消费 总花费 总消耗 消费金额 现金消费 spend cost',
  position: '平均排名 平均排位 平均展现排名 avgposition averageposition',
  reported: '线索 线索量 转化 转化量 转化数 转化次数 目标转化量 网页转化 conversions',
}
const keyOfName = new Map(
  Object.entries(names).flatMap(([key, all]) => all.split(' ').map((name) => [name, key as SearchImportKey] as const)),
)
const headerOf = new Map<SearchImportKey, string>(searchImportColumns.map(({ key, header }) => [key, header]))

const keysNamed = (header: readonly string[]) => header.map((text) => keyOfName.get(plain(text)))

/** The column that each heading stands for; the first of several that mean the same. */
function keysIn(header: readonly string[]): (SearchImportKey | undefined)[] {
  const keys = keysNamed(header)
  return keys.map((key, at) => (keys.indexOf(key) === at ? key : undefined))
}

/** Reports begin with lines about themselves. */
export function isReportHeader(cells: readonly string[]): boolean {
  const keys = new Set(keysIn(cells))
  return keys.has('day') && (keys.has('clicks') || keys.has('shows') || keys.has('cost'))
}

/** Headings that one source alone has. */
const marks: Readonly<Record<SearchSource, string>> = {
  baidu: '推广单元 推广单元名称 网页转化 商桥转化 展现 展现量 平均点击价格',
  so360: '展示次数 点击次数 总费用 平均每次点击费用',
  sogou: '编号 消耗 点击均价 展示数 点击数 推广计划id 关键词id',
  bing: 'timeperiod gregoriandate accountname campaignname adgroupname impressions spend',
  other: '',
}
const markSets = new Map(searchSources.map((source) => [source, new Set(marks[source].split(' ').filter(Boolean))]))

/** How file names call a source. */
const fileMarks: readonly (readonly [SearchSource, RegExp])[] = [
  ['baidu', /百度|baidu/i],
  ['so360', /360|点睛/],
  ['sogou', /搜狗|sogou/i],
  ['bing', /必应|bing/i],
]

/** At least so many headings of a source, and more than of any other. */
const MARKS = 3

/** By the headings, else by the file's name; undefined where neither shows it. */
function recogniseSource(header: readonly string[], fileName: string): SearchSource | undefined {
  const own = header.map(plain)
  const scores = searchSources
    .map((source) => ({ source, score: own.filter((text) => markSets.get(source)?.has(text)).length }))
    .toSorted((one, other) => other.score - one.score)
  const [first, second] = scores
  if (first && first.score >= MARKS && first.score > (second?.score ?? 0)) return first.source
  return fileMarks.find(([, pattern]) => pattern.test(fileName))?.[0]
}

/** `PC`, `移动` as a part of the file's name. */
function recognisePart(fileName: string): SearchPart {
  if (/移动|无线|mobile|wap/i.test(fileName)) return 'mobile'
  return /计算机|电脑|(^|[^a-z])pc([^a-z]|$)/i.test(fileName) ? 'pc' : 'all'
}

/** A cell's text behind `账户：` in the lines above the header, in its own cell or in the next. */
function saidAbove(above: Beside['above'], name: RegExp): string {
  for (const cells of above) {
    for (const [at, cell] of cells.entries()) {
      const found = name.exec(cell.trim())
      if (found) return cell.trim().slice(found[0].length).trim() || (cells[at + 1] ?? '').trim()
    }
  }
  return ''
}

/** `="2026-07-18"` keeps a spreadsheet from reading a text as something else. */
const unquoted = (cell: string) => /^="([^"]*)"$/.exec(cell.trim())?.[1] ?? cell

/** A line of what was spent beyond the budget and is given back later; it stands where a campaign or keyword does. */
const isOverspend = (cells: readonly string[]) => cells.some((cell) => overspend.test(cell.trim()))
const overspend = /^超投(修正|返还|退款|扣减|调整)$/

const isTotal = (cell: string) => isSumWord(cell) || /^\s*(©|\(c\))/i.test(cell)
const none = /^[-—–]*$/
const blank = (cell: string) => (none.test(cell.trim()) ? '' : cell)
const range = /\d\s*(至|到|~|～)\s*\d|\d{4}-\d{1,2}-\d{1,2}\s*-\s*\d{4}/

/** Cells that an engine leaves empty where it does not know them are not the same as a report without the column. */
const UNKNOWN = '其他'
const counted = ['shows', 'clicks', 'cost'] as const
const isCounted = (key: SearchImportKey | undefined) => counted.some((each) => each === key)
const mayBeUnknown: readonly SearchImportKey[] = ['device', 'region']

const levelOf = (keys: readonly (SearchImportKey | undefined)[]): string => {
  if (keys.includes('word')) return '搜索词'
  if (keys.includes('keyword')) return '关键词'
  if (keys.includes('group')) return '单元'
  return keys.includes('campaign') ? '计划' : '账号'
}

/** Average costs of a click, which a report repeats. */
const prices = new Set('平均点击价格 点击均价 平均每次点击费用 平均点击费用 avgcpc averagecpc cpc'.split(' '))
/** Rows whose price must fit before the columns are believed mistaken, and by how much it may be off. */
const MISFITS = 0.5
const PRICE_OFF = 0.02

/** Adds up what the rows hold, against the totals and rates of the file itself. */
function proof(keys: readonly (SearchImportKey | undefined)[], header: readonly string[]) {
  const places = counted.map((key) => keys.indexOf(key))
  const priceAt = header.findIndex((text) => prices.has(plain(text)))
  const figuresOf = (cells: readonly string[]) => places.map((at) => readChange(cells[at] ?? ''))
  const sums = places.map(() => new Decimal(0))
  const totals: (string | undefined)[][] = []
  const priced = { rows: 0, off: 0 }
  return {
    /** A line that names no figure is a remark. */
    total: (cells: readonly string[]) => {
      if (places.some((at) => /\d/.test(cells[at] ?? ''))) totals.push(figuresOf(cells))
    },
    row: (cells: readonly string[]) => {
      const figures = figuresOf(cells)
      for (const [at, figure] of figures.entries()) sums[at] = (sums[at] ?? new Decimal(0)).plus(figure ?? 0)
      const [, clicks = '0', cost = '0'] = figures
      const price = priceAt < 0 ? undefined : readAmount(cells[priceAt] ?? '')
      if (price === undefined || Number(clicks) === 0) return
      priced.rows++
      const off = Math.abs(Number(cost) / Number(clicks) - Number(price))
      if (off > Math.max(PRICE_OFF, Number(price) * PRICE_OFF)) priced.off++
    },
    /** Throws 400 where they disagree. */
    end: () => {
      if (priced.off > priced.rows * MISFITS) {
        throw refuse('invalid', {
          msg: `${priced.off} 行的“${header[priceAt]}”与消费÷点击不符，可能有列对应错了，没有导入`,
        })
      }
      // several lines of totals are of parts
      const [only, ...others] = totals.filter((figures) => figures.every((figure) => figure !== undefined))
      if (!only || others.length > 0) return false
      for (const [at, figure] of only.entries()) {
        if (places[at] === -1 || figure === undefined || sums[at]?.eq(figure)) continue
        const name = headerOf.get(counted[at] as SearchImportKey)
        throw refuse('invalid', {
          msg: `合计行的${name}是 ${figure}，各行之和是 ${sums[at]?.toFixed()}：文件可能在下载或保存时被截断，没有导入`,
        })
      }
      return true
    },
  }
}

/** Two columns for one figure are two devices under one header. */
function checkTwice(header: readonly string[]): void {
  const keys = keysNamed(header)
  for (const key of counted) {
    const own = header.filter((_, at) => keys[at] === key)
    if (own.length > 1)
      throw refuse('invalid', { msg: `表头里有 ${own.length} 列${headerOf.get(key)}：${own.join('、')}，请分开导出` })
  }
}

/** A line of what is given back is of the account, whatever the report is of. */
function backCell(key: SearchImportKey, text: string): string {
  if (key === 'level') return searchLevelLabels.account
  if (key === 'part') return searchPartLabels.overspend
  return (['source', 'day', 'account', ...counted] as const).some((each) => each === key) ? text : ''
}

/** Null where the sheet has no day: what is missing is reported of the sheet as it is. */
export function unfoldReport(header: readonly string[], { fileName, above }: Beside): Unfolded | null {
  if (!isReportHeader(header)) return null
  checkTwice(header)
  const keys = keysIn(header)
  const level = levelOf(keys)
  const source = recogniseSource(header, fileName)
  // the template and the workbook of faults have every column, also of what does not divide a row
  const isOurs = keys.includes('level')
  const part = keys.includes('device') ? 'all' : recognisePart(fileName)
  const account = saidAbove(above, /^(推广)?(账[户号]|account)(名称|name)?(\s*[:：]|$)/i)
  const zone = saidAbove(above, /^time ?zone(\s*[:：]|$)/i)
  const isIncomplete = /^true|^yes/i.test(saidAbove(above, /^potential incomplete data(\s*[:：]|$)/i))
  /** What holds for the whole file goes into each row that has no cell for it. */
  const whole: [SearchImportKey, string][] = [
    ['source', source ? searchSourceLabels[source] : ''],
    ['level', level],
    ['part', searchPartLabels[part]],
    ['account', account || accountIn(fileName)],
  ]
  const added = whole.filter(([key]) => !keys.includes(key))
  const ignored = header.filter((text, at) => text.trim() !== '' && keys[at] === undefined)
  const totals: string[] = []
  const proven = proof(keys, header)
  const dayAt = keys.indexOf('day')
  /** The word of a line of totals, without a day, or with dashes for one. */
  const totalIn = (cells: readonly string[]): string | undefined => {
    const day = (cells[dayAt] ?? '').trim()
    if (parseDay(day) !== undefined) return undefined
    return cells.find(isTotal) ?? (/^[-—–]+$/.test(day) ? day : undefined)
  }
  return {
    provesSums: true,
    header: [
      ...keys.map((key) => (key ? (headerOf.get(key) ?? '') : '')),
      ...added.map(([key]) => headerOf.get(key) ?? ''),
    ],
    rowsOf: (written) => {
      const cells = written.map(unquoted)
      const day = cells[dayAt] ?? ''
      if (range.test(day)) throw refuse('invalid', { msg: `日期是一段时间（${day.slice(0, 32)}），请分日导出后再导入` })
      const ofTotal = totalIn(cells)
      if (ofTotal !== undefined) {
        totals.push(ofTotal)
        // a line without its word may be a row whose day is missing
        if (isTotal(ofTotal)) proven.total(cells)
        return []
      }
      proven.row(cells)
      const isBack = isOverspend(cells)
      const own = keys.map((key, at) => {
        if (isBack && key) return backCell(key, cells[at] ?? '')
        // a dash is zero among figures that every line has
        const cell = isCounted(key) ? (cells[at] ?? '') : blank(cells[at] ?? '')
        return key && mayBeUnknown.includes(key) && cell === '' && !isOurs ? UNKNOWN : cell
      })
      return [[...own, ...added.map(([key, text]) => (isBack ? backCell(key, text) : text))]]
    },
    notes: () => {
      const isProven = proven.end()
      return [
        `识别为${source ? `“${searchSourceLabels[source]}”的` : ''}“${level}”层级数据${part === 'all' ? '' : `（${searchPartLabels[part]}）`}。`,
        ...(totals.length > 0
          ? [`${totals.length} 行合计或说明没有导入：${[...new Set(totals)].slice(0, 3).join('、')}。`]
          : []),
        ...(isProven ? ['各行之和与合计行一致。'] : []),
        ...(zone && !/beijing|shanghai|北京|上海/i.test(zone) ? [`报表的时区是“${zone.slice(0, 64)}”。`] : []),
        ...(isIncomplete ? ['报表注明数据可能不完整，过几天请重新导入。'] : []),
        ...(ignored.length > 0
          ? [`未使用的列：${ignored.slice(0, 10).join('、')}${ignored.length > 10 ? ' 等' : ''}；比率由合计重新计算。`]
          : []),
      ]
    },
  }
}

/** `百度_dazong-bj_关键词报告_20260718.csv`: the part that is no word of the report itself. */
function accountIn(fileName: string): string {
  const parts = fileName.replace(/\.\w+$/, '').split(/[_＿]/)
  return (
    parts.find(
      (part) => /^[a-z][\w.-]*\d*$/i.test(part) && !/^(pc|mobile|wap|baidu|bing|sogou|so360|report)$/i.test(part),
    ) ?? ''
  )
}

const devices: Readonly<Record<SearchDevice, string>> = {
  pc: '计算机 电脑 pc computer desktop 桌面',
  mobile: '移动 移动设备 手机 无线 mobile smartphone phone 移动端',
  tablet: '平板 平板电脑 tablet ipad',
  other: '其他 其它 未知 other unknown',
}
const deviceOf = new Map(
  Object.entries(devices).flatMap(([key, all]) => all.split(' ').map((name) => [name, key as SearchDevice] as const)),
)

/** `''` where the report has none. Undefined for a word that is no device. */
export const readDevice = (text: string): SearchDevice | '' | undefined =>
  text.trim() === '' ? '' : (deviceOf.get(plain(text.replace(/端$|推广$/, ''))) ?? deviceOf.get(plain(text)))

export const deviceNames = Object.values(searchDeviceLabels).join('、')

/** `江苏省` and `江苏` are one, `广西壮族自治区` is `广西`: reports and registrations spell them differently. */
export const readRegion = (text: string): string =>
  text
    .trim()
    .replace(/(壮族|回族|维吾尔)?自治区$|特别行政区$/, '')
    .replace(/(?<=..)[省市]$/, '')

/** A whole number with thousands separators; undefined for anything else. Reports write a missing one as `-`. */
export function readCount(text: string): number | undefined {
  const digits = text.trim().replace(/[,，\s]/g, '')
  if (none.test(digits)) return 0
  return /^\d{1,9}(\.0+)?$/.test(digits) ? Number.parseInt(digits, 10) : undefined
}

/** An amount as a decimal text with at most two decimals. `¥1,280.5` is 1280.5. */
export function readAmount(text: string): string | undefined {
  const digits = text.trim().replace(/^[¥￥]|[,，\s]|元$/g, '')
  if (none.test(digits)) return '0'
  return /^\d{1,10}(\.\d{1,2}0*)?$/.test(digits) ? digits.replace(/(\.\d{2})0+$/, '$1') : undefined
}

/** An amount that may be below 0, as what is given back is. */
export function readChange(text: string): string | undefined {
  const [, digits] = /^[-−－]\s*(?=[\d¥￥])(.*)$/.exec(text.trim()) ?? []
  const read = readAmount(digits ?? text)
  return digits !== undefined && read !== undefined && Number(read) !== 0 ? `-${read}` : read
}

/** `9`, `09:00`, `9-10`; null where the report has no hours. Undefined for anything else. */
export function readHour(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const found = /^(\d{1,2})(:\d\d|\s*[-–~]|时|点|$)/.exec(text.trim())
  const hour = Number(found?.[1])
  return found && hour < 24 ? hour : undefined
}
