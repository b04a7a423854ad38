// Sign-in, refresh, sign-out, and the profile of the signed-in person.
import { timingSafeEqual } from 'node:crypto'
import {
  getLoginUserInfo,
  getUserInfo,
  refreshUserInfo,
  removeToken,
  signOutByGet,
  updateOwnPassword,
} from '#contract/identity/own-account.ts'
import { changePasswordByTicket, getCaptcha, requestToken, signOut } from '#contract/identity/sign-in.ts'
import { ADMIN_PERMISSION_TIME_MS } from '#contract/limits.ts'
import { checkNewPassword, checkOldPassword } from '#contract/validation.ts'
import { ADMINISTRATOR, hashToken } from '#server/core/access/actors.ts'
import { verifyPassword } from '#server/core/access/passwords.ts'
import { audit } from '#server/core/audit/audit.ts'
import { transact } from '#server/core/core.ts'
import { avatarLink } from '#server/core/files/files.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { listMenus } from '#server/features/organisation/menus/menus.queries.ts'
import { visibleMenus } from '#server/features/organisation/menus/menus.rules.ts'
import { checkCaptcha, makeCaptcha } from './captcha.queries.ts'
import { draftKeyOf } from './draft-key.ts'
import { setPassword } from './passwords.queries.ts'
import { countBelow, getProfile, listDeputyRoles } from './profile.queries.ts'
import { roleInfo, sessionReply, signInReply } from './session-reply.ts'
import { endOtherSessions, endSession, endSessionOfToken, rotate } from './sessions.queries.ts'
import { lockAccount, spendTicket, useTicket } from './sign-in.queries.ts'
import { whyUnusable } from './sign-in.rules.ts'
import { enter, goOn, provePassword } from './sign-in.ts'
import { SIGN_IN_PER_MINUTE, visitorOf } from './visitor.ts'

/** Limits guessing of the old password by somebody who finds an open session. */
const OWN_PASSWORD_PER_MINUTE = 20
/** spec §4: role codes with the administrators' permission time. */
const LONG_PERMISSION = new Set([ADMINISTRATOR, 'sjgly'])

const isSame = (actual: string, expected: string) =>
  timingSafeEqual(Buffer.from(hashToken(actual)), Buffer.from(hashToken(expected)))

export const routes = [
  serve(
    getCaptcha,
    async ({ core: { config, db } }) => (config.captcha ? makeCaptcha(db, config.secretKey) : { key: '', image: '' }),
    { perMinute: SIGN_IN_PER_MINUTE },
  ),

  serve(
    requestToken,
    async ({ query, core, by, request, reply }) => {
      const { config } = core
      const isClient = isSame(query.client_id, config.clientId) && isSame(query.client_secret, config.clientSecret)
      if (!isClient) throw refuse('invalid', { msg: '客户端标识或密钥不正确' })
      if (query.grant_type === 'refresh_token') {
        const { refresh_token: token = '' } = query
        const granted = await transact(core, (tx, announce) => rotate(tx, announce, config.secretKey, token))
        if (!granted) throw refuse('signedOut')
        return sessionReply(core, granted)
      }
      const { username = '', password = '' } = query
      checkFields({ username: username.trim() ? null : '请输入用户名', password: password ? null : '请输入密码' })
      await checkCaptcha(core, query, request)
      const visitor = visitorOf(request, username, config)
      const account = await provePassword(core, visitor, password)
      const granted = await goOn(core, account, { visitor, by })
      return signInReply(core, { request, reply }, visitor.userName, granted)
    },
    { perMinute: SIGN_IN_PER_MINUTE },
  ),

  serve(
    changePasswordByTicket,
    async ({ body: { ticket, newPassword, bindTicket }, core, by, request, reply }) => {
      const over = refuse('wrongPassword', { msg: '登录凭据已失效，请重新登录' })
      const used = await useTicket(core.db, 'password', ticket, request.ip)
      if (!used) throw over
      const { granted, visitor } = await transact(core, async (tx) => {
        const account = await lockAccount(tx, used.userId)
        if (!account || whyUnusable(account)) throw over
        checkFields({ newPassword: checkNewPassword({ newPassword, userName: account.userName }) })
        await setPassword(tx, account, newPassword, { mustChange: false, field: 'newPassword' })
        if (!(await spendTicket(tx, 'password', ticket))) throw over
        const act = { action: 'user.changePassword', targetType: 'user', targetId: account.id }
        await audit(tx, { ...by, id: account.id, name: account.userName }, act)
        const visitor = visitorOf(request, account.userName, core.config)
        return { granted: await enter(tx, account, { visitor, by, bindTicket }), visitor }
      })
      return signInReply(core, { request, reply }, visitor.userName, granted)
    },
    { perMinute: SIGN_IN_PER_MINUTE },
  ),

  serveAct(removeToken, ({ tx, announce, query }) => endSessionOfToken(tx, announce, query.token), {
    perMinute: SIGN_IN_PER_MINUTE,
  }),

  ...[signOut, signOutByGet].map((endpoint) =>
    serveAct(endpoint, ({ tx, announce, actor }) => endSession(tx, announce, actor.sessionId, 'signedOut')),
  ),

  serve(getUserInfo, async ({ actor, db, core }) => {
    const [profile, deputyRoles, dataScope] = await Promise.all([
      getProfile(db, actor.id),
      listDeputyRoles(db, actor.id),
      countBelow(db, actor.id),
    ])
    const user = { ...profile, avatar: avatarLink(core, profile.avatar, actor) }
    return { user, role: profile.role, deputyRoles, permissions: [...actor.rights], dataScope }
  }),

  serve(refreshUserInfo, async ({ actor, db, core }) => {
    const [profile, menus] = await Promise.all([getProfile(db, actor.id), listMenus(db)])
    const hasLongTime = actor.roleCodes.some((code) => LONG_PERMISSION.has(code))
    return {
      user_id: actor.id,
      userName: actor.userName,
      realName: actor.realName,
      role_info: roleInfo(actor.roleCode),
      pageOpenMethod: profile.pageOpenMethod,
      biPermission: visibleMenus(menus, actor).map(({ code }) => code),
      draftKey: actor.impersonation ? '' : draftKeyOf(core, actor.id),
      permissionVersion: actor.permissionVersion,
      permissionTime: hasLongTime ? ADMIN_PERMISSION_TIME_MS : core.config.permissionTime,
    }
  }),

  serve(getLoginUserInfo, async ({ actor, db, core }) => {
    const profile = await getProfile(db, actor.id)
    return { ...profile, userId: actor.id, avatar: avatarLink(core, profile.avatar, actor) }
  }),

  serveAct(
    updateOwnPassword,
    async ({ tx, announce, body: { id, oldPassword, newPassword }, actor, by }) => {
      if (id !== actor.id) throw refuse('forbidden')
      const account = await lockAccount(tx, actor.id)
      if (!account) throw refuse('signedOut')
      checkFields({
        oldPassword: checkOldPassword(oldPassword, newPassword),
        newPassword: checkNewPassword({ newPassword, oldPassword, userName: account.userName }),
      })
      const isRight = await verifyPassword(account.passwordHash, oldPassword)
      checkFields({ oldPassword: isRight ? null : '旧密码不正确' })
      await setPassword(tx, account, newPassword, { mustChange: false, field: 'newPassword' })
      await endOtherSessions(tx, announce, actor.id, actor.sessionId, 'passwordChanged')
      await audit(tx, by, { action: 'user.changePassword', targetType: 'user', targetId: actor.id })
    },
    { perMinute: OWN_PASSWORD_PER_MINUTE },
  ),
]
