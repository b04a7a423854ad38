// Links of staff to each other and to the outside: superiors, subordinates, mini-programs, sender, bindings.
import { type Static, Type } from 'typebox'
import { anyOf, can, signedIn } from '#contract/access.ts'
import { getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Fields, Id, Ids, IdsOrNone, Nullable, Required, Text } from '#contract/fields.ts'
import { MOVE_PEOPLE_MAX } from '#contract/limits.ts'

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

export const subordinateLabels = { 1: '销售下级', 2: '编辑下级', 3: '客服下级' } as const
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
