// Links of staff to each other and to the outside: superiors, subordinates, mini-programs, sender, bindings; failed
// sign-ins, people online, the visit log.
import { type Static, Type } from 'typebox'
import { anyOf, can, signedIn } from '../access.ts'
import { getCall, readCall, writeCall } from '../endpoint.ts'
import { Paged } from '../envelope.ts'
import { Day, Fields, Id, Ids, IdsOrNone, listFields, Nullable, OneOf, Required, Text } from '../fields.ts'
import { MOVE_PEOPLE_MAX } from '../limits.ts'

const root = '/api/admin'

/** Sets all fields: null or empty ones are cleared. With `version`, 601 where somebody else saved meanwhile. */
export const updateUserDepartRelation = writeCall(
  '设置员工的部门、角色与上级',
  `${root}/updateUserDepartRelation_v2`,
  can('userList', 'setRole'),
  {
    body: Fields({
      userId: Id('员工'),
      version: Type.Optional(Type.Integer({ title: '版本', minimum: 1 })),
      roleId: Id('角色'),
      deptId: Id('部门'),
      saleParentId: Nullable(Id('销售上级')),
      editParentId: Nullable(Id('编辑上级')),
      deputyRoleIds: IdsOrNone('副角色', 20),
      customerParentIds: IdsOrNone('客服上级', 50),
    }),
    data: Type.Object({ version: Type.Integer() }),
  },
)

/** 1 sales, 2 editing, 3 customer service. */
export const subordinateTypes = [1, 2, 3] as const
export type SubordinateType = (typeof subordinateTypes)[number]
const Kind = Type.Unsafe<SubordinateType>({ type: 'integer', enum: [...subordinateTypes], title: '下属类型' })

const Subordinate = Type.Object({
  id: Type.String(),
  userName: Type.String(),
  realName: Type.String(),
  deptId: Type.String(),
  deptName: Type.String(),
  roleName: Type.String(),
  status: Type.String(),
  /** The superior in this kind on the shortest way down. */
  parentId: Type.String(),
  /** 1 directly below; on the shortest way where there are several (customer service). */
  depth: Type.Integer(),
})
export type Subordinate = Static<typeof Subordinate>

export const SubordinateQuery = Fields({ userId: Id('员工'), type: Kind })
export type SubordinateQuery = Static<typeof SubordinateQuery>

export const getChildUserInfoByType = getCall(
  '员工的全部下级',
  `${root}/getChildUserInfoByType`,
  anyOf(can('userList', 'view'), can('userSubsidiaryAccount', 'view')),
  { query: SubordinateQuery, data: Type.Array(Subordinate) },
)

const Movable = Type.Object({
  id: Type.String(),
  label: Type.String(),
  /** Why the person cannot be moved there; null where they can. */
  reason: Nullable(Type.String()),
  isBelow: Type.Boolean(),
  version: Type.Integer(),
})
export type Movable = Static<typeof Movable>

export const getMovableUsers = getCall(
  '可移到某上级之下的员工',
  '/api/backend/organisation/subordinate/movable',
  can('userSubsidiaryAccount', 'view'),
  { query: Fields({ parentId: Id('上级'), type: Kind }), data: Type.Array(Movable) },
)

/** Adds and removes direct subordinates. 400 on `addIds` where somebody would become their own superior. */
export const moveSubordinates = writeCall(
  '调整某上级的直接下级',
  '/api/backend/organisation/subordinate/move',
  can('userSubsidiaryAccount', 'edit'),
  {
    body: Fields({
      parentId: Id('上级'),
      type: Kind,
      addIds: IdsOrNone('移入人员', MOVE_PEOPLE_MAX),
      removeIds: IdsOrNone('移出人员', MOVE_PEOPLE_MAX),
    }),
    data: Type.Object({ added: Type.Integer(), removed: Type.Integer() }),
  },
)

const Applet = Type.Object({ id: Type.String(), appId: Type.String(), name: Type.String(), isLinked: Type.Boolean() })

export const getAdminLinkApplet = getCall(
  '员工可管理的小程序',
  '/api/backend/adminLinkApplet/getAdminLinkApplet',
  can('userList', 'association'),
  { query: Fields({ userId: Id('员工') }), data: Type.Array(Applet) },
)

