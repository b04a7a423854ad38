// The ledger of grants as its screens read it: by sub-product, of partners' members, and by act.
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type {
  ActChangesQuery,
  GrantActRow,
  GrantActsQuery,
  GrantChangeRow,
  LedgerQuery,
  PartnerLedger,
  PartnerLedgerQuery,
} from '#contract/members/grant-changes.ts'
import type { GrantState } from '#contract/members/members.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { salesList, salesScope, type Viewer } from '#server/core/access/scope.ts'
import { endOfDay, equals, type Filter, keyPart, list, nameHas, startOfDay } from '#server/core/lists/paging.ts'
import { subProductOfRow } from '#server/core/rows/store.ts'
import type { Executor } from '#server/db/connection.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { grantActs, grantChanges } from '#server/db/schema/members/grants.ts'
import { enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'
import { partnerMembers, partners } from '#server/db/schema/members/partners.ts'
import { users } from '#server/db/schema/organisation.ts'
import { accountsOf } from '../accounts/accounts-of.queries.ts'

/** The actor's real name; the stored name where there is no user behind the act. */
const actorName = sql<string>`coalesce(${users.realName}, ${grantActs.actorName})`

const row = {
  id: grantChanges.id,
  at: grantActs.at,
  subProduct: grantChanges.subProduct,
  accountId: grantChanges.accountId,
  loginName: members.loginName,
  realName: members.realName,
  enterpriseName: enterprises.name,
  productName: sql<string>`coalesce(${products.name}, '')`,
  action: grantChanges.action,
  before: sql<GrantState | null>`${grantChanges.before}`,
  after: sql<GrantState | null>`${grantChanges.after}`,
  via: grantActs.via,
  reason: grantActs.reason,
  actorName,
  partnerName: sql<string>`''`,
}
const partnerRow = { ...row, partnerName: partners.name }

const selectRows = (db: Executor) =>
  db
    .select(row)
    .from(grantChanges)
    .innerJoin(grantActs, eq(grantActs.id, grantChanges.actId))
    .leftJoin(users, eq(users.id, grantActs.actorId))
    .innerJoin(memberAccounts, eq(memberAccounts.id, grantChanges.accountId))
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
    .leftJoin(products, eq(products.id, grantChanges.productId))

const selectPartnerRows = (db: Executor) =>
  db
    .select(partnerRow)
    .from(grantChanges)
    .innerJoin(grantActs, eq(grantActs.id, grantChanges.actId))
    .leftJoin(users, eq(users.id, grantActs.actorId))
    .innerJoin(memberAccounts, eq(memberAccounts.id, grantChanges.accountId))
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
    .innerJoin(partnerMembers, eq(partnerMembers.memberId, members.id))
    .innerJoin(partners, eq(partners.id, partnerMembers.partnerId))
    .leftJoin(products, eq(products.id, grantChanges.productId))

const eitherLike = (one: SQL, other: SQL, name: string) => ({
  where: sql`(text_key(${one}) like ${sql.placeholder(name)} or text_key(${other}) like ${sql.placeholder(name)})`,
  value: keyPart,
})

/** By real name or login. */
const actorFilter = {
  where: sql`(text_key(${grantActs.actorName}) like ${sql.placeholder('actor')}
    or ${grantActs.actorId} in (select u.id from ${users} u where (text_key(u.real_name) like ${sql.placeholder('actor')} or u.spelling like ${sql.placeholder('actor')})))`,
  value: keyPart,
}

const filters = {
  accountId: equals(grantChanges.accountId, 'accountId'),
  member: eitherLike(sql`${members.loginName}`, sql`${members.realName}`, 'member'),
  enterprise: nameHas(enterprises.name, 'enterprise', enterprises.spelling),
  product: eitherLike(sql`${products.name}`, sql`${products.code}`, 'product'),
  action: equals(grantChanges.action, 'action'),
  kind: {
    where: sql`coalesce(${grantChanges.after}, ${grantChanges.before}) ->> 'kind' = ${sql.placeholder('kind')}`,
  },
  via: equals(grantActs.via, 'via'),
  actor: actorFilter,
  from: { where: sql`${grantActs.at} >= ${startOfDay('from')}` },
  to: { where: sql`${grantActs.at} < ${endOfDay('to')}` },
}

const onlyActs = ({ where, ...rest }: Filter): Filter => ({
  ...rest,
  where: sql`${grantChanges.actId} in (select ${grantActs.id} from ${grantActs} where ${where})`,
})
const onlyAccounts = ({ where, ...rest }: Filter): Filter => ({
  ...rest,
  where: sql`${grantChanges.accountId} in (select ${memberAccounts.id} from ${memberAccounts}
    join ${members} on ${members.id} = ${memberAccounts.memberId}
    join ${enterprises} on ${enterprises.id} = ${members.enterpriseId} where ${where})`,
})
/** The same filters without joins: only the ledger is counted and paged. */
const filtersOfLedger = {
  ...filters,
  member: onlyAccounts(filters.member),
  enterprise: onlyAccounts(filters.enterprise),
  product: {
    ...filters.product,
    where: sql`${grantChanges.productId} in (select ${products.id} from ${products} where ${filters.product.where})`,
  },
  via: onlyActs(filters.via),
  actor: onlyActs(filters.actor),
  from: onlyActs(filters.from),
  to: onlyActs(filters.to),
}

/** Ids rise with time. */
const order = { sorts: { at: grantChanges.id }, usual: sql`${grantChanges.id} desc`, tie: grantChanges.id }

/** Within a scope the accounts come first, as an array: the plan starts from them, whatever the filters. */
export const listGrantChanges = salesList((scope, suffix) =>
  list<GrantChangeRow, LedgerQuery>({
    name: `grant_changes${suffix}`,
    always:
      suffix === '' ? sql`true` : sql`${grantChanges.accountId} = any(array(${accountsOf(scope(members.ownerId))}))`,
    filters: {
      ...filtersOfLedger,
      subProduct: equals(grantChanges.subProduct, 'subProduct'),
    },
    ...order,
    fields: row,
    rows: (db) => selectRows(db),
    ids: (db, where) => db.select({ id: grantChanges.id }).from(grantChanges).where(where),
    matches: (db, where) => db.select({ n: sql`1` }).from(grantChanges).where(where),
  }),
)

export const listActChanges = salesList((scope, suffix) =>
  list<GrantChangeRow, ActChangesQuery>({
    name: `grant_act_changes${suffix}`,
    always: scope(members.ownerId),
    filters: { actId: equals(grantChanges.actId, 'actId') },
    ...order,
    fields: row,
    rows: (db) => selectRows(db),
    matches: (db, where) => selectRows(db).where(where),
  }),
)

/** The sub-products that each of the two ledgers of partners' members covers. */
const partnersIn: Readonly<Record<PartnerLedger, readonly SubProductKey[]>> = {
  grantChangeBigData: ['bigData', 'bigDataChinese'],
  grantChangeOfficialWebsite: ['officialWebsite'],
}
const isIn = (page: PartnerLedger) =>
  sql`${grantChanges.subProduct} in (${sql.join(
    partnersIn[page].map((key) => sql.raw(`'${key}'`)),
    sql`, `,
  )})`

const listPartnerChanges = (page: PartnerLedger) =>
  salesList((scope, suffix) =>
    list<GrantChangeRow, PartnerLedgerQuery>({
      name: `grant_changes_${page}${suffix}`,
      always: sql`${isIn(page)} and ${scope(members.ownerId)}`,
      filters: { ...filters, partner: nameHas(partners.name, 'partner', partners.spelling) },
      ...order,
      fields: partnerRow,
      rows: (db) => selectPartnerRows(db),
      matches: (db, where) => selectPartnerRows(db).where(where),
    }),
  )

export const partnerLists = {
  grantChangeBigData: listPartnerChanges('grantChangeBigData'),
  grantChangeOfficialWebsite: listPartnerChanges('grantChangeOfficialWebsite'),
} as const

/** Most changes in a history. */
const HISTORY = 100

/** A change within the viewer's scope, with the history of the same account and product. */
export async function findGrantChange(db: Executor, viewer: Viewer, id: string, page?: PartnerLedger) {
  const select = (condition: SQL | undefined) => {
    const where = and(condition, salesScope(viewer, members.ownerId))
    return page ? selectPartnerRows(db).where(and(where, isIn(page))) : selectRows(db).where(where)
  }
  const [change] = await select(eq(grantChanges.id, id))
  if (!change) return undefined
  const of = sql`(select c.account_id, coalesce(c.product_id, 0) from ${grantChanges} c where c.id = ${id})`
  const history = await select(sql`(${grantChanges.accountId}, coalesce(${grantChanges.productId}, 0)) = ${of}`)
    .orderBy(desc(grantChanges.id))
    .limit(HISTORY)
  const ofAct = sql`${grantChanges.actId} = (select c.act_id from ${grantChanges} c where c.id = ${id})`
  const [counted] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(grantChanges)
    .innerJoin(memberAccounts, eq(memberAccounts.id, grantChanges.accountId))
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .where(and(ofAct, salesScope(viewer, members.ownerId)))
  return { change, actChanges: counted?.count ?? 0, history }
}

export const subProductOfChange = (db: Executor, id: string) => subProductOfRow(db, grantChanges, id)

/** In a select from one table Drizzle omits table names, so that the subselect needs aliases. */
const changesOf = (scope: SQL, suffix: string) =>
  suffix === ''
    ? sql`${grantChanges} c where c.act_id = ${grantActs}.id`
    : sql`${grantChanges} c join ${memberAccounts} a on a.id = c.account_id
        join ${members} m on m.id = a.member_id where c.act_id = ${grantActs}.id and ${scope}`

export const listGrantActs = salesList((scope, suffix) => {
  const from = changesOf(scope(sql`m.owner_id`), suffix)
  const fields = {
    id: grantActs.id,
    at: grantActs.at,
    actorName,
    via: grantActs.via,
    reason: grantActs.reason,
    changes: sql<number>`(select count(*)::int from ${from})`,
    accounts: sql<number>`(select count(distinct c.account_id)::int from ${from})`,
    subProducts: sql<SubProductKey[]>`array(select distinct c.sub_product from ${from} order by 1)`,
    isUndone: sql<boolean>`${grantActs.undoneBy} is not null`,
  }
  return list<GrantActRow, GrantActsQuery>({
    name: `grant_acts${suffix}`,
    // no check is needed for administrators: every act has a change
    always: suffix === '' ? sql`true` : sql`exists (select 1 from ${from})`,
    filters: {
      actor: actorFilter,
      via: equals(grantActs.via, 'via'),
      reason: nameHas(grantActs.reason, 'reason'),
      subProduct: {
        where: sql`exists (select 1 from ${from} and c.sub_product = ${sql.placeholder('subProduct')})`,
      },
      from: { where: sql`${grantActs.at} >= ${startOfDay('from')}` },
      to: { where: sql`${grantActs.at} < ${endOfDay('to')}` },
    },
    sorts: { at: grantActs.id },
    usual: sql`${grantActs.id} desc`,
    tie: grantActs.id,
    fields,
    rows: (db) => db.select(fields).from(grantActs).leftJoin(users, eq(users.id, grantActs.actorId)),
    ids: (db, where) => db.select({ id: grantActs.id }).from(grantActs).where(where),
    matches: (db, where) => db.select({ n: sql`1` }).from(grantActs).where(where),
  })
})
