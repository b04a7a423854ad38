// Accounts of members over HTTP: list and acts. Right by the sub-product of the stored row, scope by its owner.
import { isAllowed } from '#contract/access.ts'
import { exportAccounts, exportSubAccounts } from '#contract/members/account-sheets.ts'
import {
  addAccount,
  associateAccount,
  clearedMembers,
  clearMember,
  countAccount,
  disableAccount,
  generateAiAccounts,
  getAccount,
  inviteByAccount,
  lockMember,
  lookupMember,
  openAccount,
  queryAccounts,
  removeAccounts,
  saveAccount,
  setMemberPassword,
  unbindMember,
  unlockMember,
} from '#contract/members/accounts.ts'
import { type AccountModule, accountModules, grantKindLabels } from '#contract/members/members.ts'
import { accountRight } from '#contract/sub-product-access.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { transact } from '#server/core/core.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { outcomes } from '#server/core/http/outcomes.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { serve, serveAct, subProductById } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import type { Db } from '#server/db/connection.ts'
import {
  type Act,
  givePassword,
  openNewAccount,
  refuseMains,
  removalPreview,
  removeRows,
  requireAccount,
  requireAccounts,
  saveAccountForm,
  setLocked,
  setStatus,
} from './accounts.acts.ts'
import { accountFigures, findAccount, listAccounts, subProductOfAccount } from './accounts.queries.ts'
import { accountDetail, findMemberBy } from './accounts-details.queries.ts'
import { associate, endSessions, generateAi, invite, unbindWx } from './accounts-service.acts.ts'
import { listCleared } from './accounts-write.queries.ts'
import { listSubs } from './sub-accounts.queries.ts'

/** Most rows in a reply to a sub-product. */
const CLEARED_ROWS = 500

const one = subProductById(subProductOfAccount)
type OfMany = { body: { ids: string[] }; db: Db }
/** The sub-product of all rows: acts refuse others. */
const many = { subProductOf: ({ body, db }: OfMany) => subProductOfAccount(db, body.ids[0] ?? '') }

type RowAct = (act: Act, row: Awaited<ReturnType<typeof requireAccount>>) => Promise<unknown>
type Switch =
  | typeof disableAccount
  | typeof openAccount
  | typeof lockMember
  | typeof unlockMember
  | typeof unbindMember
  | typeof clearMember

const serveSwitch = (endpoint: Switch, run: RowAct) =>
  serveAct(
    endpoint,
    async ({ tx, body, actor, by }) => {
      const act = { tx, actor, by }
      await run(act, await requireAccount(act, body.id))
    },
    one,
  )

export const routes = [
  serve(queryAccounts, ({ body, actor, db }) => listAccounts(db, body, scopeValues(actor))),

  serve(
    getAccount,
    async ({ body, actor, db }) => {
      const row = orNotFound(await findAccount(db, actor, body.id))
      return accountDetail(db, actor, row)
    },
    one,
  ),

  serve(
    countAccount,
    async ({ body, actor, db }) => {
      const row = orNotFound(await findAccount(db, actor, body.id))
      return { lastSeenAt: row.lastSeenAt, ...(await accountFigures(db, row.id)) }
    },
    one,
  ),

  serve(lookupMember, ({ body, actor, subProduct, db }) => findMemberBy(db, actor, subProduct, body.text.trim())),

  serveAct(addAccount, ({ tx, body, actor, by }) => openNewAccount({ tx, actor, by }, body)),

  serveAct(saveAccount, ({ tx, body, actor, by }) => saveAccountForm({ tx, actor, by }, body), one),

  serveSwitch(disableAccount, (act, row) => setStatus(act, row, 'disabled')),
  serveSwitch(openAccount, (act, row) => setStatus(act, row, 'enabled')),
  serveSwitch(lockMember, (act, row) => setLocked(act, row, true)),
  serveSwitch(unlockMember, (act, row) => setLocked(act, row, false)),
  serveSwitch(unbindMember, unbindWx),
  serveSwitch(clearMember, endSessions),

  serveAct(
    setMemberPassword,
    async ({ tx, body, actor, by }) => {
      const act = { tx, actor, by }
      return givePassword(act, await requireAccount(act, body.id), body.password)
    },
    one,
  ),

  serveAct(
    removeAccounts,
    async (context) => {
      const { tx, body, actor, by, subProduct } = context

      const act = { tx, actor, by }
      const rows = await requireAccounts(act, body.ids, subProduct)
      refuseMains(rows)
      const versions = rows.map(({ id, version }) => [id, version])
      await confirmed(tx, context, { preview: removalPreview(rows), versions })
      await removeRows(act, rows)
    },
    many,
  ),

  serveAct(
    inviteByAccount,
    async ({ tx, body, actor, core, by, request }) => {
      const act = { tx, actor, by }
      const origin = core.config.publicUrl ?? `${request.protocol}://${request.host}`
      return invite(act, await requireAccount(act, body.id), actor.realName, origin)
    },
    one,
  ),

  serveAct(
    associateAccount,
    async ({ tx, body, actor, by, subProduct }) => {
      const act = { tx, actor, by }
      const maySetOwner = isAllowed(accountRight(subProduct, 'memberBelong'), actor)
      await associate(act, body.id, { ...body, maySetOwner })
    },
    one,
  ),

  serve(
    generateAiAccounts,
    async ({ body, actor, core, by, subProduct }) =>
      outcomes(
        await transact(core, async (tx) => {
          const act = { tx, actor, by }
          return generateAi(act, body, subProduct)
        }),
      ),
    many,
  ),

  serve(clearedMembers, async ({ query: { since, after = '0' }, db }) => {
    const found = await listCleared(db, { since, after, limit: CLEARED_ROWS + 1 })
    return {
      records: found.slice(0, CLEARED_ROWS).map(({ id, loginName, clearedAt }) => ({
        id,
        loginName,
        clearedAt: clearedAt ?? '',
      })),
      hasMore: found.length > CLEARED_ROWS,
    }
  }),
]

const modulesOf = (modules: readonly string[]) =>
  modules.map((each) => accountModules[each as AccountModule] ?? each).join('、')

const spoken = {}

export const accountsExport = declareExport(exportAccounts, {
  target: 'account',
  list: listAccounts,
  scope: scopeValues,
  cells: {
    ...spoken,
    next: ({ next }) => (next ? `${grantKindLabels[next.kind]} ${next.startsOn} 至 ${next.endsOn}` : ''),
    modules: ({ modules }) => modulesOf(modules),
    locked: ({ locked }) => (locked ? '已锁定' : ''),
  },
})

export const subAccountsExport = declareExport(exportSubAccounts, {
  target: 'subAccount',
  list: listSubs,
  scope: scopeValues,
  cells: spoken,
})
