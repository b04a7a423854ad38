// Changes the grants of one account: 601 where somebody else changed them meanwhile, 600 where a formal grant is lost.
import type { Static } from 'typebox'
import { type AccountGrants, checkPeriod, lessens, type saveGrants } from '#contract/members/grants.ts'
import { subProductOf } from '#contract/sub-products.ts'
import type { Viewer } from '#server/core/access/scope.ts'
import { audit } from '#server/core/audit/audit.ts'
import { databaseToday } from '#server/core/clock.ts'
import { transact } from '#server/core/core.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import type { Context } from '#server/core/http/serve.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { changeGrants } from './grants.acts.ts'
import { type LiveGrant, liveGrants, lockAccounts } from './grants.queries.ts'
import { refusalOf } from './grants.rules.ts'
import { findGrantees, findShownProducts, type Grantee, grantRowsOf } from './grants-account.queries.ts'
import { lossesOf, versionsOf } from './grants-preview.queries.ts'

type Body = Static<NonNullable<(typeof saveGrants)['body']>>

/** An account in the viewer's scope with its live grants; 20404 otherwise. */
export async function viewGrants(db: Executor, viewer: Viewer, accountId: string): Promise<AccountGrants> {
  const found = orNotFound((await findGrantees(db, viewer, [accountId]))[0])
  const { subProduct, loginName, realName, enterpriseName } = found
  const [day, rows] = [await databaseToday(db), await grantRowsOf(db, accountId)]
  return {
    accountId,
    subProduct,
    loginName,
    realName,
    enterpriseName,
    today: day,
    refusal: refusalOf(found),
    grants: rows,
  }
}

/** Validates the input field by field. */
async function checkBody(
  tx: Tx,
  { subProduct }: Grantee,
  { set, revoke, reason }: Body,
  live: ReadonlyMap<string | null, LiveGrant>,
  day: string,
): Promise<void> {
  const targets = [...set, ...revoke].map(({ productId }) => productId)
  const isWhole = subProductOf(subProduct).grantsBy === 'whole'
  const added = set.filter(({ productId }) => !live.has(productId))
  const ids = added.flatMap(({ productId }) => productId ?? [])
  const shown = await findShownProducts(tx, { productIds: ids, categoryIds: [] }, ids.length + 1)
  const period = set.map(({ startsOn, endsOn }) => checkPeriod(startsOn, endsOn, day)).find((wrong) => wrong !== null)
  const takes = set.some((grant) => lessens(live.get(grant.productId) ?? null, grant)) || revoke.length > 0
  checkFields({
    set:
      (new Set(targets).size < targets.length && '同一产品只能出现一次') ||
      (added.some(({ productId }) => (productId === null) !== isWhole) &&
        (isWhole ? '此子产品只能整体授权' : '请选择要授权的产品')) ||
      (shown.length < ids.length && '产品不存在或已隐藏') ||
      period ||
      (set.some(({ productId, endsOn }) => endsOn < day && endsOn !== live.get(productId)?.endsOn) &&
        '截止日期不能早于今天') ||
      null,
    reason: takes && reason.trim() === '' ? '缩短或取消授权请填写原因' : null,
  })
}

/** Whether each grant still has the version that was shown: no change of somebody else is overwritten unseen. */
function isAsShown({ set, revoke }: Body, live: ReadonlyMap<string | null, LiveGrant>): boolean {
  const versionOf = (productId: string | null) => live.get(productId)?.version ?? null
  return (
    set.every(({ productId, version }) => version === versionOf(productId)) &&
    revoke.every(({ productId, version }) => version === versionOf(productId))
  )
}

export const saveAccountGrants = (context: Context<typeof saveGrants>) =>
  transact(context.core, async (tx) => {
    const { body, actor, by } = context
    const { accountId, set, revoke, reason } = body
    // a concurrent save waits here and then sees the result of the first
    await lockAccounts(tx, [accountId])
    const account = orNotFound((await findGrantees(tx, actor, [accountId]))[0])
    const refusal = refusalOf(account)
    if (refusal && set.length > 0) throw refuse('conflict', { msg: refusal })
    const day = await databaseToday(tx)
    const live = new Map((await liveGrants(tx, [accountId])).map((grant) => [grant.productId, grant]))
    if (!isAsShown(body, live)) {
      const data = await viewGrants(tx, actor, accountId)
      throw refuse('stale', { data, msg: '授权已被他人修改，请核对后再保存' })
    }
    await checkBody(tx, account, body, live, day)
    const preview = await lossesOf(tx, account.realName, body, [...live.values()], day)
    if (preview) await confirmed(tx, context, { preview, versions: versionsOf([...live.values()]) })
    const { actId, changes } = await changeGrants(
      tx,
      by,
      { via: 'single', reason: reason.trim() },
      {
        set: set.map(({ productId, kind, startsOn, endsOn, quota }) => ({
          accountId,
          productId,
          kind,
          startsOn,
          endsOn,
          quota,
        })),
        revoke: revoke.map(({ productId }) => ({ accountId, productId })),
      },
    )
    if (actId !== null) {
      const after = { act: actId, changes: changes.length, reason: reason.trim() }
      await audit(tx, by, { action: 'account.setGrants', targetType: 'account', targetId: accountId, after })
    }
    return { actId, changed: changes.length }
  })
