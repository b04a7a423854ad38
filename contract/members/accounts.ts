// Accounts of members in the sub-products: found, opened, changed, followed up.
import { type Static, type TSchema, Type } from 'typebox'
import { type Alias, apiKey } from '#contract/access.ts'
import { endpoint, getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import {
  Choice,
  Cleaned,
  Day,
  Email,
  Fields,
  Id,
  Ids,
  listFields,
  Mobile,
  Moment,
  Nothing,
  Nullable,
  OneLine,
  OneOf,
  Required,
  Text,
} from '#contract/fields.ts'
import { canOn, subProductsWith, viewAccounts } from '#contract/sub-product-access.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { SignalKinds } from './account-signals.ts'
import {
  accountModules,
  accountStateLabels,
  grantKindLabels,
  memberSourceLabels,
  NextGrant,
  validityLabels,
} from './members.ts'

/** Most sub-accounts of one main account, and most rows of one act. */
export const SUB_QUOTA_MAX = 500
export const ACCOUNT_ROWS_MAX = 100
/** Where generated accounts are opened: the sub-product that is granted as a whole and answers questions. */
export const AI_SUB_PRODUCT: SubProductKey = 'aiWeb'
/** How long their trial is, days. */
export const AI_TRIAL_DAYS = 7
/** Questions a day that an account may be given. */
export const DAILY_QUESTIONS_MAX = 10_000
/** Of the figures of an account. */
export const FIGURE_DAYS = 30

const AccountSubProduct = OneOf('子产品', subProductsWith('accounts'))
const Modules = Type.Array(Choice('模块', accountModules), { title: '模块', maxItems: 10, uniqueItems: true })

/** Login names of customers, who may have signed up with their mobile number. */
export const MemberLogin = Cleaned(
  'login',
  Type.String({
    title: '登录名',
    pattern: '^[A-Za-z0-9._@-]{3,32}$',
    messages: { required: '请输入登录名', pattern: '登录名为3至32位字母、数字或 . _ @ -' },
  }),
)
export const MemberPassword = Text('密码', 20)

export const findingFields = {
  loginName: Type.Optional(Text('登录名', 32)),
  realName: Type.Optional(Text('姓名', 32)),
  mobile: Type.Optional(Text('手机号码', 20)),
  enterprise: Type.Optional(Text('企业', 100)),
}

export const AccountQuery = Fields({
  ...listFields(['openedAt', 'endsOn', 'lastSeenAt']),
  subProduct: AccountSubProduct,
  ...findingFields,
  ownerId: Type.Optional(Id('归属人')),
  kind: Type.Optional(Choice('授权类型', grantKindLabels)),
  validity: Type.Optional(Choice('有效状态', validityLabels)),
  status: Type.Optional(Choice('状态', accountStateLabels)),
  locked: Type.Optional(Type.Boolean({ title: '锁定' })),
  source: Type.Optional(Choice('来源', memberSourceLabels)),
  endFrom: Type.Optional(Day('截止日期从')),
  endTo: Type.Optional(Day('截止日期至')),
  silentDays: Type.Optional(Type.Integer({ title: '未登录天数', minimum: 1, maximum: 3650 })),
  isSub: Type.Optional(Type.Boolean({ title: '账号类型' })),
  /** Whether another member has its login, typed otherwise, from before logins were compared by their keys. */
  isDouble: Type.Optional(Type.Boolean({ title: '登录名重复' })),
})
export type AccountQuery = Static<typeof AccountQuery>

export const AccountRow = Type.Object({
  id: Type.String(),
  version: Type.Integer({ description: 'of the account and its member together' }),
  subProduct: AccountSubProduct,
  memberId: Type.String(),
  loginName: Type.String({ title: '登录名' }),
  realName: Type.String({ title: '姓名' }),
  mobile: Type.String({ title: '手机号码' }),
  email: Type.String({ title: '邮箱' }),
  remark: Type.String({ title: '备注' }),
  enterpriseId: Type.String(),
  enterpriseName: Type.String({ title: '企业' }),
  ownerId: Nullable(Type.String()),
  ownerName: Type.String({ title: '归属人' }),
  /** Login name of the main account; empty for a main account. */
  mainName: Type.String({ title: '主账号' }),
  /** Of the grant in force today; without one of the next to begin, or of the last. */
  kind: Nullable(Choice('授权类型', grantKindLabels)),
  validity: Choice('有效状态', validityLabels),
  startsOn: Nullable(Day('开始日期')),
  endsOn: Nullable(Day('截止日期')),
  next: Nullable({ ...NextGrant, title: '后续授权' }),
  grants: Type.Integer({ title: '授权数', description: 'live ones' }),
  modules: Type.Array(Type.String(), { title: '模块' }),
  subUsed: Type.Integer({ title: '子账号' }),
  subQuota: Type.Integer({ title: '子账号名额' }),
  status: Choice('状态', accountStateLabels),
  locked: Type.Boolean({ title: '锁定' }),
  isWxBound: Type.Boolean({ title: '微信' }),
  source: Choice('来源', memberSourceLabels),
  lastSeenAt: Nullable(Moment('最近访问')),
  openedAt: Moment('开通时间'),
  signals: SignalKinds,
})
export type AccountRow = Static<typeof AccountRow>

const base = '/api/backend/member/account'

export const queryAccounts = readCall('子产品的账号列表', `${base}/page`, viewAccounts, {
  body: AccountQuery,
  data: Paged(AccountRow),
})

const AccountDetail = Type.Object({
  ...AccountRow.properties,
  dailyQuestions: Nullable(
    Type.Integer({ title: '每日提问', description: 'to AI assistants; null: no limit of its own' }),
  ),
  enterpriseAddress: Type.String({ title: '企业地址' }),
  enterpriseLevel: Type.String(),
  contacts: Type.Array(
    Type.Object({ id: Type.String(), name: Type.String(), position: Type.String(), mobile: Type.String() }),
  ),
  liveGrants: Type.Array(
    Type.Object({
      id: Type.String(),
      /** Empty: the sub-product as a whole. */
      product: Type.String(),
      kind: Choice('授权类型', grantKindLabels),
      startsOn: Type.String(),
      endsOn: Type.String(),
      quota: Nullable(Type.Integer()),
      validity: Choice('有效状态', validityLabels),
    }),
  ),
  owners: Type.Array(
    Type.Object({
      id: Type.String(),
      at: Type.String(),
      from: Type.String(),
      to: Type.String(),
      reason: Type.String(),
      actorName: Type.String(),
    }),
  ),
  /** The member's accounts in other sub-products. */
  others: Type.Array(
    Type.Object({
      subProduct: AccountSubProduct,
      validity: Choice('有效状态', validityLabels),
      endsOn: Nullable(Type.String()),
    }),
    { title: '其他子产品' },
  ),
})
export type AccountDetail = Static<typeof AccountDetail>

/** A call on one stored account, by the right of its sub-product. */
const onRow = <D extends TSchema, B extends TSchema, const A extends Alias>(
  verb: string,
  alias: A,
  summary: string,
  effect: 'read' | 'write',
  body: B,
  data: D,
) =>
  endpoint({
    summary,
    method: 'POST',
    path: `${base}/${verb}`,
    access: canOn('row', 'accounts', alias),
    effect,
    body,
    data,
  })

const One = Fields({ id: Id('账号') })

export const getAccount = onRow('get', 'details', '账号详情', 'read', One, AccountDetail)

export const countAccount = onRow(
  'count',
  'count',
  '账号统计',
  'read',
  One,
  Type.Object({
    lastSeenAt: Nullable(Moment('最近访问')),
    visits: Type.Integer({ title: '访问次数', description: `of ${FIGURE_DAYS} days` }),
    minutes: Type.Integer({ title: '停留时长' }),
    downloads: Type.Integer({ title: '下载导出' }),
    days: Type.Array(Type.Object({ day: Type.String(), signIns: Type.Integer(), views: Type.Integer() })),
    grants: Type.Array(Type.Object({ validity: Choice('有效状态', validityLabels), count: Type.Integer() }), {
      title: '授权',
    }),
  }),
)

/** An existing person with that login name or mobile number, in the caller's scope, or null. */
export const lookupMember = readCall(
  '按登录名或手机号码查找会员',
  `${base}/lookup`,
  canOn('request', 'accounts', 'add'),
  {
    body: Fields({ subProduct: AccountSubProduct, text: Required('登录名或手机号码', 32) }),
    data: Nullable(
      Type.Object({
        memberId: Type.String(),
        loginName: Type.String(),
        realName: Type.String(),
        mobile: Type.String(),
        enterpriseName: Type.String(),
        /** Of this sub-product. */
        hasAccount: Type.Boolean(),
      }),
    ),
  },
)

export const memberFields = { loginName: MemberLogin, realName: OneLine(Required('姓名', 32)), mobile: Mobile }
const SubQuota = Type.Integer({ title: '子账号名额', minimum: 0, maximum: SUB_QUOTA_MAX })
export const SavedAccount = Type.Object({ id: Type.String(), version: Type.Integer() })
/** `password`: the generated one, shown only here; null if the input had one. */
export const OpenedAccount = Type.Object({ id: Type.String(), password: Nullable(Type.String()) })

/** `memberId`: opens this sub-product for somebody who is a member; the person's own fields are left out then. */
const NewAccount = Fields({
  subProduct: AccountSubProduct,
  memberId: Type.Optional(Id('会员')),
  /** An existing enterprise, or a new one by name. */
  enterpriseId: Type.Optional(Nullable(Id('企业'))),
  enterpriseName: Type.Optional(OneLine(Text('新企业名称', 100))),
  loginName: Type.Optional(MemberLogin),
  realName: Type.Optional(OneLine(Required('姓名', 32))),
  mobile: Type.Optional(Mobile),
  email: Type.Optional(Email),
  /** Empty: generated. */
  password: Type.Optional(MemberPassword),
  /** Null: the owner of the enterprise, or the caller where it is new. */
  ownerId: Type.Optional(Nullable(Id('归属人'))),
  modules: Modules,
  subQuota: SubQuota,
  remark: Type.Optional(Text('备注', 500)),
})
export type NewAccount = Static<typeof NewAccount>

export const addAccount = writeCall('开通账号', `${base}/add`, canOn('request', 'accounts', 'add'), {
  secret: true,
  body: NewAccount,
  data: OpenedAccount,
})

const AccountForm = Fields({
  id: Id('账号'),
  version: Type.Integer({ title: '版本', minimum: 2 }),
  ...memberFields,
  email: Email,
  modules: Modules,
  subQuota: SubQuota,
  remark: Text('备注', 500),
})
export type AccountForm = Static<typeof AccountForm>

/** 601 carries the row as somebody else saved it. */
export const saveAccount = onRow('save', 'edit', '修改账号', 'write', AccountForm, SavedAccount)

export const disableAccount = onRow('disable', 'disable', '禁用账号', 'write', One, Nothing)
export const openAccount = onRow('open', 'open', '启用账号', 'write', One, Nothing)
/** The member, in every sub-product. */
export const lockMember = onRow('lock', 'lock', '锁定会员', 'write', One, Nothing)
export const unlockMember = onRow('unLock', 'unLock', '解锁会员', 'write', One, Nothing)
export const unbindMember = onRow('unbinding', 'unbinding', '解除会员的微信绑定', 'write', One, Nothing)
/** Ends the member's sessions: every sub-product polls this by `clearedMembers`. */
export const clearMember = onRow('clear', 'clear', '会员强制下线', 'write', One, Nothing)

export const NewPassword = Fields({ id: Id('账号'), password: MemberPassword })

export const setMemberPassword = endpoint({
  ...onRow('setPassword', 'setPassword', '重置会员密码', 'write', NewPassword, OpenedAccount),
  secret: true,
})

/** 600 lists what is revoked with them; 603 where one has sub-accounts. All of one sub-product. */
export const removeAccounts = onRow(
  'remove',
  'delete',
  '删除账号',
  'write',
  Fields({
    ids: Ids('账号', ACCOUNT_ROWS_MAX),
  }),
  Nothing,
)

/** A text to send to a colleague of the member, with the link to register for this sub-product. */
export const inviteByAccount = onRow(
  'invite',
  'invite',
  '生成邀请',
  'write',
  One,
  Type.Object({ text: Type.String(), link: Type.String() }),
)

export const associateAccount = onRow(
  'association',
  'association',
  '关联到企业',
  'write',
  Fields({
    id: Id('账号'),
    enterpriseId: Id('企业'),
    /** The enterprise's owner becomes the member's. */
    takesOwner: Type.Boolean({ title: '归属随企业' }),
    reason: Required('原因', 200),
  }),
  Nothing,
)

/** Opens a trial account of aiWeb for members without one; also needs the right to grant there. 602 reports each. */
export const generateAiAccounts = onRow(
  'generateAI',
  'generateAIAccount',
  '生成 AI 账号',
  'write',
  Fields({
    ids: Ids('账号', ACCOUNT_ROWS_MAX),
    days: Type.Integer({ title: '试用天数', minimum: 1, maximum: 90 }),
    /** Left out or null: as many as the server's limits allow. */
    dailyQuestions: Type.Optional(
      Nullable(Type.Integer({ title: '每日提问次数', minimum: 1, maximum: DAILY_QUESTIONS_MAX })),
    ),
  }),
  Nothing,
)

/**
 * For sub-products: members whose sessions begun before `clearedAt` must end. Query from a minute before the last
 * reply, as acts then in progress may have committed since.
 */
export const clearedMembers = getCall('被强制下线的会员', '/api/open/members/cleared', apiKey('members'), {
  query: Fields({
    since: Moment('起始时间'),
    after: Type.Optional(Id('上一条')),
  }),
  data: Type.Object({
    records: Type.Array(Type.Object({ id: Type.String(), loginName: Type.String(), clearedAt: Type.String() })),
    /** True: there are more, from the last row's `clearedAt` and `id`. */
    hasMore: Type.Boolean(),
  }),
})
