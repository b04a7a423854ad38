// Customers in and out of spreadsheets.
import { can } from '../access.ts'
import { Email, OneOf, Required, Text } from '../fields.ts'
import { remarkColumn } from '../import-columns.ts'
import { exportCall, type ImportColumn, importCalls } from '../sheets.ts'
import { EnterpriseQuery } from './customers.ts'

const columns = [
  {
    key: 'name',
    header: '企业名称',
    rule: Required('企业名称', 100),
    required: true,
    example: '华东石化贸易有限公司',
    hint: '必填，最多100个字符，不能重复',
    width: 30,
  },
  {
    key: 'creditCode',
    header: '统一社会信用代码',
    rule: Text('统一社会信用代码', 18),
    required: false,
    example: '91350100M000100Y43',
    hint: '选填，18位，校验位须正确，不能重复',
    width: 24,
  },
  {
    key: 'level',
    header: '级别',
    rule: OneOf('级别', ['A', 'B', 'C', '']),
    required: false,
    example: 'B',
    hint: '选填，A、B 或 C，不填为 C',
    width: 8,
  },
  {
    key: 'industry',
    header: '行业',
    rule: Text('行业', 32),
    required: false,
    example: '石油化工',
    hint: '选填，最多32个字符',
    width: 14,
  },
  {
    key: 'region',
    header: '所在地区',
    rule: Text('所在地区', 100),
    required: false,
    example: '浙江省/杭州市/西湖区',
    hint: '选填，省、省/市或省/市/区县的完整名称',
    width: 26,
  },
  {
    key: 'address',
    header: '详细地址',
    rule: Text('详细地址', 200),
    required: false,
    example: '',
    hint: '选填，最多200个字符',
    width: 30,
  },
  {
    key: 'owner',
    header: '归属人',
    rule: Text('归属人', 64),
    required: false,
    example: 'zhang.san',
    hint: '选填，员工的用户名，须在自己的范围内；不填归自己',
    width: 16,
  },
  {
    key: 'contact',
    header: '联系人',
    rule: Text('联系人', 32),
    required: false,
    example: '李明',
    hint: '选填，最多32个字符',
    width: 12,
  },
  {
    key: 'contactMobile',
    header: '联系电话',
    rule: Text('联系电话', 20),
    required: false,
    example: '13800000000',
    hint: '选填，填写时须有联系人',
    width: 16,
  },
  {
    key: 'contactEmail',
    header: '联系邮箱',
    rule: Email,
    required: false,
    example: '',
    hint: '选填，填写时须有联系人',
    width: 24,
  },
  remarkColumn,
] as const satisfies readonly ImportColumn[]

export type CustomerImportKey = (typeof columns)[number]['key']

export const customerImport = importCalls({
  kind: 'customers',
  noun: '客户',
  path: '/api/backend/member/enterprise/import',
  access: can('customerList', 'leadingIn'),
  columns,
})

const exported = [
  { key: 'name', header: '企业名称' },
  { key: 'creditCode', header: '统一社会信用代码' },
  { key: 'level', header: '级别' },
  { key: 'industry', header: '行业' },
  { key: 'regionPath', header: '地区' },
  { key: 'address', header: '详细地址' },
  { key: 'ownerName', header: '归属人' },
  { key: 'members', header: '会员数' },
  { key: 'subProducts', header: '使用中的子产品' },
  { key: 'nextEndsOn', header: '最近到期' },
  { key: 'source', header: '来源' },
  { key: 'createdAt', header: '创建时间' },
  { key: 'remark', header: '备注' },
] as const

export type CustomerExportKey = (typeof exported)[number]['key']

export const exportCustomers = exportCall({
  noun: '客户',
  path: '/api/backend/member/enterprise/export',
  access: can('customerList', 'exportBtn'),
  query: EnterpriseQuery,
  columns: exported,
})
