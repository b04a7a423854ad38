// Enterprises as customers: list, form, history, and members.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import {
  Choice,
  Day,
  Email,
  Fields,
  Id,
  IdList,
  Ids,
  listFields,
  Moment,
  Nullable,
  OneLine,
  OneOf,
  Required,
  Text,
} from '#contract/fields.ts'
import { subProductsWith } from '#contract/sub-product-access.ts'
import { type SubProductKey, subProductMenu, subProducts } from '#contract/sub-products.ts'
import { Contact, Phone } from './contacts.ts'
import { enterpriseLevelLabels, enterpriseSourceLabels } from './members.ts'

const root = '/api/backend/member/enterprise'

const keys = subProducts.map(({ key }) => key) as [SubProductKey, ...SubProductKey[]]

/** Rows that one choice of enterprises or members offers. */
export const CHOICES_MAX = 50

const EnterpriseChoice = Type.Object({
  id: Type.String(),
  name: Type.String(),
  creditCode: Type.String(),
  ownerName: Type.String({ description: 'empty in the pool' }),
})
export type EnterpriseChoice = Static<typeof EnterpriseChoice>

/** People who handle accounts, registrations or follow-ups choose among customers in their scope. */
const choosing = anyOf(
  can('customizedReport', 'view'),
  can('customerList', 'view'),
  can('registration', 'view'),
  can('followUp', 'view'),
  can('visitEnterprise', 'view'),
  can('meeting', 'invite'),
  ...subProductsWith('accounts').map((key) => can(subProductMenu(key, 'accounts'), 'view')),
)

/** A part of the name or the beginning of the credit code; `ids` for the names of earlier choices. */
export const searchEnterprises = readCall('选择企业', `${root}/search`, choosing, {
  body: Fields({ text: Type.Optional(Text('企业', 64)), ids: Type.Optional(Ids('企业', CHOICES_MAX)) }),
  data: Type.Array(EnterpriseChoice),
})

export const EnterpriseQuery = Fields({
  ...listFields(['name', 'level', 'createdAt', 'updatedAt']),
  name: Type.Optional(Text('企业名称', 64)),
  creditCode: Type.Optional(Text('信用代码', 18)),
  /** A contact's name or mobile number. */
  contact: Type.Optional(Text('联系人', 32)),
  level: Type.Optional(Choice('级别', enterpriseLevelLabels)),
  industry: Type.Optional(Text('行业', 32)),
  regionId: Type.Optional(Id('地区')),
  ownerId: Type.Optional(Id('归属人')),
  /** Without an owner: only administrators see those. */
  isPooled: Type.Optional(Type.Boolean({ title: '公海' })),
  /** Whether another customer has its name, typed otherwise, from before names were compared by their keys. */
  isDouble: Type.Optional(Type.Boolean({ title: '重名' })),
  source: Type.Optional(Choice('来源', enterpriseSourceLabels)),
  /** With an account there that is valid today. */
  subProduct: Type.Optional(OneOf('使用中的子产品', keys)),
  /** Whether there is an account that is valid today. */
  isInUse: Type.Optional(Type.Boolean({ title: '使用中' })),
  /** With an account that ends within so many days, today counted as 0. */
  endsWithin: Type.Optional(Type.Integer({ title: '到期天数', minimum: 0, maximum: 366 })),
  hasMembers: Type.Optional(Type.Boolean({ title: '有会员' })),
  createdFrom: Type.Optional(Day('创建日期起')),
  createdTo: Type.Optional(Day('创建日期止')),
})
export type EnterpriseQuery = Static<typeof EnterpriseQuery>

