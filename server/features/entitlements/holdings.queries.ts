// What is stored of accounts and decides on their entitlements, each read in one statement: state and revision belong together.
import { type SQL, sql } from 'drizzle-orm'
import type { AccountState, GrantKind } from '#contract/members/members.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import type { Db, Executor } from '#server/db/connection.ts'
import { entitlementChanges, entitlementFeeds } from '#server/db/schema/entitlements.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'
import { isLive } from '#server/features/members/accounts/accounts.queries.ts'
import type { HeldGrant, Standing } from './entitlements.rules.ts'

export type Holder = Standing & {
  id: string
  subProduct: SubProductKey
  loginName: string
  mobile: string
  sessionsClearedAt: string | null
  revision: string
}

/** Arrays are much smaller than objects in JSON, and as quickly read. */
type GrantTuple = [productId: string | null, kind: GrantKind, startsOn: string, endsOn: string, quota: number | null]

const fields = {
  id: memberAccounts.id,
  subProduct: memberAccounts.subProduct,
  loginName: members.loginName,
  mobile: members.mobile,
  status: sql<AccountState>`${memberAccounts.status}`,
  locked: members.locked,
  modules: memberAccounts.modules,
  sessionsClearedAt: members.sessionsClearedAt,
  revision: sql<string>`coalesce((select max(c.number) from ${entitlementChanges} c
    where c.account_id = ${memberAccounts.id}), 0)::text`,
  grants: sql<
    GrantTuple[] | null
  >`(select json_agg(json_build_array(g.product_id::text, g.kind, g.starts_on, g.ends_on, g.quota)
    order by g.id) from ${grants} g where g.account_id = ${memberAccounts.id} and g.revoked_at is null)`,
}

const asGrant = ([productId, kind, startsOn, endsOn, quota]: GrantTuple): [string | null, HeldGrant] => [
  productId,
  { productId, kind, startsOn, endsOn, quota },
]
type Row = Omit<Holder, 'grants'> & { grants: GrantTuple[] | null }
const asHolder = ({ grants: held, ...row }: Row): Holder => ({ ...row, grants: new Map(held?.map(asGrant)) })

const select = (db: Executor) =>
  db.select(fields).from(memberAccounts).innerJoin(members, sql`${members.id} = ${memberAccounts.memberId}`)

const ways = {
  id: sql`${memberAccounts.id} = any(${sql.placeholder('values')}::bigint[])`,
  loginName: sql`text_key(${members.loginName}) = any(${sql.placeholder('values')}::text[])`,
  mobile: sql`${members.mobile} = any(${sql.placeholder('values')}::text[])`,
} satisfies Record<string, SQL>
export type Way = keyof typeof ways

/** Reads live accounts of a sub-product by ids, keys of login names, or mobile numbers. */
export function prepareHolders(db: Db) {
  const prepare = (way: Way) =>
    select(db)
      .where(sql`${isLive} and ${memberAccounts.subProduct} = ${sql.placeholder('subProduct')} and ${ways[way]}`)
      .prepare(`entitlement_holders_${way}`)
  const prepared = { id: prepare('id'), loginName: prepare('loginName'), mobile: prepare('mobile') }
  return async (subProduct: SubProductKey, way: Way, values: readonly string[]): Promise<Holder[]> =>
    (await prepared[way].execute({ subProduct, values: [...values] })).map(asHolder)
}

/** Accounts of a sub-product after an id, and a number of its feed up to which they reflect all changes. */
export async function snapshotPage(db: Db, subProduct: SubProductKey, after: string, limit: number) {
  const [feed] = await db
    .select({ number: entitlementFeeds.number })
    .from(entitlementFeeds)
    .where(sql`${entitlementFeeds.subProduct} = ${subProduct}`)
  const rows = await select(db)
    .where(sql`${isLive} and ${memberAccounts.subProduct} = ${subProduct} and ${memberAccounts.id} > ${after}::bigint`)
    .orderBy(memberAccounts.id)
    .limit(limit)
  return { asOf: feed?.number ?? '0', holders: rows.map(asHolder) }
}
