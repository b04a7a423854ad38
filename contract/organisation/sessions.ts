// Failed sign-ins with their locks, and people online.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Choice, Day, Fields, listFields, Moment, Nullable, Required, Text } from '#contract/fields.ts'

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
  reason: Type.Optional(Choice('原因', failureLabels)),
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
})
export type FailureQuery = Static<typeof FailureQuery>

const FailureRow = Type.Object({
  id: Type.String(),
  at: Moment('时间'),
  userName: Type.String({ title: '输入的用户名' }),
  /** Null where no account has that name. */
  realName: Nullable(Type.String({ title: '员工' })),
  address: Type.String({ title: 'IP 地址' }),
  userAgent: Type.String(),
  device: Type.String({ title: '设备' }),
  reason: Choice('原因', failureLabels),
  /** Until when this name is locked at this address; null where it is not. */
  lockedUntil: Nullable(Type.String({ title: '登录限制' })),
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
  userName: Type.String({ title: '用户名' }),
  realName: Type.String({ title: '姓名' }),
  deptName: Type.String({ title: '部门' }),
  roleName: Type.String({ title: '角色' }),
  sessions: Type.Integer({ title: '登录数' }),
  address: Type.String({ title: 'IP 地址', description: 'of the newest session' }),
  device: Type.String({ title: '最近设备', description: 'of the newest session' }),
  /** The newest session began. */
  signedInAt: Moment('最近登录'),
  /** Tokens were issued last. */
  lastSeenAt: Moment('最近续期'),
})
export type OnlineRow = Static<typeof OnlineRow>

export const queryOnlineUsers = readCall(
  '在线用户',
  '/api/backend/organisation/online/page',
  can('onlineUsers', 'view'),
  { body: OnlineQuery, data: Paged(OnlineRow) },
)
