// Import and export of customers.
import { can } from '#contract/access.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { Cleaned, Email, OneLine, OneOf, Required, Text } from '#contract/fields.ts'
import { optionalColumn, remarkColumn, requiredColumn } from '#contract/import-columns.ts'
import { importCalls } from '#contract/sheets.ts'
import { EnterpriseQuery, editEnterprise, queryEnterprises } from './customers.ts'

const root = '/api/backend/member/enterprise'

const columns = [
  requiredColumn('name', OneLine(Required('企业名称', 100)), {
    example: '华东石化贸易有限公司',
    hint: '最多100个字符，不能重复',
    width: 30,
    aliases: ['客户名称', '公司名称', '企业', '客户', '公司', '单位名称'],
  }),
  optionalColumn('creditCode', Text('统一社会信用代码', 18), {
    example: '91350100M000100Y43',
    hint: '18位，校验位须正确，不能重复',
    width: 24,
    aliases: ['信用代码', '社会信用代码', '税号', '纳税人识别号'],
    as: 'digits',
  }),
  optionalColumn('level', OneOf('级别', ['A', 'B', 'C', '']), {
    example: 'B',
    hint: 'A、B 或 C，不填为 C',
    width: 8,
    units: ['级'],
  }),
  optionalColumn('industry', Text('行业', 32), { example: '石油化工', hint: '最多32个字符', width: 14 }),
  optionalColumn('region', Text('所在地区', 100), {
    example: '浙江省/杭州市/西湖区',
    hint: '省、省/市或省/市/区县的完整名称',
    width: 26,
    aliases: ['地区', '所属地区'],
  }),
  optionalColumn('address', Text('详细地址', 200), { example: '', hint: '最多200个字符', width: 30 }),
  optionalColumn('owner', Text('归属人', 64), {
    example: 'zhang.san',
    hint: '员工的用户名，须在自己的范围内；不填归自己',
    width: 16,
  }),
  optionalColumn('contact', OneLine(Text('联系人', 32)), { example: '李明', hint: '最多32个字符', width: 12 }),
  optionalColumn('contactMobile', Cleaned('phone', Text('联系电话', 20)), {
    example: '13800000000',
    hint: '填写时须有联系人',
    width: 16,
    aliases: ['联系人电话', '电话', '手机', '手机号码'],
    as: 'digits',
  }),
  optionalColumn('contactEmail', Email, { header: '联系邮箱', example: '', hint: '填写时须有联系人', width: 24 }),
  remarkColumn,
]

export type CustomerImportKey = (typeof columns)[number]['key']

export const customerImport = importCalls('客户', `${root}/import`, can('customerList', 'leadingIn'), {
  kind: 'customers',
  columns,
  update: {
    access: editEnterprise,
    keys: [['name'], ['creditCode']],
    columns: ['name', 'creditCode', 'level', 'industry', 'region', 'address', 'remark'],
  },
})

export const exportCustomers = exportCall('客户', `${root}/export`, can('customerList', 'exportBtn'), {
  query: EnterpriseQuery,
  columns: sheetOf(queryEnterprises, [
    'name',
    'creditCode',
    'level',
    'industry',
    'regionPath',
    'address',
    'ownerName',
    'members',
    'subProducts',
    'nextEndsOn',
    'source',
    'createdAt',
    'remark',
  ]),
})
