// Manual entry over HTTP, one account at a time; sheets are in manual-entry-sheets.ts.
import { addEntry, editEntry, queryEntries, removeEntry } from '#contract/members/manual-entry.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { audit } from '#server/core/audit/audit.ts'
import { databaseToday } from '#server/core/clock.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { type Context, serve, serveAct, subProductById } from '#server/core/http/serve.ts'
import type { Tx } from '#server/db/connection.ts'
import { subProductOfAnyAccount } from '../accounts/accounts.queries.ts'
import { revokeGrants, setGrants } from '../grants/grants.acts.ts'
import { liveGrants, lockAccounts } from '../grants/grants.queries.ts'
import { refusalOf } from '../grants/grants.rules.ts'
import { areShown } from '../grants/grants-account.queries.ts'
import { lossesOf, revokedOf, versionsOf } from '../grants/grants-preview.queries.ts'
import { checkLines, saveEntries } from './manual-entry.acts.ts'
import { findEntry, listEntries, renameMember, shownProducts } from './manual-entry.queries.ts'

const byRow = subProductById(subProductOfAnyAccount)
const of = (id: string, action: string) => ({ action: `entry.${action}`, targetType: 'account', targetId: id })

type Adding = Pick<Context<typeof addEntry>, 'body' | 'actor' | 'subProduct'>

async function checkEntry(tx: Tx, { body, actor, subProduct }: Adding): Promise<void> {
  const problems: Record<string, string | null> = {
    endsOn: body.endsOn < (await databaseToday(tx)) ? '截止日期不能早于今天' : null,
    productIds: (await areShown(tx, body.productIds)) ? null : '部分产品已不存在，请重新选择',
  }
  await checkLines(tx, actor, subProduct, [{ ...body, number: 1 }], (_, field, message) => {
    problems[field] ??= message
  })
  checkFields(problems)
}

type Acting = Pick<Context<typeof editEntry | typeof removeEntry>, 'body' | 'actor'>

async function requireEntry(tx: Tx, { body, actor }: Acting) {
  await lockAccounts(tx, [body.id])
  const stored = await findEntry(tx, actor, body.id)
  if (!stored || stored.productIds.length === 0) throw refuse('notFound')
  return stored
}

export const routes = [
  serve(queryEntries, ({ body, subProduct, actor, db }) =>
    listEntries(db, { ...body, subProduct }, scopeValues(actor)),
  ),

  serveAct(addEntry, async (context) => {
    const { tx, body, subProduct, actor, by } = context

    await checkEntry(tx, context)
    const isAll = body.productIds.length === 0 && subProductOf(subProduct).grantsBy === 'product'
    const productIds = isAll ? (await shownProducts(tx)).map(({ id }) => id) : body.productIds
    if (isAll && productIds.length === 0) throw refuse('conflict', { msg: '还没有可以授权的产品' })
    const { subProduct: _, ...line } = body
    const [made] = await saveEntries(tx, { by, actor, subProduct }, [{ ...line, productIds }], 'manual')
    if (!made) throw new Error('no entry was saved')
    const { enterprise, realName, loginName, kind, endsOn } = line
    const after = { subProduct, enterprise, realName, loginName, kind, endsOn, products: productIds.length }
    await audit(tx, by, { ...of(made.id, 'add'), after })
    return { id: made.id }
  }),

  serveAct(
    editEntry,
    async (context) => {
      const { tx, body, by } = context

      const realName = body.realName.trim()
      const stored = await requireEntry(tx, context)
      if (stored.version !== body.version) throw refuse('stale', { data: stored })
      const day = await databaseToday(tx)
      const held = (await liveGrants(tx, [body.id])).filter(({ productId }) => stored.productIds.includes(productId))
      const begins = held.map(({ startsOn }) => startsOn).toSorted()
      const first = begins.at(-1) ?? day
      checkFields({
        endsOn:
          body.endsOn < day ? '截止日期不能早于今天' : body.endsOn < first ? `截止日期不能早于开始日期 ${first}` : null,
      })
      const refusal = held.some(({ endsOn }) => body.endsOn > endsOn) ? refusalOf(stored) : ''
      if (refusal) throw refuse('conflict', { msg: refusal })
      const requested = held.map(({ accountId, productId, startsOn, quota }) => ({
        accountId,
        productId,
        startsOn,
        quota,
        kind: body.kind,
        endsOn: body.endsOn,
      }))
      const preview = await lossesOf(tx, stored.realName, { set: requested, revoke: [] }, held, day)
      if (preview) await confirmed(tx, context, { preview, versions: versionsOf(held) })
      const { changes } = await setGrants(tx, by, { via: 'entry', reason: '修改手工录入' }, requested)
      if (realName !== stored.realName) await renameMember(tx, stored.memberId, stored.id, realName)
      await audit(tx, by, {
        ...of(stored.id, 'edit'),
        before: { loginName: stored.loginName, realName: stored.realName },
        after: { realName, kind: body.kind, endsOn: body.endsOn, grants: changes.length },
      })
    },
    byRow,
  ),

  serveAct(
    removeEntry,
    async (context) => {
      const { tx, by } = context

      const stored = await requireEntry(tx, context)
      const held = (await liveGrants(tx, [stored.id])).filter(({ productId }) => stored.productIds.includes(productId))
      const text = `${stored.realName}（${stored.loginName}）的手工录入授权将被取消，会员与账号保留。`
      const preview = await revokedOf(tx, text, held)
      await confirmed(tx, context, { preview, versions: versionsOf(held) })
      const act = { via: 'entry' as const, reason: '删除手工录入' }
      const { changes } = await revokeGrants(tx, by, act, [stored.id], stored.productIds)
      const before = { loginName: stored.loginName, grants: changes.length }
      await audit(tx, by, { ...of(stored.id, 'delete'), before })
    },
    byRow,
  ),
]
