// Manual entry of accounts (手工录入): enterprise, member, account and grants in one line, one by one or as a pasted block.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import {
  Choice,
  Day,
  Fields,
  Id,
  IdsOrNone,
  listFields,
  Mobile,
  Moment,
  Nullable,
  OneLine,
  OneOf,
  Required,
  Text,
} from '#contract/fields.ts'
import { mobileColumn, realNameColumn, requiredColumn } from '#contract/import-columns.ts'
import { type ImportCalls, type ImportColumn, importCalls } from '#contract/sheets.ts'
import { canOn, subProductsWith } from '#contract/sub-product-access.ts'
import { type SubProductKey, subProductMenu, subProductOf } from '#contract/sub-products.ts'
import { grantKindLabels, validityLabels } from './members.ts'

const root = '/api/backend/member/manualEntry'

const withEntry = subProductsWith('manualEntry')
const SubProduct = OneOf('子产品', withEntry)
const ENTRY_PRODUCTS_MAX = 500
/** The word in a line for all products on sale. */
export const ALL_PRODUCTS = '全部'

const MemberName = Type.String({
  title: '登录名',
  pattern: '^[A-Za-z0-9._@-]{2,64}$',
  messages: { required: '请输入登录名', pattern: '登录名为2至64位字母、数字或 . _ @ -' },
})

export const EntryQuery = Fields({
  ...listFields(['enteredAt', 'endsOn', 'loginName']),
  subProduct: SubProduct,
  enterprise: Type.Optional(Text('企业', 100)),
  loginName: Type.Optional(Text('登录名', 64)),
  mobile: Type.Optional(Text('手机号码', 20)),
  validity: Type.Optional(Choice('有效状态', validityLabels)),
})
export type EntryQuery = Static<typeof EntryQuery>

const EntryRow = Type.Object({
  id: Type.String({ description: 'the account' }),
  version: Type.Integer(),
  enterprise: Type.String({ title: '企业名称' }),
  realName: Type.String({ title: '姓名' }),
  mobile: Type.String({ title: '手机号码' }),
  loginName: Type.String({ title: '登录名' }),
  products: Type.Integer({ title: '产品数', description: 'granted now' }),
  kind: Nullable(Choice('授权类型', grantKindLabels)),
  endsOn: Nullable(Day('截止日期')),
  validity: Choice('有效状态', validityLabels),
  ownerName: Nullable(Type.String({ title: '归属人' })),
  enteredAt: Moment('录入时间'),
  enteredBy: Type.String({ title: '录入人' }),
})
export type EntryRow = Static<typeof EntryRow>

/** Accounts opened by manual entry, within sales scope. */
export const queryEntries = readCall('手工录入列表', `${root}/page`, canOn('request', 'manualEntry', 'view'), {
  body: EntryQuery,
  data: Paged(EntryRow),
})

const EntryGrant = {
  /** Empty: every product that is sold. */
  productIds: IdsOrNone('产品', ENTRY_PRODUCTS_MAX),
  kind: Choice('授权类型', grantKindLabels),
  endsOn: Day('截止日期', { required: '请选择截止日期' }),
}

/** Enterprise, member and account are found by name or created; new ones belong to the caller. */
export const addEntry = writeCall('手工录入一个账号', `${root}/add`, canOn('request', 'manualEntry', 'add'), {
  body: Fields({
    subProduct: SubProduct,
    enterprise: OneLine(Required('企业名称', 100)),
    realName: OneLine(Required('姓名', 32)),
    mobile: Mobile,
    loginName: MemberName,
    ...EntryGrant,
  }),
  data: Type.Object({ id: Type.String() }),
})

/**
 * Sets kind and last day of the grants. 601 where the account was changed meanwhile, 600 where a formal grant is
 * shortened.
 */
export const editEntry = writeCall('修改手工录入的账号', `${root}/edit`, canOn('row', 'manualEntry', 'edit'), {
  body: Fields({
    id: Id('账号'),
    version: Type.Integer({ title: '版本', minimum: 1 }),
    realName: OneLine(Required('姓名', 32)),
    kind: EntryGrant.kind,
    endsOn: EntryGrant.endsOn,
  }),
})

/** After confirmation (600) revokes the grants; account and member stay, as the ledger refers to them. */
export const removeEntry = writeCall('删除手工录入的授权', `${root}/remove`, canOn('row', 'manualEntry', 'delete'), {
  body: Fields({ id: Id('账号') }),
})

export const exportEntries = exportCall(
  '手工录入账号',
  `${root}/export`,
  canOn('request', 'manualEntry', 'exportBtn'),
  {
    query: EntryQuery,
    columns: sheetOf(queryEntries, [
      'enterprise',
      'realName',
      'mobile',
      'loginName',
      'products',
      'kind',
      'endsOn',
      'validity',
      'ownerName',
      'enteredAt',
      'enteredBy',
    ]),
  },
)

const imported = [
  {
    key: 'enterprise',
    header: '企业名称',
    rule: OneLine(Required('企业名称', 100)),
    required: true,
    example: '山东某某石化有限公司',
    hint: '必填；没有同名企业时自动新增',
    width: 28,
  },
  { ...realNameColumn, width: 12 },
  { ...mobileColumn, hint: '必填，11位，不能与其他会员重复' },
  {
    key: 'loginName',
    header: '登录名',
    rule: MemberName,
    required: true,
    example: 'zhangsan',
    hint: '必填；已有会员时须与其企业、手机号码一致',
    width: 18,
  },
  requiredColumn('products', Required('产品', 2_000), {
    example: ALL_PRODUCTS,
    hint: '产品名称，多个用顿号隔开；或填“全部”',
    width: 26,
  }),
  {
    key: 'kind',
    header: '授权类型',
    rule: OneOf('授权类型', Object.values(grantKindLabels)),
    required: true,
    example: '试用',
    hint: '必填：试用、正式或赠送',
    width: 12,
  },
  requiredColumn('endsOn', Day('截止日期'), { example: '2027-12-31', hint: 'YYYY-MM-DD，不早于今天', width: 14 }),
] as const satisfies readonly ImportColumn[]
export type EntryImportKey = (typeof imported)[number]['key']

/** An import is of one sub-product, so each has its calls. */
export const entryImports: Readonly<Partial<Record<SubProductKey, ImportCalls>>> = Object.fromEntries(
  withEntry.map((key) => [
    key,
    importCalls(
      `${subProductOf(key).title}账号`,
      `${root}/import/${key}`,
      can(subProductMenu(key, 'manualEntry'), 'leadingIn'),
      { kind: `entries.${key}`, columns: imported },
    ),
  ]),
)
