// What protects an account besides its password: the second factor, and the sessions that are open.
import { type Static, Type } from 'typebox'
import { can, signedIn } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Fields, Id, Nothing, Nullable, Required } from '../fields.ts'

const Password = Required('登录密码', 128)
const Code = Required('验证码', 32)
const Moment = Type.String({ description: 'ISO 8601' })

/** Ten codes, told once; each stands in for the device once. */
const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) })

export const getSecondFactor = endpoint({
  summary: '双因素验证的状态',
  method: 'GET',
  path: '/api/backend/account/secondFactor/getState',
  access: signedIn,
  effect: 'read',
  data: Type.Object({ isOn: Type.Boolean(), since: Nullable(Moment), recoveryCodesLeft: Type.Integer() }),
})

/** Not in force before `confirmSecondFactor`. `secret` is base32, `uri` the same as an otpauth:// address. */
export const beginSecondFactor = endpoint({
  summary: '开始启用双因素验证',
  method: 'POST',
  path: '/api/backend/account/secondFactor/begin',
  access: signedIn,
  effect: 'write',
  secret: true,
  body: Fields({ password: Password }),
  data: Type.Object({ secret: Type.String(), uri: Type.String() }),
})

export const confirmSecondFactor = endpoint({
  summary: '确认启用双因素验证',
  method: 'POST',
  path: '/api/backend/account/secondFactor/confirm',
  access: signedIn,
  effect: 'write',
  secret: true,
  body: Fields({ code: Code }),
  data: RecoveryCodes,
})

/** Those of before no longer pass. */
export const renewRecoveryCodes = endpoint({
  summary: '重新生成恢复码',
  method: 'POST',
  path: '/api/backend/account/secondFactor/renewRecoveryCodes',
  access: signedIn,
  effect: 'write',
  secret: true,
  body: Fields({ password: Password, code: Code }),
  data: RecoveryCodes,
})

export const switchOffSecondFactor = endpoint({
  summary: '关闭双因素验证',
  method: 'POST',
  path: '/api/backend/account/secondFactor/switchOff',
  access: signedIn,
  effect: 'write',
  body: Fields({ password: Password, code: Code }),
  data: Nothing,
})

/** After a lost device; all sessions of the person end. */
export const removeSecondFactor = endpoint({
  summary: '解除员工的双因素验证',
  method: 'POST',
  path: '/api/admin/removeSecondFactor',
  access: can('userList', 'setPassword'),
  effect: 'write',
  body: Fields({ id: Id() }),
  data: Nothing,
})

export const OwnSession = Type.Object({
  id: Type.String(),
  /** In words, as in `Windows 电脑 · Chrome 143`. */
  device: Type.String(),
  address: Type.String(),
  signedInAt: Moment,
  /** The moment of the last sign-in or renewal of its tokens. */
  lastUsedAt: Moment,
  isCurrent: Type.Boolean(),
})
export type OwnSession = Static<typeof OwnSession>

export const getOwnSessions = endpoint({
  summary: '自己的登录设备',
  method: 'GET',
  path: '/api/backend/account/session/getList',
  access: signedIn,
  effect: 'read',
  data: Type.Array(OwnSession),
})

export const endOwnSession = endpoint({
  summary: '退出自己的一个登录设备',
  method: 'POST',
  path: '/api/backend/account/session/end',
  access: signedIn,
  effect: 'write',
  body: Fields({ id: Id('登录设备') }),
  data: Nothing,
})

export const endOtherOwnSessions = endpoint({
  summary: '退出自己的其他登录设备',
  method: 'POST',
  path: '/api/backend/account/session/endOthers',
  access: signedIn,
  effect: 'write',
  data: Type.Object({ ended: Type.Integer() }),
})
