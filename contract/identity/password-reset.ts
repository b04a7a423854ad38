// A forgotten password: a code by mail or WeCom, then a new password. The sign-in page asks for it.
import { Type } from 'typebox'
import { anonymous } from '#contract/access.ts'
import { getCall, writeCall } from '#contract/endpoint.ts'
import { Fields, OneOf, Required, Text } from '#contract/fields.ts'

const root = '/api/adminauth/login'

/** By which ways a code can be sent; none: passwords are reset by an administrator. */
export const getResetWays = getCall('重置密码的验证方式', `${root}/resetWays`, anonymous, {
  data: Type.Array(OneOf('验证方式', ['mail', 'wecom'])),
})

/** The same answer for unknown names, and for accounts that nothing can be sent to. */
export const requestPasswordReset = writeCall('发送重置密码的验证码', `${root}/requestPasswordReset`, anonymous, {
  body: Fields({
    userName: Required('用户名', 64),
    'captcha-key': Type.Optional(Text('验证码标识', 64)),
    'captcha-code': Type.Optional(Text('验证码', 16)),
  }),
  data: Type.Object({
    ticket: Type.String({ description: 'belongs to the code: neither is of use without the other' }),
  }),
})

/** Ends all sessions of the person. It does not sign in: a second factor is asked for then, as always. */
export const resetPassword = writeCall('用验证码重置密码', `${root}/resetPassword`, anonymous, {
  body: Fields({ ticket: Required('凭据', 128), code: Required('验证码', 16), newPassword: Text('新密码', 128) }),
})