const enterpriseFields = {
  id: Type.String(),
  version: Type.Integer(),
  name: Type.String({ title: '企业名称' }),
  creditCode: Type.String({ title: '统一社会信用代码' }),
  level: Choice('级别', enterpriseLevelLabels),
  industry: Type.String({ title: '行业' }),
  regionPath: Type.String({ title: '地区', description: '浙江省 杭州市 西湖区, or empty' }),
  address: Type.String({ title: '详细地址' }),
  source: Choice('来源', enterpriseSourceLabels),
  ownerId: Nullable(Type.String()),
  ownerName: Type.String({ title: '归属人', description: 'empty in the pool' }),
  members: Type.Integer({ title: '会员数' }),
  /** Where a member has an account that is valid today, in the order of `subProducts`. */
  subProducts: Type.Array(OneOf('子产品', keys), { title: '使用中的子产品' }),
  /** The next day on which one of them ends. */
  nextEndsOn: Nullable(Day('最近到期')),
  remark: Type.String({ title: '备注' }),
  createdAt: Moment('创建时间'),
  updatedAt: Moment('更新时间'),
}

const EnterpriseRow = Type.Object(enterpriseFields)
export type EnterpriseRow = Static<typeof EnterpriseRow>

export const queryEnterprises = readCall('客户列表', `${root}/page`, can('customerList', 'view'), {
  body: EnterpriseQuery,
  data: Paged(EnterpriseRow),
})

const EnterpriseDetail = Type.Object({
  ...enterpriseFields,
  /** From the province down; empty where no region is set. */
  regionIds: Type.Array(Type.String()),
  longitude: Nullable(Type.String()),
  latitude: Nullable(Type.String()),
  /** The main one first. */
  contacts: Type.Array(Contact),
})
export type EnterpriseDetail = Static<typeof EnterpriseDetail>

export const getEnterprise = readCall('客户资料', `${root}/get`, can('customerList', 'view'), {
  body: Fields({ id: Id() }),
  data: EnterpriseDetail,
})

const EnterpriseForm = Fields({
  id: Type.Optional(Id()),
  version: Type.Optional(Type.Integer({ title: '版本', minimum: 1 })),
  name: OneLine(Required('企业名称', 100)),
  creditCode: Type.Optional(Text('信用代码', 18)),
  level: Choice('级别', enterpriseLevelLabels),
  industry: Type.Optional(Text('行业', 32)),
  regionId: Type.Optional(Nullable(Id('所在地区'))),
  address: Type.Optional(Text('详细地址', 200)),
  remark: Type.Optional(Text('备注', 500)),
  /** The main contact of a new customer. */
  contactName: Type.Optional(OneLine(Text('联系人', 32))),
  contactPosition: Type.Optional(Text('职务', 32)),
  contactMobile: Type.Optional(Phone),
  contactEmail: Type.Optional(Email),
})
export type EnterpriseForm = Static<typeof EnterpriseForm>

export const addEnterprise = can('customerList', 'add')
export const editEnterprise = can('customerList', 'edit')

/**
 * Without `id` a new customer of the caller (needs `add`), with it an edit (`edit`, the `version` read; 601 carries the
 * row).
 */
export const saveEnterprise = writeCall('新增或修改客户', `${root}/save`, anyOf(addEnterprise, editEnterprise), {
  body: EnterpriseForm,
  data: Type.Object({ id: Type.String(), version: Type.Integer() }),
})

/** Degrees with up to six decimals, WGS 84. */
const Degrees = (title: string) =>
  Type.String({
    title,
    pattern: '^-?[0-9]{1,3}([.][0-9]{1,6})?$',
    messages: { pattern: `${title}应为最多6位小数的度数` },
  })

/** Both, or neither to take it off the map. */
export const setEnterprisePlace = writeCall('设置客户的地图位置', `${root}/setMap`, can('customerList', 'setMap'), {
  body: Fields({ id: Id(), longitude: Nullable(Degrees('经度')), latitude: Nullable(Degrees('纬度')) }),
})

/** 603 lists those that have members or registrations. */
export const removeEnterprises = writeCall('删除客户', `${root}/remove`, can('customerList', 'delete'), {
  body: Fields({ ids: IdList() }),
})

