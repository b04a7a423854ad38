// The signed-in person's own data and password, and ways of signing out that no page of ours uses.
import { Type } from 'typebox'
import { anonymous, signedIn } from '#contract/access.ts'
import { endpoint, getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Fields, Id, Nothing, Required, Text } from '#contract/fields.ts'

const Role = Type.Object({ id: Type.String(), code: Type.String(), name: Type.String() })

export const getUserInfo = getCall('当前用户、角色与权限', '/admin/user/getUserInfo', signedIn, {
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

export const refreshUserInfo = readCall('重新读取会话中的用户信息', '/admin/user/refesh', signedIn, {
  data: Type.Object({
    user_id: Type.String(),
    userName: Type.String(),
    realName: Type.String(),
    role_info: Type.String(),
    pageOpenMethod: Type.Integer(),
    biPermission: Type.Array(Type.String()),
    draftKey: Type.String({ description: 'empty during an impersonation' }),
    permissionVersion: Type.String(),
    permissionTime: Type.Integer({ description: 'ms' }),
  }),
})

export const getLoginUserInfo = readCall('登录用户姓名、头像与提醒开关', '/api/backend/getLoginUserInfo', signedIn, {
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

export const updateOwnPassword = writeCall('修改自己的密码', '/api/admin/updateUserPassword', signedIn, {
  body: Fields({ id: Id(), oldPassword: Text('旧密码', 128), newPassword: Text('新密码', 128) }),
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

export const signOutByGet = endpoint({
  summary: '退出登录（GET）',
  method: 'GET',
  path: '/api/adminauth/logout',
  access: signedIn,
  effect: 'write',
  data: Nothing,
})
