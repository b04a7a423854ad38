// Partners who embed our sub-products in their own sites, the members who come through them, and what those are granted.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { Domains } from '#contract/addresses.ts'
import { type BodyOf, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import {
  Choice,
  Day,
  Fields,
  Id,
  Ids,
  listFields,
  Moment,
  Nullable,
  OneLine,
  OneOf,
  Required,
  Text,
} from '#contract/fields.ts'
import { contains, type RowOf, rowCalls } from '#contract/rows.ts'
import { type SubProductKey, subProducts } from '#contract/sub-products.ts'
import { accountStateLabels, grantKindLabels } from './members.ts'

const root = '/api/backend/member/partner'
const MENU = 'embed.partners'

const keys = subProducts.map(({ key }) => key) as readonly SubProductKey[]

/** Above so many members a set is applied by a background job. */
export const EMPOWER_AT_ONCE = 100
/** Login names that one call adds at most. */
const ADD_MAX = 100

const fields = {
  name: OneLine(Required('合作伙伴名称', 64)),
  code: Type.String({
    title: '合作伙伴编码',
    maxLength: 32,
    pattern: '^[A-Za-z][A-Za-z0-9_-]{1,31}$',
    messages: { required: '请输入合作伙伴编码', pattern: '编码为2至32位字母、数字、_ 或 -，以字母开头' },
  }),
  contact: OneLine(Text('联系人', 32)),
  /** Also of an office: digits and separators. */
  mobile: Type.String({
    title: '联系电话',
    maxLength: 20,
    pattern: '^$|^[0-9+() -]{5,20}$',
    messages: { pattern: '联系电话格式不正确' },
  }),
  domains: Domains,
  permissionSetId: Nullable(Id('权限方案')),
  endsOn: Nullable(Day('合作截止日期')),
  ownerId: Nullable(Id('负责人')),
  remark: Text('备注', 500),
}

/**
 * Sales scope by the partner's owner. Non-administrators choose an owner in their scope, by default themselves. 603
 * while it has members.
 */
export const partnerCalls = rowCalls({
  noun: '合作伙伴',
  path: root,
  menu: MENU,
  fields,
  query: {
    name: contains(fields.name),
    code: Text('合作伙伴编码', 32),
    permissionSetId: Id('权限方案'),
    ownerId: Id('负责人'),
    status: Choice('状态', accountStateLabels),
  },
  sortable: ['name', 'endsOn', 'updatedAt'],
  row: {
    name: fields.name,
    code: fields.code,
    contact: fields.contact,
    mobile: fields.mobile,
    domains: fields.domains,
    permissionSetName: Nullable(Type.String({ title: '权限方案' })),
    subProducts: Type.Array(OneOf('子产品', keys), { description: 'that its permission set grants' }),
    members: Type.Integer({ title: '会员数', description: 'how many' }),
    status: Choice('状态', accountStateLabels),
    isExpired: Type.Boolean(),
    endsOn: fields.endsOn,
    ownerName: Nullable(Type.String({ title: '负责人' })),
    remark: fields.remark,
    updatedAt: Moment('更新时间'),
  },
  with: ['get', 'open', 'disable'],
})
export type PartnerQuery = BodyOf<typeof partnerCalls.list>
export type PartnerRow = RowOf<typeof partnerCalls>

/** The permission sets that a partner may be given, by name. */
export const listSetChoices = readCall('可选的权限方案', `${root}/sets`, can(MENU, 'view'), {
  body: Fields({}),
  data: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
})

const PartnerMemberQuery = Fields({
  ...listFields(['loginName']),
  id: Id('合作伙伴'),
  loginName: Type.Optional(Text('登录名', 64)),
})
export type PartnerMemberQuery = Static<typeof PartnerMemberQuery>

const PartnerMember = Type.Object({
  id: Type.String({ description: 'the member' }),
  loginName: Type.String(),
  realName: Type.String(),
  mobile: Type.String(),
  enterpriseName: Type.String(),
  ownerName: Nullable(Type.String()),
  grants: Type.Integer({ description: 'live ones, in all sub-products' }),
  endsOn: Nullable(Type.String({ description: 'the last day of the grant that ends last' })),
})
export type PartnerMember = Static<typeof PartnerMember>

/** Those in the caller's scope. */
export const queryPartnerMembers = readCall('合作伙伴的会员', `${root}/members`, can(MENU, 'details'), {
  body: PartnerMemberQuery,
  data: Paged(PartnerMember),
})

/** By their login names; each gets an account of the embedding sub-product. 602 says which could not be added. */
export const addPartnerMembers = writeCall('添加合作伙伴的会员', `${root}/addMembers`, can(MENU, 'edit'), {
  body: Fields({
    id: Id('合作伙伴'),
    loginNames: Type.Array(Required('登录名', 64), {
      title: '登录名',
      minItems: 1,
      maxItems: ADD_MAX,
      uniqueItems: true,
      messages: { required: '请输入登录名' },
    }),
  }),
})

/** Their grants stay until they are revoked. */
export const removePartnerMembers = writeCall('移除合作伙伴的会员', `${root}/removeMembers`, can(MENU, 'edit'), {
  body: Fields({ id: Id('合作伙伴'), memberIds: Ids('会员', ADD_MAX) }),
})

/**
 * Applies the partner's permission set to its members as grants: 600 with what changes for whom, 602 where some could not
 * be granted; above 100 members a job does it and `jobId` names it. 403 without the right to grant in each of its sub-products.
 */
export const empowerPartner = writeCall(
  '为合作伙伴的会员应用权限方案',
  `${root}/empower`,
  anyOf(can(MENU, 'empower'), can('embed.permissionSets', 'empower')),
  {
    body: Fields({
      id: Id('合作伙伴'),
      kind: Choice('授权类型', grantKindLabels),
      startsOn: Day('开始日期'),
      endsOn: Day('截止日期'),
      reason: Required('授权原因', 200),
    }),
    data: Type.Object({ jobId: Nullable(Type.String()) }),
  },
)

export const exportPartners = exportCall('合作伙伴', `${root}/export`, can(MENU, 'exportBtn'), {
  query: partnerCalls.query,
  columns: sheetOf(partnerCalls.list, [
    'name',
    'code',
    'contact',
    'mobile',
    'domains',
    'permissionSetName',
    'members',
    'status',
    'endsOn',
    'ownerName',
    'remark',
  ]),
})
