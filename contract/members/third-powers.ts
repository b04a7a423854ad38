// Third parties (第三方权限): companies whose own programs read products of one of our sub-products.
import { type Static, Type } from 'typebox'
import { Addresses } from '../addresses.ts'
import { endpoint } from '../endpoint.ts'
import { Paged } from '../envelope.ts'
import { Day, Fields, Id, Ids, listFields, Nothing, Nullable, OneOf, Required, Text } from '../fields.ts'
import { GRANTS_MAX } from '../limits.ts'
import { canOn, subProductsWith } from '../sub-product-access.ts'
import type { SubProductKey } from '../sub-products.ts'
import { accountModuleKeys, accountStates } from './members.ts'

const root = '/api/backend/member/thirdPower'

const SubProduct = OneOf<readonly SubProductKey[]>('子产品', subProductsWith('thirdPower'))

/** What a form that leads to one must say of its modules. */
export const Modules = Type.Array(OneOf('模块', accountModuleKeys), { title: '模块', maxItems: 20, uniqueItems: true })

const AppId = Type.String({
  title: 'App ID',
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{3,63}$',
  messages: { required: '请输入App ID', pattern: 'App ID 为4至64位字母、数字或 . _ -，以字母或数字开头' },
})

const fields = {
  name: Required('第三方名称', 64),
  appId: AppId,
  productIds: Ids('产品', GRANTS_MAX),
  modules: Modules,
  addresses: Addresses,
  endsOn: Nullable(Day('截止日期')),
  remark: Text('备注', 500),
}

const ThirdPowerQuery = Fields({
  ...listFields(['name', 'endsOn', 'updatedAt']),
  subProduct: SubProduct,
  name: Type.Optional(Text('第三方名称', 64)),
  appId: Type.Optional(Text('App ID', 64)),
  status: Type.Optional(OneOf('状态', accountStates)),
})
export type ThirdPowerQuery = Static<typeof ThirdPowerQuery>

const ThirdPowerRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  name: Type.String(),
  appId: Type.String(),
  products: Type.Integer({ description: 'how many' }),
  modules: Type.Array(OneOf('模块', accountModuleKeys)),
  addresses: Type.Array(Type.String()),
  status: OneOf('状态', accountStates),
  isExpired: Type.Boolean(),
  endsOn: Nullable(Type.String()),
  remark: Type.String(),
  updatedAt: Type.String(),
})
export type ThirdPowerRow = Static<typeof ThirdPowerRow>

export const queryThirdPowers = endpoint({
  summary: '第三方权限列表',
  method: 'POST',
  path: `${root}/page`,
  access: canOn('request', 'thirdPower', 'view'),
  effect: 'read',
  body: ThirdPowerQuery,
  data: Paged(ThirdPowerRow),
})

const one = Fields({ id: Id('第三方') })

const ThirdPower = Type.Object({
  ...fields,
  id: Type.String(),
  version: Type.Integer(),
  endsOn: Nullable(Type.String()),
  productIds: Type.Array(Type.String()),
  addresses: Type.Array(Type.String()),
})
export type ThirdPower = Static<typeof ThirdPower>

/** As its form holds it. */
export const getThirdPower = endpoint({
  summary: '第三方权限（编辑用）',
  method: 'POST',
  path: `${root}/get`,
  access: canOn('row', 'thirdPower', 'view'),
  effect: 'read',
  body: one,
  data: ThirdPower,
})

const ThirdPowerDetails = Type.Object({
  ...ThirdPowerRow.properties,
  productNames: Type.Array(Type.String(), { description: 'in the order of the catalogue' }),
})
export type ThirdPowerDetails = Static<typeof ThirdPowerDetails>

export const readThirdPower = endpoint({
  summary: '第三方权限详情',
  method: 'POST',
  path: `${root}/details`,
  access: canOn('row', 'thirdPower', 'details'),
  effect: 'read',
  body: one,
  data: ThirdPowerDetails,
})

const Saved = Type.Object({ id: Type.String(), version: Type.Integer() })

const ThirdPowerForm = Fields(fields)
export type ThirdPowerForm = Static<typeof ThirdPowerForm>

export const addThirdPower = endpoint({
  summary: '新增第三方权限',
  method: 'POST',
  path: `${root}/add`,
  access: canOn('request', 'thirdPower', 'add'),
  effect: 'write',
  body: Fields({ subProduct: SubProduct, ...fields }),
  data: Saved,
})

/** 601 where `version` is not the stored one. */
export const editThirdPower = endpoint({
  summary: '编辑第三方权限',
  method: 'POST',
  path: `${root}/edit`,
  access: canOn('row', 'thirdPower', 'edit'),
  effect: 'write',
  body: Fields({ id: Id('第三方'), version: Type.Integer({ title: '版本', minimum: 1 }), ...fields }),
  data: Saved,
})

const act = <A extends 'delete' | 'disable' | 'open'>(alias: A, verb: string, summary: string) =>
  endpoint({
    summary,
    method: 'POST',
    path: `${root}/${verb}`,
    access: canOn('row', 'thirdPower', alias),
    effect: 'write',
    body: one,
    data: Nothing,
  })

export const removeThirdPower = act('delete', 'remove', '删除第三方权限')
export const disableThirdPower = act('disable', 'disable', '禁用第三方权限')
export const openThirdPower = act('open', 'open', '启用第三方权限')
