// Accounts of members over HTTP: found, opened, changed. Right by the sub-product of the stored row, scope by its owner.
import { isAllowed } from '../../../../contract/access.ts'
import {
  accountRight,
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
} from '../../../../contract/members/accounts.ts'
import { scopeValues } from '../../../core/access/scope.ts'
import { transact } from '../../../core/core.ts'
import { confirmed } from '../../../core/http/confirmations.ts'
import { outcomes } from '../../../core/http/outcomes.ts'
import { refuse } from '../../../core/http/refusal.ts'
import { serve } from '../../../core/http/serve.ts'
import type { Db } from '../../../db/connection.ts'
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

/** Rows of one answer to a sub-product. */
const CLEARED_ROWS = 500

type OfOne = { body: { id: string }; db: Db }
const one = { subProductOf: ({ body, db }: OfOne) => subProductOfAccount(db, body.id) }
type OfMany = { body: { ids: string[] }; db: Db }
/** All of one sub-product: the acts refuse others. */
const many = { subProductOf: ({ body, db }: OfMany) => subProductOfAccount(db, body.ids[0] ?? '') }

type RowAct = (act: Act, row: Awaited<ReturnType<typeof requireAccount>>) => Promise<unknown>
type Switch =
  | typeof disableAccount
  | typeof openAccount
  | typeof lockMember
  | typeof unlockMember
  | typeof unbindMember
  | typeof clearMember

const serveAct = (endpoint: Switch, run: RowAct) =>
  serve(
    endpoint,
    async ({ body, actor, core, by }) => {
      await transact(core, async (tx) => {
        const act = { tx, actor, by }
        await run(act, await requireAccount(act, body.id))
      })
      return null
    },
    one,
  )

export const routes = [
  serve(queryAccounts, ({ body, actor, db }) => listAccounts(db, body, scopeValues(actor))),

  serve(
    getAccount,
    async ({ body, actor, db }) => {
      const row = await findAccount(db, actor, body.id)
      if (!row) throw refuse('notFound')
      return accountDetail(db, actor, row)
    },
    one,
  ),

  serve(
    countAccount,
    async ({ body, actor, db }) => {
      const row = await findAccount(db, actor, body.id)
      if (!row) throw refuse('notFound')
      return { lastSeenAt: row.lastSeenAt, ...(await accountFigures(db, row.id)) }
    },
    one,
  ),

  serve(lookupMember, ({ body, actor, subProduct, db }) => findMemberBy(db, actor, subProduct, body.text.trim())),

  serve(addAccount, ({ body, actor, core, by }) => transact(core, (tx) => openNewAccount({ tx, actor, by }, body))),

  serve(
    saveAccount,
    ({ body, actor, core, by }) => transact(core, (tx) => saveAccountForm({ tx, actor, by }, body)),
    one,
  ),

  serveAct(disableAccount, (act, row) => setStatus(act, row, 'disabled')),
  serveAct(openAccount, (act, row) => setStatus(act, row, 'enabled')),
  serveAct(lockMember, (act, row) => setLocked(act, row, true)),
  serveAct(unlockMember, (act, row) => setLocked(act, row, false)),
  serveAct(unbindMember, unbindWx),
  serveAct(clearMember, endSessions),

  serve(
    setMemberPassword,
    ({ body, actor, core, by }) =>
      transact(core, async (tx) => {
        const act = { tx, actor, by }
        return givePassword(act, await requireAccount(act, body.id), body.password)
      }),
    one,
  ),

  serve(
    removeAccounts,
    async (context) => {
      const { body, actor, core, by, subProduct } = context
      await transact(core, async (tx) => {
        const act = { tx, actor, by }
        const rows = await requireAccounts(act, body.ids, subProduct)
        refuseMains(rows)
        const versions = rows.map(({ id, version }) => [id, version])
        await confirmed(tx, context, { preview: removalPreview(rows), versions })
        await removeRows(act, rows)
      })
      return null
    },
    many,
  ),

  serve(
    inviteByAccount,
    ({ body, actor, core, by, request }) =>
      transact(core, async (tx) => {
        const act = { tx, actor, by }
        const origin = core.config.publicUrl ?? `${request.protocol}://${request.host}`
        return invite(act, await requireAccount(act, body.id), actor.realName, origin)
      }),
    one,
  ),

  serve(
    associateAccount,
    async ({ body, actor, core, by, subProduct }) => {
      await transact(core, async (tx) => {
        const act = { tx, actor, by }
        const maySetOwner = isAllowed(accountRight(subProduct, 'memberBelong'), actor)
        await associate(act, body.id, { ...body, maySetOwner })
      })
      return null
    },
    one,
  ),

  serve(
    generateAiAccounts,
    async ({ body, actor, core, by, subProduct }) =>
      outcomes(
        await transact(core, async (tx) => {
          const act = { tx, actor, by }
          return generateAi(act, body.ids, subProduct, body.days)
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
