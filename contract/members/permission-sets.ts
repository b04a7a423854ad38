// Permission sets of embedding partners (权限方案): which sub-products, modules and products a partner's members get.
import { type Static, Type } from 'typebox'
import { can } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Paged } from '../envelope.ts'
import { Fields, Id, Ids, listFields, Nothing, OneOf, Required, Text } from '../fields.ts'
import { GRANTS_MAX } from '../limits.ts'
import { type SubProductKey, subProducts } from '../sub-products.ts'
import { HiddenCount, HiddenProducts } from './hidden-products.ts'
import { Modules } from './third-powers.ts'

const root = '/api/backend/member/permissionSet'
const MENU = 'embed.permissionSets'

const keys = subProducts.map(({ key }) => key) as readonly SubProductKey[]

const fields = {
  name: Required('方案名称', 64),
  subProducts: Type.Array(OneOf('子产品', keys), {
    title: '子产品',
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    messages: { required: '请选择子产品' },
  }),
  modules: Modules,
  productIds: Ids('产品', GRANTS_MAX),
  remark: Text('备注', 500),
}

const PermissionSetQuery = Fields({
  ...listFields(['name', 'updatedAt']),
  name: Type.Optional(Text('方案名称', 64)),
  subProduct: Type.Optional(OneOf('子产品', keys)),
})
export type PermissionSetQuery = Static<typeof PermissionSetQuery>

const PermissionSetRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  name: Type.String(),
  subProducts: Type.Array(OneOf('子产品', keys)),
  modules: Modules,
  products: Type.Integer({ description: 'how many' }),
  hidden: HiddenCount,
  partners: Type.Integer({ description: 'how many use it' }),
  remark: Type.String(),
  updatedAt: Type.String(),
})
export type PermissionSetRow = Static<typeof PermissionSetRow>

export const queryPermissionSets = endpoint({
  summary: '权限方案列表',
  method: 'POST',
  path: `${root}/page`,
  access: can(MENU, 'view'),
  effect: 'read',
  body: PermissionSetQuery,
  data: Paged(PermissionSetRow),
})

const one = Fields({ id: Id('权限方案') })

const PermissionSet = Type.Object({
  ...fields,
  id: Type.String(),
  version: Type.Integer(),
  productIds: Type.Array(Type.String()),
  hiddenProducts: HiddenProducts,
})
export type PermissionSet = Static<typeof PermissionSet>

export const getPermissionSet = endpoint({
  summary: '权限方案详情',
  method: 'POST',
  path: `${root}/get`,
  access: can(MENU, 'view'),
  effect: 'read',
  body: one,
  data: PermissionSet,
})

const Saved = Type.Object({ id: Type.String(), version: Type.Integer() })

const PermissionSetForm = Fields(fields)
export type PermissionSetForm = Static<typeof PermissionSetForm>

export const addPermissionSet = endpoint({
  summary: '新增权限方案',
  method: 'POST',
  path: `${root}/add`,
  access: can(MENU, 'add'),
  effect: 'write',
  body: PermissionSetForm,
  data: Saved,
})

/** What its partners' members were granted already stays; 601 where `version` is not the stored one. */
export const editPermissionSet = endpoint({
  summary: '编辑权限方案',
  method: 'POST',
  path: `${root}/edit`,
  access: can(MENU, 'edit'),
  effect: 'write',
  body: Fields({ id: Id('权限方案'), version: Type.Integer({ title: '版本', minimum: 1 }), ...fields }),
  data: Saved,
})

export const copyPermissionSet = endpoint({
  summary: '复制权限方案',
  method: 'POST',
  path: `${root}/copy`,
  access: can(MENU, 'copy'),
  effect: 'write',
  body: Fields({ id: Id('权限方案'), name: fields.name }),
  data: Saved,
})

/** 603 while a partner uses it. */
export const removePermissionSet = endpoint({
  summary: '删除权限方案',
  method: 'POST',
  path: `${root}/remove`,
  access: can(MENU, 'delete'),
  effect: 'write',
  body: one,
  data: Nothing,
})

/** What refuses a deletion (603). */
export type PermissionSetInUse = { id: string; name: string; by: { kind: string; count: number }[] }

const SetPartner = Type.Object({
  id: Type.String(),
  name: Type.String(),
  members: Type.Integer({ description: 'how many of its members the asker looks after' }),
})
export type SetPartner = Static<typeof SetPartner>

/** Partners in the asker's scope that use the set and may be given it now: the first 200 by name. */
export const listSetPartners = endpoint({
  summary: '使用权限方案的合作伙伴',
  method: 'POST',
  path: `${root}/partners`,
  access: can(MENU, 'empower'),
  effect: 'read',
  body: one,
  data: Type.Array(SetPartner),
})
