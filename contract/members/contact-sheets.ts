// Import of contacts: of customers that are there already.
import { can } from '#contract/access.ts'
import { Email, OneLine, OneOf, Required, Text } from '#contract/fields.ts'
import { optionalColumn, requiredColumn } from '#contract/import-columns.ts'
import { importCalls } from '#contract/sheets.ts'
import { Phone, saveContact } from './contacts.ts'
import { contactRoleLabels } from './members.ts'

const columns = [
  requiredColumn('enterprise', OneLine(Required('企业名称', 100)), {
    example: '华东石化贸易有限公司',
    hint: '已有客户的名称或统一社会信用代码',
    width: 30,
    aliases: ['客户名称', '公司名称', '企业', '客户', '公司', '单位名称', '统一社会信用代码'],
  }),
  requiredColumn('name', OneLine(Required('联系人', 32)), {
    example: '李明',
    hint: '最多32个字符',
    width: 12,
    aliases: ['姓名', '联系人姓名'],
  }),
  optionalColumn('position', OneLine(Text('职务', 32)), { example: '采购经理', width: 14, aliases: ['职位'] }),
  optionalColumn('role', OneOf('角色', Object.values(contactRoleLabels) as [string, ...string[]]), {
    example: contactRoleLabels.purchase,
    hint: Object.values(contactRoleLabels).join('、'),
    width: 10,
  }),
  optionalColumn('mobile', Phone, {
    example: '13800000000',
    width: 16,
    aliases: ['电话', '手机', '手机号码', '联系人电话'],
    as: 'digits',
  }),
  optionalColumn('wechat', OneLine(Text('微信', 32)), { example: '', width: 16, aliases: ['微信号'] }),
  optionalColumn('email', Email, { example: '', width: 24, aliases: ['联系邮箱', '电子邮箱'] }),
  optionalColumn('remark', Text('备注', 200), { example: '', hint: '最多200个字符', width: 30 }),
]
export type ContactImportKey = (typeof columns)[number]['key']

/** A customer's first contact is the main one. */
export const contactImport = importCalls(
  '联系人',
  '/api/backend/member/contact/import',
  can('customerList', 'leadingIn'),
  {
    kind: 'contacts',
    columns,
    update: {
      access: saveContact.access,
      keys: [
        ['enterprise', 'name'],
        ['enterprise', 'mobile'],
      ],
      columns: ['name', 'position', 'role', 'mobile', 'wechat', 'email', 'remark'],
    },
  },
)