/** Replaces them. */
export const saveAdminLinkApplet = writeCall(
  '设置员工可管理的小程序',
  '/api/backend/adminLinkApplet/saveAdminLinkApplet',
  can('userList', 'association'),
  { body: Fields({ userId: Id('员工'), appletIds: IdsOrNone('小程序', 100) }) },
)

const LinkedMember = Type.Object({
  id: Type.String(),
  loginName: Type.String(),
  realName: Type.String(),
  mobile: Type.String(),
  enterpriseName: Type.String(),
  locked: Type.Boolean(),
  lastSeenAt: Nullable(Type.String()),
})
export type LinkedMember = Static<typeof LinkedMember>

/** Members in a person's care, within the caller's scope; `text` is a part of a name, a number or the enterprise. */
export const getAdminLinkUsers = getCall(
  '员工关联的客户',
  '/api/backend/admin/user/getAdminLinkUsers',
  can('userList', 'view'),
  {
    query: Fields({
      userId: Id('员工'),
      text: Type.Optional(Text('会员', 64)),
      locked: Type.Optional(Type.Boolean({ title: '锁定' })),
      current: Type.Optional(Type.Integer({ title: '页码', minimum: 1, maximum: 1_000 })),
      size: Type.Optional(Type.Integer({ title: '每页条数', minimum: 1, maximum: 100 })),
    }),
    data: Paged(LinkedMember),
  },
)

/** Locked members cannot sign in, and keep their owner where customers are distributed. */
export const setAdminLinkUserLock = writeCall(
  '锁定或解锁员工关联的客户',
  '/api/backend/admin/user/setAdminLinkUserLock',
  can('userList', 'lock'),
  {
    body: Fields({
      userId: Id('员工'),
      ids: Ids('会员', 100),
      lock: Type.Boolean({ title: '锁定' }),
    }),
    data: Type.Object({ changed: Type.Integer() }),
  },
)

/** Empty fields stand for the account's own name and mobile number. */
const sendInfo = {
  senderName: Text('发件人名称', 32),
  address: Text('联系地址', 200),
  telephone: Text('联系电话', 32),
  signature: Text('落款', 500),
}

export const editSendInfo = can('userList', 'edit')

/** One's own, or with userList:edit anybody's. */
export const getUserSendInfo = getCall('推送中使用的发件信息', `${root}/getUserSendInfo`, signedIn, {
  query: Fields({ userId: Type.Optional(Id('员工')) }),
  data: Type.Object({ userId: Type.String(), ...sendInfo }),
})

export const updateUserSendInfo = writeCall('设置推送中使用的发件信息', `${root}/updateUserSendInfo`, signedIn, {
  body: Fields({ userId: Type.Optional(Id('员工')), ...sendInfo }),
})

const ofUser = Fields({ userId: Id('员工') })

export const unBindWxOpenId = writeCall(
  '解除微信绑定',
  '/api/backend/articlesSharing/unBindWxOpenId',
  can('userList', 'unbinding'),
  { query: ofUser },
)

/** The bound device, what would be lost, and the token that the act accepts for 5 minutes. */
export const verifyVisitingAssistant = readCall(
  '解除拜访助手绑定前的核对',
  '/api/backend/appVisitingAssistantsAdmin/unBindAppVisitingAssistantsVerify',
  can('userList', 'unbinding'),
  {
    query: ofUser,
    data: Type.Object({
      device: Type.String(),
      boundAt: Type.String(),
      openVisits: Type.Integer(),
      heardPrices: Type.Integer({ description: 'heard at visits, which no editor has decided about' }),
      pendingPrices: Type.Integer({ description: 'entered by the person and not published' }),
      verifyToken: Type.String(),
    }),
  },
)

export const unBindVisitingAssistant = writeCall(
  '解除拜访助手绑定',
  '/api/backend/appVisitingAssistantsAdmin/unBindAppVisitingAssistants',
  can('userList', 'unbinding'),
  { query: Fields({ userId: Id('员工'), verifyToken: Required('核对凭证', 500) }) },
)

export const failureLabels = {
  wrongPassword: '用户名或密码错误',
  lockedOut: '失败过多，限制中',
  disabled: '账号已禁用',
  locked: '账号已锁定',
  expired: '账号已过期',
} as const
export type FailureReason = keyof typeof failureLabels
export const failureReasons = Object.keys(failureLabels) as [FailureReason, ...FailureReason[]]

