// Handling of registrations: the list, owners, contacts, and the end as a member with a trial.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { endpoint, getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import {
  Choice,
  Day,
  Email,
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
import { type SubProductKey, subProducts } from '#contract/sub-products.ts'
import { MemberLogin } from './accounts.ts'
import { HiddenProducts } from './hidden-products.ts'
import {
  accountModules,
  type GrantKind,
  grantKindLabels,
  grantKinds,
  registrationSourceLabels,
  registrationStateLabels,
} from './members.ts'
import { StoredTouch } from './registration-touches.ts'
import { distributeRegistrations, Province, provinces } from './registrations.ts'

const root = '/api/backend/member/registration'

const keys = subProducts.map(({ key }) => key) as [SubProductKey, ...SubProductKey[]]
const SubProduct = OneOf('试用产品', keys)

export const RegistrationQuery = Fields({
  ...listFields(['createdAt', 'company', 'firstContactAt', 'closedAt']),
  company: Type.Optional(Text('公司名称', 100)),
  contact: Type.Optional(Text('联系人', 32)),
  /** The whole number, or the four digits that the list shows of it. */
  mobile: Type.Optional(Text('手机号码', 11)),
  subProduct: Type.Optional(SubProduct),
  province: Type.Optional(Province),
  source: Type.Optional(Choice('来源', registrationSourceLabels)),
  state: Type.Optional(Choice('状态', registrationStateLabels)),
  ownerId: Type.Optional(Id('负责人')),
  isOpen: Type.Optional(Type.Boolean({ title: '未办结' })),
  isOwned: Type.Optional(Type.Boolean({ title: '已分配' })),
  from: Type.Optional(Day('注册日期起')),
  to: Type.Optional(Day('注册日期止')),
})
export type RegistrationQuery = Static<typeof RegistrationQuery>

const State = Choice('状态', registrationStateLabels)

const RegistrationRow = Type.Object({
  id: Type.String(),
  createdAt: Moment('注册时间'),
  company: Type.String({ title: '公司名称' }),
  contact: Type.String({ title: '联系人' }),
  mobile: Type.String({ title: '手机号码', description: 'masked' }),
  subProduct: SubProduct,
  province: Type.String({ title: '所在省份' }),
  source: Choice('来源', registrationSourceLabels),
  state: State,
  ownerId: Nullable(Type.String({ title: '负责人', description: 'null: nobody yet' })),
  ownerName: Type.String({ title: '负责人' }),
  firstContactAt: Nullable(Type.String({ title: '等待' })),
  closedAt: Nullable(Moment('办结时间')),
})
export type RegistrationRow = Static<typeof RegistrationRow>

/** Sales scope by owner; people who may assign registrations also see unowned ones. The mobile number is masked. */
export const queryRegistrations = readCall('试用注册列表', `${root}/page`, can('registration', 'view'), {
  body: RegistrationQuery,
  data: Paged(RegistrationRow),
})

export const exportRegistrations = exportCall('试用注册', `${root}/export`, can('registration', 'exportBtn'), {
  query: RegistrationQuery,
  columns: sheetOf(queryRegistrations, [
    'createdAt',
    'company',
    'contact',
    'mobile',
    'subProduct',
    'province',
    'source',
    'state',
    'ownerName',
    { key: 'firstContactAt', header: '首次联系', width: 18, as: 'moment' },
    'closedAt',
  ]),
})

export const registrationStepLabels = {
  assign: '分配',
  take: '认领',
  release: '退回待分配',
  contact: '联系',
  invalid: '标记无效',
  reopen: '重新打开',
  grant: '开通试用',
} as const
export type RegistrationStep = keyof typeof registrationStepLabels

const Named = Type.Object({ id: Type.String(), name: Type.String(), note: Type.String() })
/** Rows that the caller may see, and how many there are besides. */
const Alike = Type.Object({ shown: Type.Array(Named), hidden: Type.Integer() })
export type Alike = Static<typeof Alike>

