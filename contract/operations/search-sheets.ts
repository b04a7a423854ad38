// Import of search marketing: the reports of any source, which is recognised by their headings and file names.
import { anyOf, can } from '#contract/access.ts'
import { Day, Required, Text } from '#contract/fields.ts'
import { optionalColumn, requiredColumn } from '#contract/import-columns.ts'
import { importCalls } from '#contract/sheets.ts'
import { searchLevelLabels, searchSourceLabels } from './search-labels.ts'
import { NAME_MAX } from './search-marketing.ts'
import { searchPartLabels } from './search-slices.ts'

/** A figure as the report writes it: with thousands separators, or `-` where there is none. */
const Figure = (title: string) => Required(title, 32)

const columns = [
  optionalColumn('source', Text('来源', 8), {
    example: '百度',
    hint: `${Object.values(searchSourceLabels).join('、')}；不填按表头、文件名和账号判断`,
    width: 10,
  }),
  optionalColumn('level', Text('层级', 8), {
    example: '关键词',
    hint: `${Object.values(searchLevelLabels).join('、')}；不填按最细的一列判断`,
    width: 10,
  }),
  optionalColumn('part', Text('流量', 8), {
    example: '全部',
    hint: `${Object.values(searchPartLabels).join('、')}；计算机和移动分成两个文件时填写，两份都有才计入`,
    width: 10,
  }),
  requiredColumn('day', Day('日期'), { example: '2026-11-23', hint: '每天一行', width: 14 }),
  optionalColumn('hour', Text('小时', 16), { example: '9', hint: '0 至 23', width: 8 }),
  requiredColumn('account', Required('账号', NAME_MAX), { example: 'gangcai-bj', width: 18 }),
  optionalColumn('campaign', Text('计划', NAME_MAX), { example: '品牌词', width: 22 }),
  optionalColumn('group', Text('单元', NAME_MAX), { example: '品牌核心', width: 18 }),
  optionalColumn('keyword', Text('关键词', NAME_MAX), { example: '钢材价格', width: 20 }),
  optionalColumn('providerId', Text('关键词ID', 32), { example: '8123456', hint: '改名后仍是同一个', width: 14 }),
  optionalColumn('matchType', Text('匹配模式', 16), { example: '短语', width: 10 }),
  optionalColumn('word', Text('搜索词', NAME_MAX), { example: '今日钢材价格表', width: 24 }),
  optionalColumn('device', Text('设备', 32), { example: '移动', width: 10 }),
  optionalColumn('region', Text('地域', 32), { example: '江苏', width: 10 }),
  requiredColumn('shows', Figure('展现量'), { example: '1,280', width: 12 }),
  requiredColumn('clicks', Figure('点击量'), { example: '46', width: 12 }),
  requiredColumn('cost', Figure('消费'), { example: '325.60', hint: '账号的币种，最多两位小数', width: 12 }),
  optionalColumn('position', Figure('平均排名'), { example: '2.3', width: 12 }),
  optionalColumn('reported', Figure('线索'), { example: '2', hint: '平台统计的转化或线索', width: 10 }),
] as const
export type SearchImportKey = (typeof columns)[number]['key']
export const searchImportColumns = columns

export const searchImport = importCalls(
  '推广数据',
  '/api/backend/operate/searchMarketing/import',
  anyOf(can('semData', 'leadingIn'), can('semSearch', 'leadingIn')),
  {
    kind: 'search.reports',
    columns,
    takesFiles: true,
    rowsMax: 1_000_000,
    asks: { key: 'source', by: 'account' },
    intro:
      '直接上传各平台推广后台导出的分日报表，可以一次选择多个文件；来源、层级和列按表头和文件名识别，核对合计行后，同一天同一份报表整份替换；同一天的多笔超投修正相加，金额相同的按重复提示。',
  },
)
