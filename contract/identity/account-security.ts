// What protects an account besides its password: the second factor, and the sessions that are open.
import { type Static, Type } from 'typebox'
import { can, signedIn } from '#contract/access.ts'
import { getCall, writeCall } from '#contract/endpoint.ts'
import { Fields, Id, Nullable, Required } from '#contract/fields.ts'

const root = '/api/backend/account/secondFactor'

const Password = Required('登录密码', 128)
const Code = Required('验证码', 32)
const Moment = Type.String({ description: 'ISO 8601' })

/** Ten codes, shown once; each replaces a code of the device once. */
const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) })

export const getSecondFactor = getCall('双因素验证的状态', `${root}/getState`, signedIn, {
  data: Type.Object({ isOn: Type.Boolean(), since: Nullable(Moment), recoveryCodesLeft: Type.Integer() }),
})

/** Enabled only by `confirmSecondFactor`. `secret` is base32, `uri` the same as an otpauth:// address. */
export const beginSecondFactor = writeCall('开始启用双因素验证', `${root}/begin`, signedIn, {
  secret: true,
  body: Fields({ password: Password }),
  data: Type.Object({ secret: Type.String(), uri: Type.String() }),
})

export const confirmSecondFactor = writeCall('确认启用双因素验证', `${root}/confirm`, signedIn, {
  secret: true,
  body: Fields({ code: Code }),
  data: RecoveryCodes,
})

/** Old recovery codes stop working. */
export const renewRecoveryCodes = writeCall('重新生成恢复码', `${root}/renewRecoveryCodes`, signedIn, {
  secret: true,
  body: Fields({ password: Password, code: Code }),
  data: RecoveryCodes,
})

export const switchOffSecondFactor = writeCall('关闭双因素验证', `${root}/switchOff`, signedIn, {
  body: Fields({ password: Password, code: Code }),
})

/** After a lost device; all sessions of the person end. */
export const removeSecondFactor = writeCall(
  '解除员工的双因素验证',
  '/api/admin/removeSecondFactor',
  can('userList', 'setPassword'),
  { body: Fields({ id: Id() }) },
)

export const OwnSession = Type.Object({
  id: Type.String(),
  /** As text, such as `Windows 电脑 · Chrome 143`. */
  device: Type.String(),
  address: Type.String(),
  signedInAt: Moment,
  /** The moment of the last sign-in or renewal of its tokens. */
  lastUsedAt: Moment,
  isCurrent: Type.Boolean(),
})
export type OwnSession = Static<typeof OwnSession>

export const getOwnSessions = getCall('自己的登录设备', '/api/backend/account/session/getList', signedIn, {
  data: Type.Array(OwnSession),
})

export const endOwnSession = writeCall('退出自己的一个登录设备', '/api/backend/account/session/end', signedIn, {
  body: Fields({ id: Id('登录设备') }),
})

export const endOtherOwnSessions = writeCall(
  '退出自己的其他登录设备',
  '/api/backend/account/session/endOthers',
  signedIn,
  { data: Type.Object({ ended: Type.Integer() }) },
)
