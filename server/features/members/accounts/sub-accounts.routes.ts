// Sub-accounts over HTTP: below their main accounts, within their places, and moved between them.
import {
  addSubAccount,
  disableSubAccount,
  getSubMoves,
  moveSubAccounts,
  openSubAccount,
  querySubAccounts,
  removeSubAccounts,
  saveSubAccount,
  setSubPassword,
} from '#contract/members/sub-accounts.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { transact } from '#server/core/core.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { outcomes } from '#server/core/http/outcomes.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import type { Db } from '#server/db/connection.ts'
import { givePassword, removalPreview, removeRows, setStatus } from './accounts.acts.ts'
import { findAccount, subProductOfAccount } from './accounts.queries.ts'
import { moveSubs, openSub, requireSub, requireSubs, saveSub } from './sub-accounts.acts.ts'
import { listMains, mainsOf } from './sub-accounts.queries.ts'

const by = <K extends string>(key: K) => ({
  subProductOf: ({ body, db }: { body: Record<K, string>; db: Db }) => subProductOfAccount(db, body[key]),
})
const byFirst = {
  subProductOf: ({ body, db }: { body: { ids: string[] }; db: Db }) => subProductOfAccount(db, body.ids[0] ?? ''),
}

const serveStatus = (endpoint: typeof disableSubAccount | typeof openSubAccount, status: 'enabled' | 'disabled') =>
  serveAct(
    endpoint,
    async ({ tx, body, actor, by: author }) => {
      const act = { tx, actor, by: author }
      await setStatus(act, await requireSub(act, body.id), status)
    },
    by('id'),
  )

export const routes = [
  serve(querySubAccounts, ({ body, actor, db }) => listMains(db, body, scopeValues(actor))),

  serveAct(addSubAccount, ({ tx, body, actor, by: author }) => openSub({ tx, actor, by: author }, body), by('mainId')),

  serveAct(saveSubAccount, ({ tx, body, actor, by: author }) => saveSub({ tx, actor, by: author }, body), by('id')),

  serveStatus(disableSubAccount, 'disabled'),
  serveStatus(openSubAccount, 'enabled'),

  serveAct(
    setSubPassword,
    async ({ tx, body, actor, by: author }) => {
      const act = { tx, actor, by: author }
      return givePassword(act, await requireSub(act, body.id), body.password)
    },
    by('id'),
  ),

  serveAct(
    removeSubAccounts,
    async (context) => {
      const { tx, body, actor, subProduct } = context

      const act = { tx, actor, by: context.by }
      const rows = await requireSubs(act, body.ids, subProduct)
      const versions = rows.map(({ id, version }) => [id, version])
      await confirmed(tx, context, { preview: removalPreview(rows), versions })
      await removeRows(act, rows)
    },
    byFirst,
  ),

  serve(
    getSubMoves,
    async ({ body, actor, db, subProduct }) => {
      const main = await findAccount(db, actor, body.id)
      if (!main || main.mainName) throw refuse('notFound')
      const rows = await mainsOf(db, actor, main.enterpriseId, subProduct)
      return rows.map(({ id, realName, loginName, subQuota, children }) => ({
        id,
        label: `${realName}（${loginName}）`,
        subQuota,
        subs: children.map((each) => ({ id: each.id, label: `${each.realName}（${each.loginName}）` })),
      }))
    },
    by('id'),
  ),

  serve(
    moveSubAccounts,
    async ({ body, actor, core, by: author, subProduct }) =>
      outcomes(await transact(core, (tx) => moveSubs({ tx, actor, by: author }, subProduct, body))),
    by('fromId'),
  ),
]
