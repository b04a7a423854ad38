// Import of search marketing: the reports that each source gives out, a declaration for each source.
import { can } from '../access.ts'
import { Day, Required, Text } from '../fields.ts'
import { optionalColumn, requiredColumn } from '../import-columns.ts'
import { type ImportCalls, importCalls } from '../sheets.ts'
import { type SearchSource, searchLevelLabels, searchSourceLabels, searchSources } from './search-labels.ts'
import { NAME_MAX } from './search-marketing.ts'

/** A figure as the report writes it: with thousands separators, or `-` where there is none. */
const Figure = (title: string) => Required(title, 32)

const columns = [
  optionalColumn('level', Text('层级', 8), {
    example: '关键词',
    hint: `${Object.values(searchLevelLabels).join('、')}；不填按最细的一列判断`,
    width: 10,
  }),
  requiredColumn('day', Day('日期'), { example: '2026-11-23', hint: '每天一行', width: 14 }),
  requiredColumn('account', Required('账号', NAME_MAX), { example: 'gangcai-bj', width: 18 }),
  optionalColumn('campaign', Text('计划', NAME_MAX), { example: '品牌词', width: 22 }),
  optionalColumn('group', Text('单元', NAME_MAX), { example: '品牌核心', width: 18 }),
  optionalColumn('keyword', Text('关键词', NAME_MAX), { example: '钢材价格', width: 20 }),
  optionalColumn('word', Text('搜索词', NAME_MAX), { example: '今日钢材价格表', width: 24 }),
  optionalColumn('device', Text('设备', 32), { example: '移动', width: 10 }),
  optionalColumn('region', Text('地域', 32), { example: '江苏', width: 10 }),
  requiredColumn('shows', Figure('展现量'), { example: '1,280', width: 12 }),
  requiredColumn('clicks', Figure('点击量'), { example: '46', width: 12 }),
  requiredColumn('cost', Figure('消费'), { example: '325.60', hint: '元，最多两位小数', width: 12 }),
  optionalColumn('position', Figure('平均排名'), { example: '2.3', width: 12 }),
  optionalColumn('reported', Figure('线索'), { example: '2', hint: '平台统计的转化或线索', width: 10 }),
] as const
export type SearchImportKey = (typeof columns)[number]['key']
export const searchImportColumns = columns

const importOf = (source: SearchSource): ImportCalls =>
  importCalls(
    `${searchSourceLabels[source]}推广数据`,
    `/api/backend/operate/searchMarketing/import/${source}`,
    can('semData', 'leadingIn'),
    {
      kind: `search.${source}`,
      columns,
      intro: `直接上传${searchSourceLabels[source]}推广后台导出的分日报表，按表头自动识别列；导入前会逐行检查，同一天同一项以新的为准。`,
    },
  )

export const searchImports = Object.fromEntries(searchSources.map((source) => [source, importOf(source)])) as Record<
  SearchSource,
  ImportCalls
>
