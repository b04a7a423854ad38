// Mini-programs that a person may manage, and unbinding from WeChat.
import { isAllowed } from '#contract/access.ts'
import {
  editSendInfo,
  getAdminLinkApplet,
  getUserSendInfo,
  saveAdminLinkApplet,
  unBindVisitingAssistant,
  unBindWxOpenId,
  updateUserSendInfo,
  verifyVisitingAssistant,
} from '#contract/organisation/staff-links.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { open, seal } from '#server/core/access/sealed-text.ts'
import { audit, auditAll, difference } from '#server/core/audit/audit.ts'
import { databaseSeconds } from '#server/core/clock.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { countPendingOf } from '#server/features/prices/held-work.queries.ts'
import { countUndecided } from '#server/features/visits/talks.queries.ts'
import { countOpenVisits, stopVisits } from '#server/features/visits/visits.queries.ts'
import {
  countApplets,
  findAssistant,
  getSendInfo,
  listApplets,
  removeAssistant,
  removeWechat,
  setApplets,
  setSendInfo,
} from './admin-links.queries.ts'
import { requireUser } from './users.acts.ts'
import { findUserIds } from './users.queries.ts'

function subjectOf(actor: Actor, userId = actor.id): string {
  if (userId !== actor.id && !isAllowed(editSendInfo, actor)) throw refuse('forbidden')
  return userId
}

const VERIFIED_S = 5 * 60
const notBound = () => refuse('conflict', { msg: '该账号没有绑定拜访助手' })
/** Binds a verification to the actor, the person and the bound assistant. */
const about = (actorId: string, userId: string) => `visitingAssistant:${actorId}:${userId}`

/** End of a verification in seconds, and its assistant; null where it is invalid. */
function readVerification(
  secretKey: string,
  token: string,
  subject: string,
): [until: number, deviceHash: string] | null {
  try {
    return JSON.parse(open(secretKey, subject, token))
  } catch {
    return null
  }
}

export const routes = [
  serve(getAdminLinkApplet, async ({ query: { userId }, db }) => {
    if (!(await findUserIds(db, [userId])).has(userId)) throw refuse('notFound')
    return listApplets(db, userId)
  }),

  serveAct(saveAdminLinkApplet, async ({ tx, body: { userId, appletIds }, actor, by }) => {
    await requireUser(tx, actor, userId)
    checkFields({ appletIds: (await countApplets(tx, appletIds)) === appletIds.length ? null : '小程序不存在' })
    const before = (await listApplets(tx, userId)).flatMap(({ id, isLinked }) => (isLinked ? id : []))
    await setApplets(tx, userId, appletIds)
    await audit(tx, by, {
      action: 'user.setApplets',
      targetType: 'user',
      targetId: userId,
      before: { appletIds: before },
      after: { appletIds },
    })
  }),

  serveAct(unBindWxOpenId, async ({ tx, query: { userId }, actor, by }) => {
    await requireUser(tx, actor, userId)
    if (!(await removeWechat(tx, userId))) throw refuse('conflict', { msg: '该账号没有绑定微信' })
    await audit(tx, by, { action: 'user.unbindWechat', targetType: 'user', targetId: userId })
  }),

  serve(verifyVisitingAssistant, async ({ query: { userId }, actor, db, core }) => {
    if (!(await findUserIds(db, [userId])).has(userId)) throw refuse('notFound')
    const bound = await findAssistant(db, userId)
    if (!bound) throw notBound()
    const text = JSON.stringify([(await databaseSeconds(db)) + VERIFIED_S, bound.deviceHash])
    const verifyToken = seal(core.config.secretKey, about(actor.id, userId), text)
    const [openVisits, pendingPrices] = [await countOpenVisits(db, userId), await countPendingOf(db, userId)]
    const heardPrices = await countUndecided(db, userId)
    return { device: bound.device, boundAt: bound.boundAt, openVisits, heardPrices, pendingPrices, verifyToken }
  }),

  serveAct(unBindVisitingAssistant, async ({ tx, query: { userId, verifyToken }, actor, core, by }) => {
    await requireUser(tx, actor, userId)
    const bound = await findAssistant(tx, userId)
    if (!bound) throw notBound()
    const [until, deviceHash] = readVerification(core.config.secretKey, verifyToken, about(actor.id, userId)) ?? [0, '']
    if (until < (await databaseSeconds(tx)) || deviceHash !== bound.deviceHash) {
      throw refuse('conflict', { msg: '核对已失效，请重新核对' })
    }
    await removeAssistant(tx, userId)
    const stopped = await stopVisits(tx, userId)
    await auditAll(
      tx,
      by,
      stopped.map((targetId) => ({
        action: 'visit.planAgain',
        targetType: 'visit',
        targetId,
        before: { state: 'onTheWay' },
        after: { state: 'planned' },
      })),
    )
    const before = { device: bound.device, boundAt: bound.boundAt }
    await audit(tx, by, { action: 'user.unbindAssistant', targetType: 'user', targetId: userId, before })
  }),

  serve(getUserSendInfo, async ({ query, db, actor }) => {
    const userId = subjectOf(actor, query.userId)
    if (!(await findUserIds(db, [userId])).has(userId)) throw refuse('notFound')
    return { userId, ...(await getSendInfo(db, userId)) }
  }),

  serveAct(updateUserSendInfo, async ({ tx, body, actor, by }) => {
    const { userId: requestedId, ...info } = body
    const userId = subjectOf(actor, requestedId)
    if (userId !== actor.id) await requireUser(tx, actor, userId)
    const before = await getSendInfo(tx, userId)
    await setSendInfo(tx, userId, info)
    const changed = difference({ ...before }, info)
    await audit(tx, by, { action: 'user.setSendInfo', targetType: 'user', targetId: userId, ...changed })
  }),
]
