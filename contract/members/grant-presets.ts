// Presets (快捷授权): what is granted in one go, under a name, and its application to one or many accounts.
import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Paged, type Preview } from '../envelope.ts'
import { Fields, Id, Ids, listFields, Nothing, Nullable, OneOf, Required, Text } from '../fields.ts'
import { canOn, subProductsWith } from '../sub-product-access.ts'
import { HiddenCount, HiddenProducts } from './hidden-products.ts'
import { accountModuleKeys, grantKinds } from './members.ts'

const root = '/api/backend/member/preset'

/** Accounts that one application takes; above so many it runs as a job. */
export const PRESET_ACCOUNTS_MAX = 2_000
export const PRESET_AT_ONCE = 100
export const PRESET_DAYS_MAX = 3_650
const PRESET_PRODUCTS_MAX = 1_000
/** Accounts that a search offers. */
export const PRESET_FOUND_MAX = 50

const SubProduct = OneOf('子产品', subProductsWith('quickAuthorization'))
const Version = Type.Integer({ title: '版本', minimum: 1 })
const GrantKindField = OneOf('授权类型', grantKinds)

const PresetFields = {
  name: Required('方案名称', 50),
  kind: GrantKindField,
  days: Type.Integer({
    title: '授权天数',
    minimum: 1,
    maximum: PRESET_DAYS_MAX,
    messages: { required: '请输入授权天数' },
  }),
  productIds: Ids('产品', PRESET_PRODUCTS_MAX),
  modules: Type.Array(OneOf('模块', accountModuleKeys), { title: '模块', uniqueItems: true, maxItems: 20 }),
  quota: Nullable(Type.Integer({ title: '每日额度', minimum: 1, maximum: 1_000_000 })),
  isEnabled: Type.Boolean({ title: '启用' }),
  remark: Text('备注', 500),
}
const PresetForm = Fields(PresetFields)
export type PresetForm = Static<typeof PresetForm>

const PresetQuery = Fields({
  ...listFields(['name', 'days', 'updatedAt']),
  subProduct: SubProduct,
  name: Type.Optional(Text('方案名称', 50)),
  kind: Type.Optional(GrantKindField),
  isEnabled: Type.Optional(Type.Boolean({ title: '启用' })),
})
export type PresetQuery = Static<typeof PresetQuery>

const PresetRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  name: Type.String(),
  kind: GrantKindField,
  days: Type.Integer(),
  products: Type.Integer({ description: 'how many' }),
  productNames: Type.Array(Type.String(), { description: 'the first ones' }),
  hidden: HiddenCount,
  modules: Type.Array(Type.String()),
  quota: Nullable(Type.Integer()),
  isEnabled: Type.Boolean(),
  rules: Type.Integer({ description: 'how many rules use it' }),
  remark: Type.String(),
  updatedAt: Type.String(),
})
export type PresetRow = Static<typeof PresetRow>

const PresetDetail = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  subProduct: SubProduct,
  name: Type.String(),
  kind: GrantKindField,
  days: Type.Integer(),
  productIds: Type.Array(Type.String()),
  hiddenProducts: HiddenProducts,
  modules: PresetFields.modules,
  quota: Nullable(Type.Integer()),
  isEnabled: Type.Boolean(),
  remark: Type.String(),
})
export type PresetDetail = Static<typeof PresetDetail>

const Saved = Type.Object({ id: Type.String(), version: Type.Integer() })

export const queryPresets = endpoint({
  summary: '快捷授权方案列表',
  method: 'POST',
  path: `${root}/page`,
  access: canOn('request', 'quickAuthorization', 'view'),
  effect: 'read',
  body: PresetQuery,
  data: Paged(PresetRow),
})

export const getPreset = endpoint({
  summary: '快捷授权方案详情',
  method: 'POST',
  path: `${root}/get`,
  access: canOn('row', 'quickAuthorization', 'view'),
  effect: 'read',
  body: Fields({ id: Id('方案') }),
  data: PresetDetail,
})

export const addPreset = endpoint({
  summary: '新增快捷授权方案',
  method: 'POST',
  path: `${root}/add`,
  access: canOn('request', 'quickAuthorization', 'add'),
  effect: 'write',
  body: Fields({ subProduct: SubProduct, ...PresetFields }),
  data: Saved,
})

/** 601 carries the newer row. */
export const editPreset = endpoint({
  summary: '编辑快捷授权方案',
  method: 'POST',
  path: `${root}/edit`,
  access: canOn('row', 'quickAuthorization', 'edit'),
  effect: 'write',
  body: Fields({ id: Id('方案'), version: Version, ...PresetFields }),
  data: Saved,
})

export const copyPreset = endpoint({
  summary: '复制快捷授权方案',
  method: 'POST',
  path: `${root}/copy`,
  access: canOn('row', 'quickAuthorization', 'copy'),
  effect: 'write',
  body: Fields({ id: Id('方案') }),
  data: Type.Object({ id: Type.String(), name: Type.String() }),
})

/** 603 where rules use it. */
export const removePreset = endpoint({
  summary: '删除快捷授权方案',
  method: 'POST',
  path: `${root}/remove`,
  access: canOn('row', 'quickAuthorization', 'delete'),
  effect: 'write',
  body: Fields({ id: Id('方案') }),
  data: Nothing,
})

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
export const searchPresetAccounts = endpoint({
  summary: '查找要授权的账号',
  method: 'POST',
  path: `${root}/accounts`,
  access: canOn('request', 'quickAuthorization', 'view'),
  effect: 'read',
  body: Fields({ subProduct: SubProduct, text: Text('关键字', 100) }),
  data: Type.Array(PresetAccount),
})

/** Pasted login names, one a line: which are accounts in one's scope, and which are not. */
export const matchPresetAccounts = endpoint({
  summary: '按登录名匹配账号',
  method: 'POST',
  path: `${root}/match`,
  access: canOn('request', 'quickAuthorization', 'view'),
  effect: 'read',
  body: Fields({
    subProduct: SubProduct,
    loginNames: Type.Array(Text('登录名', 64), { title: '登录名', minItems: 1, maxItems: PRESET_ACCOUNTS_MAX }),
  }),
  data: Type.Object({ found: Type.Array(PresetAccount), missing: Type.Array(Type.String()) }),
})

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
  endpoint({
    summary,
    method: 'POST',
    path: `${root}/${verb}`,
    access: canOn('row', 'quickAuthorization', alias),
    effect: 'write',
    body: Fields({
      id: Id('方案'),
      accountIds: Type.Array(Id('账号'), {
        title: '账号',
        minItems: 1,
        maxItems: max,
        uniqueItems: true,
        messages: { minItems: '请选择账号' },
      }),
      reason,
    }),
    data: applied,
  })

/**
 * Each asks first (600, `PresetPreview`), says what became of each account (602), and runs as a job above `PRESET_AT_ONCE`.
 * Products that are sold no more are not granted: 602 names them too.
 */
export const applyPreset = application('empower', 'apply', '按方案授权', {
  max: PRESET_AT_ONCE,
  reason: Text('原因', 200),
})
export const batchApplyPreset = application('batchEmpower', 'batchApply', '按方案批量授权', {
  max: PRESET_ACCOUNTS_MAX,
  reason: Text('原因', 200),
})
/** Takes back the preset's products, and says why. */
export const batchRevokePreset = application('revokeBatchEmpower', 'batchRevoke', '按方案批量取消授权', {
  max: PRESET_ACCOUNTS_MAX,
  reason: Required('原因', 200),
})
