// Signing in and out, and the session. The sign-in page loads this; calls of signed-in people are in own-account.ts.
import { type Static, Type } from 'typebox'
import { anonymous, signedIn } from '#contract/access.ts'
import { getCall, writeCall } from '#contract/endpoint.ts'
import { Fields, OneOf, Required, Text } from '#contract/fields.ts'

const root = '/api/adminauth/login'

/** spec §3 "User info (session)"; `role_info` is JSON text with `roleCode`. */
export const Session = Type.Object({
  access_token: Type.String(),
  refresh_token: Type.String(),
  token_type: Type.Literal('bearer'),
  expires_in: Type.Integer({ description: 's' }),
  user_id: Type.String(),
  userName: Type.String(),
  realName: Type.String(),
  role_info: Type.String(),
  tokenStartTime: Type.Integer({ description: 'ms since 1970' }),
  draftKey: Type.String({ description: '32 bytes in base64url: encrypts what this person typed, in their browser' }),
  pageOpenMethod: Type.Integer(),
  biPermission: Type.Array(Type.String()),
  topMenu: Type.Array(
    Type.Object({ id: Type.String(), code: Type.String(), name: Type.String(), path: Type.String() }),
  ),
})
export type Session = Static<typeof Session>

/** The role code of `role_info`. */
export type RoleInfo = { roleCode: string }

/**
 * The ticket of 10010 and 10017: 5 minutes, 5 attempts, bound to the address. The reply to a wrong second factor
 * (10019) repeats the ticket while tries are left.
 */
export type Ticket = { ticket: string }

const client = {
  client_id: Required('客户端标识', 64),
  client_secret: Required('客户端密钥', 128),
}

const TokenQuery = Fields({
  grant_type: OneOf('授权方式', ['captcha', 'refresh_token']),
  ...client,
  username: Type.Optional(Text('用户名', 64)),
  password: Type.Optional(Text('密码', 128)),
  'captcha-key': Type.Optional(Text('验证码标识', 64)),
  'captcha-code': Type.Optional(Text('验证码', 16)),
  refresh_token: Type.Optional(Text('刷新令牌', 128)),
})

export const requestToken = writeCall('登录与续期', '/api/adminauth/oauth/token', anonymous, {
  query: TokenQuery,
  data: Session,
})

/** `image` is a data URL; both are empty where the captcha is switched off. */
export const getCaptcha = getCall('登录验证码', `${root}/captcha`, anonymous, {
  data: Type.Object({ key: Type.String(), image: Type.String() }),
})

/** Where the sign-in binds an identity of another provider: it is bound with the last step, not before. */
const bindTicket = Type.Optional(Required('绑定凭据', 128))

export const changePasswordByTicket = writeCall('首次登录修改密码', `${root}/changePassword`, anonymous, {
  body: Fields({ ticket: Required('凭据', 128), newPassword: Text('新密码', 128), bindTicket }),
  data: Session,
})

/** `code` is the device's six digits or a recovery code. */
export const passSecondFactor = writeCall('登录的双因素验证', `${root}/secondFactor`, anonymous, {
  body: Fields({ ticket: Required('凭据', 128), code: Required('验证码', 32), bindTicket }),
  data: Session,
})

export const signOut = writeCall('退出登录', '/api/admin/user/logout', signedIn, { body: Type.Unsafe<unknown>({}) })
