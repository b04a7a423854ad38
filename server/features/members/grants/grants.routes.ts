// The grants of one account over HTTP: read, and changed in one act.
import { checkUndoGrants, undoGrants } from '#contract/members/grant-undo.ts'
import { GRANT_PRODUCTS, grantableProducts, grantsOfAccount, saveGrants } from '#contract/members/grants.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { subProductOfAccount } from '../accounts/accounts.queries.ts'
import { checkUndo, undoGrantAct } from './grant-undo.acts.ts'
import { findShownProducts } from './grants-account.queries.ts'
import { saveAccountGrants, viewGrants } from './grants-save.ts'

export const routes = [
  serve(grantsOfAccount, ({ body, db, actor }) => viewGrants(db, actor, body.accountId), {
    subProductOf: ({ body, db }) => subProductOfAccount(db, body.accountId),
  }),

  serve(grantableProducts, async ({ body: { values }, db }) => {
    const [categoryIds, productIds] = [true, false].map((isCategory) =>
      values.flatMap((value) => (value.startsWith('c') === isCategory ? value.replace('c', '') : [])),
    )
    const found = await findShownProducts(
      db,
      { productIds: productIds ?? [], categoryIds: categoryIds ?? [] },
      GRANT_PRODUCTS + 1,
    )
    if (found.length > GRANT_PRODUCTS) throw refuse('conflict', { msg: `一次最多授权 ${GRANT_PRODUCTS} 个产品` })
    return found
  }),

  serve(checkUndoGrants, ({ body, db, actor }) => checkUndo(db, actor, body.actId)),
  serveAct(undoGrants, ({ tx, body, actor, by }) => undoGrantAct(tx, actor, by, body.actId)),

  serve(saveGrants, saveAccountGrants, { subProductOf: ({ body, db }) => subProductOfAccount(db, body.accountId) }),
]