const CountedRow = Type.Object({ id: Type.String(), name: Type.String(), count: Type.Integer() })

export const getEnterpriseFigures = readCall('客户统计', `${root}/count`, can('customerList', 'count'), {
  body: Fields({}),
  data: Type.Object({
    total: Type.Integer(),
    newThisMonth: Type.Integer(),
    withMembers: Type.Integer(),
    live: Type.Integer({ description: 'with an account that is good today' }),
    expiring: Type.Integer({ description: 'with an account that ends within 30 days' }),
    pooled: Type.Integer(),
    levels: Type.Array(Type.Object({ level: Choice('级别', enterpriseLevelLabels), count: Type.Integer() })),
    regions: Type.Array(CountedRow),
    owners: Type.Array(CountedRow),
  }),
})

const EnterpriseMember = Type.Object({
  id: Type.String(),
  mainId: Nullable(Type.String()),
  loginName: Type.String(),
  realName: Type.String(),
  mobile: Type.String(),
  locked: Type.Boolean(),
  ownerName: Type.String(),
  subProducts: Type.Array(OneOf('子产品', keys)),
  nextEndsOn: Nullable(Type.String()),
  lastSeenAt: Nullable(Type.String()),
})
export type EnterpriseMember = Static<typeof EnterpriseMember>

/** Those in the caller's own scope. */
export const queryEnterpriseMembers = readCall('客户的会员', `${root}/members`, can('customerList', 'details'), {
  body: Fields({ ...listFields(['loginName', 'lastSeenAt']), enterpriseId: Id('企业') }),
  data: Paged(EnterpriseMember),
})

const recordKinds = ['grant', 'owner', 'registration', 'edit'] as const
export const RecordKind = OneOf('类型', recordKinds)

const ServiceRecord = Type.Object({
  id: Type.String(),
  at: Type.String(),
  kind: RecordKind,
  title: Type.String(),
  /** What it concerned: 3 项授权 · 大数据、APP. */
  text: Type.String(),
  reason: Type.String(),
  actorName: Type.String(),
})
export type ServiceRecord = Static<typeof ServiceRecord>

/** History of a customer: grants, owners, registrations, changes of its own data; newest first. */
export const ServiceRecords = Type.Array(ServiceRecord)

const MemberChoice = Type.Object({
  id: Type.String(),
  loginName: Type.String(),
  realName: Type.String(),
  enterpriseName: Type.String(),
})
export type MemberChoice = Static<typeof MemberChoice>

/** Main accounts of other enterprises within the own scope, by login name, name, mobile number or enterprise. */
export const searchMembersToLink = readCall('可关联的会员', `${root}/linkable`, can('customerList', 'association'), {
  body: Fields({ enterpriseId: Id('企业'), text: Type.Optional(Text('会员', 64)) }),
  data: Type.Array(MemberChoice),
})

/** They become members of this enterprise, with their sub-accounts; grants and owners stay. 600 first. */
export const linkMembers = writeCall('关联会员到客户', `${root}/link`, can('customerList', 'association'), {
  body: Fields({
    enterpriseId: Id('企业'),
    memberIds: Ids('会员', 100),
  }),
  data: Type.Object({ moved: Type.Integer() }),
})

const codeDigits = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** The unified social credit code by GB 32100-2015: 18 of 31 characters, the last one a check of the others. Empty is fine. */
export function checkCreditCode(code: string): string | null {
  if (code === '') return null
  if (!/^[0-9A-HJ-NPQRTUWXY]{2}[0-9]{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(code))
    return '统一社会信用代码应为18位数字和大写字母'
  const sum = [...code.slice(0, 17)].reduce((total, digit, at) => total + codeDigits.indexOf(digit) * (3 ** at % 31), 0)
  return codeDigits[(31 - (sum % 31)) % 31] === code[17] ? null : '统一社会信用代码的校验位不正确'
}
