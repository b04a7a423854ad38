// Signing in, refreshing, signing out, and what the signed-in person is told about themselves.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import {
  changePasswordByTicket,
  getCaptcha,
  getLoginUserInfo,
  getUserInfo,
  refreshUserInfo,
  removeToken,
  requestToken,
  signOut,
  signOutByGet,
  updateOwnPassword,
} from '../../../contract/identity.ts'
import { ADMIN_PERMISSION_TIME_MS } from '../../../contract/limits.ts'
import { checkNewPassword, checkOldPassword } from '../../../contract/validation.ts'
import { ADMINISTRATOR, hashToken } from '../../core/actors.ts'
import { audit } from '../../core/audit.ts'
import { type Core, transact } from '../../core/core.ts'
import { verifyPassword } from '../../core/passwords.ts'
import { checkFields, refuse } from '../../core/refusal.ts'
import { serve } from '../../core/serve.ts'
import { listMenus } from '../organisation/menus.queries.ts'
import { visibleMenus } from '../organisation/menus.rules.ts'
import { answerCaptcha, makeCaptcha } from './captcha.ts'
import { setPassword } from './passwords.queries.ts'
import { countBelow, getProfile, listDeputyRoles } from './profile.queries.ts'
import { roleInfo, sessionReply } from './session-reply.ts'
import { beginSession, endOtherSessions, endSession, endSessionOfToken, rotate } from './sessions.queries.ts'
import { lockAccount, markSignedIn, spendTicket, useTicket } from './sign-in.queries.ts'
import { whyUnusable } from './sign-in.rules.ts'
import { signIn } from './sign-in.ts'

/** Calls a minute from one address: enough for an office behind one address, too few for guessing. */
const SIGN_IN_PER_MINUTE = 120
/** The old password could be guessed by whoever finds an open session. */
const OWN_PASSWORD_PER_MINUTE = 20
const USER_AGENT_LENGTH = 200
/** spec §4: role codes that have the administrators' permission time. */
const LONG_PERMISSION = new Set([ADMINISTRATOR, 'sjgly'])

const isSame = (given: string, expected: string) =>
  timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(expected)))

const userAgentOf = (request: FastifyRequest) => (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH)

const headerText = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')

type CaptchaFields = { 'captcha-key'?: string; 'captcha-code'?: string }

async function checkCaptcha({ config, db }: Core, fields: CaptchaFields, { headers }: FastifyRequest): Promise<void> {
  if (!config.captcha) return
  const key = fields['captcha-key'] ?? headerText(headers['captcha-key'])
  const answer = fields['captcha-code'] ?? headerText(headers['captcha-code'])
  checkFields({ 'captcha-code': answer.trim() ? null : '请输入验证码' })
  if (!(await answerCaptcha(db, config.secretKey, key, answer))) throw refuse('wrongCaptcha')
}

export const routes = [
  serve(
    getCaptcha,
    async ({ core: { config, db } }) => (config.captcha ? makeCaptcha(db, config.secretKey) : { key: '', image: '' }),
    { perMinute: SIGN_IN_PER_MINUTE },
  ),

  serve(
    requestToken,
    async ({ query, core, request }) => {
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
      const visitor = { userName: username.trim().toLowerCase(), address: request.ip, userAgent: userAgentOf(request) }
      return sessionReply(core, await signIn(core, visitor, password))
    },
    { perMinute: SIGN_IN_PER_MINUTE },
  ),

  serve(
    changePasswordByTicket,
    async ({ body: { ticket, newPassword }, core, by, request }) => {
      const userId = await useTicket(core.db, ticket, request.ip)
      if (!userId) throw refuse('wrongPassword', { msg: '登录凭据已失效，请重新登录' })
      const granted = await transact(core, async (tx) => {
        const account = await lockAccount(tx, userId)
        if (!account || whyUnusable(account)) throw refuse('wrongPassword', { msg: '登录凭据已失效，请重新登录' })
        checkFields({ newPassword: checkNewPassword({ newPassword, userName: account.userName }) })
        await setPassword(tx, account, newPassword, { mustChange: false, field: 'newPassword' })
        await spendTicket(tx, ticket)
        await audit(
          tx,
          { ...by, id: userId, name: account.userName },
          { action: 'user.changePassword', targetType: 'user', targetId: userId },
        )
        await markSignedIn(tx, userId)
        return beginSession(tx, { userId, address: request.ip, userAgent: userAgentOf(request) })
      })
      return sessionReply(core, granted)
    },
    { perMinute: SIGN_IN_PER_MINUTE },
  ),

  serve(
    removeToken,
    async ({ query, core }) => {
      await transact(core, (tx, announce) => endSessionOfToken(tx, announce, query.token))
      return null
    },
    { perMinute: SIGN_IN_PER_MINUTE },
  ),

  ...[signOut, signOutByGet].map((endpoint) =>
    serve(endpoint, async ({ actor, core }) => {
      await transact(core, (tx, announce) => endSession(tx, announce, actor.sessionId, 'signedOut'))
      return null
    }),
  ),

  serve(getUserInfo, async ({ actor, db }) => {
    const [profile, deputyRoles, dataScope] = await Promise.all([
      getProfile(db, actor.id),
      listDeputyRoles(db, actor.id),
      countBelow(db, actor.id),
    ])
    return { user: profile, role: profile.role, deputyRoles, permissions: [...actor.rights], dataScope }
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
      permissionVersion: actor.permissionVersion,
      permissionTime: hasLongTime ? ADMIN_PERMISSION_TIME_MS : core.config.permissionTime,
    }
  }),

  serve(getLoginUserInfo, async ({ actor, db }) => ({ ...(await getProfile(db, actor.id)), userId: actor.id })),

  serve(
    updateOwnPassword,
    async ({ body: { id, oldPassword, newPassword }, actor, core, by }) => {
      if (id !== actor.id) throw refuse('forbidden')
      await transact(core, async (tx, announce) => {
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
      })
      return null
    },
    { perMinute: OWN_PASSWORD_PER_MINUTE },
  ),
]
