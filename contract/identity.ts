// Signing in and out, the session, and what a signed-in person is told about themselves.
import { type Static, Type } from 'typebox'
import { anonymous, signedIn } from './access.ts'
import { endpoint } from './endpoint.ts'
import { Fields, Id, Nothing, OneOf, Required, Text } from './fields.ts'

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
 * The ticket that 10010 and 10017 give: 5 minutes, 5 attempts, bound to the address. A wrong second factor (10019) answers
 * the ticket again while it may be tried.
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

export const requestToken = endpoint({
  summary: '登录与续期',
  method: 'POST',
  path: '/api/adminauth/oauth/token',
  access: anonymous,
  effect: 'write',
  query: TokenQuery,
  data: Session,
})

/** `image` is a data URL; both are empty where the captcha is switched off. */
export const getCaptcha = endpoint({
  summary: '登录验证码',
  method: 'GET',
  path: '/api/adminauth/login/captcha',
  access: anonymous,
  effect: 'read',
  data: Type.Object({ key: Type.String(), image: Type.String() }),
})

/** Where the sign-in binds an identity of another provider: it is bound with the last step, not before. */
const bindTicket = Type.Optional(Required('绑定凭据', 128))

export const changePasswordByTicket = endpoint({
  summary: '首次登录修改密码',
  method: 'POST',
  path: '/api/adminauth/login/changePassword',
  access: anonymous,
  effect: 'write',
  body: Fields({ ticket: Required('凭据', 128), newPassword: Text('新密码', 128), bindTicket }),
  data: Session,
})

/** `code` is the device's six digits or a recovery code. */
export const passSecondFactor = endpoint({
  summary: '登录的双因素验证',
  method: 'POST',
  path: '/api/adminauth/login/secondFactor',
  access: anonymous,
  effect: 'write',
  body: Fields({ ticket: Required('凭据', 128), code: Required('验证码', 32), bindTicket }),
  data: Session,
})

export const removeToken = endpoint({
  summary: '注销指定令牌',
  method: 'GET',
  path: '/api/adminauth/login/removeToken',
  access: anonymous,
  effect: 'write',
  query: Fields({ token: Required('令牌', 128) }),
  data: Nothing,
})

export const signOut = endpoint({
  summary: '退出登录',
  method: 'POST',
  path: '/api/admin/user/logout',
  access: signedIn,
  effect: 'write',
  body: Type.Unsafe<unknown>({}),
  data: Nothing,
})

export const signOutByGet = endpoint({
  summary: '退出登录（GET）',
  method: 'GET',
  path: '/api/adminauth/logout',
  access: signedIn,
  effect: 'write',
  data: Nothing,
})

const Role = Type.Object({ id: Type.String(), code: Type.String(), name: Type.String() })

export const getUserInfo = endpoint({
  summary: '当前用户、角色与权限',
  method: 'GET',
  path: '/admin/user/getUserInfo',
  access: signedIn,
  effect: 'read',
  data: Type.Object({
    user: Type.Object({
      id: Type.String(),
      userName: Type.String(),
      realName: Type.String(),
      avatar: Type.String(),
      mobile: Type.String(),
      email: Type.String(),
      deptName: Type.String(),
    }),
    role: Role,
    deputyRoles: Type.Array(Role),
    permissions: Type.Array(Type.String(), { description: 'menu code:alias' }),
    dataScope: Type.Object({ sales: Type.Integer(), editing: Type.Integer(), customers: Type.Integer() }),
  }),
})

export const refreshUserInfo = endpoint({
  summary: '重新读取会话中的用户信息',
  method: 'POST',
  path: '/admin/user/refesh',
  access: signedIn,
  effect: 'read',
  data: Type.Object({
    user_id: Type.String(),
    userName: Type.String(),
    realName: Type.String(),
    role_info: Type.String(),
    pageOpenMethod: Type.Integer(),
    biPermission: Type.Array(Type.String()),
    permissionVersion: Type.String(),
    permissionTime: Type.Integer({ description: 'ms' }),
  }),
})

export const getLoginUserInfo = endpoint({
  summary: '登录用户姓名、头像与提醒开关',
  method: 'POST',
  path: '/api/backend/getLoginUserInfo',
  access: signedIn,
  effect: 'read',
  data: Type.Object({
    userId: Type.String(),
    userName: Type.String(),
    realName: Type.String(),
    avatar: Type.String(),
    priceReview: Type.Integer(),
    newReview: Type.Integer(),
    reportReview: Type.Integer(),
    transactionPriceReview: Type.Integer(),
  }),
})

export const updateOwnPassword = endpoint({
  summary: '修改自己的密码',
  method: 'POST',
  path: '/api/admin/updateUserPassword',
  access: signedIn,
  effect: 'write',
  body: Fields({ id: Id(), oldPassword: Text('旧密码', 128), newPassword: Text('新密码', 128) }),
  data: Nothing,
})
