// Import and export of enterprises for visits; export of visits.
import { can } from '#contract/access.ts'
import { exportCall } from '#contract/exports.ts'
import { Cleaned, OneLine, OneOf, Required, Text } from '#contract/fields.ts'
import { optionalColumn, remarkColumn, requiredColumn } from '#contract/import-columns.ts'
import { importCalls } from '#contract/sheets.ts'
import { VisitEnterpriseQuery } from './visit-enterprises.ts'
import { type SiteKind, siteKindLabels } from './visit-labels.ts'
import { VisitQuery } from './visits.ts'

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
    columns: [
      { key: 'name', header: '企业名称', width: 30 },
      { key: 'kind', header: '企业类型', width: 12 },
      { key: 'products', header: '经营产品', width: 24 },
      { key: 'capacityText', header: '产能与库容', width: 30 },
      { key: 'regionPath', header: '地区', width: 24 },
      { key: 'address', header: '详细地址', width: 30 },
      { key: 'longitude', header: '经度', width: 12, as: 'number' },
      { key: 'latitude', header: '纬度', width: 12, as: 'number' },
      { key: 'customerName', header: '关联客户', width: 30 },
      { key: 'ownerName', header: '归属人', width: 12 },
      { key: 'visits', header: '到访次数', width: 10, as: 'number' },
      { key: 'lastVisitAt', header: '最近到访', width: 18, as: 'moment' },
      { key: 'createdAt', header: '创建时间', width: 18, as: 'moment' },
    ],
  },
)

export const exportVisits = exportCall('拜访记录', `${root}/visit/export`, can('visitRecord', 'exportBtn'), {
  query: VisitQuery,
  columns: [
    { key: 'plannedAt', header: '计划时间', width: 18, as: 'moment' },
    { key: 'enterpriseName', header: '企业', width: 30 },
    { key: 'kind', header: '企业类型', width: 12 },
    { key: 'regionPath', header: '地区', width: 24 },
    { key: 'ownerName', header: '拜访人', width: 12 },
    { key: 'companions', header: '同行人', width: 20 },
    { key: 'aim', header: '拜访目的', width: 30 },
    { key: 'state', header: '状态', width: 10 },
    { key: 'arrivedAt', header: '到达时间', width: 18, as: 'moment' },
    { key: 'met', header: '对方人员', width: 20 },
    { key: 'result', header: '拜访结果', width: 60 },
    { key: 'nextOn', header: '下一步日期', width: 12, as: 'day' },
    { key: 'nextText', header: '下一步', width: 30 },
    { key: 'nextUserName', header: '由谁跟进', width: 12 },
  ],
})