export const getRegistration = getCall('试用注册详情', `${root}/get`, can('registration', 'details'), {
  query: Fields({ id: Id() }),
  data: Type.Object({
    ...RegistrationRow.properties,
    mobile: Type.String({ title: '手机号码', description: 'whole' }),
    email: Type.String({ title: '邮箱' }),
    remark: Type.String({ title: '备注' }),
    address: Type.String(),
    firstTouch: Nullable({ ...StoredTouch, title: '首次来源' }),
    lastTouch: Nullable({ ...StoredTouch, title: '末次来源' }),
    enterprise: Nullable(Type.Object({ id: Type.String(), name: Type.String() }, { title: '转入企业' })),
    member: Nullable(Type.Object({ id: Type.String(), loginName: Type.String() }, { title: '会员' })),
    steps: Type.Array(
      Type.Object({
        id: Type.String(),
        at: Type.String(),
        action: Type.Unsafe<RegistrationStep>({ type: 'string' }),
        remark: Type.String(),
        actorName: Type.String(),
      }),
    ),
    alike: Type.Object({ enterprises: Alike, members: Alike, registrations: Alike }),
  }),
})

const editRegistration = can('registration', 'edit')

export const contactRegistration = writeCall('记录与注册客户的联系', `${root}/contact`, editRegistration, {
  body: Fields({ id: Id(), remark: Required('联系情况', 500) }),
})

const RegistrationIds = Type.Array(Id(), { title: '注册', minItems: 1, maxItems: 100, uniqueItems: true })

/** 602 where some of several could not be. */
export const rejectRegistrations = writeCall('将注册标记为无效', `${root}/invalid`, editRegistration, {
  body: Fields({ ids: RegistrationIds, reason: Required('无效原因', 200) }),
})

export const reopenRegistration = writeCall('重新打开无效的注册', `${root}/reopen`, editRegistration, {
  body: Fields({ id: Id() }),
})

/** Takes visible registrations without an owner for the caller. 409 where somebody else was quicker. */
export const takeRegistration = writeCall('认领注册', `${root}/take`, editRegistration, { body: Fields({ id: Id() }) })

/** 602 where some of several could not be given to them. */
export const assignRegistrations = writeCall('分配注册', `${root}/assign`, distributeRegistrations, {
  body: Fields({
    ids: RegistrationIds,
    /** Null: back into the pool. */
    ownerId: Nullable(Id('负责人')),
    remark: Type.Optional(Text('说明', 200)),
  }),
})

export const setRegistrationRules = can('registration', 'batchEdit')

/** People who may own registrations, with their numbers of open ones. */
export const queryRegistrationHandlers = getCall(
  '可以处理注册的员工',
  `${root}/handlers`,
  anyOf(distributeRegistrations, setRegistrationRules),
  {
    data: Type.Array(
      Type.Object({ id: Type.String(), realName: Type.String(), deptId: Type.String(), open: Type.Integer() }),
    ),
  },
)

const RegistrationRules = Type.Object({
  /** Version of all rules together: sent back on saving. */
  basis: Type.String(),
  rules: Type.Array(
    Type.Object({
      province: Province,
      ownerId: Type.String(),
      ownerName: Type.String(),
      /** False: that person cannot handle registrations at present, so that new ones stay unassigned. */
      isGood: Type.Boolean(),
    }),
  ),
})
export type RegistrationRules = Static<typeof RegistrationRules>

export const getRegistrationRules = getCall('按省份分配的规则', `${root}/rules`, setRegistrationRules, {
  data: RegistrationRules,
})

/** Provinces that are left out have no rule. 601 with the rules as they are where they were changed meanwhile. */
export const saveRegistrationRules = writeCall('设置按省份分配的规则', `${root}/saveRules`, setRegistrationRules, {
  body: Fields({
    basis: Text('版本', 64),
    rules: Type.Array(Fields({ province: Province, ownerId: Id('负责人') }), {
      title: '规则',
      maxItems: provinces.length,
    }),
  }),
  data: RegistrationRules,
})

export const TRIAL_DAYS = 15
const DAYS_MAX = 3_660
const PRODUCTS_MAX = 1_000

