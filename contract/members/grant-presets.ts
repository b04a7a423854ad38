// Presets (快捷授权): what is granted in one go, under a name, and its application to one or many accounts.
import { type Static, Type } from 'typebox'
import { type BodyOf, type DataOf, readCall, writeCall } from '#contract/endpoint.ts'
import type { Preview } from '#contract/envelope.ts'
import {
  Choice,
  Fields,
  Id,
  Ids,
  IdsOrNone,
  Moment,
  Nullable,
  OneLine,
  OneOf,
  Required,
  Text,
} from '#contract/fields.ts'
import { contains, type RowOf, rowCalls } from '#contract/rows.ts'
import { canOn, subProductsWith } from '#contract/sub-product-access.ts'
import { HiddenCount, HiddenProducts } from './hidden-products.ts'
import { grantKindLabels } from './members.ts'
import { Modules } from './third-powers.ts'

const root = '/api/backend/member/preset'

/** Accounts that one application takes; above so many it runs as a job. */
export const PRESET_ACCOUNTS_MAX = 2_000
export const PRESET_AT_ONCE = 100
export const PRESET_DAYS_MAX = 3_650
const PRESET_PRODUCTS_MAX = 1_000
/** Accounts that a search offers. */
export const PRESET_FOUND_MAX = 50

const SubProduct = OneOf('子产品', subProductsWith('quickAuthorization'))

const fields = {
  name: OneLine(Required('方案名称', 50)),
  kind: Choice('授权类型', grantKindLabels),
  days: Type.Integer({
    title: '授权天数',
    minimum: 1,
    maximum: PRESET_DAYS_MAX,
    messages: { required: '请输入授权天数' },
  }),
  productIds: IdsOrNone('产品', PRESET_PRODUCTS_MAX),
  modules: Modules,
  quota: Nullable(Type.Integer({ title: '每日额度', minimum: 1, maximum: 1_000_000 })),
  isEnabled: Type.Boolean({ title: '启用' }),
  remark: Text('备注', 500),
}

/** 603 where rules use one. */
export const presetCalls = rowCalls({
  noun: '快捷授权方案',
  path: root,
  page: 'quickAuthorization',
  fields,
  query: { name: contains(fields.name), kind: fields.kind, isEnabled: fields.isEnabled },
  sortable: ['name', 'days', 'updatedAt'],
  row: {
    name: fields.name,
    kind: fields.kind,
    days: fields.days,
    products: Type.Integer({ title: '产品', description: 'how many' }),
    productNames: Type.Array(Type.String(), { description: 'the first ones' }),
    hidden: HiddenCount,
    modules: fields.modules,
    quota: fields.quota,
    isEnabled: fields.isEnabled,
    rules: Type.Integer({ title: '引用规则', description: 'how many rules use it' }),
    remark: fields.remark,
    updatedAt: Moment('更新时间'),
  },
  get: { hiddenProducts: HiddenProducts },
  with: ['get', 'copy'],
})
export type PresetForm = Omit<BodyOf<typeof presetCalls.add>, 'subProduct'>
export type PresetQuery = BodyOf<typeof presetCalls.list>
export type PresetRow = RowOf<typeof presetCalls>
export type PresetDetail = DataOf<typeof presetCalls.get>

const PresetAccount = Type.Object({
  id: Type.String(),
  loginName: Type.String(),
  realName: Type.String(),
  enterprise: Type.String(),
  endsOn: Nullable(Type.String()),
  /** Why nothing can be granted to it; empty where it can. */
  refusal: Type.String(),
})
export type PresetAccount = Static<typeof PresetAccount>

/** Accounts of a sub-product within one's scope, by login name, name, mobile or enterprise. */
export const searchPresetAccounts = readCall(
  '查找要授权的账号',
  `${root}/accounts`,
  canOn('request', 'quickAuthorization', 'view'),
  { body: Fields({ subProduct: SubProduct, text: Text('关键字', 100) }), data: Type.Array(PresetAccount) },
)

/** Pasted login names, one a line: which are accounts in one's scope, and which are not. */
export const matchPresetAccounts = readCall(
  '按登录名匹配账号',
  `${root}/match`,
  canOn('request', 'quickAuthorization', 'view'),
  {
    body: Fields({
      subProduct: SubProduct,
      loginNames: Type.Array(Text('登录名', 64), { title: '登录名', minItems: 1, maxItems: PRESET_ACCOUNTS_MAX }),
    }),
    data: Type.Object({ found: Type.Array(PresetAccount), missing: Type.Array(Type.String()) }),
  },
)

/** What the application would do: beside the kit's preview, a line for each of the first accounts. */
export type PresetPreview = Preview & {
  lines: {
    id: string
    name: string
    enterprise: string
    before: string | null
    after: string | null
    refusal: string
  }[]
  /** Accounts beyond those of the lines. */
  more: number
}
/** Lines that a preview shows. */
export const PRESET_LINES = 200

const applied = Type.Object({
  done: Type.Integer({ description: 'accounts' }),
  jobId: Nullable(Type.String({ description: 'goes on in the background' })),
})

const application = <A extends 'empower' | 'batchEmpower' | 'revokeBatchEmpower'>(
  alias: A,
  verb: string,
  summary: string,
  { max, reason }: { max: number; reason: ReturnType<typeof Text> },
) =>
  writeCall(summary, `${root}/${verb}`, canOn('row', 'quickAuthorization', alias), {
    body: Fields({
      id: Id('方案'),
      accountIds: Ids('账号', max),
      reason,
    }),
    data: applied,
  })

/**
 * Each needs confirmation (600, `PresetPreview`), reports each account (602), and runs as a job above `PRESET_AT_ONCE`.
 * Hidden products are not granted: 602 names them too.
 */
export const applyPreset = application('empower', 'apply', '按方案授权', {
  max: PRESET_AT_ONCE,
  reason: Text('原因', 200),
})
export const batchApplyPreset = application('batchEmpower', 'batchApply', '按方案批量授权', {
  max: PRESET_ACCOUNTS_MAX,
  reason: Text('原因', 200),
})
/** Revokes the preset's products, with a reason. */
export const batchRevokePreset = application('revokeBatchEmpower', 'batchRevoke', '按方案批量取消授权', {
  max: PRESET_ACCOUNTS_MAX,
  reason: Required('原因', 200),
})
