// Import and export of members' accounts.
import { Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { OneLine, OneOf, Required, Text } from '#contract/fields.ts'
import {
  emailColumn,
  mobileColumn,
  optionalColumn,
  realNameColumn,
  remarkColumn,
  requiredColumn,
} from '#contract/import-columns.ts'
import { type ImportColumn, importCalls } from '#contract/sheets.ts'
import { canOn, subProductsWith } from '#contract/sub-product-access.ts'
import { subProductMenu, subProductOf } from '#contract/sub-products.ts'
import { AccountQuery, MemberLogin, queryAccounts } from './accounts.ts'
import { SubAccountQuery } from './sub-accounts.ts'

const withAccounts = subProductsWith('accounts')
const titles = withAccounts.map((key) => subProductOf(key).title)

/** Longest imported trial, days. */
const IMPORT_TRIAL_MAX = 90

const columns = [
  requiredColumn('subProduct', OneOf('子产品', titles), { example: titles[0] ?? '', hint: '从下拉中选择', width: 16 }),
  requiredColumn('loginName', MemberLogin, {
    example: 'zhang.san',
    hint: '3至32位；已有会员的登录名表示为其开通此子产品',
    width: 18,
  }),
  realNameColumn,
  mobileColumn,
  emailColumn,
  requiredColumn('enterprise', OneLine(Required('企业', 100)), {
    example: '华东石化贸易有限公司',
    hint: '企业全称；没有的企业会新增',
    width: 30,
  }),
  optionalColumn('owner', Text('归属人', 64), {
    example: 'li.si',
    hint: '员工的用户名；不填则随企业，新企业归自己',
    width: 16,
  }),
  optionalColumn(
    'trialDays',
    Type.String({
      title: '试用天数',
      pattern: '^([1-9]|[1-8][0-9]|90)$',
      messages: { pattern: `试用天数为1至${IMPORT_TRIAL_MAX}的整数` },
    }),
    {
      example: '7',
      hint: `1至${IMPORT_TRIAL_MAX}；填写则自今日起授予试用`,
      width: 12,
      as: 'number',
      units: ['天', '日'],
    },
  ),
  {
    key: 'trialProducts',
    header: '试用产品',
    rule: Text('试用产品', 500),
    required: false,
    example: '',
    hint: '按产品授权的子产品填写，产品名称或编码，用顿号隔开',
    width: 30,
  },
  remarkColumn,
] as const satisfies readonly ImportColumn[]

export type AccountImportKey = (typeof columns)[number]['key']

/** Accounts of any sub-products that the person may import: each row is checked for its own. */
export const accountImport = importCalls(
  '账号',
  '/api/backend/member/account/import',
  anyOf(...withAccounts.map((key) => can(subProductMenu(key, 'accounts'), 'leadingIn'))),
  { kind: 'accounts', columns },
)

const login = ['loginName', 'realName'] as const
const contact = ['mobile', 'email', 'ownerName'] as const
const history = ['lastSeenAt', 'openedAt', 'remark'] as const

export const exportAccounts = exportCall(
  '账号',
  '/api/backend/member/account/export',
  canOn('request', 'accounts', 'exportBtn'),
  {
    query: AccountQuery,
    columns: sheetOf(queryAccounts, [
      ...login,
      'enterpriseName',
      ...contact,
      'mainName',
      'kind',
      'validity',
      'startsOn',
      'endsOn',
      'next',
      'grants',
      'modules',
      'subUsed',
      'subQuota',
      'status',
      'locked',
      'source',
      ...history,
    ]),
  },
)

/** The sub-accounts of the main accounts that the list finds. */
export const exportSubAccounts = exportCall(
  '子账号',
  '/api/backend/member/sub-account/export',
  canOn('request', 'subsidiaryAccount', 'exportBtn'),
  {
    query: SubAccountQuery,
    columns: sheetOf(queryAccounts, [
      'mainName',
      'enterpriseName',
      ...login,
      ...contact,
      'validity',
      'endsOn',
      'status',
      ...history,
    ]),
  },
)
