// One's own second factor and sessions over HTTP, and the second step of a sign-in.
import type { FastifyRequest } from 'fastify'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endOtherOwnSessions,
  endOwnSession,
  getOwnSessions,
  getSecondFactor,
  renewRecoveryCodes,
  switchOffSecondFactor,
} from '#contract/identity/account-security.ts'
import { passSecondFactor, type Ticket } from '#contract/identity/sign-in.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { verifyPassword } from '#server/core/access/passwords.ts'
import { audit } from '#server/core/audit/audit.ts'
import { type Core, transact } from '#server/core/core.ts'
import { checkFields, type Refusal, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { listOwnSessions } from './own-sessions.queries.ts'
import { beginFactor, makeRecoveryCodes, passCode } from './second-factor.ts'
import { deleteSecondFactor, markConfirmed, secondFactorState } from './second-factors.queries.ts'
import { signInReply } from './session-reply.ts'
import { endOtherSessions, endSessionOf } from './sessions.queries.ts'
import { findAccount, forgetFailure, setFailureReason, spendTicket, useTicket } from './sign-in.queries.ts'
import { whyUnusable } from './sign-in.rules.ts'
import { goOn } from './sign-in.ts'
import { bookTry, failedTry } from './tries.queries.ts'
import { SIGN_IN_PER_MINUTE, visitorOf } from './visitor.ts'

/** Limits guessing of the password by somebody who finds an open session. */
const OWN_PER_MINUTE = 20

const WRONG_CODE = '验证码不正确或已使用'
const targetOf = (id: string) => ({ targetType: 'user', targetId: id })

const wrongField = (field: string, message: string): Refusal =>
  refuse('invalid', { msg: message, data: { fields: [{ field, message }] } })

/** Requires the password again. Failures count and lock like those of a sign-in. */
async function proveSelf(
  core: Core,
  request: FastifyRequest,
  { id, userName }: Actor,
  { password, code }: { password: string; code?: string },
): Promise<void> {
  const visitor = visitorOf(request, userName, core.config)
  const tried = await bookTry(core, visitor)
  const account = await findAccount(core.db, id)
  const isOwner = account !== undefined && (await verifyPassword(account.passwordHash, password))
  if (!isOwner) throw await failedTry(core, visitor, tried, wrongField('password', '登录密码不正确'))
  if (code !== undefined) {
    const isRight = await core.db.transaction((tx) => passCode(tx, core.config.secretKey, id, code))
    if (!isRight) throw await failedTry(core, visitor, tried, wrongField('code', WRONG_CODE))
  }
  await forgetFailure(core.db, tried.failureId)
}

const secondFactor = [
  serve(getSecondFactor, ({ actor, db }) => secondFactorState(db, actor.id)),

  serve(
    beginSecondFactor,
    async ({ body, actor, core, request }) => {
      await proveSelf(core, request, actor, body)
      const begun = await core.db.transaction((tx) => beginFactor(tx, core.config.secretKey, actor))
      if (!begun) throw refuse('conflict', { msg: '双因素验证已开启' })
      return begun
    },
    { perMinute: OWN_PER_MINUTE },
  ),

  serveAct(
    confirmSecondFactor,
    async ({ tx, body: { code }, actor, core, by }) => {
      const { secretKey } = core.config
      const isRight = await passCode(tx, secretKey, actor.id, code, 'waiting')
      checkFields({ code: isRight ? null : '验证码不正确，请核对手机时间后重试' })
      await markConfirmed(tx, actor.id)
      const recoveryCodes = await makeRecoveryCodes(tx, secretKey, actor.id)
      await audit(tx, by, { action: 'user.switchOnSecondFactor', ...targetOf(actor.id) })
      return { recoveryCodes }
    },
    { perMinute: OWN_PER_MINUTE },
  ),

  serve(
    renewRecoveryCodes,
    async ({ body, actor, core, by, request }) => {
      await proveSelf(core, request, actor, body)
      return transact(core, async (tx) => {
        const recoveryCodes = await makeRecoveryCodes(tx, core.config.secretKey, actor.id)
        await audit(tx, by, { action: 'user.renewRecoveryCodes', ...targetOf(actor.id) })
        return { recoveryCodes }
      })
    },
    { perMinute: OWN_PER_MINUTE },
  ),

  serve(
    switchOffSecondFactor,
    async ({ body, actor, core, by, request }) => {
      await proveSelf(core, request, actor, body)
      await transact(core, async (tx) => {
        await deleteSecondFactor(tx, actor.id)
        await audit(tx, by, { action: 'user.switchOffSecondFactor', ...targetOf(actor.id) })
      })
      return null
    },
    { perMinute: OWN_PER_MINUTE },
  ),

  serve(
    passSecondFactor,
    async ({ body: { ticket, code, bindTicket }, core, by, request, reply }) => {
      const { db, config } = core
      const over = refuse('wrongPassword', { msg: '登录凭据已失效，请重新登录' })
      const used = await useTicket(db, 'factor', ticket, request.ip)
      const account = used && (await findAccount(db, used.userId))
      if (!account) throw over
      const visitor = visitorOf(request, account.userName, config)
      const tried = await bookTry(core, visitor)
      const isRight = await db.transaction((tx) => passCode(tx, config.secretKey, account.id, code))
      if (!isRight) {
        const data = used.hasMore ? ({ ticket } satisfies Ticket) : null
        throw await failedTry(core, visitor, tried, refuse('wrongPassword', { msg: WRONG_CODE, data }))
      }
      if (!(await spendTicket(db, 'factor', ticket))) throw over
      const unusable = whyUnusable(account)
      if (unusable) {
        await setFailureReason(db, tried.failureId, unusable.reason)
        throw refuse('wrongPassword', { msg: unusable.msg })
      }
      await forgetFailure(db, tried.failureId)
      const granted = await goOn(core, account, { visitor, by, bindTicket }, { hasPassedFactor: true })
      return signInReply(core, { request, reply }, visitor.userName, granted)
    },
    { perMinute: SIGN_IN_PER_MINUTE },
  ),
]

const ownSessions = [
  serve(getOwnSessions, ({ actor, db }) => listOwnSessions(db, actor.id, actor.sessionId)),

  serveAct(endOwnSession, async ({ tx, announce, body: { id }, actor, by }) => {
    if (id === actor.sessionId) throw refuse('conflict', { msg: '当前设备请使用“退出系统”' })
    if (!(await endSessionOf(tx, announce, actor.id, id, 'endedByOwner'))) throw refuse('notFound')
    await audit(tx, by, { action: 'user.endSession', ...targetOf(actor.id), before: { sessionId: id } })
  }),

  serveAct(endOtherOwnSessions, async ({ tx, announce, actor, by }) => {
    const ended = await endOtherSessions(tx, announce, actor.id, actor.sessionId, 'endedByOwner')
    if (ended > 0) await audit(tx, by, { action: 'user.endOtherSessions', ...targetOf(actor.id), before: { ended } })
    return { ended }
  }),
]

export const routes = [...secondFactor, ...ownSessions]