export const FailureQuery = Fields({
  ...listFields(['at']),
  userName: Type.Optional(Text('用户名', 64)),
  address: Type.Optional(Text('IP 地址', 64)),
  reason: Type.Optional(OneOf('原因', failureReasons)),
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
})
export type FailureQuery = Static<typeof FailureQuery>

const FailureRow = Type.Object({
  id: Type.String(),
  at: Type.String(),
  userName: Type.String(),
  /** Null where no account has that name. */
  realName: Nullable(Type.String()),
  address: Type.String(),
  userAgent: Type.String(),
  device: Type.String(),
  reason: OneOf('原因', failureReasons),
  /** Until when this name is locked at this address; null where it is not. */
  lockedUntil: Nullable(Type.String()),
})
export type FailureRow = Static<typeof FailureRow>

export const queryLoginFailures = readCall(
  '登录失败记录',
  '/api/backend/organisation/loginFail/page',
  can('loginFail', 'view'),
  { body: FailureQuery, data: Paged(FailureRow) },
)

/** Ends the lock of the name at that address, and resets its failures there. */
export const liftSignInLock = writeCall(
  '解除登录限制',
  '/api/backend/organisation/loginFail/unLock',
  can('loginFail', 'unLock'),
  { body: Fields({ userName: Required('用户名', 64), address: Required('IP 地址', 64) }) },
)

const visitKinds = ['page', 'act'] as const

export const VisitQuery = Fields({
  ...listFields(['at']),
  userName: Type.Optional(Text('用户名', 64)),
  /** Part of a page's title or path, or of what an act concerned. */
  module: Type.Optional(Text('模块', 64)),
  action: Type.Optional(OneOf('类型', visitKinds)),
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
  ip: Type.Optional(Text('IP 地址', 64)),
})
export type VisitQuery = Static<typeof VisitQuery>

export const VisitRow = Type.Object({
  /** `P12` an opened page, `A34` an act. */
  id: Type.String(),
  at: Type.String(),
  userName: Type.String(),
  realName: Nullable(Type.String()),
  action: OneOf('类型', visitKinds),
  /** The page's title, or the act as the audit log names it: `user.edit`. */
  title: Type.String(),
  /** The page's path, or what the act concerned. */
  target: Type.String(),
  ip: Type.String(),
})
export type VisitRow = Static<typeof VisitRow>

export const getAdminLogByPage = readCall(
  '访问日志',
  '/api/backend/log/visitLog/getAdminLogByPage',
  can('visitLog', 'view'),
  { body: VisitQuery, data: Paged(VisitRow) },
)

/** Pages opened since the last report; paths without queries. Sent automatically, stored 180 days. */
export const recordVisits = writeCall('上报打开的页面', '/api/backend/log/visitLog/record', signedIn, {
  body: Fields({
    pages: Type.Array(Fields({ path: Required('路径', 200), title: Required('标题', 64) }), {
      title: '页面',
      minItems: 1,
      maxItems: 20,
    }),
  }),
})

const OnlineQuery = Fields({
  ...listFields(['signedInAt', 'lastSeenAt']),
  userName: Type.Optional(Text('用户名', 64)),
  realName: Type.Optional(Text('姓名', 32)),
  address: Type.Optional(Text('IP 地址', 64)),
})
export type OnlineQuery = Static<typeof OnlineQuery>

/** One person with at least one live session. */
const OnlineRow = Type.Object({
  id: Type.String(),
  userName: Type.String(),
  realName: Type.String(),
  deptName: Type.String(),
  roleName: Type.String(),
  sessions: Type.Integer(),
  address: Type.String({ description: 'of the newest session' }),
  device: Type.String({ description: 'of the newest session' }),
  signedInAt: Type.String({ description: 'the newest session began' }),
  lastSeenAt: Type.String({ description: 'tokens were issued last' }),
})
export type OnlineRow = Static<typeof OnlineRow>

export const queryOnlineUsers = readCall(
  '在线用户',
  '/api/backend/organisation/online/page',
  can('onlineUsers', 'view'),
  { body: OnlineQuery, data: Paged(OnlineRow) },
)
