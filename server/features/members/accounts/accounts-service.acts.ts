// What staff do for the members behind accounts: bindings, sessions, another enterprise, an invitation, an AI trial.
import type { Holdings } from '#contract/access.ts'
import { addDays } from '#contract/days.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { type AccountRow, AI_SUB_PRODUCT, type generateAiAccounts } from '#contract/members/accounts.ts'
import { type SubProductKey, subProductOf } from '#contract/sub-products.ts'
import { audit } from '#server/core/audit/audit.ts'
import { databaseToday } from '#server/core/clock.ts'
import { attemptEach } from '#server/core/http/outcomes.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { refuseWithoutGrantRight } from '../grants/grant-rights.rules.ts'
import { giveGrants } from '../grants/grants.acts.ts'
import { lockAccounts } from '../grants/grants.queries.ts'
import { refusalOf } from '../grants/grants.rules.ts'
import { type Act, endMember, placeFor, requireAccount, requireAccounts } from './accounts.acts.ts'
import { invitationText } from './accounts.rules.ts'
import {
  holdEnterprise,
  lockFamilies,
  lockWithMains,
  memberIdsOf,
  moveMembers,
  recordOwner,
  updateMember,
  upsertAccount,
} from './accounts-write.queries.ts'

const targetOf = ({ id }: Pick<AccountRow, 'id'>) => ({ targetType: 'account', targetId: id })

export async function unbindWx({ tx, by }: Act, { id, memberId, isWxBound }: AccountRow): Promise<void> {
  if (!isWxBound) throw refuse('conflict', { msg: '该会员没有绑定微信' })
  await updateMember(tx, memberId, { wxOpenId: null })
  await audit(tx, by, { action: 'member.unbinding', ...targetOf({ id }), after: { memberId } })
}

export async function endSessions({ tx, by }: Act, { id, memberId }: AccountRow): Promise<void> {
  await endMember(tx, memberId)
  await audit(tx, by, { action: 'member.clear', ...targetOf({ id }), after: { memberId } })
}

type Association = { enterpriseId: string; takesOwner: boolean; maySetOwner: boolean; reason: string }

/** With the sub-accounts, which belong to the same enterprise. */
export async function associate(act: Act, id: string, form: Association): Promise<void> {
  const { tx, actor, by } = act
  const enterprise = await holdEnterprise(tx, actor, form.enterpriseId)
  const accounts = await lockAccounts(tx, [id])
  await lockFamilies(
    tx,
    accounts.map(({ memberId }) => memberId),
  )
  const row = await requireAccount(act, id)
  if (row.mainName) throw refuse('conflict', { msg: '子账号随主账号，请操作主账号' })
  if (!enterprise) throw refuse('notFound', { msg: '企业不存在' })
  if (enterprise.id === row.enterpriseId) throw refuse('conflict', { msg: '会员已属于该企业' })
  const reason = form.reason.trim()
  const ownerId = form.takesOwner ? enterprise.ownerId : row.ownerId
  const isKept = ownerId === row.ownerId || form.maySetOwner
  checkFields({ takesOwner: isKept ? null : '没有设置会员归属的权限，请取消“随企业的归属人”' })
  const moved = await moveMembers(tx, row.memberId, { enterpriseId: enterprise.id, ownerId })
  for (const { id: memberId, ownerId: fromId } of moved)
    if (fromId !== ownerId)
      await recordOwner(tx, by, {
        memberId,
        fromId,
        toId: ownerId,
        reason: `关联到企业“${enterprise.name}”：${reason}`,
      })
  await audit(tx, by, {
    action: 'account.association',
    ...targetOf(row),
    before: { enterpriseId: row.enterpriseId, enterprise: row.enterpriseName, ownerId: row.ownerId },
    after: { enterpriseId: enterprise.id, enterprise: enterprise.name, ownerId, reason, members: moved.length },
  })
}

/** @param origin of the console, whose registration page customers open */
export async function invite({ tx, by }: Act, row: AccountRow, inviter: string, origin: string) {
  const link = `${origin}/backend/register?subProduct=${row.subProduct}`
  const product = subProductOf(row.subProduct).title
  const text = invitationText({ product, enterprise: row.enterpriseName, inviter, link })
  await audit(tx, by, { action: 'account.invite', ...targetOf(row), after: { link } })
  return { text, link }
}

type Granting = Act & { actor: Holdings }

/** Opens an AI account with a trial for each of these members who has none. */
export async function generateAi(act: Granting, asked: BodyOf<typeof generateAiAccounts>, subProduct: SubProductKey) {
  const { ids, days, dailyQuestions = null } = asked
  const { tx, by, actor } = act
  refuseWithoutGrantRight(actor, [AI_SUB_PRODUCT])
  await lockWithMains(tx, await memberIdsOf(tx, ids))
  const rows = await requireAccounts(act, ids, subProduct)
  const from = await databaseToday(tx)
  const named = rows.map((row) => ({ ...row, name: `${row.realName}（${row.loginName}）` }))
  return attemptEach(tx, named, async (inner, { memberId, locked }) => {
    const refusal = refusalOf({ status: 'enabled', locked })
    if (refusal) throw refuse('conflict', { msg: refusal })
    await placeFor(inner, memberId, AI_SUB_PRODUCT)
    const account = await upsertAccount(inner, {
      memberId,
      subProduct: AI_SUB_PRODUCT,
      modules: [],
      subQuota: 0,
      dailyQuestions,
    })
    if (!account.isNew) throw refuse('conflict', { msg: '已有 AI 账号' })
    const terms = { kind: 'trial', startsOn: from, endsOn: addDays(from, days - 1), quota: null } as const
    await giveGrants(inner, by, { via: 'single', reason: '生成 AI 账号' }, [
      { accountId: account.id, productId: null, ...terms },
    ])
    await audit(inner, by, {
      action: 'account.generateAI',
      ...targetOf(account),
      after: { memberId, subProduct: AI_SUB_PRODUCT, days, dailyQuestions },
    })
  })
}
