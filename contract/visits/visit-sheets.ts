// Import and export of enterprises for visits; export of visits.
import { can } from '#contract/access.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { Cleaned, OneLine, OneOf, Required, Text } from '#contract/fields.ts'
import { optionalColumn, remarkColumn, requiredColumn } from '#contract/import-columns.ts'
import { importCalls } from '#contract/sheets.ts'
import { queryVisitEnterprises, VisitEnterpriseQuery } from './visit-enterprises.ts'
import { type SiteKind, siteKindLabels } from './visit-labels.ts'
import { queryVisits, VisitQuery } from './visits.ts'

const root = '/api/backend/visits'

const kindNames = Object.values(siteKindLabels) as [string, ...string[]]
/** The kind that a label of the sheet means. */
export const siteKindOf = (label: string): SiteKind =>
  (Object.keys(siteKindLabels) as SiteKind[]).find((kind) => siteKindLabels[kind] === label) ?? 'other'

const columns = [
  requiredColumn('name', OneLine(Required('企业名称', 100)), {
    example: '华东石化仓储有限公司',
    hint: '最多100个字符，同一归属人下不能重复',
    width: 30,
  }),
  requiredColumn('kind', OneOf('企业类型', kindNames), { example: '仓库', hint: kindNames.join('、'), width: 12 }),
  optionalColumn('products', Text('经营产品', 500), { example: '甲醇、乙二醇', hint: '最多500个字符', width: 24 }),
  optionalColumn('capacity', Text('产能说明', 500), {
    example: '罐容 12 万立方米',
    hint: '最多500个字符',
    width: 24,
  }),
  optionalColumn('devices', Text('装置说明', 1_000), { example: '', hint: '最多1000个字符', width: 24 }),
  optionalColumn('region', Text('所在地区', 100), {
    example: '浙江省/杭州市/西湖区',
    hint: '省、省/市或省/市/区县的完整名称',
    width: 26,
  }),
  optionalColumn('address', Text('详细地址', 200), { example: '', hint: '最多200个字符', width: 30 }),
  optionalColumn('place', Text('经纬度', 40), {
    example: '120.153576,30.287459',
    hint: '经度,纬度，须在中国境内',
    width: 24,
  }),
  optionalColumn('owner', Text('归属人', 64), {
    example: 'zhang.san',
    hint: '员工的用户名，须在自己的范围内；不填归自己',
    width: 16,
  }),
  optionalColumn('person', OneLine(Text('联系人', 32)), { example: '李明', hint: '最多32个字符', width: 12 }),
  optionalColumn('personRole', Text('职务', 32), { example: '销售经理', hint: '填写时须有联系人', width: 14 }),
  optionalColumn('personMobile', Cleaned('phone', Text('手机号码', 20)), {
    example: '13800000000',
    hint: '填写时须有联系人',
    width: 16,
    as: 'digits',
  }),
  remarkColumn,
]

export type VisitEnterpriseImportKey = (typeof columns)[number]['key']

export const visitEnterpriseImport = importCalls(
  '拜访企业',
  `${root}/enterprise/import`,
  can('visitEnterprise', 'leadingIn'),
  { kind: 'visitEnterprises', columns },
)

export const exportVisitEnterprises = exportCall(
  '拜访企业',
  `${root}/enterprise/export`,
  can('visitEnterprise', 'exportBtn'),
  {
    query: VisitEnterpriseQuery,
    columns: sheetOf(queryVisitEnterprises, [
      'name',
      'kind',
      'products',
      'capacityText',
      'regionPath',
      'address',
      { key: 'longitude', header: '经度', width: 12, as: 'number' },
      'latitude',
      'customerName',
      'ownerName',
      'visits',
      'lastVisitAt',
      'createdAt',
    ]),
  },
)

export const exportVisits = exportCall('拜访记录', `${root}/visit/export`, can('visitRecord', 'exportBtn'), {
  query: VisitQuery,
  columns: sheetOf(queryVisits, [
    'plannedAt',
    'enterpriseName',
    'kind',
    'regionPath',
    'ownerName',
    'companions',
    'aim',
    'state',
    'arrivedAt',
    'met',
    'result',
    'nextOn',
    'nextText',
    'nextUserName',
  ]),
})
