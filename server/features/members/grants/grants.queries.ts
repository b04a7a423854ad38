// Grants as they are stored: live ones, changes with their ledger rows, and the terms of accounts.

import { and, asc, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { GrantAction, GrantState, GrantVia } from '#contract/members/members.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import type { Author } from '#server/core/core.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { insertRow } from '#server/core/rows/store.ts'
import { accountTerms, termsColumns } from '#server/db/account-terms.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { grantActs, grantChanges, grants } from '#server/db/schema/members/grants.ts'
import { memberAccounts } from '#server/db/schema/members/members.ts'

export type LiveGrant = GrantState & { id: string; version: number; accountId: string; productId: string | null }
export type AccountFacts = { id: string; memberId: string; subProduct: SubProductKey }

/** One change of one grant. `before` null: there was none; `after` null: revoked. */
export type GrantChange = {
  account: AccountFacts
  productId: string | null
  before: LiveGrant | null
  after: GrantState | null
  action: GrantAction
}

/** However many there are: an import of accounts names tens of thousands. */
const anyOf = (column: PgColumn, ids: readonly string[]) => sql`${column} = any(${idArray(ids)})`

/** Live accounts, locked by rising ids, so that acts on the same ones wait for each other and cannot deadlock. */
export const lockAccounts = (tx: Tx, ids: readonly string[]): Promise<AccountFacts[]> =>
  tx
    .select({ id: memberAccounts.id, memberId: memberAccounts.memberId, subProduct: memberAccounts.subProduct })
    .from(memberAccounts)
    .where(and(anyOf(memberAccounts.id, ids), isNull(memberAccounts.deletedAt)))
    .orderBy(asc(memberAccounts.id))
    .for('no key update')

export const liveGrants = (db: Executor, accountIds: readonly string[]): Promise<LiveGrant[]> =>
  db
    .select({
      id: grants.id,
      version: grants.version,
      accountId: grants.accountId,
      productId: grants.productId,
      kind: grants.kind,
      startsOn: grants.startsOn,
      endsOn: grants.endsOn,
      quota: grants.quota,
    })
    .from(grants)
    .where(and(anyOf(grants.accountId, accountIds), isNull(grants.revokedAt)))
    .orderBy(asc(grants.id))

export const storeAct = (tx: Tx, by: Author, { via, reason }: { via: GrantVia; reason: string }): Promise<string> =>
  insertRow(tx, grantActs, { via, reason, actorId: by.id, actorName: by.name, requestId: by.requestId })

const stateOf = ({ kind, startsOn, endsOn, quota }: GrantState): GrantState => ({ kind, startsOn, endsOn, quota })
const isNew = (change: GrantChange): change is GrantChange & { after: GrantState } =>
  change.before === null && change.after !== null

/** New grants. @returns their ids by account and product */
async function insertGrants(tx: Tx, changes: readonly GrantChange[]): Promise<Map<string, string>> {
  const added = changes.filter(isNew)
  const ids = await insertRows(
    tx,
    grants,
    added.map(({ account, productId, after }) => ({ accountId: account.id, productId, ...stateOf(after) })),
  )
  return new Map(added.map(({ account, productId }, at) => [`${account.id}:${productId}`, ids[at] ?? '']))
}

async function updateGrants(tx: Tx, changes: readonly GrantChange[]): Promise<void> {
  const changed = changes.flatMap(({ before, after }) => (before ? [{ id: before.id, after }] : []))
  if (changed.length === 0) return
  const column = <T>(values: T[], type: string) => sql`${sql.param(values)}::${sql.raw(type)}[]`
  await tx.execute(sql`update ${grants} as g set version = g.version + 1, updated_at = now(),
      kind = coalesce(c.kind, g.kind), starts_on = coalesce(c.starts_on, g.starts_on),
      ends_on = coalesce(c.ends_on, g.ends_on), quota = case when c.kind is null then g.quota else c.quota end,
      revoked_at = case when c.kind is null then now() end
    from unnest(${column(
      changed.map(({ id }) => id),
      'bigint',
    )}, ${column(
      changed.map(({ after }) => after?.kind ?? null),
      'text',
    )}, ${column(
      changed.map(({ after }) => after?.startsOn ?? null),
      'date',
    )}, ${column(
      changed.map(({ after }) => after?.endsOn ?? null),
      'date',
    )}, ${column(
      changed.map(({ after }) => after?.quota ?? null),
      'int',
    )}) as c(id, kind, starts_on, ends_on, quota)
    where g.id = c.id`)
}

/** Updates the terms of locked accounts from their live grants. */
async function refreshAccounts(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`update ${memberAccounts} as a set updated_at = now(), version = a.version + 1, ${termsColumns}
    from ${accountTerms(ids)} as s where a.id = s.id`)
}

/** Updates accounts whose next grant has begun, or whose current one has ended before it. The row version stays. */
export async function turnTerms(tx: Tx): Promise<number> {
  const due = await tx
    .select({ id: memberAccounts.id })
    .from(memberAccounts)
    .where(
      sql`${memberAccounts.nextStartsOn} is not null
        and (${memberAccounts.nextStartsOn} <= current_date or ${memberAccounts.endsOn} < current_date)`,
    )
    .orderBy(asc(memberAccounts.id))
    .for('no key update')
  const ids = due.map(({ id }) => id)
  if (ids.length > 0) {
    await tx.execute(
      sql`update ${memberAccounts} as a set ${termsColumns} from ${accountTerms(ids)} as s where a.id = s.id`,
    )
  }
  return ids.length
}

/** Rows in one statement. */
const BATCH = 2_000

/** Stores changes of locked accounts: grants, ledger and terms of the accounts. */
export async function storeChanges(tx: Tx, actId: string, changes: readonly GrantChange[]): Promise<void> {
  for (let at = 0; at < changes.length; at += BATCH) {
    const some = changes.slice(at, at + BATCH)
    await updateGrants(tx, some)
    const added = await insertGrants(tx, some)
    await insertRows(
      tx,
      grantChanges,
      some.map(({ account, productId, before, after, action }) => ({
        actId,
        grantId: before?.id ?? added.get(`${account.id}:${productId}`) ?? '',
        accountId: account.id,
        subProduct: account.subProduct,
        productId,
        action,
        before: before && stateOf(before),
        after: after && stateOf(after),
        grantVersion: before ? before.version + 1 : 1,
      })),
    )
  }
  await refreshAccounts(tx, [...new Set(changes.map(({ account }) => account.id))])
}