const Modules = Type.Array(Choice('模块', accountModules), { title: '模块', maxItems: 10, uniqueItems: true })
const Quota = Nullable(Type.Integer({ title: '每日额度', minimum: 1, maximum: 10_000_000 }))

const Preset = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: Type.Unsafe<GrantKind>({ type: 'string', enum: [...grantKinds] }),
  days: Type.Integer(),
  productIds: Type.Array(Type.String(), { description: 'those that are sold' }),
  hiddenProducts: HiddenProducts,
  modules: Type.Array(Type.String()),
  quota: Nullable(Type.Integer()),
})
export type RegistrationPreset = Static<typeof Preset>

/** Initial values of the grant form. */
export const getGrantProposal = endpoint({
  summary: '开通试用的建议',
  method: 'GET',
  path: `${root}/proposal`,
  access: can('registration', 'empower'),
  effect: 'read',
  /** For another sub-product than the registration names. */
  query: Fields({ id: Id(), subProduct: Type.Optional(SubProduct) }),
  data: Type.Object({
    registration: Type.Object({
      id: Type.String(),
      company: Type.String(),
      contact: Type.String(),
      mobile: Type.String(),
      email: Type.String(),
      subProduct: SubProduct,
    }),
    /** The same company, if in the caller's scope. */
    enterprise: Nullable(Type.Object({ id: Type.String(), name: Type.String() })),
    /** The caller's enterprises that may be the same under another name. */
    alike: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
    /** The member with this mobile number, if in the caller's scope. */
    member: Nullable(
      Type.Object({
        id: Type.String(),
        loginName: Type.String(),
        realName: Type.String(),
        enterpriseId: Type.String(),
        enterpriseName: Type.String(),
      }),
    ),
    /** The number or company belongs to a customer outside of the caller's scope. */
    isElsewhere: Type.Boolean(),
    loginName: Type.String({ description: 'free at this moment' }),
    /** Without those of sub-products in which the caller may not grant. */
    presets: Type.Array(Preset),
    /** What a rule of the sub-product proposes. */
    preset: Nullable(Type.Object({ id: Type.String(), rule: Type.String() })),
  }),
})
export type GrantProposal = Static<(typeof getGrantProposal)['data']>

const TrialGrant = Fields({
  id: Id(),
  /** One of the two: an existing enterprise, or the name of a new one. Neither for an existing member. */
  enterpriseId: Type.Optional(Nullable(Id('企业'))),
  enterpriseName: Type.Optional(OneLine(Text('企业名称', 100))),
  /** An existing member; otherwise a new one by the four fields below. */
  memberId: Type.Optional(Nullable(Id('会员'))),
  loginName: Type.Optional(MemberLogin),
  realName: Type.Optional(OneLine(Text('姓名', 32))),
  mobile: Type.Optional(Mobile),
  email: Type.Optional(Email),
  subProduct: SubProduct,
  kind: Choice('授权类型', grantKindLabels),
  days: Type.Integer({ title: '天数', minimum: 1, maximum: DAYS_MAX }),
  /** None where the sub-product is granted as a whole. */
  productIds: Type.Optional(IdsOrNone('产品', PRODUCTS_MAX)),
  modules: Type.Optional(Modules),
  quota: Type.Optional(Quota),
  remark: Type.Optional(Text('说明', 200)),
})
export type TrialGrant = Static<typeof TrialGrant>

/**
 * Enterprise, member, account and grants in one act. 403 without the right to grant in that sub-product; 409 names who
 * was quicker; 20404 where it is not the caller's customer.
 */
export const grantTrial = writeCall('为注册客户开通试用', `${root}/grant`, can('registration', 'empower'), {
  secret: true,
  body: TrialGrant,
  data: Type.Object({
    enterpriseId: Type.String(),
    memberId: Type.String(),
    accountId: Type.String(),
    loginName: Type.String(),
    /** Of a new member, shown only here. */
    password: Nullable(Type.String()),
    endsOn: Type.String(),
  }),
})
