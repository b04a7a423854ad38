// Third parties (第三方权限): companies whose own programs read products of one of our sub-products.
import { type Static, Type } from 'typebox'
import { Addresses } from '#contract/addresses.ts'
import { type BodyOf, readCall } from '#contract/endpoint.ts'
import { Choice, Day, Fields, Id, IdsOrNone, Moment, Nullable, OneLine, Required, Text } from '#contract/fields.ts'
import { GRANTS_MAX } from '#contract/limits.ts'
import { contains, type RowOf, rowCalls } from '#contract/rows.ts'
import { canOn } from '#contract/sub-product-access.ts'
import { accountModules, accountStateLabels } from './members.ts'

const root = '/api/backend/member/thirdPower'

/** Modules of a third party, shared with forms that lead to one. */
export const Modules = Type.Array(Choice('模块', accountModules), { title: '模块', maxItems: 20, uniqueItems: true })

const AppId = Type.String({
  title: 'App ID',
  maxLength: 64,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{3,63}$',
  messages: { required: '请输入App ID', pattern: 'App ID 为4至64位字母、数字或 . _ -，以字母或数字开头' },
})

const fields = {
  name: OneLine(Required('第三方名称', 64)),
  appId: AppId,
  productIds: IdsOrNone('产品', GRANTS_MAX),
  modules: Modules,
  addresses: Addresses,
  endsOn: Nullable(Day('截止日期')),
  remark: Text('备注', 500),
}

const row = {
  name: fields.name,
  appId: fields.appId,
  products: Type.Integer({ title: '产品数', description: 'how many' }),
  modules: Modules,
  addresses: Addresses,
  status: Choice('状态', accountStateLabels),
  isExpired: Type.Boolean(),
  endsOn: fields.endsOn,
  remark: fields.remark,
  updatedAt: Moment('更新时间'),
}

export const thirdPowerCalls = rowCalls({
  noun: '第三方权限',
  path: root,
  page: 'thirdPower',
  fields,
  query: { name: contains(fields.name), appId: Text('App ID', 64), status: row.status },
  sortable: ['name', 'endsOn', 'updatedAt'],
  row,
  with: ['get', 'open', 'disable'],
})
export type ThirdPowerQuery = BodyOf<typeof thirdPowerCalls.list>
export type ThirdPowerRow = RowOf<typeof thirdPowerCalls>

const ThirdPowerDetails = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  ...row,
  productNames: Type.Array(Type.String(), { description: 'in the order of the catalogue' }),
})
export type ThirdPowerDetails = Static<typeof ThirdPowerDetails>

export const readThirdPower = readCall('第三方权限详情', `${root}/details`, canOn('row', 'thirdPower', 'details'), {
  body: Fields({ id: Id('第三方') }),
  data: ThirdPowerDetails,
})
