// Columns that several imports have in common: a person's own, and the remark.
import { Email, Mobile, Required, Text } from './fields.ts'
import type { ImportColumn } from './sheets.ts'

export const realNameColumn = {
  key: 'realName',
  header: '姓名',
  rule: Required('姓名', 32),
  required: true,
  example: '张三',
  hint: '必填，最多32个字符',
  width: 14,
} as const satisfies ImportColumn

export const mobileColumn = {
  key: 'mobile',
  header: '手机号码',
  rule: Mobile,
  required: true,
  example: '13800000000',
  hint: '必填，11位，不能重复',
  width: 16,
} as const satisfies ImportColumn

export const emailColumn = {
  key: 'email',
  header: '邮箱',
  rule: Email,
  required: false,
  example: 'zhangsan@example.com',
  hint: '选填',
  width: 26,
} as const satisfies ImportColumn

export const remarkColumn = {
  key: 'remark',
  header: '备注',
  rule: Text('备注', 500),
  required: false,
  example: '',
  hint: '选填，最多500个字符',
  width: 30,
} as const satisfies ImportColumn
