// Reports as the search engines write them: their names for columns, devices and regions, and lines that are no data.
import { type SearchDevice, searchDeviceLabels } from '../../../contract/operations/search-labels.ts'
import { type SearchImportKey, searchImportColumns } from '../../../contract/operations/search-sheets.ts'
import { parseDay } from '../../core/sheets/days.ts'
import type { Unfolded } from '../../core/sheets/imports-content.ts'

/** Without spaces, brackets and what is in them, small. The reports say `消费(元)`, `点击量（次）`, `Avg. position`. */
const plain = (text: string) =>
  text
    .replace(/[（(【[].*?[）)】\]]/g, '')
    .replace(/[\s*＊:：._-]/g, '')
    // the engines have another word for an account than the house
    .replace(/(?<=账)户/, '号')
    .toLowerCase()

const names: Readonly<Record<SearchImportKey, string>> = {
  level: '层级 数据层级',
  day: '日期 时间 统计日期 数据日期 gregoriandate date day',
  account: '账号 账号名称 推广账号 账号名 accountname account',
  campaign: '计划 推广计划 推广计划名称 计划名称 方案 推广方案 campaign campaignname',
  group: '单元 推广单元 推广单元名称 单元名称 推广组 推广组名称 广告组 adgroup adgroupname',
  keyword: '关键词 关键词名称 关键字 推广关键词 keyword',
  word: '搜索词 搜索关键词 用户搜索词 搜索字词 searchterm searchquery',
  device: '设备 推广设备 投放设备 终端 设备类型 devicetype device',
  region: '地域 推广地域 地区 省份 省级地域 一级地域 region stateprovince state',
  shows: '展现 展现量 展现次数 展示 展示量 展示次数 展现数 展示数 impressions impr',
  clicks: '点击 点击量 点击次数 点击数 clicks',
  cost: '消费 花费 消耗 总费用 费用 总消费 总花费 总消耗 消费金额 现金消费 spend cost',
  position: '平均排名 平均排位 平均展现排名 avgposition averageposition',
  reported: '线索 线索量 转化 转化量 转化数 转化次数 目标转化量 conversions',
}
const keyOfName = new Map(
  Object.entries(names).flatMap(([key, all]) => all.split(' ').map((name) => [name, key as SearchImportKey] as const)),
)
const headerOf = new Map<SearchImportKey, string>(searchImportColumns.map(({ key, header }) => [key, header]))

/** The column that each heading stands for; the first of several that mean the same. */
function keysIn(header: readonly string[]): (SearchImportKey | undefined)[] {
  const keys = header.map((text) => keyOfName.get(plain(text)))
  return keys.map((key, at) => (keys.indexOf(key) === at ? key : undefined))
}

/** Reports begin with lines that say what they are of. */
export function isReportHeader(cells: readonly string[]): boolean {
  const keys = new Set(keysIn(cells))
  return keys.has('day') && (keys.has('clicks') || keys.has('shows') || keys.has('cost'))
}

const total =
  /^[（(【[]?(合计|总计|汇总|小计|总和|total|overalltotal|grandtotal)[-–—:：,，\d共条项个行）)】\]]*$|^(©|\(c\))/i
const none = /^[-—–]*$/
const blank = (cell: string) => (none.test(cell.trim()) ? '' : cell)

/** Cells that an engine leaves empty where it cannot tell are not the same as a report without the column. */
const UNTOLD = '其他'
const counted: readonly SearchImportKey[] = ['shows', 'clicks', 'cost']
const told: readonly SearchImportKey[] = ['device', 'region']

const levelOf = (keys: readonly (SearchImportKey | undefined)[]): string => {
  if (keys.includes('word')) return '搜索词'
  if (keys.includes('keyword')) return '关键词'
  if (keys.includes('group')) return '单元'
  return keys.includes('campaign') ? '计划' : '账号'
}

/** Null where the sheet has no day: what is missing is said of it as it is. */
export function unfoldReport(header: readonly string[]): Unfolded | null {
  if (!isReportHeader(header)) return null
  const keys = keysIn(header)
  const hasLevel = keys.includes('level')
  const level = levelOf(keys)
  const ignored = header.filter((text, at) => text.trim() !== '' && keys[at] === undefined)
  const totals: string[] = []
  const dayAt = keys.indexOf('day')
  /** The line without a day that says so, or with dashes for one. */
  const totalIn = (cells: readonly string[]): string | undefined => {
    const day = (cells[dayAt] ?? '').trim()
    if (parseDay(day) !== undefined) return undefined
    return cells.find((cell) => total.test(cell.replace(/\s/g, ''))) ?? (/^[-—–]+$/.test(day) ? day : undefined)
  }
  return {
    header: [...keys.map((key) => (key ? (headerOf.get(key) ?? '') : '')), ...(hasLevel ? [] : ['层级'])],
    rowsOf: (cells) => {
      const ofTotal = totalIn(cells)
      if (ofTotal !== undefined) {
        totals.push(ofTotal)
        return []
      }
      const own = keys.map((key, at) => {
        const written = cells[at] ?? ''
        // a dash is zero among figures that every line has
        const cell = key && counted.includes(key) ? written : blank(written)
        return key && told.includes(key) && cell === '' ? UNTOLD : cell
      })
      return [[...own, ...(hasLevel ? [] : [level])]]
    },
    notes: () => [
      ...(hasLevel ? [] : [`按表头识别为“${level}”层级的数据。`]),
      ...(totals.length > 0
        ? [`${totals.length} 行合计或说明没有导入：${[...new Set(totals)].slice(0, 3).join('、')}。`]
        : []),
      ...(ignored.length > 0
        ? [`未使用的列：${ignored.slice(0, 10).join('、')}${ignored.length > 10 ? ' 等' : ''}；比率由合计重新计算。`]
        : []),
    ],
  }
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

/** `''` where the report does not tell. Undefined for a word that is no device. */
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
