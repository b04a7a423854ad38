// Permission sets of embedding partners (权限方案): which sub-products, modules and products a partner's members get.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { type BodyOf, type DataOf, readCall } from '#contract/endpoint.ts'
import { Fields, Id, IdsOrNone, Moment, OneLine, OneOf, Required, Text } from '#contract/fields.ts'
import { GRANTS_MAX } from '#contract/limits.ts'
import { contains, type RowOf, rowCalls } from '#contract/rows.ts'
import { type SubProductKey, subProducts } from '#contract/sub-products.ts'
import { HiddenCount, HiddenProducts } from './hidden-products.ts'
import { Modules } from './third-powers.ts'

const root = '/api/backend/member/permissionSet'
const MENU = 'embed.permissionSets'

const keys = subProducts.map(({ key }) => key) as readonly SubProductKey[]

const fields = {
  name: OneLine(Required('方案名称', 64)),
  subProducts: Type.Array(OneOf('子产品', keys), {
    title: '子产品',
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    messages: { required: '请选择子产品' },
  }),
  modules: Modules,
  productIds: IdsOrNone('产品', GRANTS_MAX),
  remark: Text('备注', 500),
}

export const permissionSetCalls = rowCalls({
  noun: '权限方案',
  path: root,
  menu: MENU,
  fields,
  query: { name: contains(fields.name), subProduct: OneOf('子产品', keys) },
  sortable: ['name', 'updatedAt'],
  row: {
    name: fields.name,
    subProducts: fields.subProducts,
    modules: Modules,
    products: Type.Integer({ title: '产品数', description: 'how many' }),
    hidden: HiddenCount,
    partners: Type.Integer({ title: '合作伙伴数', description: 'how many use it' }),
    remark: fields.remark,
    updatedAt: Moment('更新时间'),
  },
  get: { hiddenProducts: HiddenProducts },
  copy: { name: fields.name },
  with: ['get', 'copy'],
})
export type PermissionSetQuery = BodyOf<typeof permissionSetCalls.list>
export type PermissionSetRow = RowOf<typeof permissionSetCalls>
export type PermissionSet = DataOf<typeof permissionSetCalls.get>
export type PermissionSetForm = BodyOf<typeof permissionSetCalls.add>

const SetPartner = Type.Object({
  id: Type.String(),
  name: Type.String(),
  members: Type.Integer({ description: 'how many of its members the caller looks after' }),
})
export type SetPartner = Static<typeof SetPartner>

/** Partners in the caller's scope that use the set and may be given it now: the first 200 by name. */
export const listSetPartners = readCall('使用权限方案的合作伙伴', `${root}/partners`, can(MENU, 'empower'), {
  body: Fields({ id: Id('权限方案') }),
  data: Type.Array(SetPartner),
})
