// Signing in through WeChat Work or WeChat (OAuth 2 code), and binding their identities to accounts.
import { type Static, Type } from 'typebox'
import { anonymous, signedIn } from '#contract/access.ts'
import { getCall, writeCall } from '#contract/endpoint.ts'
import { Choice, Fields, Nullable, Required, Text } from '#contract/fields.ts'
import { Session } from './sign-in.ts'

const root = '/api/adminauth/oauth'

export const providers = ['wecom', 'wechat'] as const
export type Provider = (typeof providers)[number]

export const providerLabels: Readonly<Record<Provider, string>> = { wecom: '企业微信', wechat: '微信' }

const Provider = Choice('登录方式', providerLabels)

export const getOauthProviders = getCall('已配置的第三方登录', `${root}/providers`, anonymous, {
  data: Type.Array(Provider),
})

/**
 * `address` is the provider's page. `verifier` stays in the browser that begins: `finish` asks for it besides the state,
 * so that nobody can make another browser finish a sign-in that they began themselves.
 */
export const beginOauth = writeCall('开始第三方登录', `${root}/begin`, anonymous, {
  body: Fields({ provider: Provider }),
  data: Type.Object({ address: Type.String(), verifier: Type.String() }),
})

/** A session where the identity is bound, otherwise a ticket (5 minutes, 5 attempts, bound to the address) for `bindOauth`. */
export const finishOauth = writeCall('完成第三方登录', `${root}/finish`, anonymous, {
  body: Fields({ code: Required('授权码', 1024), state: Required('状态', 128), verifier: Required('校验码', 128) }),
  data: Type.Object({
    provider: Provider,
    session: Type.Optional(Session),
    bindTicket: Type.Optional(Type.String()),
  }),
})

/**
 * Where a second factor or a new password is required first (10017, 10010), the browser sends the ticket with that step
 * too.
 */
export const bindOauth = writeCall('绑定第三方账号并登录', `${root}/bind`, anonymous, {
  body: Fields({
    bindTicket: Required('凭据', 128),
    username: Text('用户名', 64),
    password: Text('密码', 128),
    'captcha-key': Type.Optional(Text('验证码标识', 64)),
    'captcha-code': Type.Optional(Text('验证码', 16)),
  }),
  data: Session,
})

const OwnIdentity = Type.Object({ provider: Provider, boundAt: Nullable(Type.String({ description: 'ISO 8601' })) })
export type OwnIdentity = Static<typeof OwnIdentity>

/** Configured providers, and those that are bound though no longer configured. */
export const getOwnIdentities = getCall('自己的第三方账号', '/api/backend/account/identity/getList', signedIn, {
  data: Type.Array(OwnIdentity),
})

export const unbindOwnIdentity = writeCall('解除自己的第三方账号', '/api/backend/account/identity/unbind', signedIn, {
  body: Fields({ provider: Provider }),
})
